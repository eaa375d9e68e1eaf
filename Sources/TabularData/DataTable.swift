import Documents
import Tables
import Values

/// Rows and columns read from a document.
///
/// ```swift
/// let data = try DataTable(parsing: bytes, as: .csv, kinds: ["price": .money])
/// let table = try TableFeature(columns: data.columns.map(\.tableColumn))
/// var state = table.initialState(data.rows)
/// ```
///
/// - A row is identified by its cell in the column `id`. Without such a column, rows are numbered from 1.
/// - The kind of a column is inferred from its cells unless it is given. Numbers that all have two decimals are money.
///   Numbers with leading zeros and cells of different kinds are text. Dates without a time of day are shown as days.
/// - A number is an optional minus, digits, an optional point with decimals and an optional exponent. If a number does
///   not keep its digits when it is written again, as some with more than 15 digits, its column is text. In a column of
///   a given numeric kind such a number is an error, except for `double`, which takes the nearest number.
/// - An empty CSV field is null, and so is a key that is missing in a JSON object.
public struct DataTable: Sendable {
  /// The columns, in the order of their first occurrence.
  public let columns: [DataColumn]
  /// The rows, in the order of the document.
  public let rows: [DataRow]
  /// A Boolean value that indicates whether there is a column `id` that identifies the rows.
  public let hasIDs: Bool

  /// Parses a document.
  ///
  /// A kind for a column that does not exist is an error at the beginning of the document. A byte order mark is skipped
  /// and does not count in positions.
  public init(
    parsing bytes: [UInt8], as format: DataFormat, kinds: [String: ColumnKind] = [:]
  ) throws(DocumentError) {
    let bytes = bytes.withoutBOM
    switch format {
    case .csv: self = try DelimitedTableReader(try DelimitedText(parsing: bytes)).makeTable(kinds: kinds)
    case .tsv:
      self = try DelimitedTableReader(try DelimitedText(parsing: bytes, separator: .tab)).makeTable(kinds: kinds)
    case .json: self = try JSONTableReader(array: bytes).makeTable(kinds: kinds)
    case .jsonl: self = try JSONTableReader(lines: bytes).makeTable(kinds: kinds)
    }
  }

  /// Creates a table from rows of another type and the columns that compute the cells.
  ///
  /// A row is identified by its cell in the column `id`, or by its number from 1 if there is no such column.
  public init<Row: Sendable>(
    _ given: some Sequence<Row>, columns known: [Column<Row>], contextValues: ContextValues = [:]
  ) {
    let id = known.firstIndex { $0.id == "id" }
    columns = known.enumerated().map { index, column in
      DataColumn(name: column.id, cellIndex: index, kind: column.kind, format: column.format, title: column.title)
    }
    rows = given.enumerated().map { number, row in
      let cells = known.map { $0.cellValue(row, contextValues) }
      return DataRow(id: id.map { cells[$0] } ?? .integer(Int64(number + 1)), cells: cells)
    }
    hasIDs = id != nil
  }

  /// Creates a table from the cells of each row.
  ///
  /// The closure returns the position in the document of the id of the row with the given index.
  init(
    columns: [DataColumn], cells: [[Value]], idPosition: (Int) -> TextPosition
  ) throws(DocumentError) {
    let id = columns.firstIndex { $0.name == "id" }
    var known: Set<Value> = []
    var rows: [DataRow] = []
    rows.reserveCapacity(cells.count)
    for (number, cells) in cells.enumerated() {
      guard let id else {
        rows.append(DataRow(id: .integer(Int64(number + 1)), cells: cells))
        continue
      }
      if cells[id] == .null {
        throw DocumentError(at: idPosition(number), found: "none", expected: "an id in every row")
      }
      guard known.insert(cells[id].comparisonKey).inserted else {
        throw DocumentError(at: idPosition(number), found: "\(cells[id].messageExcerpt) again", expected: "unique ids")
      }
      rows.append(DataRow(id: cells[id], cells: cells))
    }
    self.columns = columns
    self.rows = rows
    hasIDs = id != nil
  }

  /// Throws an error if a kind is given for a column that does not exist.
  static func validateKinds(_ kinds: [String: ColumnKind], columnNames: [String]) throws(DocumentError) {
    for name in kinds.keys.sorted() where !columnNames.contains(name) {
      let found =
        switch columnNames.count {
        case 0: "no columns"
        case 1: "the column \(columnNames[0])"
        default: "the columns \(columnNames.joined(separator: ", "))"
        }
      throw DocumentError(at: TextPosition(), found: found, expected: "a column named \(name)")
    }
  }
}

/// A column of a document.
public struct DataColumn: Hashable, Sendable {
  /// The name of the column.
  public let name: String
  /// The index of the column's cell in ``DataRow/cells``.
  public let cellIndex: Int
  /// The kind of the cells.
  public let kind: ColumnKind
  /// The format in which the cells are shown.
  public let format: CellFormat
  /// The title shown above the column.
  public let title: String

  init(name: String, cellIndex: Int, kind: ColumnKind, format: CellFormat, title: String? = nil) {
    (self.name, self.cellIndex, self.kind, self.format) = (name, cellIndex, kind, format)
    self.title = title ?? name
  }

  /// Converts a JSON value to a row id of this column, or returns `nil` if the value is not a valid id.
  ///
  /// JSON has no points in time, so a text is converted in a column of dates.
  public func rowID(from name: Value) -> Value? {
    if case .text(let text) = name { return kind == .date ? kind.parseValue(text) : nil }
    return kind.converted(name)
  }

  /// The column for a table.
  ///
  /// Its cells accept the values of its kind, except that ids cannot be edited.
  public var tableColumn: Column<DataRow> {
    let (index, kind, isDay) = (cellIndex, kind, kind == .date && format == .date)
    let column = Column<DataRow>(name, { $0.cells[index] }, title: title, kind: kind, format: format)
    if name == "id" { return column }
    return column.editable { row, value in
      guard let converted = kind.converted(value) else { return false }
      // A column of days would not show the time of day.
      if isDay, case .instant(let instant) = converted, Instant(dateText: instant.dateText) != instant { return false }
      row.cells[index] = converted
      return true
    }
  }
}

/// A row of a document.
public struct DataRow: Identifiable, Hashable, Sendable {
  /// The value that identifies the row.
  public let id: Value
  /// The cells, in the order of the columns in the document.
  public var cells: [Value]

  /// Creates a row.
  public init(id: Value, cells: [Value]) {
    self.id = id
    self.cells = cells
  }
}
