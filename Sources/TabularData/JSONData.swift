internal import Documents
internal import Tables
internal import Values

/// Rows in objects of JSON.
struct JSONData {
  private var names: [String] = []
  private var places: [String: Int] = [:]
  private var objects: [[JSONNode.Member]] = []
  /// Where each object begins, and how many lines there are before the text that its places are counted in.
  private var starts: [(position: TextPosition, offset: Int)] = []

  /// Reads an array of objects.
  init(array bytes: [UInt8]) throws(DocumentFault) {
    let whole = try JSONNode(parsing: bytes, keepingDigits: true)
    guard case .list(let nodes) = whole.content else {
      throw DocumentFault(at: whole.position, found: whole.told, expected: "an array of objects, one for each row")
    }
    for node in nodes { try add(node) }
  }

  /// Reads an object a line; a line with nothing in it is none.
  init(lines bytes: [UInt8]) throws(DocumentFault) {
    var number = 0
    let ends: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || ends.contains($0) }) { continue }
      do throws(DocumentFault) {
        try add(try JSONNode(parsing: Array(line), keepingDigits: true), offset: number - 1)
      } catch {
        throw DocumentFault(at: error.position.down(by: number - 1), found: error.found, expected: error.expected)
      }
    }
  }

  /// Takes a row in.
  private mutating func add(_ node: JSONNode, offset: Int = 0) throws(DocumentFault) {
    guard case .object(let members) = node.content else {
      throw DocumentFault(at: node.position, found: node.told, expected: "an object for each row")
    }
    for member in members where places[member.key] == nil {
      places[member.key] = names.count
      names.append(member.key)
    }
    objects.append(members)
    starts.append((node.position, offset))
  }

  func table(_ kinds: [String: ColumnKind]) throws(DocumentFault) -> DataTable {
    try DataTable.check(kinds, names)
    var (cells, inexact) = try guessedCells()
    var columns: [DataColumn] = []
    for (place, name) in names.enumerated() {
      if let kind = kinds[name] {
        columns.append(try readColumn(name, place, as: kind, into: &cells))
        continue
      }
      if inexact.contains(place) { writeDigits(of: place, into: &cells) }
      let kind = ColumnKind.readOff(cells.lazy.map { $0[place] })
      columns.append(DataColumn(name: name, place: place, kind: kind, format: .plain))
    }
    return try DataTable(columns, cells) { position($0, "id") }
  }

  /// All cells as they are, and the columns in which a number is that would not be the same when it is written again.
  private func guessedCells() throws(DocumentFault) -> ([[Value]], inexact: Set<Int>) {
    var inexact: Set<Int> = []
    var rows: [[Value]] = []
    rows.reserveCapacity(objects.count)
    for (row, members) in objects.enumerated() {
      var cells: [Value] = Array(repeating: .null, count: names.count)
      for member in members {
        let place = places[member.key] ?? 0
        cells[place] = try value(of: member.node, row)
        if member.node.digits != nil, case .text = cells[place] { inexact.insert(place) }
      }
      rows.append(cells)
    }
    return (rows, inexact)
  }

  private func value(of node: JSONNode, _ row: Int) throws(DocumentFault) -> Value {
    do throws(DocumentFault) {
      return try node.exact.value
    } catch {
      throw DocumentFault(at: error.position.down(by: starts[row].offset), found: error.found, expected: error.expected)
    }
  }

  /// Makes texts of the numbers in a column, as CSV does where one of them cannot be held.
  private func writeDigits(of place: Int, into cells: inout [[Value]]) {
    for row in objects.indices {
      if let digits = node(row, place)?.digits { cells[row][place] = .text(digits) }
    }
  }

  /// Reads a column as it is said to be; its days are shown as days.
  private func readColumn(
    _ name: String, _ place: Int, as kind: ColumnKind, into cells: inout [[Value]]
  ) throws(DocumentFault) -> DataColumn {
    var guess = KindGuess()
    for row in objects.indices {
      guard let node = node(row, place) else { continue }
      let cell = cells[row][place]
      if case .text(let text) = cell { guess.see(text) } else if cell != .null { guess.see("no day") }
      guard let taken = kind.taken(cell, writtenAs: node.digits) else {
        throw DocumentFault(
          at: node.position.down(by: starts[row].offset), found: node.told,
          expected: kind.expectation(insteadOf: node.digits ?? ""))
      }
      cells[row][place] = taken
    }
    return DataColumn(name: name, place: place, kind: kind, format: kind == .date ? guess.kind.1 : .plain)
  }

  /// What an object has in a column; most have everything where it stood first.
  private func node(_ row: Int, _ place: Int) -> JSONNode? {
    let members = objects[row]
    if place < members.count, members[place].key == names[place] { return members[place].node }
    return members.first { $0.key == names[place] }?.node
  }

  private func position(_ row: Int, _ name: String) -> TextPosition {
    let (start, offset) = starts[row]
    return (places[name].flatMap { node(row, $0) }?.position ?? start).down(by: offset)
  }
}

extension TextPosition {
  /// The same place so many lines farther down.
  fileprivate func down(by lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }
}

extension JSONNode {
  /// The same with the digits in place of each number that would not be the same when it is written again.
  fileprivate var exact: JSONNode {
    switch content {
    case .integer, .real:
      guard let digits, WrittenNumber(digits)?.value == nil else { return self }
      return JSONNode(.text(digits), at: position)
    case .list(let nodes): return JSONNode(.list(nodes.map(\.exact)), at: position)
    case .object(let members):
      // What is marked as a point in time is none in itself.
      if members.count == 1, ["$date", "$null"].contains(members[0].key) { return self }
      return JSONNode(
        .object(members.map { Member(key: $0.key, position: $0.position, node: $0.node.exact) }), at: position)
    case .null, .boolean, .text: return self
    }
  }
}
