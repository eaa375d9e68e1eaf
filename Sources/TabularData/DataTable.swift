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
/// - A row is identified by its cell in the column `id`, or in another column; see ``RowIdentity``.
/// - The kind of a column is inferred from its cells unless it is given. Numbers that all have two decimals are money.
///   Numbers with leading zeros and cells of different kinds are text. Dates without a time of day are shown as days.
/// - A number is written as people write it, as in `-12.5`, `3,50`, `1,299.00` or `1 299`, or with an exponent. An
///   amount may have a currency sign. The other numbers of its column decide whether `1,299` is 1299 or 1.299; if they
///   do not, it is a text. So is a number with a plus sign, unless the kind is given. If a number does not keep its digits when it is written again, as some with more than 15 digits, its column is text. In a column of
///   a given numeric kind such a number is an error, except for `double`, which takes the nearest number.
/// - A point in time with an offset is converted to UTC. If it has digits after the milliseconds, its column is text; in
///   a column that is given as dates, these digits are cut off.
/// - An empty CSV field is null, and so is a key that is missing in a JSON object.
/// - In CSV a column without a name is named after its number, as in `column3`, and a repeated name gets a number, as in
///   `price_2`.
public struct DataTable: Sendable {
  /// The columns, in the order of their first occurrence.
  public private(set) var columns: [DataColumn]
  /// The rows, in the order of the document.
  public private(set) var rows: [DataRow]
  /// The reason why the column `id` does not identify the rows, if there is such a column and no other was requested.
  public private(set) var idError: DocumentError?

  /// The column that identifies the rows, or `nil` if the rows are numbered from 1.
  public var idColumn: DataColumn? { columns.first(where: \.isID) }

  /// Parses a document in UTF-8.
  ///
  /// A kind for a column that does not exist is an error at the beginning of the document. A byte order mark is skipped
  /// and does not count in positions.
  public init(
    parsing bytes: [UInt8], as format: DataFormat, kinds: [String: ColumnKind] = [:],
    options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    switch format {
    case .csv, .tsv:
      let text = try DelimitedText(
        parsing: bytes, separator: options.separator ?? (format == .tsv ? .tab : nil), raggedLines: options.raggedLines)
      var reader = try DelimitedTableReader(text, hasHeader: options.hasHeader)
      self = try reader.makeTable(kinds: kinds, rowIdentity: options.rowIdentity)
    case .json: self = try JSONTableReader(array: bytes).makeTable(kinds: kinds, rowIdentity: options.rowIdentity)
    case .jsonl:
      self = try JSONTableReader(lines: bytes.withoutBOM).makeTable(kinds: kinds, rowIdentity: options.rowIdentity)
    }
  }

  /// Creates a table from rows of another type and the columns that compute the cells.
  ///
  /// A row is identified by its cell in the column `id`, or by its number from 1 if there is no such column.
  public init<Row: Sendable>(
    _ given: some Sequence<Row>, columns known: [Column<Row>], contextValues: ContextValues = [:]
  ) {
    columns = known.enumerated().map { index, column in
      DataColumn(name: column.id, cellIndex: index, kind: column.kind, format: column.format, title: column.title)
    }
    let cells = given.map { row in known.map { $0.cellValue(row, contextValues) } }
    rows = []
    makeRows(.values(cells), idColumn: columns.firstIndex { $0.name == "id" })
  }

  /// Creates a table from the cells of its rows.
  ///
  /// The closure returns the position in the document of a cell, given the indices of its row and column.
  init(
    columns: [DataColumn], cells: CellStorage, rowIdentity: RowIdentity, position: (Int, Int) -> TextPosition
  ) throws(DocumentError) {
    self.columns = columns
    rows = []
    let id = columns.firstIndex { $0.name == rowIdentity.columnName }
    if let id { idError = Self.idError(in: cells, column: id, position: position) }
    if case .column = rowIdentity, let idError { throw idError }
    makeRows(cells, idColumn: idError == nil ? id : nil)
  }

