import Values

/// Everything that a view of a table shows.
public struct TableScreen<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The appearance of the table, a hint for the view that draws it.
  public let appearance: TableAppearance
  /// The headers of the visible columns, from first to last.
  ///
  /// The footer has the same titles.
  public package(set) var headers: [ColumnHeader]
  /// The headers of the columns that are hidden, in the order of the columns.
  public let hiddenHeaders: [ColumnHeader]
  /// The displayed rows, from top to bottom.
  public package(set) var rows: [Row]
  /// The values of the aggregates in the header, in the order of the options.
  public internal(set) var headerAggregates: [AggregateValue]
  /// The values of the aggregates in the footer, in the order of the options.
  public internal(set) var aggregates: [AggregateValue]
  /// Whether all visible rows are selected.
  public let selectAllState: SelectAllState
  /// The numbers of rows.
  public package(set) var counts: TableCounts
  /// The text that the rows are searched for, or `nil`.
  public let searchText: String?
  /// The condition that the rows meet, or `nil`.
  public let condition: String?
  /// The page number, starting at 0.
  public let page: Int
  /// The number of pages, or `nil` if it is unknown.
  public let pageCount: Int?
  /// The number of rows of the page.
  public let pageRowCount: Int
  /// The number of rows of the page before the first displayed one.
  public let firstRowOffset: Int
  /// The minimum total width of the visible columns, in the unit of the column widths.
  public let minimumWidth: Int
  /// The cell that is being edited, or `nil`.
  public package(set) var editedCell: EditedCell?
  /// The rows that the user drags, or `nil`.
  public package(set) var draggedRows: MovingRows?
  /// The moves that are pending, oldest first.
  public package(set) var pendingMoves: [MovingRows] = []
  /// The reason why a move failed, until another move is requested.
  public package(set) var moveFailure: String?
  /// The reason why no row can be moved now, or `nil`.
  public package(set) var movesUnavailableReason: TableMessage<ActionRejection>? = TableMessage(.movesDisabled)
  /// The reason why no row can be deleted, or `nil`.
  public package(set) var deletionsUnavailableReason: TableMessage<ActionRejection>? = TableMessage(.deletionsDisabled)
  /// Notices about rows that are not loaded.
  ///
  /// For example, a restoration failed, or a row on another page has unsaved changes.
  public package(set) var unloadedRowNotices: [UnloadedRowNotice] = []
  /// The loading status of remote rows.
  public package(set) var loadingStatus: TableLoadingStatus
  /// Whether the displayed rows are older than the current request or than a change.
  public let isStale: Bool
  /// The reason why the last action of the user was rejected, or `nil` if it was accepted.
  public let rejection: TableMessage<ActionRejection>?

  /// A displayed row.
  public struct Row: Hashable, Sendable {
    /// The id of the row.
    public let id: ID
    /// The cells, one for each visible column.
    public internal(set) var cells: [TableCell]
    /// Whether the row is selected.
    public let isSelected: Bool
    /// Whether the pointer is over the row.
    public let isHovered: Bool
    /// Whether the cursor is on the row.
    public package(set) var hasCursor: Bool
    /// The column of the cursor, or `nil`.
    public let cursorColumn: String?
    /// Whether the user drags the row.
    public internal(set) var isDragged = false
    /// The style of the background.
    public let background: RowStyle?
    /// The style of the overlay.
    public let overlay: RowStyle?
    /// The value of the group, on the first displayed row of a group.
    public package(set) var group: String?
    /// A notice for the user about a pending or failed operation, or unsaved changes.
    public internal(set) var notice: TableMessage<RowStatus>?
    /// The change by another user that conflicts with the edits, or `nil`.
    public internal(set) var conflict: RowConflict?
  }

  /// A notice about a row that is not loaded, or about many such rows.
  public struct UnloadedRowNotice: Hashable, Sendable {
    /// The id of the row, or `nil` if the notice is about many rows.
    public let id: ID?
    /// The number of rows.
    public let rowCount: Int
    /// What happens to each row, as in "is being deleted".
    public let message: TableMessage<RowStatus>

    /// Creates a notice about one row.
    public init(id: ID, _ status: RowStatus) { self.init(id: id, rowCount: 1, message: TableMessage(status)) }

    init(id: ID?, rowCount: Int, message: TableMessage<RowStatus>) {
      (self.id, self.rowCount, self.message) = (id, rowCount, message)
    }
  }

  /// Rows that are dragged or are being moved.
  public struct MovingRows: Hashable, Sendable {
    /// The ids of the rows, in the order they have after the move.
    public let ids: [ID]
    /// The target position, if there is one.
    public let target: RowPosition<ID>?
  }

  /// A cell that is being edited.
  public struct EditedCell: Hashable, Sendable {
    /// The id of the row.
    public let row: ID
    /// The id of the column.
    public let column: String
    /// The edited text.
    public let text: String
    /// The texts to choose from, in their order, or `nil` if they are not listed.
    public internal(set) var choices: [String]?
    /// The reason why the text was rejected, or `nil`.
    public let error: TableMessage<ActionRejection>?
  }
}

