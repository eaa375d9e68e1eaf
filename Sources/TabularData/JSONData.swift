internal import Documents
internal import Tables
internal import Values

/// Rows in objects of JSON.
struct JSONTableReader {
  private var names: [String] = []
  private var places: [String: Int] = [:]
  private var objects: [[JSONNode.Member]] = []
  /// Where each object begins, and how many lines there are before the text that its places are counted in.
  private var starts: [(position: TextPosition, offset: Int)] = []

  /// Reads an array of objects.
  init(array bytes: [UInt8]) throws(DocumentError) {
    let whole = try JSONNode(parsing: bytes, keepingNumberText: true)
    guard case .list(let nodes) = whole.content else {
      throw DocumentError(
        at: whole.position, found: whole.messageExcerpt, expected: "an array of objects, one for each row")
    }
    for node in nodes { try appendObject(node) }
  }

  /// Reads an object a line; a line with nothing in it is none.
  init(lines bytes: [UInt8]) throws(DocumentError) {
    var number = 0
    let ends: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || ends.contains($0) }) { continue }
      do throws(DocumentError) {
        try appendObject(try JSONNode(parsing: Array(line), keepingNumberText: true), lineOffset: number - 1)
      } catch {
        throw DocumentError(
          at: error.position.advanced(byLines: number - 1), found: error.found, expected: error.expected)
      }
    }
  }

  /// Takes a row in.
  private mutating func appendObject(_ node: JSONNode, lineOffset offset: Int = 0) throws(DocumentError) {
    guard case .object(let members) = node.content else {
      throw DocumentError(at: node.position, found: node.messageExcerpt, expected: "an object for each row")
    }
    for member in members where places[member.key] == nil {
      places[member.key] = names.count
      names.append(member.key)
    }
    objects.append(members)
    starts.append((node.position, offset))
  }

  func makeTable(kinds: [String: ColumnKind]) throws(DocumentError) -> DataTable {
    try DataTable.validateKinds(kinds, columnNames: names)
    var (cells, inexact) = try readUntypedCells()
    var columns: [DataColumn] = []
    for (place, name) in names.enumerated() {
      if let kind = kinds[name] {
        columns.append(try convertColumn(named: name, at: place, to: kind, in: &cells))
        continue
      }
      if inexact.contains(place) { replaceNumbersWithText(inColumn: place, of: &cells) }
      let kind = ColumnKind.inferred(from: cells.lazy.map { $0[place] })
      columns.append(DataColumn(name: name, cellIndex: place, kind: kind, format: .plain))
    }
    return try DataTable(columns: columns, cells: cells) { position(ofRow: $0, column: "id") }
  }

  /// All cells as they are, and the columns in which a number is that would not be the same when it is written again.
  private func readUntypedCells() throws(DocumentError) -> ([[Value]], inexact: Set<Int>) {
    var inexact: Set<Int> = []
    var rows: [[Value]] = []
    rows.reserveCapacity(objects.count)
    for (row, members) in objects.enumerated() {
      var cells: [Value] = Array(repeating: .null, count: names.count)
      for member in members {
        let place = places[member.key] ?? 0
        cells[place] = try value(of: member.node, row: row)
        if member.node.digits != nil, case .text = cells[place] { inexact.insert(place) }
      }
      rows.append(cells)
    }
    return (rows, inexact)
  }

  private func value(of node: JSONNode, row: Int) throws(DocumentError) -> Value {
    do throws(DocumentError) {
      return try node.preservingNumberText.value
    } catch {
      throw DocumentError(
        at: error.position.advanced(byLines: starts[row].offset), found: error.found, expected: error.expected)
    }
  }

  /// Makes texts of the numbers in a column, as CSV does where one of them cannot be held.
  private func replaceNumbersWithText(inColumn place: Int, of cells: inout [[Value]]) {
    for row in objects.indices {
      if let digits = node(row: row, column: place)?.digits { cells[row][place] = .text(digits) }
    }
  }

  /// Reads a column as it is said to be; its days are shown as days.
  private func convertColumn(
    named name: String, at place: Int, to kind: ColumnKind, in cells: inout [[Value]]
  ) throws(DocumentError) -> DataColumn {
    var guess = TypeInference()
    for row in objects.indices {
      guard let node = node(row: row, column: place) else { continue }
      let cell = cells[row][place]
      if case .text(let text) = cell { guess.addCell(text) } else if cell != .null { guess.addCell("no day") }
      guard let taken = kind.converted(cell, numberText: node.digits) else {
        throw DocumentError(
          at: node.position.advanced(byLines: starts[row].offset), found: node.messageExcerpt,
          expected: kind.expectedInput(insteadOf: node.digits ?? ""))
      }
      cells[row][place] = taken
    }
    return DataColumn(name: name, cellIndex: place, kind: kind, format: kind == .date ? guess.inferredType.1 : .plain)
  }

  /// What an object has in a column; most have everything where it stood first.
  private func node(row: Int, column place: Int) -> JSONNode? {
    let members = objects[row]
    if place < members.count, members[place].key == names[place] { return members[place].node }
    return members.first { $0.key == names[place] }?.node
  }

  private func position(ofRow row: Int, column name: String) -> TextPosition {
    let (start, offset) = starts[row]
    return (places[name].flatMap { node(row: row, column: $0) }?.position ?? start).advanced(byLines: offset)
  }
}

extension TextPosition {
  /// The same place so many lines farther down.
  fileprivate func advanced(byLines lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }
}

extension JSONNode {
  /// The same with the digits in place of each number that would not be the same when it is written again.
  fileprivate var preservingNumberText: JSONNode {
    switch content {
    case .integer, .real:
      guard let digits, NumberLiteral(digits)?.roundTrippingValue == nil else { return self }
      return JSONNode(.text(digits), at: position)
    case .list(let nodes): return JSONNode(.list(nodes.map(\.preservingNumberText)), at: position)
    case .object(let members):
      // What is marked as a point in time is none in itself.
      if members.count == 1, ["$date", "$null"].contains(members[0].key) { return self }
      return JSONNode(
        .object(members.map { Member(key: $0.key, position: $0.position, node: $0.node.preservingNumberText) }),
        at: position)
    case .null, .boolean, .text: return self
    }
  }
}
