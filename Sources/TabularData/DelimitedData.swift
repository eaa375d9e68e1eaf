internal import Documents
internal import Tables
internal import Values

/// Rows in lines of fields, under the names in the first.
struct DelimitedTableReader {
  private let text: DelimitedText
  private let names: [String]

  init(_ text: DelimitedText) throws(DocumentError) {
    self.text = text
    if text.lineCount == 0 {
      throw DocumentError(at: TextPosition(), found: "nothing", expected: "a line with the columns' names")
    }
    names = text.fieldTexts(ofLine: 0).map(\.trimmed)
    var known: Set<String> = []
    for (column, name) in names.enumerated() {
      if name.isEmpty {
        throw DocumentError(
          at: text.position(of: text[0, column]), found: "none", expected: "a name for each column")
      }
      guard known.insert(name).inserted else {
        throw DocumentError(
          at: text.position(of: text[0, column]), found: "\(Value.text(name).messageExcerpt) again",
          expected: "each column once")
      }
    }
  }

  func makeTable(kinds: [String: ColumnKind]) throws(DocumentError) -> DataTable {
    try DataTable.validateKinds(kinds, columnNames: names)
    let columns = names.enumerated().map { place, name in
      if let kind = kinds[name] {
        // Days are shown as days, whether it is said or guessed that they are dates.
        let format = kind == .date ? inferType(ofColumn: place).1 : .plain
        return DataColumn(name: name, cellIndex: place, kind: kind, format: format)
      }
      let (kind, format) = name == "id" ? inferIDType(ofColumn: place) : inferType(ofColumn: place)
      return DataColumn(name: name, cellIndex: place, kind: kind, format: format)
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

  /// An id is named in JSON, which has no dates, and so it stays a text where it looks like one, unless it is said.
  private func inferIDType(ofColumn column: Int) -> (ColumnKind, CellFormat) {
    let (kind, format) = inferType(ofColumn: column)
    return kind == .date ? (.text, .plain) : (kind, format)
  }

  /// Nothing is null; an empty text is two quotation marks.
  private func parseCell(line: Int, column: DataColumn) throws(DocumentError) -> Value {
    let field = text[line, column.place]
    let written = text.text(of: field)
    if written.isEmpty { return field.isQuoted && column.kind == .text ? .text("") : .null }
    if let value = column.kind.parseValue(written) { return value }
    throw DocumentError(
      at: text.position(of: field), found: Value.text(written).messageExcerpt,
      expected: column.kind.expectedInput(insteadOf: written))
  }
}
