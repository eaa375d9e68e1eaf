import Loop
import Values

extension EditableTable {
  /// An action of the user, or an event that an editable table handles.
  public enum Action: Hashable, Sendable {
    /// An action of the view, which shows and selects rows, and receives them from elsewhere.
    ///
    /// Rows that arrive in this way were changed by another user: if such a row has an unsaved draft, that is a conflict.
    case view(TableFeature<Row>.Action)

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

    /// The user deletes the selected rows that match the filter, or the row at the cursor if no row is selected.
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

    /// The user stored a row in another part of the program. A new row is inserted before another row, or at the end.
    ///
    /// This is no conflict with an unsaved draft: the draft keeps its edited cells and takes the other ones from the row.
    case rowStored(Row, before: Row.ID? = nil)

    /// Rows were moved on the server.
    case moveCompleted([Move])
    /// Rows could not be moved, with this reason.
    case moveFailed([Move], String)
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

  /// An effect that an editable table requests.
  public enum Effect: Hashable, Sendable {
    /// An effect of the view.
    case view(TableFeature<Row>.Effect)
    /// Make moves, one after the other. The response is ``Action/moveCompleted(_:)`` or ``Action/moveFailed(_:_:)``.
    case move([Move])
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
    /// A slot of the view.
    case view(TableFeature<Row>.Slot)
    /// Moving, deleting and restoring rows. The requests run one at a time.
    case rowOrder
    /// Saving a row. The versions of a row are saved one at a time: a row that is being saved cannot be edited.
    case rowSave(Row.ID)
  }

  typealias TableEffects = Effects<Self>

  /// The cases for the actions, effects and slots of the view.
  static var viewCases: ChildCases<TableFeature<Row>, Self> {
    ChildCases(action: { .view($0) }, effect: { .view($0) }, slot: { .view($0) })
  }

  /// Returns whether a slot is active: that of the view while a request is pending, all others always.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .view(let slot): view.isActive(slot, in: state.view)
    case .rowOrder, .rowSave: true
    }
  }

  /// Requests a change of stored rows.
  ///
  /// After a restart it is unknown whether the change was executed, so the user decides whether to repeat it.
  func write(_ effect: Effect, in slot: Slot, ifLost lostResponse: (_ reason: String) -> Action) -> TableEffects {
    .run(
      effect, in: slot, .queue, ifLost: lostResponse(TableFeature<Row>.reasonForLostResponse), afterRestart: .reportLost
    )
  }
}

extension EditableTable.Action {
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

extension EditableTable.Action: Codable where Row: Codable, Row.ID: Codable {}
extension EditableTable.Effect: Codable where Row: Codable, Row.ID: Codable {}
extension EditableTable.Slot: Codable where Row.ID: Codable {}
