import Documents
import Tables
import Values

/// Reads a table from delimited text.
struct DelimitedTableReader {
  private let text: DelimitedText
  private let columnNames: [String]
  /// The lines that contain rows.
  private let rowLines: Range<Int>

  init(_ text: DelimitedText, hasHeader: Bool) throws(DocumentError) {
    self.text = text
    if text.lineCount == 0, hasHeader {
      throw DocumentError(at: TextPosition(), found: "nothing", expected: "a line with the column names")
    }
    let header = hasHeader ? text.fieldTexts(ofLine: 0).map(\.trimmed) : Array(repeating: "", count: text.columnCount)
    columnNames = header.uniqueColumnNames
    rowLines = (hasHeader ? 1 : 0)..<text.lineCount
  }

  func makeTable(kinds: [String: ColumnKind], rowIdentity: RowIdentity) throws(DocumentError) -> DataTable {
    try DataTable.validateNames(kinds, rowIdentity, columnNames: columnNames)
    let inferred = inferTypes()
    let columns = columnNames.enumerated().map { index, name in
      var type = inferred[index]
      if let kind = kinds[name] {
        // Days are shown as days, even if the kind is given.
        type = InferredType(kind: kind, format: kind == .date ? type.format : .plain)
      } else if name == rowIdentity.columnName, type.kind == .date {
        // Requests in JSON refer to ids, and JSON has no dates.
        type = InferredType(kind: .text)
      }
      return DataColumn(
        name: name, cellIndex: index, type, exception: type.outliers.map { makeTypeException($0, in: index) })
    }
    return try DataTable(columns: columns, rows: try makeRows(columns), rowIdentity: rowIdentity) {
      text.position(of: text.fields(ofLine: rowLines.lowerBound + $0)[$1])
    }
  }

  private func inferTypes() -> [InferredType] {
    var guesses = columnNames.map { _ in TypeInference() }
    var fields: [DelimitedText.Field] = []
    for (row, line) in rowLines.enumerated() {
      text.readFields(ofLine: line, into: &fields)
      for column in guesses.indices {
        let field = fields[column]
        guard let first = text.firstByte(of: field) else { continue }
        if TypeInference.isBeginningOfText(first) {
          guesses[column].addText(row: row)
        } else if text.isShortInteger(field) {
          guesses[column].addShortInteger(row: row)
        } else {
          guesses[column].addCell(text.text(of: field), row: row)
        }
      }
    }
    return guesses.map(\.inferredType)
  }

  private func makeTypeException(_ outliers: InferredType.Outliers, in column: Int) -> TypeException {
    let field = text.fields(ofLine: rowLines.lowerBound + outliers.misfits.firstRow)[column]
    return TypeException(outliers, cell: .text(text.text(of: field)), position: text.position(of: field))
  }

  private func makeRows(_ columns: [DataColumn]) throws(DocumentError) -> [DataRow] {
    var rows: [DataRow] = []
    rows.reserveCapacity(rowLines.count)
    var fields: [DelimitedText.Field] = []
    for line in rowLines {
      text.readFields(ofLine: line, into: &fields)
      var cells: [Value] = []
      cells.reserveCapacity(columns.count)
      for (field, column) in zip(fields, columns) { cells.append(try parseCell(field, kind: column.kind)) }
      rows.append(DataRow(id: .null, cells: cells))
    }
    return rows
  }

  /// Parses a cell.
  ///
  /// An empty field is null, and two quotation marks are an empty text.
  private func parseCell(_ field: DelimitedText.Field, kind: ColumnKind) throws(DocumentError) -> Value {
    if kind == .integer, let integer = text.shortInteger(in: field) { return .integer(integer) }
    let written = text.text(of: field)
    if written.isEmpty { return field.isQuoted && kind == .text ? .text("") : .null }
    if let value = kind.parseValue(written) { return value }
    throw DocumentError(
      at: text.position(of: field), found: Value.text(written).messageExcerpt,
      expected: kind.expectedInput(insteadOf: written))
  }
}

extension DelimitedText {
  /// Returns whether a field is an integer of at most 15 digits without a leading zero.
  fileprivate func isShortInteger(_ field: Field) -> Bool {
    let isLeadingZero = field.range.count > 1 && firstByte(of: field) == UInt8(ascii: "0")
    return field.range.count <= 15 && !isLeadingZero && shortInteger(in: field) != nil
  }
}

extension [String] {
  /// The names of the columns with these titles.
  ///
  /// A column without a title is named after its number, and a repeated name gets a number.
  package var uniqueColumnNames: [String] {
    var unused = Set(self)
    var known = unused
    return enumerated().map { index, name in
      if !name.isEmpty, unused.remove(name) != nil { return name }
      let base = name.isEmpty ? "column\(index + 1)" : name
      var (unique, number) = (name.isEmpty ? base : "\(base)_2", 2)
      while !known.insert(unique).inserted {
        number += 1
        unique = "\(base)_\(number)"
      }
      return unique
    }
  }
}
