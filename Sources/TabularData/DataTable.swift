public import Documents
public import Tables
public import Values

/// Rows that were read from a document, with the columns that were found there.
///
/// ```swift
/// let data = try DataTable(parsing: bytes, as: .csv, kinds: ["price": .money])
/// let table = try Table(columns: data.columns.map(\.column))
/// var state = table.state(data.rows)
/// ```
///
/// - A row with a cell under `id` is known by that, and all others by their number from 1.
/// - What kind of cells a column has is read off them, unless it is said. Numbers that all have two decimals are money, digits
///   behind a zero are text, and so is what is of several kinds. Dates that are all days are shown as days.
/// - A number is a minus, digits, decimals behind a point, an exponent. One that would not be the same when it is written
///   again, as some of more than 15 digits, makes its column text, and is a fault where numbers are said to be there: only of
///   `double` the nearest is meant.
/// - Nothing in a field of CSV is null, and so is a key that an object of JSON does not have.
public struct DataTable: Sendable {
  /// The columns, in the order in which they were found.
  public let columns: [DataColumn]
  /// The rows, in the order of the document.
  public let rows: [DataRow]
  /// Whether rows are known by what they hold under `id`.
  public let hasIDs: Bool

  /// Reads a document, or tells what is wrong with it.
  ///
  /// Kinds of columns that there are not are a fault too, at the beginning of the document. A byte order mark before it is
  /// passed over, and not counted.
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

  /// Takes rows of another type in as the cells of some columns, each known by its cell under `id`, or by its number.
  public init<Row: Sendable>(
    _ given: some Sequence<Row>, columns known: [Column<Row>], contextValues beside: ContextValues = [:]
  ) {
    let id = known.firstIndex { $0.id == "id" }
    columns = known.enumerated().map { place, column in
      DataColumn(name: column.id, cellIndex: place, kind: column.kind, format: column.format, title: column.title)
    }
    rows = given.enumerated().map { number, row in
      let cells = known.map { $0.read(row, beside) }
      return DataRow(id: id.map { cells[$0] } ?? .integer(Int64(number + 1)), cells: cells)
    }
    hasIDs = id != nil
  }

  /// Makes rows of columns of cells, each known by its identifier or its number.
  ///
  /// Of each row it is told where its identifier stands in the document.
  init(
    columns: [DataColumn], cells: [[Value]], idPosition position: (Int) -> TextPosition
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
      if cells[id] == .null { throw DocumentError(at: position(number), found: "none", expected: "an id in every row") }
      guard known.insert(cells[id].comparisonKey).inserted else {
        throw DocumentError(at: position(number), found: "\(cells[id].messageExcerpt) again", expected: "each id once")
      }
      rows.append(DataRow(id: cells[id], cells: cells))
    }
    self.columns = columns
    self.rows = rows
    hasIDs = id != nil
  }

  /// Refuses kinds of columns that there are not.
  static func validateKinds(_ kinds: [String: ColumnKind], columnNames names: [String]) throws(DocumentError) {
    for name in kinds.keys.sorted() where !names.contains(name) {
      let found =
        switch names.count {
        case 0: "no columns"
        case 1: "the column \(names[0])"
        default: "the columns \(names.joined(separator: ", "))"
        }
      throw DocumentError(at: TextPosition(), found: found, expected: "a column \(name)")
    }
  }
}

/// A column that was found in a document.
public struct DataColumn: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// Its place in the cells of a row.
  public let place: Int
  /// What its cells hold.
  public let kind: ColumnKind
  /// How its cells are shown.
  public let format: CellFormat
  /// What stands above it.
  public let title: String

  init(name: String, cellIndex place: Int, kind: ColumnKind, format: CellFormat, title: String? = nil) {
    (self.name, self.place, self.kind, self.format) = (name, place, kind, format)
    self.title = title ?? name
  }

  /// What a row is known by where this column holds that, and where it is named in JSON, which has no points in time.
  public func rowID(from name: Value) -> Value? {
    if case .text(let text) = name { return kind == .date ? kind.parseValue(text) : nil }
    return kind.converted(name)
  }

  /// The column of a table, in which a cell takes what its kind takes; what rows are known by stays as it is.
  public var tableColumn: Column<DataRow> {
    let (place, kind, isDay) = (place, kind, kind == .date && format == .date)
    let column = Column<DataRow>(name, { $0.cells[place] }, title: title, kind: kind, format: format)
    if name == "id" { return column }
    return column.editable { row, value in
      guard let taken = kind.converted(value) else { return false }
      // Where days are shown, a time of day would be kept unseen.
      if isDay, case .instant(let instant) = taken, Instant(dateText: instant.dateText) != instant { return false }
      row.cells[place] = taken
      return true
    }
  }
}

/// A row that was read from a document.
public struct DataRow: Identifiable, Hashable, Sendable {
  /// What it is known by.
  public let id: Value
  /// Its cells, in the order of the columns in the document.
  public var cells: [Value]

  /// Makes one of its parts.
  public init(id: Value, cells: [Value]) {
    self.id = id
    self.cells = cells
  }
}
