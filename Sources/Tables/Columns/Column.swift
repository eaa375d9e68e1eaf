import Values

/// Values that do not belong to a row but that columns and conditions can read, by name; for example, prices by ticker.
public typealias ContextValues = [String: Value]

/// A column of a table: how its cells are read, displayed, sorted, filtered and edited.
///
/// ```swift
/// let name = Column("name", \Fruit.name, editable: \.name)
/// let weight = Column("weight", \Fruit.weight, format: .unit("g"), alignment: .trailing)
/// let worth = Column("worth", kind: .money) { (holding: Holding, contextValues) in
///   Value.integer(holding.shares).applying(.times, with: contextValues[holding.ticker] ?? .null)
/// }
/// ```
///
/// A column that reads only the row is faster than one that reads context values, because its cells do not depend on
/// values that change.
public struct Column<Row: Sendable>: Identifiable, Sendable {
  /// The name by which queries and conditions refer to the column.
  public let id: String
  /// The title in the header and the footer.
  public var title: String
  /// The kind of value that the cells hold.
  public let kind: ColumnKind
  /// How the cells are displayed.
  public var format: CellFormat
  /// How the cells are compared.
  public var sortOptions: SortOptions
  /// The horizontal alignment of the cells.
  public var alignment: ColumnAlignment
  /// The width of the column.
  public var width: ColumnWidth
  /// A Boolean value that indicates whether the user can sort by the column.
  public var isSortable = true
  /// A Boolean value that indicates whether the user can filter by the column.
  public var isFilterable = true
  /// A Boolean value that indicates whether a search looks in the column.
  ///
  /// It is true by default for columns of texts.
  public var isSearchable: Bool
  /// A Boolean value that indicates whether the column is shown initially.
  public var isVisible = true

  /// A Boolean value that indicates whether the column reads context values.
  package private(set) var readsContextValues = true
  /// Returns the value of a cell.
  package let cellValue: @Sendable (Row, ContextValues) -> Value
  /// Reads many cells at once.
  private(set) var batchReader: BatchCellReader<Row>
  /// Writes a value into a row; `nil` if the column cannot be edited.
  var writeCell: (@Sendable (inout Row, Value) throws(CellRefusal) -> Void)?
  /// The values to choose from in a cell, in their order, or `nil` if they are not listed.
  ///
  /// An enum with raw values has one choice for each case.
  public let choices: [Value]?
  /// The values that the cells accept, in words, or `nil` if the kind says it.
  private(set) var expectedValues: String?
  /// Compares two rows; `nil` if they are compared by the values of their cells.
  var compareRows: (@Sendable (Row, Row) -> ValueOrdering)?

  /// Creates a column whose cells are read from the row alone.
  ///
  /// If `kind` is `nil`, it is derived from the type of the cells. An enum is sorted in the order of its cases, unless the
  /// options have another order.
  public init<Cell: ValueConvertible & SendableMetatype>(
    _ id: String, _ read: @escaping @Sendable (Row) -> Cell, title: String? = nil, kind: ColumnKind? = nil,
    format: CellFormat = .plain, sortOptions: SortOptions = SortOptions(), alignment: ColumnAlignment? = nil,
    width: ColumnWidth = .flexible()
  ) {
    self.init(
      id, title: title, kind: kind ?? ColumnKind(of: Cell.self), format: format, sortOptions: sortOptions,
      alignment: alignment, width: width,
      // The choices of a list are those of its elements.
      choices: Value.Kind(of: Cell.self) == .list ? nil : (Cell.self as? any ValueRepresentable.Type)?.valueChoices
    ) { row, _ in read(row).value }
    readsContextValues = false
    // Created again here, where its loops can be specialized for the type of the cells.
    batchReader = BatchCellReader { row, _ in read(row).value }
  }

  /// Creates a column whose cells are read from the row, and can be edited.
  ///
  /// A value that does not represent a cell is rejected with the reason, for example a number that is out of range, or a
  /// text that is no case of an enum.
  public init<Cell: ValueRepresentable & SendableMetatype>(
    _ id: String, _ read: @escaping @Sendable (Row) -> Cell, editable path: any WritableKeyPath<Row, Cell> & Sendable,
    title: String? = nil, kind: ColumnKind? = nil, format: CellFormat = .plain,
    sortOptions: SortOptions = SortOptions(), alignment: ColumnAlignment? = nil, width: ColumnWidth = .flexible()
  ) {
    self.init(
      id, read, title: title, kind: kind, format: format, sortOptions: sortOptions, alignment: alignment, width: width)
    expectedValues = Cell.expectedValues
    writeCell = { (row, value) throws(CellRefusal) in
      guard let cell = Cell(value) else { throw CellRefusal() }
      row[keyPath: path] = cell
    }
  }

