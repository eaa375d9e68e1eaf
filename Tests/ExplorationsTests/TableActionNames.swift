import Tables

/// A name for each action of a table.
///
/// A new action does not compile until it has one.
enum TableActionName: String, CaseIterable {
  case appeared, headerClicked, sortSet, columnFiltered, conditionSet, searched, grouped
  case pressed, toggled, extended, allPressed, inverted, written, cleared, selectionRestored, restoredOne
  case up, down, left, right, pageUp, pageDown, home, end, space, enter, f2, escape, tab, delete, letters
  case hoverBegan, hoverEnded, pageTurned, pageSizeChanged
  case columnMoved, columnShown, columnResized, settingsChosen
  case editBegan, typed, editCommitted, editCancelled, cellSet, cellRejected
  case saveTapped, revertTapped, localKept, remoteTaken
  case deleteTapped, rowsDeleted, rowsDeletedAt, restoreTapped, rowsMoved, rowsMovedFrom, dragBegan, draggedOver,
    dropped,
    dragCancelled
  case rowsReplaced, rowUpserted, rowStored, rowRemoved, contextChanged, reloadTapped, rowSourceChanged
  case windowLoaded, windowFailed, moved, moveFailed, deleted, deleteFailed, restored, restoreFailed
  case saved, saveFailed, saveConflicted
  case cellEditUndone, moveUndone, deletionUndone, restorationUndone, editsUndone

  init<Row>(_ action: EditableTable<Row>.Action) {
    self =
      switch action {
      case .view(let action): TableActionName(action)
      case .editBegan: .editBegan
      case .cellTextChanged: .typed
      case .editCommitted: .editCommitted
      case .editCancelled: .editCancelled
      case .cellValueSet: .cellSet
      case .cellRejected: .cellRejected
      case .saveTapped: .saveTapped
      case .revertTapped: .revertTapped
      case .localKept: .localKept
      case .remoteTaken: .remoteTaken
      case .deleteTapped: .deleteTapped
      case .rowsDeleted: .rowsDeleted
      case .rowsDeletedAt: .rowsDeletedAt
      case .restoreTapped: .restoreTapped
      case .rowsMoved: .rowsMoved
      case .rowsMovedFrom: .rowsMovedFrom
      case .dragBegan: .dragBegan
      case .draggedOver: .draggedOver
      case .dropped: .dropped
      case .dragCancelled: .dragCancelled
      case .moveCompleted: .moved
      case .moveFailed: .moveFailed
      case .deleteCompleted: .deleted
      case .deleteFailed: .deleteFailed
      case .restoreCompleted: .restored
      case .restoreFailed: .restoreFailed
      case .saveCompleted: .saved
      case .saveFailed: .saveFailed
      case .saveConflicted: .saveConflicted
      case .undoApplied(let change): TableActionName(change)
      case .rowStored: .rowStored
      }
  }

  private init<Row>(_ action: TableFeature<Row>.Action) {
    self =
      switch action {
      case .appeared: .appeared
      case .headerClicked: .headerClicked
      case .sortChanged: .sortSet
      case .columnFilterChanged: .columnFiltered
      case .conditionChanged: .conditionSet
      case .searchTextChanged: .searched
      case .groupingChanged: .grouped
      case .selection(let action): TableActionName(action)
      case .keyPressed(let key): TableActionName(key)
      case .hoverBegan: .hoverBegan
      case .hoverEnded: .hoverEnded
      case .pageChanged: .pageTurned
      case .pageSizeChanged: .pageSizeChanged
      case .columnMoved: .columnMoved
      case .columnVisibilityChanged: .columnShown
      case .columnResized: .columnResized
      case .settingsApplied: .settingsChosen
      case .rowsReplaced: .rowsReplaced
      case .rowUpserted: .rowUpserted
      case .rowRemoved: .rowRemoved
      case .contextChanged: .contextChanged
      case .reloadTapped: .reloadTapped
      case .rowSourceChanged: .rowSourceChanged
      case .windowLoaded: .windowLoaded
      case .windowLoadFailed: .windowFailed
      }
  }

  private init<ID>(_ action: RowSelection<ID>.Action) {
    self =
      switch action {
      case .rowClicked: .pressed
      case .rowToggled: .toggled
      case .rangeExtended: .extended
      case .allSelected: .allPressed
      case .inverted: .inverted
      case .idsReplaced: .written
      case .cleared: .cleared
      case .restored: .selectionRestored
      case .rowRestored: .restoredOne
      }
  }

  private init(_ key: TableKeyPress) {
    self =
      switch key.code {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .home: .home
      case .end: .end
      case .space: .space
      case .enter: .enter
      case .f2: .f2
      case .escape: .escape
      case .tab: .tab
      case .delete: .delete
      case .letters: .letters
      }
  }

  private init<Row>(_ change: EditableTable<Row>.UndoOperation) {
    self =
      switch change {
      case .cellEdit: .cellEditUndone
      case .move: .moveUndone
      case .deletion: .deletionUndone
      case .restoration: .restorationUndone
      case .revert: .editsUndone
      }
  }
}
