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
    /// The row is the first visible row of the page.
    case scrolled(to: Row.ID?)
    /// The viewport shows this number of rows of the page, or all rows with `nil`.
    case viewportHeightChanged(Int?)
    /// The width of the viewport changed. It is unknown with `nil`.
    case viewportWidthChanged(Int?)
    /// A column was moved before another column, or to the end.
    case columnMoved(String, before: String?)
    /// A column was shown or hidden.
    case columnVisibilityChanged(String, Bool)
    /// A column was resized, within its bounds. `nil` restores its default width.
    case columnResized(String, Int?)
    /// The columns were scrolled horizontally to this offset, at most to the maximum.
    case scrolledHorizontally(to: Int)
    /// The user applied saved settings.
    case settingsApplied(TableSettings)

    /// The user began to edit a cell.
    case editBegan(Row.ID, String)
    /// The text in the edited cell changed to this text.
    case cellTextChanged(String)
    /// The user committed the edited text as the value of the cell.
    case editCommitted
    /// The user discarded the edited text.
    case editCancelled
    /// A cell was set to a value.
    case cellValueSet(Row.ID, String, Value)
    /// The validation rejected the value of a cell, with this reason.
    case cellRejected(Row.ID, String, Value, String)
    /// The user saves one edited row, or all of them with `nil`.
    case saveTapped(Row.ID?)
    /// The user reverts one edited row to the stored version, or all of them with `nil`.
    case revertTapped(Row.ID?)
    /// The user resolved a conflict: the edited version is saved over the stored one.
    case localKept(Row.ID)
    /// The user resolved a conflict: the stored version replaces the edited one.
    case remoteTaken(Row.ID)

    /// The user deletes the selected rows that match the filter, or if there are none, the row at the cursor.
    case deleteTapped
    /// The user deletes these rows.
    case rowsDeleted([Row.ID])
    /// The user deletes the rows at these offsets on the page.
    case rowsDeletedAt(offsets: [Int])
    /// The user tries again to restore a row whose restoration failed, or all such rows with `nil`.
    case restoreTapped(Row.ID?)
    /// The user moves rows.
    case rowsMoved(Move)
    /// The user moves the rows at these offsets on the page to another offset, which is counted before the rows are
    /// removed.
    case rowsMovedFrom(offsets: [Int], toOffset: Int)
    /// The user started to drag a row. If the row is selected, all selected rows that match the filter are dragged.
    case dragBegan(Row.ID)
    /// The user dragged rows over a position.
    case draggedOver(RowPosition<Row.ID>?)
    /// The user dropped the dragged rows.
    case dropped
    /// The user cancelled the drag.
    case dragCancelled

    /// All rows were replaced. The page, the cursor and the selection stay as far as they still exist.
    case rowsReplaced([Row])
    /// A row was inserted or updated. A new row is inserted before another row, or at the end.
    ///
    /// If the row has an unsaved draft, a change by another user is a conflict. A change by the user, in another part of
    /// the program, is not: the draft keeps its edited cells and takes the other ones from the row.
    case rowUpserted(Row, before: Row.ID? = nil, by: ChangeAuthor = .anotherUser)
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
    /// Rows were moved on the server.
    case moveCompleted(Move)
    /// Rows could not be moved, with this reason.
    case moveFailed(Move, String)
    /// Rows were deleted on the server.
    case deleteCompleted([Row.ID])
    /// Rows could not be deleted, with this reason.
    case deleteFailed([Row.ID], String)
    /// Deleted rows were restored, and are stored with these contents, at these positions.
    case restoreCompleted([PositionedRow])
    /// Deleted rows could not be restored, with this reason.
    case restoreFailed([PositionedRow], String)
    /// A row was saved, and is stored with these contents.
    case saveCompleted(Row)
    /// A row could not be saved, with this reason.
    case saveFailed(Row.ID, String)
    /// A row could not be saved because another user changed it. `stored` is the stored version, or `nil` if the row
    /// was deleted.
    case saveConflicted(Row.ID, stored: Row?)

    /// An earlier change is undone.
    case undoApplied(UndoOperation)
  }

  /// An effect that a table requests.
  public enum Effect: Hashable, Sendable {
    /// Load a window of rows. The response is ``Action/windowLoaded(_:count:)`` or ``Action/windowLoadFailed(_:)``.
    case load(WindowRequest)
    /// Move rows. The response is ``Action/moveCompleted(_:)`` or ``Action/moveFailed(_:_:)``.
    case move(Move)
    /// Delete rows. The response is ``Action/deleteCompleted(_:)`` or ``Action/deleteFailed(_:_:)``, or both, each for
    /// a part of the rows.
    case delete([Row.ID])
    /// Restore rows, from the last to the first: each at its position, or at the end if the row that the position names
    /// is gone. The response is ``Action/restoreCompleted(_:)`` or ``Action/restoreFailed(_:_:)``, or both, each for a
    /// part of the rows.
    case restore([PositionedRow])
    /// Save an edited row over the stored version, or as a new row if `over` is `nil`. The response is
    /// ``Action/saveCompleted(_:)``, ``Action/saveFailed(_:_:)`` or ``Action/saveConflicted(_:stored:)``.
    case save(Row, over: Row?)
    /// Report that the value of a cell changed. A validator that rejects the value responds with
    /// ``Action/cellRejected(_:_:_:_:)``. The row is then not saved.
    case reportCellChange(Row.ID, String, Value)
  }

  /// The slots in which the effects run.
  public enum Slot: Hashable, Sendable {
    /// Loading a window. The latest request replaces earlier ones.
    case window
    /// Moving, deleting and restoring rows. The requests run one at a time.
    case rowOrder
    /// Saving a row. The versions of a row are saved one at a time.
    case rowSave(Row.ID)
  }

  typealias TableEffects = Effects<Self>

  /// Returns whether a slot is active: the window slot while a request is pending, all others always.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .window: state.remoteWindow?.pendingRequest != nil
    case .rowOrder, .rowSave: true
    }
  }

  /// Requests a change of stored rows.
  ///
  /// After a restart it is unknown whether the change was executed, so the user decides whether to repeat it.
  func write(
    _ effect: Effect, in slot: Slot, _ policy: SlotPolicy = .queue, ifLost lostResponse: (_ reason: String) -> Action
  ) -> TableEffects {
    .run(effect, in: slot, policy, ifLost: lostResponse(Self.reasonForLostResponse), afterRestart: .reportLost)
  }

  /// The reason that a failure has if a response was lost.
  package static var reasonForLostResponse: String { "no response" }
}

/// Who has changed a row.
public enum ChangeAuthor: Hashable, Codable, Sendable {
  /// The user of this program.
  case user
  /// Another user, or another program.
  case anotherUser
}

extension TableFeature.Action {
  /// Returns the action for a list that moves rows by offsets.
  ///
  /// The target is counted before the rows are removed, and may equal the number of rows.
  public static func rowsMoved(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) -> Self {
    .rowsMovedFrom(offsets: Array(offsets), toOffset: target)
  }

  /// Returns the action for a list that deletes rows by offsets.
  public static func rowsDeleted(atOffsets offsets: some Sequence<Int>) -> Self {
    .rowsDeletedAt(offsets: Array(offsets))
  }
}

extension TableFeature.Action: Codable where Row: Codable, Row.ID: Codable {}
extension TableFeature.Effect: Codable where Row: Codable, Row.ID: Codable {}
extension TableFeature.Slot: Codable where Row.ID: Codable {}
