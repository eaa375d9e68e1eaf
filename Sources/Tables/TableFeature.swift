import Loop

/// A table of any size whose rows are sorted, filtered, grouped, searched, selected and shown page by page.
///
/// ```swift
/// let table = try TableFeature(
///   .stack,
///   columns: [Column("name", \Fruit.name), Column("weight", \Fruit.weight, format: .unit("g"))])
/// var state = table.initialState(fruits)
/// _ = table.reduce(&state, .headerClicked("weight"))
/// table.screen(of: state)  // everything a view shows
/// ```
///
/// - The visible order is the stored order, sorted and filtered. The sort is stable: a descending key reverses the
///   comparison of its column, and rows that compare equal keep their stored order in both directions.
/// - Selection and hover refer to rows, not to positions. They follow the row wherever it moves.
/// - If an action of the user is rejected, the state contains the reason until an action of the user is accepted.
///
/// The user cannot change the rows. If the user edits, moves or deletes rows, use an ``EditableTable``, of which this
/// table is the view.
public struct TableFeature<Row: Identifiable & Hashable & Sendable>: Reducer where Row.ID: Sendable {
  /// The columns, in their initial order.
  public let columns: [Column<Row>]
  private let columnIndices: [String: Int]
  /// The appearance of the table, a hint for the view that draws it.
  public let appearance: TableAppearance
  /// The options, which say what the user can see and select.
  ///
  /// They never change: a state caches which rows match and which can be selected under these options.
  public internal(set) var options: TableOptions<Row>

  /// Creates a table.
  ///
  /// - Throws: A ``TableConfigurationError`` if the columns do not fit the appearance or the aggregates.
  public init(
    _ appearance: TableAppearance = .list, columns: [Column<Row>], options: TableOptions<Row> = TableOptions()
  ) throws(TableConfigurationError) {
    if columns.isEmpty && appearance.requiresColumns { throw .noColumns(appearance.name) }
    var known: [String: Int] = [:]
    for (index, column) in columns.enumerated() where known.updateValue(index, forKey: column.id) != nil {
      throw .duplicateColumn(column.id)
    }
    for aggregate in options.headerAggregates + options.aggregates {
      if let name = aggregate.column, known[name] == nil { throw .noSuchColumn(name) }
    }
    self.columns = columns
    columnIndices = known
    self.appearance = appearance
    self.options = options
  }

  /// The index of the column with an ID, or `nil` if there is none.
  package func columnIndex(named id: String) -> Int? { columnIndices[id] }

  /// Returns a grid with columns that a program defines, so that an error in them is a programming error.
  ///
  /// ```swift
  /// static let table = TableFeature<Fruit>.grid([Column("name", \.name), Column("weight", \.weight)])
  /// ```
  ///
  /// - Precondition: The IDs of the columns are distinct, and the aggregates name columns.
  public static func grid(
    _ columns: [Column<Row>], configure: (inout TableOptions<Row>) -> Void = { _ in }
  ) -> TableFeature {
    do throws(TableConfigurationError) {
      return try TableFeature(.grid, columns: columns, options: TableOptions(configure))
    } catch {
      preconditionFailure("the columns of the table must be valid: \(error)")
    }
  }

  /// Returns the initial state with these rows and context values.
  ///
  /// If several rows have the same id, the last one is used, at the position of the first. If the rows are remote,
  /// these are the first rows until a window is loaded.
  public func initialState(_ rows: some RandomAccessCollection<Row>, contextValues: ContextValues = [:]) -> State {
    var state = State(rows: RowStore(rows), contextValues: contextValues, layout: TableLayout(columns))
    if case .remote(let size) = options.rowSource {
      state.page = TablePage(size: size)
      state.remoteWindow = RemoteWindowState()
    }
    rebuildVisibleRows(&state)
    restoreInvariants(&state)
    return state
  }
}
