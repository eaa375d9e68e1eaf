import Conditions
import Loop
import Values

extension TableFeature {
  /// An action of the user or an event that a table handles.
  public enum Action: Hashable, Sendable {
    /// The table appeared. Send this first if the rows are remote: it requests the first window. It has no effect on local rows.
    case appeared
    /// The user clicked the title of a column, in the header or in the footer. With `adding` (a modifier key is down),
    /// the column is added to the sort keys.
    case headerClicked(String, adding: Bool = false)
    /// The rows are sorted by exactly these keys.
    case sortChanged([SortKey])
    /// The filter of a column was set, or removed with `nil`.
    case columnFilterChanged(String, ColumnFilter?)
    /// Only rows that meet the condition are visible, or all rows with `nil`.
    case conditionChanged(Condition?)
    /// The user entered a search text. An empty text ends the search.
    case searchTextChanged(String)
    /// The rows are grouped by a column, or not grouped with `nil`.
    case groupingChanged(to: String?)

    /// The user changed the selection.
    case selection(RowSelection<Row.ID>.Action)
    /// The user pressed a key.
    case keyPressed(TableKeyPress)
    /// The pointer entered a row.
    case hoverBegan(Row.ID)
    /// The pointer left a row.
    case hoverEnded(Row.ID)

    /// The page with this number is shown, or the nearest page that exists.
    case pageChanged(to: Int)
    /// A page contains this number of rows, or all rows with `nil`.
    case pageSizeChanged(Int?)
    /// A column was moved before another column, or to the end.
    case columnMoved(String, before: String?)
    /// A column was shown or hidden.
    case columnVisibilityChanged(String, Bool)
    /// A column was resized, within its bounds. `nil` restores its default width.
    case columnResized(String, Int?)
    /// The user applied saved settings.
    case settingsApplied(TableSettings)

    /// All rows were replaced. The page, the cursor and the selection stay as far as they still exist.
    case rowsReplaced([Row])
    /// A row was inserted or updated. A new row is inserted before another row, or at the end.
    case rowUpserted(Row, before: Row.ID? = nil)
    /// A row was removed.
    case rowRemoved(Row.ID)
    /// Context values changed. Names that are not in the dictionary keep their values. The table returns to the first
    /// page if the visible rows or their order change.
    case contextChanged(ContextValues)
    /// The user reloads the rows, if they are remote.
    case reloadTapped
    /// Remote rows come from another source now, or from another part of it. The loaded rows are dropped, and the first
    /// page is loaded.
    case rowSourceChanged

    /// A window of rows was loaded. `count` is the number of rows that match the filter, if it is known.
    case windowLoaded([Row], count: Int? = nil)
    /// A window of rows could not be loaded, with this reason.
    case windowLoadFailed(String)
  }

  /// An effect that a table requests.
  ///
  /// A table of local rows requests none.
  public enum Effect: Hashable, Sendable {
    /// Load a window of rows. The response is ``Action/windowLoaded(_:count:)`` or ``Action/windowLoadFailed(_:)``.
    case load(WindowRequest)
  }

  /// The slot in which the effect runs.
  public enum Slot: Hashable, Sendable {
    /// Loading a window. The latest request replaces earlier ones.
    case window
  }

  typealias TableEffects = Effects<Self>

  /// Returns whether a slot is active: the window slot while a request is pending.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .window: state.remoteWindow?.pendingRequest != nil
    }
  }

  /// The reason that a failure has if a response was lost.
  package static var reasonForLostResponse: String { "no response" }
}

extension TableFeature.Action: Codable where Row: Codable, Row.ID: Codable {}
extension TableFeature.Effect: Codable {}
extension TableFeature.Slot: Codable {}
