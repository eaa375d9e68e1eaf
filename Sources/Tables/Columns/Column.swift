public import Values

/// What stands beside the rows, by name: prices by ticker, say, which a column may read.
public typealias ContextValues = [String: Value]

/// A column of a table: what it shows of a row, and how it is sorted, filtered and edited.
///
/// ```swift
/// let name = Column("name", \Fruit.name)
/// let weight = Column("weight", \Fruit.weight, format: .unit("g"), alignment: .trailing)
/// let worth = Column("worth", kind: .money) { (holding: Holding, beside) in
///   Value.integer(holding.shares).computed(.times, with: beside[holding.ticker] ?? .null)
/// }
/// ```
///
/// A column that reads nothing but the row is quicker than one that reads what stands beside it, since that may change.
public struct Column<Row: Sendable>: Identifiable, Sendable {
  /// What it is called in conditions and queries.
  public let id: String
  /// What stands above and below it.
  public var title: String
  /// What its cells hold.
  public let kind: ColumnKind
  /// How its cells are shown.
  public var format: CellFormat
  /// How its cells are compared.
  public var ordering: SortOptions
  /// On which side its cells stand.
  public var alignment: ColumnAlignment
  /// How wide it is.
  public var width: ColumnWidth
  /// Whether a person can sort by it.
  public var isSortable = true
  /// Whether a person can filter by it.
  public var isFilterable = true
  /// Whether what is searched for is looked for in it; of texts, unless said otherwise.
  public var isSearchable: Bool
  /// Whether it is there to be seen at first.
  public var isVisible = true

  /// Whether it reads what stands beside the rows.
  package let readsBeside: Bool
  /// What a cell holds.
  package let read: @Sendable (Row, ContextValues) -> Value
  /// What reads many cells.
  let reader: BatchCellReader<Row>
  /// What takes a new value into a row, or nil where nobody can.
  var write: (@Sendable (inout Row, Value) -> Bool)?
  /// What compares rows in place of their values.
  var compare: (@Sendable (Row, Row) -> ValueOrdering)?

  init(
    _ id: String, _ title: String?, _ kind: ColumnKind, _ format: CellFormat, _ ordering: SortOptions,
    _ alignment: ColumnAlignment?, _ width: ColumnWidth, readsContextValues readsBeside: Bool,
    read: @escaping @Sendable (Row, ContextValues) -> Value, batchReader reader: BatchCellReader<Row>
  ) {
    self.id = id
    self.title = title ?? id
    self.kind = kind
    self.format = format
    self.ordering = ordering
    self.alignment = alignment ?? (kind.isNumeric ? .trailing : .leading)
    self.width = width
    isSearchable = kind == .text
    self.readsBeside = readsBeside
    self.read = read
    self.reader = reader
  }

  /// Makes a column of what is read off a row.
  ///
  /// Unless a kind is given, it is that of the type that is read.
  public init<Cell: ValueConvertible & SendableMetatype>(
    _ id: String, _ read: @escaping @Sendable (Row) -> Cell, title: String? = nil, kind: ColumnKind? = nil,
    format: CellFormat = .plain, sortOptions ordering: SortOptions = SortOptions(), alignment: ColumnAlignment? = nil,
    width: ColumnWidth = .flexible()
  ) {
    self.init(
      id, title, kind ?? ColumnKind(of: Cell.self), format, ordering, alignment, width, readsContextValues: false,
      read: { row, _ in read(row).value }, batchReader: BatchCellReader { row, _ in read(row).value })
  }

  /// Makes a column that is computed of a row and what stands beside the rows.
  ///
  /// When that changes, the column is read again, and what is sorted or filtered by it follows.
  public init(
    _ id: String, title: String? = nil, kind: ColumnKind, format: CellFormat = .plain,
    sortOptions ordering: SortOptions = SortOptions(),
    alignment: ColumnAlignment? = nil, width: ColumnWidth = .flexible(),
    read: @escaping @Sendable (Row, ContextValues) -> Value
  ) {
    self.init(
      id, title, kind, format, ordering, alignment, width, readsContextValues: true, read: read,
      batchReader: BatchCellReader(read))
  }
}

extension Column {
  /// What a cell shows of a value.
  func text(of value: Value) -> String { format.text(of: value, kind: kind) }

  /// Whether a person can give its cells other values.
  public var isEditable: Bool { write != nil }

  /// A row with another value in the cell, or nil where the row does not take it.
  func settingCell(to value: Value, of row: Row) -> Row? where Row: Identifiable {
    var edited = row
    guard let write, write(&edited, value), edited.id == row.id else { return nil }
    return edited
  }

  /// The same column, in which a person can give cells other values.
  ///
  /// What takes a value into a row tells whether the row takes such a value.
  public func editable(_ write: @escaping @Sendable (inout Row, Value) -> Bool) -> Column {
    configured { $0.write = write }
  }

  /// The same column, sorted by comparing rows.
  ///
  /// The comparison must be a total order; rows of which neither is less keep their order.
  public func sorted(by compare: @escaping @Sendable (Row, Row) -> ValueOrdering) -> Column {
    configured { $0.compare = compare }
  }

  /// The same column with something changed.
  ///
  /// ```swift
  /// Column("note", \Fruit.note).changed { $0.isVisible = false }
  /// ```
  public func configured(_ change: (inout Column) -> Void) -> Column {
    var column = self
    change(&column)
    return column
  }
}

/// On which side the cells of a column stand.
public enum ColumnAlignment: String, Hashable, Codable, Sendable {
  /// Where lines begin.
  case leading
  /// In the middle.
  case center
  /// Where lines end.
  case trailing
}

/// How wide a column is, in whatever a front end measures in.
public enum ColumnWidth: Hashable, Codable, Sendable {
  /// Always this wide.
  case fixed(Int)
  /// As wide as there is room for, within bounds.
  case flexible(minimum: Int = 10, maximum: Int? = nil)
  /// As many columns side by side as fit, each within bounds.
  case adaptive(minimum: Int, maximum: Int? = nil)

  /// The least it can be.
  package var minimum: Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, _), .adaptive(let minimum, _): minimum
    }
  }

  /// A width within the bounds.
  package func clamped(_ width: Int) -> Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
      max(minimum, min(width, maximum ?? width))
    }
  }
}
