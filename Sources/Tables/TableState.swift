public import Conditions

extension TableFeature {
  /// The rows, the query, and everything a person has done that is not saved.
  ///
  /// Two states are equal if they hold the same rows in the same order under the same query. What follows from these
  /// (which rows are visible, counts, aggregates) is derived: neither compared nor encoded.
  public struct State: Hashable, Sendable {
    /// What a person asked for: how to sort, and what to show.
    public internal(set) var query = TableQuery()
    /// What stands beside the rows.
    package internal(set) var beside: ContextValues
    /// What is selected.
    public internal(set) var selection = RowSelection<Row.ID>()
    /// Where the keys act.
    package internal(set) var cursor: Cursor?
    /// The row that something points at.
    package internal(set) var hovered: Row.ID?
    /// Which page is in sight.
    package internal(set) var page = TablePage()
    /// The first row in sight of the page; nil for the first there is.
    package internal(set) var top: Row.ID?
    private var heightLimit: RowLimit?
    /// How wide the part of the table is that is in sight, in what its columns are measured in; nil where nobody knows.
    package internal(set) var width: Int?
    /// How the columns are laid out.
    public internal(set) var layout: TableLayout
    /// The column by which rows are grouped.
    public internal(set) var grouping: String?
    /// The cell that is being edited.
    package internal(set) var editing: EditedCell?
    /// The rows that were edited and are not saved.
    public internal(set) var drafts: [Row.ID: Draft] = [:]
    /// What is under way with rows, or failed.
    public internal(set) var errands: [Row.ID: PendingOperation] = [:]
    /// The moves that were asked for and not answered, the oldest first.
    package internal(set) var moves: [Move] = []
    /// Why a move was not carried out, until another is asked for.
    package internal(set) var moveFailure: String?
    /// The rows that a person carries.
    package internal(set) var drag: Drag?
    /// How far the rows of the page are loaded; nil where all rows are here.
    package internal(set) var remote: RemoteWindow?
    // Compared last, since it takes longest.
    var rows: RowStore<Row>

    /// What follows from the rest, and is neither compared nor encoded.
    var derived = DerivedState()

    init(rows: RowStore<Row>, contextValues beside: ContextValues, layout: TableLayout) {
      self.rows = rows
      self.beside = beside
      self.layout = layout
    }

    /// Why the last action was not carried out, if a person asked for it in vain.
    public internal(set) var rejection: ActionRejection? {
      get { derived.refusal }
      set { derived.refusal = newValue }
    }

    /// How many rows of the page are in sight; nil where all are.
    package internal(set) var viewportHeight: Int? {
      get { heightLimit?.rawValue }
      set { heightLimit = newValue.map(RowLimit.init(clamping:)) }
    }
  }
}

extension TableFeature.State: Codable where Row: Codable, Row.ID: Codable {
  private enum CodingKeys: String, CodingKey {
    case rows, query, beside, selection, cursor, hovered, page, top
    case heightLimit = "height"
    case width, layout, grouping, editing, drafts, errands, moves, moveFailure, drag, remote
  }
}

extension TableFeature.State {
  /// What follows from the rows, the query and the last action: any two are equal.
  struct DerivedState: Hashable, Sendable {
    var refusal: ActionRejection?
    /// Whether the rows are arranged as they were asked for; not when the state has just been decoded.
    var isArranged = false
    var arrangement = VisibleRows()
    /// The filters of the selection, ready to be asked.
    var selectionMatchers: [CompiledFilter] = []
    var tally: SelectionCounts?
    /// The positions between which the last key selected everything, and nothing else is selected.
    var selectedRange: (start: Int, end: Int)?
    /// The values of the aggregates that the options name; empty if they are not known.
    var aggregates: [AggregateAccumulator] = []

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}

extension TableFeature.State {
  /// Whether the rows are kept elsewhere.
  var isRemote: Bool { remote != nil }

  /// The rows in the order of their own, whether they are seen or not.
  public var allRows: [Row] { rows.sequence.map(rows.row(at:)) }

  /// How many rows there are; of rows that are elsewhere, those that are loaded.
  public var rowCount: Int { rows.count }

  /// The row with this id, if it is there.
  public subscript(_ id: Row.ID) -> Row? { rows[id] }

  /// Why the filter could not be asked of some row, which then is not shown: of the first there is.
  public var filterError: ConditionError? {
    derived.arrangement.faults.min { rows.ranks[$0.key] < rows.ranks[$1.key] }?.value
  }

  /// How many rows pass the filter; of rows that are elsewhere, those that are loaded.
  var visibleCount: Int { derived.arrangement.filtered?.count ?? rows.count }

  /// How many pass wherever they are, if that is known.
  var totalVisibleCount: Int? { isRemote ? remote?.count : visibleCount }

  /// The seat at a place in the order that is seen.
  func visibleHandle(at place: Int) -> RowHandle {
    derived.arrangement.filtered?[place] ?? derived.arrangement.sorted?[place] ?? rows.sequence[place]
  }

  func visibleRow(at place: Int) -> Row { rows.row(at: visibleHandle(at: place)) }

  /// The seats at some places in the order that is seen.
  func visibleHandles(in places: Range<Int>) -> [RowHandle] {
    derived.arrangement.visibleHandles?.handles(in: places) ?? Array(rows.sequence[places])
  }

  /// Whether the last row that is here is known to be the last of all.
  var includesLastRow: Bool {
    guard let remote else { return true }
    guard let loaded = remote.loaded, let count = remote.count, !remote.isOutdated else { return false }
    return loaded.offset + rows.count >= count
  }

  /// The places of the rows on the page, in the order that is seen.
  var pageRange: Range<Int> { isRemote ? 0..<visibleCount : page.rowRange(rowCount: visibleCount) }
}