  /// Creates a column whose cells are computed from the row and the context values.
  ///
  /// When a context value changes, the cells are read again, and sorting and filtering are updated.
  public init(
    _ id: String, title: String? = nil, kind: ColumnKind, format: CellFormat = .plain,
    sortOptions: SortOptions = SortOptions(), alignment: ColumnAlignment? = nil, width: ColumnWidth = .flexible(),
    read: @escaping @Sendable (Row, ContextValues) -> Value
  ) {
    self.init(
      id, title: title, kind: kind, format: format, sortOptions: sortOptions, alignment: alignment, width: width,
      choices: nil, read)
  }

  private init(
    _ id: String, title: String?, kind: ColumnKind, format: CellFormat, sortOptions: SortOptions,
    alignment: ColumnAlignment?, width: ColumnWidth, choices: [Value]?,
    _ read: @escaping @Sendable (Row, ContextValues) -> Value
  ) {
    self.id = id
    self.title = title ?? id
    self.kind = kind
    self.format = format
    self.sortOptions = sortOptions
    self.alignment = alignment ?? (kind.isNumeric ? .trailing : .leading)
    self.width = width
    self.choices = choices
    isSearchable = kind == .text
    cellValue = read
    batchReader = BatchCellReader(read)
  }
}

extension Column {
  /// Returns the text that a cell displays for a value.
  func text(of value: Value) -> String { format.text(of: value, kind: kind) }

  /// The sort options, with the choices as the order if there is no other one.
  var resolvedSortOptions: SortOptions {
    var options = sortOptions
    options.order = options.order ?? choices
    return options
  }

  /// Parses the text of a cell, or returns `nil` if it is not valid.
  func parseCell(_ text: String) -> Value? {
    guard let choices else { return kind.parseValue(text) }
    let text = text.trimmed
    // The row refuses any other text, and says what it expects.
    return text.isEmpty ? .some(.null) : choices.first { choiceText($0) == text } ?? .text(text)
  }

  /// Returns the text by which a choice is shown and entered.
  func choiceText(_ choice: Value) -> String { CellFormat.plain.text(of: choice, kind: kind) }

  /// A Boolean value that indicates whether the user can edit the cells.
  public var isEditable: Bool { writeCell != nil }

  /// Returns a copy of the row with another value in the cell, or throws if the row refuses the value.
  func settingCell(to value: Value, of row: Row) throws(ActionRejection) -> Row where Row: Identifiable {
    guard let writeCell else { throw .notEditable(id) }
    var edited = row
    do throws(CellRefusal) { try writeCell(&edited, value) } catch {
      throw .invalidValue(id, expected: error.expected ?? expectedInput())
    }
    if edited.id != row.id { throw .invalidValue(id, expected: expectedInput()) }
    return edited
  }

  /// Returns a copy of the column whose cells can be edited.
  ///
  /// ```swift
  /// Column("code", \Fruit.code).editable { fruit, value throws(CellRefusal) in
  ///   guard case .text(let code) = value, code.count == 3 else { throw CellRefusal(expected: "three letters") }
  ///   fruit.code = code
  /// }
  /// ```
  ///
  /// `write` throws if the row refuses the value. It must not change the row's id.
  public func editable(_ write: @escaping @Sendable (inout Row, Value) throws(CellRefusal) -> Void) -> Column {
    configured { $0.writeCell = write }
  }

  /// Returns a copy of the column that is sorted by comparing rows.
  ///
  /// The comparison must be a total order. Rows that compare equal keep their relative order.
  public func sorted(by compare: @escaping @Sendable (Row, Row) -> ValueOrdering) -> Column {
    configured { $0.compareRows = compare }
  }

  /// Returns a copy of the column with some properties changed.
  ///
  /// ```swift
  /// Column("note", \Fruit.note).configured { $0.isVisible = false }
  /// ```
  public func configured(_ change: (inout Column) -> Void) -> Column {
    var column = self
    change(&column)
    return column
  }
}

/// An error that occurs when a row refuses a value for a cell.
public struct CellRefusal: Error, Hashable, Sendable {
  /// The values that the cell accepts, in words that follow "expects", or `nil` for those of the column's kind.
  public let expected: String?

  /// Creates an error that says which values the cell accepts.
  public init(expected: String? = nil) { self.expected = expected }
}

/// The horizontal alignment of a column's cells.
public enum ColumnAlignment: String, Hashable, Codable, Sendable {
  /// Aligned with the start of the line.
  case leading
  /// Centered.
  case center
  /// Aligned with the end of the line.
  case trailing
}

/// The width of a column, in the unit that the front end uses.
public enum ColumnWidth: Hashable, Codable, Sendable {
  /// Exactly this width.
  case fixed(Int)
  /// The width that is available, within bounds.
  case flexible(minimum: Int = 10, maximum: Int? = nil)
  /// As many columns next to each other as fit, each within bounds.
  case adaptive(minimum: Int, maximum: Int? = nil)

  /// The minimum width.
  package var minimum: Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, _), .adaptive(let minimum, _): minimum
    }
  }

  /// Returns the width, limited to the bounds.
  package func clamped(_ width: Int) -> Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
      max(minimum, min(width, maximum ?? width))
    }
  }
}
