import Documents
import Tables
import Values

/// Reads a table from delimited text.
struct DelimitedTableReader {
  private let text: DelimitedText
  private let columnNames: [String]
  /// The lines that contain rows.
  private let rowLines: Range<Int>
  /// The cells, row by row: the places of their fields, until they are converted.
  private var words: [CellWord] = []
  private var exceptions: [Int: Value] = [:]
  /// The decimal separator of each column that its cells prove.
  private var decimalSeparators: [WrittenNumber.DecimalSeparator?] = []

  init(_ text: DelimitedText, hasHeader: Bool) throws(DocumentError) {
    self.text = text
    if text.lineCount == 0, hasHeader {
      throw DocumentError(at: TextPosition(), found: "nothing", expected: "a line with the column names")
    }
    let header = hasHeader ? text.fieldTexts(ofLine: 0).map(\.trimmed) : Array(repeating: "", count: text.columnCount)
    columnNames = header.uniqueColumnNames
    rowLines = (hasHeader ? 1 : 0)..<text.lineCount
  }

  mutating func makeTable(kinds: [String: ColumnKind], rowIdentity: RowIdentity) throws(DocumentError) -> DataTable {
    try DataTable.validateNames(kinds, rowIdentity, columnNames: columnNames)
    let inferred = readFields()
    let columns = columnNames.enumerated().map { index, name in
      var type = inferred[index]
      if let kind = kinds[name] {
        // Days are shown as days, even if the kind is given.
        type = ColumnType(kind: kind, format: kind == .date ? type.format : .plain)
      } else if name == rowIdentity.columnName, type.kind == .date {
        // Requests in JSON refer to ids, and JSON has no dates.
        type = ColumnType(kind: .text)
      }
      return DataColumn(
        name: name, cellIndex: index, type, exception: type.outliers.map { makeTypeException($0, in: index) })
    }
    try convertCells(columns)
    let cells = DelimitedCells(text, kinds: columns.map(\.kind), words: words, exceptions: exceptions)
    return try DataTable(columns: columns, cells: .delimited(cells), rowIdentity: rowIdentity) {
      text.position(of: field(row: $0, column: $1))
    }
  }

  /// Reads the places of all fields, and infers the types of the columns.
  private mutating func readFields() -> [ColumnType] {
    var guesses = columnNames.map { _ in TypeInference() }
    var fields: [DelimitedText.Field] = []
    words.reserveCapacity(rowLines.count * columnNames.count)
    for (row, line) in rowLines.enumerated() {
      text.readFields(ofLine: line, into: &fields)
      for (column, field) in fields.enumerated() {
        words.append(CellWord(field))
        if words[words.count - 1] == .exception { exceptions[words.count - 1] = text.textOrNull(of: field) }
        guard let first = text.firstByte(of: field) else { continue }
        if TypeInference.isBeginningOfText(first) {
          guesses[column].addText(row: row)
        } else if let number = text.shortNumber(in: field), !number.hasLeadingZero {
          guesses[column].addShortNumber(number, row: row)
        } else {
          guesses[column].addCell(text.text(of: field), row: row)
        }
      }
    }
    decimalSeparators = guesses.map(\.provenSeparator)
    for column in guesses.indices where guesses[column].needsSecondPass {
      guesses[column] = TypeInference(decimalSeparator: decimalSeparators[column])
      for row in 0..<rowLines.count { guesses[column].addCell(writtenText(row: row, column: column) ?? "", row: row) }
    }
    return guesses.map(\.columnType)
  }

  private func field(row: Int, column: Int) -> DelimitedText.Field {
    text.fields(ofLine: rowLines.lowerBound + row)[column]
  }

  private func makeTypeException(_ outliers: ColumnType.Outliers, in column: Int) -> TypeException {
    let field = field(row: outliers.misfits.firstRow, column: column)
    return TypeException(outliers, cell: .text(text.text(of: field)), position: text.position(of: field))
  }

  /// Replaces the places of fields by the values of the cells, except in columns of texts.
  private mutating func convertCells(_ columns: [DataColumn]) throws(DocumentError) {
    let converted = columns.filter { $0.kind != .text }.map { (index: $0.cellIndex, kind: $0.kind) }
    for row in 0..<rowLines.count {
      for column in converted { try convertCell(row: row, column: column.index, column.kind) }
    }
  }

  private mutating func convertCell(row: Int, column: Int, _ kind: ColumnKind) throws(DocumentError) {
    let cell = row * columnNames.count + column
    let isException = words[cell] == .exception
    // A point is not always a decimal point in a column with decimal commas.
    let isShort = !isException && decimalSeparators[column] != .comma
    let number = isShort ? text.shortNumber(in: words[cell].field) : nil
    let value =
      if let exact = number.flatMap(kind.value) { exact } else { try parseCell(row: row, column: column, kind) }
    words[cell] = CellWord(value)
    if words[cell] == .exception { exceptions[cell] = value } else if isException { exceptions[cell] = nil }
  }

  private func parseCell(row: Int, column: Int, _ kind: ColumnKind) throws(DocumentError) -> Value {
    // An empty text is null, too.
    guard let written = writtenText(row: row, column: column), !written.isEmpty else { return .null }
    if let value = kind.parseValue(written, decimalSeparator: decimalSeparators[column]) { return value }
    throw DocumentError(
      at: text.position(of: field(row: row, column: column)), found: Value.text(written).messageExcerpt,
      expected: kind.valueKind.expectedInput(insteadOf: written))
  }
}

extension DelimitedTableReader {
  /// Returns the text of a cell that is not converted yet, or `nil` if it is null.
  private func writtenText(row: Int, column: Int) -> String? {
    let cell = row * columnNames.count + column
    let known = words[cell] == .exception ? exceptions[cell] : nil
    guard case .text(let written) = known ?? text.textOrNull(of: words[cell].field) else { return nil }
    return written
  }
}

extension ColumnKind {
  /// Returns the value of a number in a column of this kind, or `nil` if it has none or must be parsed as a text.
  fileprivate func value(of number: ShortNumber) -> Value? {
    switch self {
    case .integer: number.integer.map(Value.integer)
    case .decimal, .double: .real(number.real)
    case .money: number.money.map(Value.money)
    case .text, .boolean, .date: nil
    }
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