  private mutating func makeRows(_ cells: CellStorage, idColumn: Int?) {
    if let idColumn { columns[idColumn].isID = true }
    let source = RowSource(cells, identity: idColumn.map { .column($0) } ?? .number)
    rows = (0..<cells.rowCount).map { DataRow($0, of: source) }
  }

  /// Returns an error for the first row whose cell in a column is null or occurs in an earlier row.
  private static func idError(
    in cells: CellStorage, column id: Int, position: (Int, Int) -> TextPosition
  ) -> DocumentError? {
    if isAscending(cells, column: id) { return nil }
    var known = HandleIndex(minimumCapacity: cells.rowCount)
    for row in 0..<cells.rowCount {
      let cell = cells[row, id]
      if cell == .null {
        return DocumentError(at: position(row, id), found: "none", expected: "an id in every row", kind: .rowID)
      }
      if known.insert(RowHandle(row), keyOf: { cells[Int($0), id].comparisonKey }) != RowHandle(row) {
        return DocumentError(
          at: position(row, id), found: "\(cell.messageExcerpt) again", expected: "unique ids", kind: .rowID)
      }
    }
    return nil
  }

  /// Returns whether the cells of a column are integers, each greater than the one before.
  ///
  /// Most ids are, and need no index to find repeated ones.
  private static func isAscending(_ cells: CellStorage, column: Int) -> Bool {
    var last: Int64?
    for row in 0..<cells.rowCount {
      guard case .integer(let integer) = cells[row, column], last.map({ $0 < integer }) ?? true else { return false }
      last = integer
    }
    return true
  }

  /// Throws an error if a kind is given for a column that does not exist, or such a column is to identify the rows.
  static func validateNames(
    _ kinds: [String: ColumnKind], _ rowIdentity: RowIdentity, columnNames: [String]
  ) throws(DocumentError) {
    var names = kinds.keys.sorted()
    if case .column(let name) = rowIdentity { names.append(name) }
    for name in names where !columnNames.contains(name) {
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
  /// The cells that make this a text column although most cells have another kind.
  public let typeException: TypeException?
  /// A Boolean value that indicates whether the cells identify the rows.
  public internal(set) var isID = false

  init(
    name: String, cellIndex: Int, kind: ColumnKind, format: CellFormat, title: String? = nil,
    exception: TypeException? = nil
  ) {
    (self.name, self.cellIndex, self.kind, self.format) = (name, cellIndex, kind, format)
    self.title = title ?? name
    typeException = exception
  }

  init(name: String, cellIndex: Int, _ type: ColumnType, exception: TypeException? = nil) {
    self.init(name: name, cellIndex: cellIndex, kind: type.kind, format: type.format, exception: exception)
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
    let column = Column<DataRow>(name, { $0[index] }, title: title, kind: kind, format: format)
    if isID { return column }
    return column.editable { row, value throws(CellRefusal) in
      guard let converted = kind.converted(value) else { throw CellRefusal() }
      // A column of days would not show the time of day.
      if isDay, case .instant(let instant) = converted, Instant(dateText: instant.dateText) != instant {
        throw CellRefusal()
      }
      row[index] = converted
    }
  }
}

/// Cells that make a column text although most cells have another kind.
public struct TypeException: Hashable, Sendable {
  /// The kind of the other cells.
  public let kind: ColumnKind
  /// The number of cells that do not have the kind.
  public let count: Int
  /// The number of cells that are not empty.
  public let cellCount: Int
  /// The first cell that does not have the kind.
  public let cell: Value
  /// The position of that cell.
  public let position: TextPosition

  init(_ outliers: ColumnType.Outliers, cell: Value, position: TextPosition) {
    (kind, count, cellCount) = (outliers.kind, outliers.misfits.count, outliers.cellCount)
    (self.cell, self.position) = (cell, position)
  }
}
