import Conditions

extension TableFeature {
  /// The rows, the query, and what the user has selected and sees.
  ///
  /// Two states are equal if they contain the same rows in the same order under the same query. Derived values (visible
  /// rows, counts, aggregates) are neither compared nor encoded.
  public struct State: Hashable, Sendable {
    /// The sort keys and the filter.
    public internal(set) var query = TableQuery()
    /// The context values that columns and conditions can read.
    package internal(set) var contextValues: ContextValues
    /// The selected rows.
    public internal(set) var selection = RowSelection<Row.ID>()
    /// The row and the cell that keys apply to.
    package internal(set) var cursor: Cursor?
    /// The row under the pointer.
    package internal(set) var hoveredRow: Row.ID?
    /// The current page.
    package internal(set) var page = TablePage()
    /// The layout of the columns.
    public internal(set) var layout: TableLayout
    /// The column by which the rows are grouped, or `nil`.
    public internal(set) var groupingColumn: String?
    private var boxedRemoteWindow: Boxed<RemoteWindowState>?
    private var boxedRejection: Boxed<ActionRejection>?
    // Compared last, because it takes longest.
    var rows: RowStore<Row>

    /// Values derived from the other properties.
    ///
    /// They are neither compared nor encoded.
    var derived = DerivedState()

    init(rows: RowStore<Row>, contextValues: ContextValues, layout: TableLayout) {
      self.rows = rows
      self.contextValues = contextValues
      self.layout = layout
    }

    /// The reason why the last action of the user was rejected, or `nil` if it was accepted.
    ///
    /// It stays while the pointer moves and responses arrive. It is compared and encoded. In a
    /// decoded state it may also be the reason why a filter was removed.
    public package(set) var rejection: ActionRejection? {
      get { boxedRejection?.value }
      set { boxedRejection = newValue.map(Boxed.init) }
    }

    /// A number that changes with every action.
    ///
    /// Observe it to be told about any change of a table. An observer of the whole state would keep the state, so that
    /// the next change copies its collections, and would compare all rows. The number is neither compared nor encoded.
    public var revision: Int { derived.revision }

    /// A number that grows with every action of the user that is rejected.
    ///
    /// It is neither compared nor encoded.
    public var rejectionCount: Int { derived.rejectionCount }

    /// The loading status of remote rows, or `nil` if the rows are local.
    package internal(set) var remoteWindow: RemoteWindowState? {
      get { boxedRemoteWindow?.value }
      set { boxedRemoteWindow = newValue.map(Boxed.init) }
    }
  }
}

extension TableFeature.State: Codable where Row: Codable, Row.ID: Codable {
  private enum CodingKeys: String, CodingKey {
    case rows, query, contextValues, selection, cursor, hoveredRow, page, layout, groupingColumn
    case boxedRemoteWindow = "remoteWindow"
    case boxedRejection = "rejection"
  }
}

extension TableFeature.State {
  /// Values derived from the rows and the query.
  ///
  /// Any two are equal.
  struct DerivedState: Hashable, Sendable {
    var revision = 0
    var rejectionCount = 0
    /// Whether the derived values are valid.
    ///
    /// They are not after decoding.
    var isUpToDate = false
    var visibleRows = VisibleRows()
    /// The compiled filters of the selection.
    var selectionFilters: [CompiledFilter] = []
    var selectionCounts: SelectionCounts?
    /// The ends of the range that the last key press selected, or `nil` if other rows are selected too.
    var selectedRange: (start: Int, end: Int)?
    /// The index to which the last key press moved the cursor.
    ///
    /// Its row may have moved since.
    var lastCursorIndex: Int?
    /// The values of the aggregates in the options, or empty if they are not computed yet.
    var aggregates: [AggregateAccumulator] = []

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}

extension TableFeature.State {
  /// Whether the rows are remote.
  var isRemote: Bool { boxedRemoteWindow != nil }

  /// The rows in stored order, visible or not.
  public var allRows: [Row] { rows.orderedHandles.map(rows.row(at:)) }

  /// The number of rows.
  ///
  /// Of remote rows, only loaded ones are counted.
  public var rowCount: Int { rows.count }

  /// The row with this id, or `nil` if it does not exist.
  public subscript(_ id: Row.ID) -> Row? { rows[id] }

  /// The error of the first row for which the filter could not be evaluated.
  ///
  /// Such rows are not visible.
  public var filterError: ConditionError? {
    derived.visibleRows.errors.min { rows.orderKeys[$0.key] < rows.orderKeys[$1.key] }?.value
  }

  /// The number of rows that match the filter.
  ///
  /// Of remote rows, only loaded ones are counted.
  var visibleCount: Int { derived.visibleRows.matchingHandles?.count ?? rows.count }

  /// The number of local and remote rows that match the filter, or `nil` if it is unknown.
  var totalVisibleCount: Int? { isRemote ? remoteWindow?.totalCount : visibleCount }

  /// Returns the row handle at an index of the visible order.
  func visibleHandle(at index: Int) -> RowHandle {
    derived.visibleRows.matchingHandles?[index] ?? derived.visibleRows.sortedHandles?[index]
      ?? rows.orderedHandles[index]
  }

  func visibleRow(at index: Int) -> Row { rows.row(at: visibleHandle(at: index)) }

  /// Returns the row handles in a range of the visible order.
  func visibleHandles(in places: Range<Int>) -> [RowHandle] {
    derived.visibleRows.visibleHandles?.handles(in: places) ?? Array(rows.orderedHandles[places])
  }

  /// Whether the last loaded row is known to be the last row of all.
  var includesLastRow: Bool {
    guard let remoteWindow else { return true }
    guard let loaded = remoteWindow.loadedRequest, let count = remoteWindow.totalCount, !remoteWindow.isOutdated else {
      return false
    }
    return loaded.offset + rows.count >= count
  }

  /// The range of the current page in the visible order.
  var pageRange: Range<Int> { isRemote ? 0..<visibleCount : page.rowRange(rowCount: visibleCount) }
}
