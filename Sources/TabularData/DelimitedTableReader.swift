import Documents
import Tables
import Values

/// Reads a table from delimited text whose first line contains the column names.
struct DelimitedTableReader {
  private let text: DelimitedText
  private let columnNames: [String]

  init(_ text: DelimitedText) throws(DocumentError) {
    self.text = text
    if text.lineCount == 0 {
      throw DocumentError(at: TextPosition(), found: "nothing", expected: "a line with the column names")
    }
    columnNames = text.fieldTexts(ofLine: 0).map(\.trimmed)
    var known: Set<String> = []
    for (column, name) in columnNames.enumerated() {
      if name.isEmpty {
        throw DocumentError(
          at: text.position(of: text[0, column]), found: "none", expected: "a name for every column")
      }
      guard known.insert(name).inserted else {
        throw DocumentError(
          at: text.position(of: text[0, column]), found: "\(Value.text(name).messageExcerpt) again",
          expected: "unique column names")
      }
    }
  }

  func makeTable(kinds: [String: ColumnKind]) throws(DocumentError) -> DataTable {
    try DataTable.validateKinds(kinds, columnNames: columnNames)
    let columns = columnNames.enumerated().map { index, name in
      if let kind = kinds[name] {
        // Days are shown as days, even if the kind is given.
        let format = kind == .date ? inferType(ofColumn: index).1 : .plain
        return DataColumn(name: name, cellIndex: index, kind: kind, format: format)
      }
      let (kind, format) = name == "id" ? inferIDType(ofColumn: index) : inferType(ofColumn: index)
      return DataColumn(name: name, cellIndex: index, kind: kind, format: format)
    }
    var rows: [[Value]] = []
    rows.reserveCapacity(text.lineCount - 1)
    for line in 1..<max(text.lineCount, 1) {
      var cells: [Value] = []
      cells.reserveCapacity(columns.count)
      for column in columns { cells.append(try parseCell(line: line, column: column)) }
      rows.append(cells)
    }
    let id = columns.firstIndex { $0.name == "id" } ?? 0
    return try DataTable(columns: columns, cells: rows) { text.position(of: text[$0 + 1, id]) }
  }

  private func inferType(ofColumn column: Int) -> (ColumnKind, CellFormat) {
    var guess = TypeInference()
    for line in 1..<max(text.lineCount, 1) { guess.addCell(text.text(of: text[line, column])) }
    return guess.inferredType
  }

  /// Infers the type of the column `id`.
  ///
  /// Ids that look like dates stay texts, because requests in JSON refer to ids and JSON has no dates.
  private func inferIDType(ofColumn column: Int) -> (ColumnKind, CellFormat) {
    let (kind, format) = inferType(ofColumn: column)
    return kind == .date ? (.text, .plain) : (kind, format)
  }

  /// Parses a cell.
  ///
  /// An empty field is null, and two quotation marks are an empty text.
  private func parseCell(line: Int, column: DataColumn) throws(DocumentError) -> Value {
    let field = text[line, column.cellIndex]
    let written = text.text(of: field)
    if written.isEmpty { return field.isQuoted && column.kind == .text ? .text("") : .null }
    if let value = column.kind.parseValue(written) { return value }
    throw DocumentError(
      at: text.position(of: field), found: Value.text(written).messageExcerpt,
      expected: column.kind.expectedInput(insteadOf: written))
  }
}
