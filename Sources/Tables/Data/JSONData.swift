internal import Documents
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
    let whole = try JSONNode(parsing: bytes)
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
        try add(try JSONNode(parsing: Array(line)), offset: number - 1)
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
    var rows: [[Value]] = []
    rows.reserveCapacity(objects.count)
    for members in objects {
      var cells: [Value] = Array(repeating: .null, count: names.count)
      for member in members { cells[places[member.key] ?? 0] = try member.node.value }
      rows.append(cells)
    }
    var columns: [DataColumn] = []
    for (place, name) in names.enumerated() {
      guard let kind = kinds[name] else {
        let (kind, format) = ColumnKind.readOff(rows.lazy.map { $0[place] })
        columns.append(DataColumn(name: name, place: place, kind: kind, format: format))
        continue
      }
      for row in rows.indices {
        guard let taken = kind.taken(rows[row][place]) else {
          throw DocumentFault(
            at: position(row, name), found: rows[row][place].told, expected: kind.expectation)
        }
        rows[row][place] = taken
      }
      columns.append(DataColumn(name: name, place: place, kind: kind, format: .plain))
    }
    return try DataTable(columns, rows) { position($0, "id") }
  }

  private func position(_ row: Int, _ name: String) -> TextPosition {
    let (start, offset) = starts[row]
    return (objects[row].first { $0.key == name }?.node.position ?? start).down(by: offset)
  }
}

extension TextPosition {
  /// The same place so many lines farther down.
  fileprivate func down(by lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }
}

extension ColumnKind {
  /// The kind of a column that holds these, and how it is shown.
  ///
  /// Whole numbers are that, and other numbers decimals; a column of several kinds, of lists or of objects keeps each as it
  /// is, and is sorted with numbers first, then points in time, then texts.
  fileprivate static func readOff(_ values: some Sequence<Value>) -> (ColumnKind, CellFormat) {
    var kinds: Set<ColumnKind> = []
    for value in values {
      switch value {
      case .null: continue
      case .boolean: kinds.insert(.boolean)
      case .integer: kinds.insert(.integer)
      case .real: kinds.insert(.decimal)
      case .instant: kinds.insert(.date)
      case .text, .list, .object: kinds.insert(.text)
      }
    }
    if kinds == [.integer, .decimal] { return (.decimal, .plain) }
    return (kinds.count == 1 ? kinds.first ?? .text : .text, .plain)
  }

  /// A value as a cell of this kind holds it, or nil where it holds no such value.
  ///
  /// A text stands for what it is written as.
  func taken(_ value: Value) -> Value? {
    switch (self, value) {
    case (_, .null): return .some(.null)
    case (.text, _): return value
    case (_, .text(let text)): return parsed(text)
    case (.integer, .integer), (.decimal, .integer), (.double, .integer), (.decimal, .real), (.double, .real),
      (.boolean, .boolean), (.date, .instant):
      return value
    case (.integer, .real(let real)): return Int64(exactly: real).map(Value.integer)
    case (.money, .integer), (.money, .real): return Money(value).map(\.value)
    case (.integer, _), (.decimal, _), (.double, _), (.boolean, _), (.date, _), (.money, _): return .none
    }
  }
}
