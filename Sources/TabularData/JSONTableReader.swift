import Documents
import Tables
import Values

/// Reads a table from JSON objects.
struct JSONTableReader {
  private var columnNames: [String] = []
  private var columnIndices: [String: Int] = [:]
  private var objects: [[JSONNode.Member]] = []
  /// For each object its position in the text it was parsed from, and the number of lines before that text.
  private var objectPositions: [(position: TextPosition, offset: Int)] = []

  /// Parses an array of objects.
  init(array bytes: [UInt8]) throws(DocumentError) {
    let whole = try JSONNode(parsing: bytes, keepingNumberText: true)
    guard case .list(let nodes) = whole.content else {
      throw DocumentError(
        at: whole.position, found: whole.messageExcerpt, expected: "an array with an object for each row")
    }
    for node in nodes { try appendObject(node) }
  }

  /// Parses one object per line and skips blank lines.
  init(lines bytes: [UInt8]) throws(DocumentError) {
    var lines = JSONLineReader(bytes)
    while let line = lines.next() {
      switch line {
      case .bad(let error): throw error
      case .read(let node, let linesBefore): try appendObject(node, lineOffset: linesBefore)
      }
    }
  }

  private mutating func appendObject(_ node: JSONNode, lineOffset: Int = 0) throws(DocumentError) {
    guard case .object(let members) = node.content else {
      throw DocumentError(
        at: node.position.advanced(byLines: lineOffset), found: node.messageExcerpt,
        expected: "an object for each row")
    }
    for member in members where columnIndices[member.key] == nil {
      columnIndices[member.key] = columnNames.count
      columnNames.append(member.key)
    }
    objects.append(members)
    objectPositions.append((node.position, lineOffset))
  }

  func makeTable(kinds: [String: ColumnKind], rowIdentity: RowIdentity) throws(DocumentError) -> DataTable {
    try DataTable.validateNames(kinds, rowIdentity, columnNames: columnNames)
    var (cells, inexact) = try readUntypedCells()
    var columns: [DataColumn] = []
    for (index, name) in columnNames.enumerated() {
      if let kind = kinds[name] {
        columns.append(try convertColumn(named: name, at: index, to: kind, in: &cells))
        continue
      }
      let type = ColumnType(of: cells.lazy.map { $0[index] })
      let exception = type.outliers.map { outliers in
        TypeException(
          outliers, cell: cells[outliers.misfits.firstRow][index],
          position: position(row: outliers.misfits.firstRow, column: index))
      }
      columns.append(DataColumn(name: name, cellIndex: index, type, exception: exception))
      // As for CSV, if a number cannot be represented, all numbers of the column are texts.
      guard inexact.contains(index) else { continue }
      for row in objects.indices {
        if let digits = node(row: row, column: index)?.numberText { cells[row][index] = .text(digits) }
      }
    }
    return try DataTable(columns: columns, cells: .values(cells), rowIdentity: rowIdentity) {
      position(row: $0, column: $1)
    }
  }

  /// Returns the position of the value that an object has in a column, or of the object if it has none.
  private func position(row: Int, column: Int) -> TextPosition {
    let (start, offset) = objectPositions[row]
    return (node(row: row, column: column)?.position ?? start).advanced(byLines: offset)
  }

  /// Returns the cells without conversion, and the columns with a number that loses digits when it is written again.
  private func readUntypedCells() throws(DocumentError) -> ([[Value]], inexact: Set<Int>) {
    var inexact: Set<Int> = []
    var rows: [[Value]] = []
    rows.reserveCapacity(objects.count)
    for (row, members) in objects.enumerated() {
      var cells: [Value] = Array(repeating: .null, count: columnNames.count)
      for member in members {
        let index = columnIndices[member.key] ?? 0
        cells[index] = try value(of: member.node, row: row)
        if member.node.numberText != nil, case .text = cells[index] { inexact.insert(index) }
      }
      rows.append(cells)
    }
    return (rows, inexact)
  }

  private func value(of node: JSONNode, row: Int) throws(DocumentError) -> Value {
    do throws(DocumentError) {
      return try node.preservingNumberText.value
    } catch {
      throw error.advanced(byLines: objectPositions[row].offset)
    }
  }

  /// Converts the cells of a column to the given kind.
  ///
  /// A column of days gets the format for days.
  private func convertColumn(
    named name: String, at index: Int, to kind: ColumnKind, in cells: inout [[Value]]
  ) throws(DocumentError) -> DataColumn {
    var guess = TypeInference()
    for row in objects.indices {
      guard let node = node(row: row, column: index) else { continue }
      let cell = cells[row][index]
      if case .text(let text) = cell {
        guess.addCell(text, row: row)
      } else if cell != .null {
        guess.addText(row: row)
      }
      guard let converted = kind.converted(cell, numberText: node.numberText) else {
        throw DocumentError(
          at: node.position.advanced(byLines: objectPositions[row].offset), found: node.messageExcerpt,
          expected: kind.valueKind.expectedInput(insteadOf: node.numberText ?? ""))
      }
      cells[row][index] = converted
    }
    let format = kind == .date ? guess.columnType.format : .plain
    return DataColumn(name: name, cellIndex: index, ColumnType(kind: kind, format: format))
  }

  /// Returns the value that an object has in a column.
  ///
  /// Most objects have their members in the order of the columns, so the member at the column's index is tried first.
  private func node(row: Int, column index: Int) -> JSONNode? {
    let members = objects[row]
    if index < members.count, members[index].key == columnNames[index] { return members[index].node }
    return members.first { $0.key == columnNames[index] }?.node
  }
}

extension JSONNode {
  /// The node with a text in place of each number that loses digits when it is written again.
  fileprivate var preservingNumberText: JSONNode {
    switch content {
    case .integer, .real:
      guard let numberText, NumberLiteral(numberText)?.roundTrippingValue == nil else { return self }
      return JSONNode(.text(numberText), at: position)
    case .list(let nodes): return JSONNode(.list(nodes.map(\.preservingNumberText)), at: position)
    case .object(let members):
      // A `$date` or `$null` object is a single value, so its number is not replaced.
      if members.count == 1, ["$date", "$null"].contains(members[0].key) { return self }
      return JSONNode(
        .object(members.map { Member(key: $0.key, position: $0.position, node: $0.node.preservingNumberText) }),
        at: position)
    case .null, .boolean, .text: return self
    }
  }
}
