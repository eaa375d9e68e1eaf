public import Loop
/// A table: rows that are sorted, filtered, selected, moved, edited and deleted, at any size.
///
/// ```swift
/// let table = try Table(
///   .stack,
///   columns: [Column("name", \Fruit.name), Column("weight", \Fruit.weight, format: .unit("g"))])
/// var state = table.state(fruits)
/// _ = table.reduce(&state, .titlePressed("weight"))
/// table.screen(of: state)  // what there is to see
/// ```
///
/// - The order that is seen is that of the rows, sorted and filtered: a comparison of columns is turned round where the
///   direction is, and rows of which neither is less keep their order in both.
/// - What is selected, hovered, edited is a row and not a place: it stays what it is wherever the row goes.
/// - What is typed into a cell moves the row when it is committed, and not before.
/// - What is typed is never lost: to edit another cell commits it, or is refused; it stays when a page is turned or somebody
///   else deletes its row, and is shown beside what somebody else stored in the same cell.
/// - What a person asked for and did not get has its reason in the state, until the next action.
///
/// An object that others hold too, and that changes by itself, enters as a value: its id, its version, and what its cells
/// show. Whoever watches it sends ``Action/rowPut(_:before:)`` with the next version when it changes; what a person edits
/// leaves as ``Effect/save(_:over:)``, and the version of the row that is saved over tells whether the object has changed since.
public struct TableFeature<Row: Identifiable & Hashable & Sendable>: Reducer where Row.ID: Sendable {
  /// The columns, in the order in which they stand at first.
  public let columns: [Column<Row>]
  /// What kind of table it is to look at.
  public let kind: TableKind
  /// What it lets a person do.
  ///
  /// It stays as it is: what a state knows of its rows, which of them pass and can be selected, is true of these options.
  public internal(set) var options: TableOptions<Row>

  /// When a change is done: of rows that are kept elsewhere nobody knows before it is answered.
  var changePolicy: TableOptions<Row>.ChangePolicy { options.source == .here ? options.changes : .asked }

  /// Makes a table, or tells why there can be none.
  public init(
    _ kind: TableKind = .list, columns: [Column<Row>], options: TableOptions<Row> = TableOptions()
  ) throws(TableError) {
    if columns.isEmpty && kind.needsColumns { throw .noColumns(kind.name) }
    var known: Set<String> = []
    for column in columns where !known.insert(column.id).inserted { throw .columnTwice(column.id) }
    for aggregate in options.headerAggregates + options.aggregates {
      if let name = aggregate.column, !known.contains(name) { throw .noSuchColumn(name) }
    }
    self.columns = columns
    self.kind = kind
    self.options = options
  }

  /// Begins with rows, and what stands beside them.
  ///
  /// Of rows with the same id the last counts, in the place of the first. Where rows are kept elsewhere, these are the first
  /// of them.
  public func initialState(_ rows: some RandomAccessCollection<Row>, contextValues beside: ContextValues = [:]) -> State
  {
    var state = State(rows: RowStore(rows), contextValues: beside, layout: TableLayout(columns))
    if case .windows(let size) = options.source {
      state.page = TablePage(size: size)
      state.remote = RemoteWindow()
    }
    rebuildVisibleRows(&state)
    restoreInvariants(&state)
    return state
  }
}
