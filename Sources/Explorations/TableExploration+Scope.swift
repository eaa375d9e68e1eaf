import LoopExplorer

extension TableExploration.Situation {
  /// What the space includes and excludes.
  var scope: ExplorationScope {
    switch self {
    case .immediateChanges:
      ExplorationScope(
        includes: [
          "four rows, of which two can be moved and two deleted", "immediate editing, saving, moving and deleting",
          "a server that receives each change before the next one", Self.undoScope,
        ], excludes: ["a server that fails", "typing", "sorting and filtering", "other users"])
    case .queries:
      ExplorationScope(
        includes: [
          "four rows",
          "sorting by two columns, searching, filtering, a condition that reads context values",
          "grouping", "selecting everything",
        ], excludes: ["selecting rows one by one", "pages and layout", "changes of data"])
    case .remoteNavigation:
      ExplorationScope(
        includes: ["four rows in windows of two", "keys that move through rows and pages", "selecting ranges"],
        excludes: ["sorting and filtering", "changes of data", "other users"])
    case .dragging:
      ExplorationScope(
        includes: ["four rows, of which two can be moved", "dragging and moving", Self.undoScope],
        excludes: ["sorting and filtering", "other changes of data", "other users"])
    case .cellNavigation:
      ExplorationScope(
        includes: ["four rows on pages of two", "keys that move through cells", "hiding a column"],
        excludes: ["typing", "sorting and filtering", "changes of data"])
    case .concurrentChanges:
      ExplorationScope(
        includes: ["editing, saving, moving and deleting", "another user who changes and deletes rows"],
        excludes: ["typing", "undoing", "reloading"])
    case .remoteEditing:
      ExplorationScope(
        includes: ["four rows in windows of two", "typing into a cell and saving", "changing pages", Self.undoScope],
        excludes: ["sorting and filtering", "moving and deleting", "other users"])
    case .remoteConflicts:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "editing and saving one of them, reloading",
          "another user who changes and deletes it",
        ], excludes: ["typing", "moving and deleting", "undoing"])
    case .remoteDeletion:
      ExplorationScope(
        includes: [
          "four rows in windows of two, of which two can be deleted, separately or together", "selecting them",
          "changing pages",
        ], excludes: ["undoing", "sorting and filtering", "editing and moving", "other users"])
    case .remoteCellEntry:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "typing into cells with the mouse and the keyboard",
          "a text that is not a price, a row that accepts none", "saving", "changing pages",
        ], excludes: ["undoing", "sorting and filtering", "moving and deleting", "other users"])
    case .remoteLayout:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "moving, hiding, resizing and scrolling columns",
          "pages, height, scrolling", "settings",
        ], excludes: ["searching and filtering", "selecting", "changes of data", "other users"])
    case .updates:
      ExplorationScope(
        includes: [
          "inserted, updated, removed and replaced rows", "sorting, filtering, selecting, hovering", "an edited row",
        ], excludes: ["typing and saving", "moving and deleting"])
    case .layout:
      ExplorationScope(
        includes: [
          "four rows", "moving, hiding, resizing and scrolling columns", "pages, height, scrolling", "settings",
          "sorting and grouping",
        ], excludes: ["searching and filtering", "selecting", "changes of data"])
    case .remoteDragging:
      ExplorationScope(
        includes: [
          "four rows in windows of two, of which one can be moved", "dragging and dropping it",
          "keys that move through cells", "replacing all rows",
        ], excludes: ["undoing", "sorting and filtering", "editing and deleting"])
    case .remoteUpdates:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "notifications of inserted, updated and removed rows",
          "sorting, selecting, hovering",
          "an edited row",
        ], excludes: ["typing and saving", "moving and deleting", "changing pages"])
    case .immediateConflicts:
      ExplorationScope(
        includes: [
          "editing one row, typing into it, and saving it immediately", "another user who changes and deletes it",
        ],
        excludes: ["a server that fails", "undoing", "sorting and filtering", "moving and deleting"])
    case .remotePaging:
      ExplorationScope(
        includes: ["four rows in windows of two", "sorting, selecting everything, deleting"],
        excludes: ["selecting rows one by one", "editing and moving", "other users"])
    case .viewing:
      ExplorationScope(
        includes: ["four rows on pages of two", "sorting, filtering, selecting, hovering, the keyboard"],
        excludes: ["grouping, searching, layout", "changes of data"])
    case .editConflicts:
      ExplorationScope(
        includes: ["typing into one cell", "another user who changes or deletes its row, or replaces all rows"],
        excludes: ["saving", "sorting and filtering", "undoing"])
    case .editReverting:
      ExplorationScope(
        includes: [
          "editing one row, saving, reverting", "another user who changes and deletes it", Self.undoScope,
        ], excludes: ["typing", "sorting and filtering", "moving and deleting"])
    case .movingWhileSorted:
      ExplorationScope(
        includes: [
          "four rows, of which two can be moved", "sorting, filtering, pages of two", "moving by identifier and offset",
        ],
        excludes: ["dragging", "undoing", "other changes of data", "other users"])
    case .remoteSelection:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "selecting rows one by one, ranges and everything", "changing pages",
        ],
        excludes: ["the keyboard", "sorting and filtering", "changes of data", "other users"])
    case .remoteRestoring:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "deleting one of them", "changing pages, reloading", Self.undoScope,
        ],
        excludes: ["deleting several", "sorting and filtering", "editing and moving", "other users"])
    case .deletion:
      ExplorationScope(
        includes: [
          "four rows, of which two adjacent ones can be deleted, separately or together", "restoring", Self.undoScope,
        ],
        excludes: [
          "deleting one while another is being deleted", "sorting and filtering", "editing and moving", "other users",
        ])
    case .remoteSearch:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "searching, a condition",
          "selecting everything, replacing the selection, hovering",
        ],
        excludes: ["sorting", "changes of data", "other users"])
    case .remoteReverting:
      ExplorationScope(
        includes: [
          "four rows in windows of two", "editing one row, saving, reverting, reloading",
          "another user who changes and deletes it", Self.undoScope,
        ], excludes: ["typing", "sorting and filtering", "moving and deleting"])
    case .remoteMoving:
      ExplorationScope(
        includes: ["four rows in windows of two, of which one can be moved", "changing pages", Self.undoScope],
        excludes: ["sorting and filtering", "editing and deleting", "other users"])
    case .remoteQueries:
      ExplorationScope(
        includes: [
          "four rows in windows of two",
          "sorting, filtering a column, a condition that reads context values", "grouping",
        ],
        excludes: ["searching", "changing pages", "selecting", "changes of data", "other users"])
    case .rowNavigation:
      ExplorationScope(
        includes: ["four rows on pages of two", "keys that move through rows", "selecting, replacing the selection"],
        excludes: ["sorting and filtering", "changes of data"])
    case .deletionWhileEditing:
      ExplorationScope(
        includes: [
          "editing two rows that have rows before and after them", "another user who deletes them", Self.undoScope,
        ], excludes: ["saving and reverting", "typing", "sorting and filtering", "moving and deleting"])
    case .cellEntry:
      ExplorationScope(
        includes: [
          "typing into cells with the mouse and the keyboard", "a text that is not a price, a row that accepts none",
          "saving",
          "another user who changes and deletes rows",
        ], excludes: ["notifications of changes by other users", "undoing", "sorting and filtering"])
    }
  }

  private static let undoScope = "undoing and redoing the last step"
}
