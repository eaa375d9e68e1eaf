import Tables

/// Everything that can happen to a table, by name: an action that is added does not compile before it has one.
enum TableActionName: String, CaseIterable {
  case titlePressed, sortSet, columnFiltered, conditionSet, searched, grouped
  case pressed, toggled, extended, allPressed, inverted, written, cleared, selectionRestored, restoredOne
  case up, down, left, right, pageUp, pageDown, home, end, space, enter, f2, escape, tab, delete, letters
  case hoverBegan, hoverEnded, pageTurned, pageSizeChanged, scrolled, heightChanged, widthChanged
  case columnMoved, columnShown, columnResized, scrolledSideways, settingsChosen
  case editBegan, typed, editCommitted, editCancelled, cellSet, cellRejected
  case saveTapped, revertTapped, mineKept, theirsTaken
  case deleteTapped, rowsDeleted, rowsDeletedAt, restoreTapped, rowsMoved, rowsMovedFrom, dragBegan, draggedOver,
    dropped,
    dragCancelled
  case rowsReplaced, rowPut, rowRemoved, besideSet, reloadTapped
  case windowLoaded, windowFailed, moved, moveFailed, deleted, deleteFailed, restored, restoreFailed
  case saved, saveFailed, saveConflicted
  case cellTakenBack, placesTakenBack, deletionTakenBack, restoringTakenBack, editsTakenBack

  init<Row>(_ action: TableFeature<Row>.Action) {
    self =
      switch action {
      case .titlePressed: .titlePressed
      case .sortSet: .sortSet
      case .columnFiltered: .columnFiltered
      case .conditionSet: .conditionSet
      case .searched: .searched
      case .grouped: .grouped
      case .selection(let action): TableActionName(action)
      case .keyPressed(let key): TableActionName(key)
      case .hoverBegan: .hoverBegan
      case .hoverEnded: .hoverEnded
      case .pageTurned: .pageTurned
      case .pageSizeChanged: .pageSizeChanged
      case .scrolled: .scrolled
      case .heightChanged: .heightChanged
      case .widthChanged: .widthChanged
      case .columnMoved: .columnMoved
      case .columnShown: .columnShown
      case .columnResized: .columnResized
      case .scrolledSideways: .scrolledSideways
      case .settingsChosen: .settingsChosen
      case .editBegan: .editBegan
      case .typed: .typed
      case .editCommitted: .editCommitted
      case .editCancelled: .editCancelled
      case .cellSet: .cellSet
      case .cellRejected: .cellRejected
      case .saveTapped: .saveTapped
      case .revertTapped: .revertTapped
      case .mineKept: .mineKept
      case .theirsTaken: .theirsTaken
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
      case .rowsReplaced: .rowsReplaced
      case .rowPut: .rowPut
      case .rowRemoved: .rowRemoved
      case .besideSet: .besideSet
      case .reloadTapped: .reloadTapped
      case .windowLoaded: .windowLoaded
      case .windowFailed: .windowFailed
      case .moved: .moved
      case .moveFailed: .moveFailed
      case .deleted: .deleted
      case .deleteFailed: .deleteFailed
      case .restored: .restored
      case .restoreFailed: .restoreFailed
      case .saved: .saved
      case .saveFailed: .saveFailed
      case .saveConflicted: .saveConflicted
      case .takenBack(let change): TableActionName(change)
      }
  }

  private init<ID>(_ action: RowSelection<ID>.Action) {
    self =
      switch action {
      case .pressed: .pressed
      case .toggled: .toggled
      case .extended: .extended
      case .allPressed: .allPressed
      case .inverted: .inverted
      case .written: .written
      case .cleared: .cleared
      case .restored: .selectionRestored
      case .restoredOne: .restoredOne
      }
  }

  private init(_ key: TableKey) {
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

  private init<Row>(_ change: TableFeature<Row>.UndoOperation) {
    self =
      switch change {
      case .cell: .cellTakenBack
      case .places: .placesTakenBack
      case .deletion: .deletionTakenBack
      case .restoring: .restoringTakenBack
      case .edits: .editsTakenBack
      }
  }
}