/// A displayed cell.
public struct TableCell: Hashable, Codable, Sendable {
  /// The value of the cell.
  public let value: Value
  /// The formatted value.
  public internal(set) var text: String
  /// Whether the cell has an unsaved change.
  public internal(set) var isUnsaved = false
  /// The validation error, or `nil`.
  public internal(set) var error: String?
}

/// The header of a column.
public struct ColumnHeader: Hashable, Codable, Sendable {
  /// The id of the column.
  public let id: String
  /// The title.
  public package(set) var title: String
  /// The direction in which the rows are sorted by this column, or `nil`.
  public let sortDirection: SortDirection?
  /// The symbol for the direction.
  public let sortIndicator: String
  /// The position of this column among several sort keys, starting at 1, or `nil` if there are fewer than two or it is
  /// not among them.
  public let sortPriority: Int?
  /// The filter of the column in one line, such as `10.00..20.00`, or `nil`.
  public let filterText: String?
  /// Whether the user can filter by the column.
  public let isFilterable: Bool
  /// Whether a click on the header sorts the rows.
  public let isSortable: Bool
  /// The alignment of the cells.
  public let alignment: ColumnAlignment
  /// The width of the column.
  public let width: ColumnWidth

  /// Whether the column has a filter.
  public var isFiltered: Bool { filterText != nil }
}

/// A visible highlight of a row.
public enum RowStyle: Hashable, Codable, Sendable {
  /// The row is selected.
  case selected
  /// The pointer is over the row.
  case hovered
  /// A custom style from the options.
  case custom(String)
}

/// The stored version of an edited row that conflicts with the edits.
public enum RowConflict: Hashable, Codable, Sendable {
  /// The stored cells, one for each visible column.
  case changed([TableCell])
  /// The row was deleted.
  case deleted
}

/// The numbers of rows of a table.
///
/// A number is `nil` if it is unknown.
public struct TableCounts: Hashable, Codable, Sendable {
  /// All rows.
  public package(set) var all: Int?
  /// The rows that match the filter.
  public let filtered: Int?
  /// The selected rows, including those that the filter hides.
  public let selected: Int?
  /// The selected rows that the filter hides.
  ///
  /// Deleting, moving and copying leave them out.
  public let selectedHidden: Int?
  /// The rows with unsaved changes.
  public internal(set) var unsaved = 0
}

/// The loading status of remote rows.
public enum TableLoadingStatus: Hashable, Codable, Sendable {
  /// The rows are not requested yet. The first action requests them, for example ``TableFeature/Action/appeared``.
  case notRequested
  /// The rows are loaded, or they are local.
  case loaded
  /// A request is pending. The displayed rows are older.
  case loading
  /// The rows could not be loaded, with this reason. The displayed rows are older.
  case failed(String)
}

/// Whether all visible rows are selected.
public enum SelectAllState: String, Hashable, Codable, Sendable {
  /// No visible row is selected.
  case none
  /// Some visible rows are selected.
  case some
  /// All visible rows are selected.
  case all
  /// It is unknown, because not all rows are loaded.
  case unknown
}

extension TableScreen: Codable where ID: Codable {}
extension TableScreen.Row: Codable where ID: Codable {}
extension TableScreen.UnloadedRowNotice: Codable where ID: Codable {}
extension TableScreen.MovingRows: Codable where ID: Codable {}
extension TableScreen.EditedCell: Codable where ID: Codable {}
