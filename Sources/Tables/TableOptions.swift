/// The options of a table, which say what the user can see and select.
public struct TableOptions<Row: Identifiable & Hashable & Sendable>: Sendable where Row.ID: Sendable {
  /// How many rows can be selected at once.
  public var selection = SelectionMode.none
  /// A predicate for the rows that can be selected.
  ///
  /// With `nil`, every row can be.
  public var canSelect: (@Sendable (Row) -> Bool)?
  /// The effect of a click on the only selected row, in single selection.
  public var selectedRowClick = SelectedRowClickBehavior.keepsSelection

  /// The effect of a third click on a title.
  public var thirdHeaderClick = ThirdHeaderClickBehavior.togglesDirection
  /// The maximum number of sort keys.
  ///
  /// At the limit, a key that is added by a click replaces the least significant one, and of a longer list of keys the
  /// most significant ones are kept: the primary order is the one that the user chose first.
  public var sortLimit = 3
  /// A filter in code that rows must match in addition to the query.
  ///
  /// With remote rows it applies to the loaded rows only. A page can then show fewer rows than its size, and the total
  /// number of matching rows is unknown.
  public var baseFilter: (@Sendable (Row) -> Bool)?

  /// Where the rows are stored.
  public var rowSource = RowSource.local
  /// How long remote rows are not requested after the user typed a letter of a search text.
  ///
  /// Only the last of several letters in quick succession causes a request. Zero requests the rows at each letter.
  public var searchDelay = Duration.milliseconds(300)
  /// What the arrow keys navigate.
  public var navigation = CursorUnit.rows
  /// The aggregates in the header.
  public var headerAggregates: [Aggregate] = []
  /// The aggregates in the footer.
  public var aggregates: [Aggregate] = []
  /// Returns a custom background style for a row, or `nil`.
  public var background: (@Sendable (Row) -> String?)?
  /// Returns a custom overlay style for a row, or `nil`.
  public var overlay: (@Sendable (Row) -> String?)?
  /// The priority of the highlights that determine the background of a row.
  public var backgroundPriority: [RowHighlightReason] = [.selected, .hovered, .custom]
  /// The priority of the highlights that determine the overlay of a row.
  ///
  /// Highlights that are not listed are not shown.
  public var overlayPriority: [RowHighlightReason] = [.custom]

  /// Creates options that allow only sorting and filtering.
  public init() {}

  /// Creates default options with changes applied.
  public init(_ change: (inout TableOptions) -> Void) { change(&self) }

  /// The effect of a click on the only selected row.
  public enum SelectedRowClickBehavior: String, Hashable, Codable, Sendable {
    /// The row stays selected.
    case keepsSelection
    /// The selection becomes empty.
    case clearsSelection
  }

  /// The effect of a third click on a title.
  public enum ThirdHeaderClickBehavior: String, Hashable, Codable, Sendable {
    /// The column sorts in ascending order again.
    case togglesDirection
    /// The column is no longer a sort key.
    case removesSort
  }

  /// Where the rows are stored.
  public enum RowSource: Hashable, Codable, Sendable {
    /// All rows are in the state.
    case local
    /// The rows are on a server. The state contains a window of at most `windowSize` rows, which is also a page.
    case remote(windowSize: Int)
  }
}

/// How many rows can be selected at once.
public enum SelectionMode: Hashable, Codable, Sendable {
  /// No row.
  case none
  /// At most one row.
  case single
  /// Any number of rows.
  case multiple
}

/// What the arrow keys navigate.
public enum CursorUnit: String, Hashable, Codable, Sendable {
  /// Rows. Home moves the cursor to the first row.
  case rows
  /// Cells. Home moves the cursor to the first cell of the row, and with the control key to the first cell of the page.
  case cells
}

/// A reason to highlight a row.
public enum RowHighlightReason: String, Hashable, Codable, Sendable {
  /// The row is selected.
  case selected
  /// The pointer is over the row.
  case hovered
  /// The options return a custom style for the row.
  case custom
}
