internal import Documents
internal import Tables
internal import Values

/// Rows in lines of fields, under the names in the first.
struct DelimitedData {
  private let text: DelimitedText
  private let names: [String]

  init(_ text: DelimitedText) throws(DocumentFault) {
    self.text = text
    if text.lineCount == 0 {
      throw DocumentFault(at: TextPosition(), found: "nothing", expected: "a line with the columns' names")
    }
    names = text.texts(ofLine: 0).map(\.trimmed)
    var known: Set<String> = []
    for (column, name) in names.enumerated() {
      if name.isEmpty {
        throw DocumentFault(
          at: text.position(of: text[0, column]), found: "none", expected: "a name for each column")
      }
      guard known.insert(name).inserted else {
        throw DocumentFault(
          at: text.position(of: text[0, column]), found: "\(Value.text(name).told) again", expected: "each column once")
      }
    }
  }

  func table(_ kinds: [String: ColumnKind]) throws(DocumentFault) -> DataTable {
    try DataTable.check(kinds, names)
    let columns = names.enumerated().map { place, name in
      if let kind = kinds[name] {
        // Days are shown as days, whether it is said or guessed that they are dates.
        let format = kind == .date ? guess(place).1 : .plain
        return DataColumn(name: name, place: place, kind: kind, format: format)
      }
      let (kind, format) = name == "id" ? guessedID(place) : guess(place)
      return DataColumn(name: name, place: place, kind: kind, format: format)
    }
    var rows: [[Value]] = []
    rows.reserveCapacity(text.lineCount - 1)
    for line in 1..<max(text.lineCount, 1) {
      var cells: [Value] = []
      cells.reserveCapacity(columns.count)
      for column in columns { cells.append(try cell(line, column)) }
      rows.append(cells)
    }
    let id = columns.firstIndex { $0.name == "id" } ?? 0
    return try DataTable(columns, rows) { text.position(of: text[$0 + 1, id]) }
  }

  private func guess(_ column: Int) -> (ColumnKind, CellFormat) {
    var guess = KindGuess()
    for line in 1..<max(text.lineCount, 1) { guess.see(text.text(of: text[line, column])) }
    return guess.kind
  }

  /// An id is named in JSON, which has no dates, and so it stays a text where it looks like one, unless it is said.
  private func guessedID(_ column: Int) -> (ColumnKind, CellFormat) {
    let (kind, format) = guess(column)
    return kind == .date ? (.text, .plain) : (kind, format)
  }

  /// Nothing is null; an empty text is two quotation marks.
  private func cell(_ line: Int, _ column: DataColumn) throws(DocumentFault) -> Value {
    let field = text[line, column.place]
    let written = text.text(of: field)
    if written.isEmpty { return field.isQuoted && column.kind == .text ? .text("") : .null }
    if let value = column.kind.parsed(written) { return value }
    throw DocumentFault(
      at: text.position(of: field), found: Value.text(written).told,
      expected: column.kind.expectation(insteadOf: written))
  }
}
