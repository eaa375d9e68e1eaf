import Tables
import Values

/// The spaces with local rows.
extension TableExploration.Space {
  package static let immediateChanges = Self(
    "immediateChanges",
    with: "four rows, of which two can be moved and two deleted, immediate editing, saving, moving and deleting, "
      + "a server that receives each change before the next one",
    without: "moves and deletions that fail, typing, sorting and filtering, other users"
  ) {
    $0.hasUndo = true
    $0.changePolicy = .immediate
    $0.movableRows = ["a", "c"]
    $0.deletableRows = ["a", "b"]
    $0.viewActions = [
      .selection(.idsReplaced(["a", "b"])), .selection(.allSelected), .keyPressed(TableKeyPress(.delete)),
    ]
    $0.actions = [
      .cellValueSet("b", "price", 9), .cellRejected("b", "price", 9, "odd"), .saveTapped("b"), .revertTapped("b"),
      .rowsMoved(.init(["c"], before: "a")), .rowsMovedFrom(offsets: [2], toOffset: 0), .dragBegan("c"),
      .draggedOver(.before("a")), .dropped, .deleteTapped, .rowsDeleted(["b"]), .rowsDeletedAt(offsets: [0]),
    ]
  }

  package static let queries = Self(
    "queries",
    with: "four rows, sorting by two columns, searching, filtering, a condition that reads context values, grouping, "
      + "selecting everything",
    without: "selecting rows one by one, pages and layout, changes of data"
  ) {
    $0.thirdHeaderClick = .removesSort
    $0.viewActions = [
      .headerClicked("price"), .headerClicked("id", adding: true), .sortChanged([SortKey("price", .reverse)]),
      .columnFilterChanged("id", .among(["a", "b", "d"])), .columnFilterChanged("id", nil),
      .conditionChanged(ReferenceTable.isCheap), .conditionChanged(nil), .contextChanged(["most": 1]),
      .contextChanged(["most": 2]), .searchTextChanged("b"), .searchTextChanged(""), .groupingChanged(to: "price"),
      .groupingChanged(to: nil), .selection(.allSelected), .selection(.cleared),
    ]
  }

  package static let dragging = Self(
    "dragging", with: "four rows, of which two can be moved, dragging and moving",
    without: "sorting and filtering, other changes of data, other users"
  ) {
    $0.hasUndo = true
    $0.movableRows = ["a", "c"]
    $0.viewActions = [.selection(.rowToggled("c"))]
    $0.actions = [.dragBegan("a"), .draggedOver(.before("b")), .draggedOver(.end), .draggedOver(nil), .dragCancelled]
    $0.moves = ([.dropped, .rowsMovedFrom(offsets: [2], toOffset: 0)], limit: 2)
  }

  package static let cellNavigation = Self(
    "cellNavigation", with: "four rows on pages of two, keys that move through cells, hiding a column",
    without: "typing, sorting and filtering, changes of data"
  ) {
    $0.navigation = .cells
    $0.preparatoryActions = [.pageSizeChanged(2)]
    $0.viewActions =
      keyPresses(.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .letters("2"), .space) + [
        .keyPressed(TableKeyPress(.home, control: true)), .keyPressed(TableKeyPress(.end, control: true)),
        .keyPressed(TableKeyPress(.end, shift: true, control: true)), .columnVisibilityChanged("id", false),
        .columnVisibilityChanged("id", true),
      ]
  }

  package static let concurrentChanges = Self(
    "concurrentChanges", with: "editing, saving, moving and deleting, another user who changes and deletes rows",
    without: "typing, undoing, reloading"
  ) {
    $0.otherUser = .changesOneRow
    $0.actions = [
      .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
      .rowsDeleted(["b"]), .rowsMoved(.init(["c"], before: "a")),
    ]
  }

  package static let updates = Self(
    "updates",
    with: "inserted, updated, removed and replaced rows, sorting, filtering, selecting, hovering, an edited row",
    without: "typing and saving, moving and deleting"
  ) {
    $0.otherUser = .notifies
    $0.viewActions = [
      .rowUpserted(Card(id: "b", price: 5)), .rowUpserted(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
      .rowsReplaced(TableExploration.cards), .rowsReplaced([Card(id: "d", price: 3), Card(id: "b", price: 9)]),
      .headerClicked("price"), .selection(.idsReplaced(["b", "e"])), .selection(.allSelected),
      .columnFilterChanged("price", .range(through: 2)), .columnFilterChanged("price", nil), .hoverBegan("b"),
    ]
    $0.actions = [.cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b")]
  }

  package static let layout = Self(
    "layout",
    with: "four rows, moving, hiding and resizing columns, pages, settings, sorting and grouping",
    without: "searching and filtering, selecting, changes of data"
  ) {
    $0.viewActions =
      [
        .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnVisibilityChanged("price", false),
        .columnVisibilityChanged("price", true), .columnResized("id", 40), .columnResized("id", nil),
        .pageSizeChanged(3), .pageSizeChanged(nil), .pageChanged(to: 1), .headerClicked("price"),
        .groupingChanged(to: "price"), .groupingChanged(to: nil),
      ] + layoutSettings.map { .settingsApplied($0) }
  }

  package static let immediateConflicts = Self(
    "immediateConflicts",
    with: "editing one row, typing into it, and saving it immediately, another user who changes and deletes it",
    without: "undoing, sorting and filtering, moving and deleting"
  ) {
    $0.changePolicy = .immediate
    $0.otherUser = .notifies
    $0.viewActions = [.rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b")]
    $0.actions = [
      .cellValueSet("b", "price", 9), .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled,
      .saveTapped(nil), .revertTapped(nil), .localKept("b"), .remoteTaken("b"),
    ]
  }

  package static let viewing = Self(
    "viewing", with: "four rows on pages of two, sorting, filtering, selecting, hovering, the keyboard",
    without: "grouping, searching, layout, changes of data"
  ) {
    $0.preparatoryActions = [.pageSizeChanged(2)]
    $0.viewActions = [
      .headerClicked("price"), .columnFilterChanged("price", .range(through: 2)), .columnFilterChanged("price", nil),
      .pageChanged(to: 0), .pageChanged(to: 1), .selection(.rowToggled("a")), .selection(.rangeExtended(to: "d")),
      .selection(.allSelected), .selection(.inverted), .hoverBegan("a"), .hoverBegan("b"), .hoverEnded("a"),
      .keyPressed(TableKeyPress(.down)),
    ]
  }

  package static let editConflicts = Self(
    "editConflicts",
    with: "typing into one cell, another user who changes or deletes its row, or replaces all rows",
    without: "saving, sorting and filtering, undoing"
  ) {
    $0.otherUser = .notifies
    $0.editableRows = ["b"]
    $0.viewActions = [.rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b"), .rowsReplaced(TableExploration.cards)]
    $0.actions = [
      .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled, .revertTapped(nil),
      .remoteTaken("b"),
    ]
  }

  package static let editReverting = Self(
    "editReverting", with: "editing one row, saving, reverting, another user who changes and deletes it",
    without: "typing, sorting and filtering, moving and deleting"
  ) {
    $0.hasUndo = true
    $0.otherUser = .changesOneRow
    $0.viewActions = [.rowUpserted(Card(id: "b", price: 5))]
    $0.actions = [
      .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
    ]
  }

  package static let movingWhileSorted = Self(
    "movingWhileSorted",
    with: "four rows, of which two can be moved, sorting, filtering, pages of two, moving by identifier and offset",
    without: "dragging, undoing, other changes of data, other users"
  ) {
    $0.movableRows = ["a", "c"]
    $0.viewActions = [
      .sortChanged([SortKey("price", .reverse)]), .sortChanged([]),
      .columnFilterChanged("id", .among(["a", "b", "d"])), .columnFilterChanged("id", nil), .pageSizeChanged(2),
      .pageSizeChanged(nil), .pageChanged(to: 1),
    ]
    let moves: [Action] = [
      .rowsMoved(.init(["c"], before: "a")), .rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2),
    ]
    $0.moves = (moves, limit: 2)
  }

  package static let deletion = Self(
    "deletion",
    with: "four rows, of which two adjacent ones can be deleted, separately or together, restoring",
    without: "deleting one while another is being deleted, sorting and filtering, editing and moving, other users"
  ) {
    $0.hasUndo = true
    $0.deletableRows = ["a", "b"]
    $0.waitsForResponses = true
    $0.viewActions = [.selection(.idsReplaced(["a", "b"])), .keyPressed(TableKeyPress(.delete))]
    $0.actions = [.restoreTapped(nil), .deleteTapped, .rowsDeletedAt(offsets: [0])]
  }

  package static let rowNavigation = Self(
    "rowNavigation", with: "four rows on pages of two, keys that move through rows, selecting, replacing the selection",
    without: "sorting and filtering, changes of data"
  ) {
    $0.preparatoryActions = [.pageSizeChanged(2)]
    $0.viewActions =
      keyPresses(.up, .down, .pageUp, .pageDown, .home, .end, .space, .letters("d")) + [
        .keyPressed(TableKeyPress(.down, shift: true)), .keyPressed(TableKeyPress(.space, shift: true)),
        .keyPressed(TableKeyPress(.letters("a"), control: true)), .selection(.inverted), .selection(.rowClicked("b")),
        .selection(.idsReplaced(["a", "d"])), .selection(.restored(.init(["c"], anchor: "c"))),
        .selection(.rowRestored("b", isSelected: true, anchor: nil)),
      ]
  }

  package static let deletionWhileEditing = Self(
    "deletionWhileEditing",
    with: "editing two rows that have rows before and after them, another user who deletes them",
    without: "saving and reverting, typing, sorting and filtering, moving and deleting"
  ) {
    $0.hasUndo = true
    $0.otherUser = .deletesTwoRows
    $0.actions = ["b", "d"].flatMap { [.cellValueSet($0, "price", 9), .view(.rowRemoved($0))] }
  }

  package static let cellSaving = Self(
    "cellSaving",
    with: "typing into the cells of two rows that are saved when they are committed, storing one of them elsewhere, "
      + "another user who changes or deletes the other one",
    without: "notifications of changes by other users, undoing, sorting and filtering"
  ) {
    $0.savesCommittedCells = true
    $0.otherUser = .changesOneRow
    $0.editableRows = ["b", "c"]
    $0.actions = [
      .editBegan("b", "price"), .editBegan("c", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled,
      .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"), .rowStored(Card(id: "c", price: 8)),
    ]
  }

  package static let cellEntry = Self(
    "cellEntry",
    with: "typing into cells with the mouse and the keyboard, a text that is not a price, a row that accepts none, "
      + "saving, another user who changes and deletes rows",
    without: "notifications of changes by other users, undoing, sorting and filtering"
  ) {
    $0.otherUser = .changesOneRow
    $0.editableRows = ["b"]
    $0.navigation = .cells
    $0.viewActions = keyPresses(.enter, .f2, .tab, .escape)
    $0.actions = [
      .editBegan("b", "price"), .editBegan("c", "price"), .cellTextChanged("7"), .cellTextChanged("x"), .editCommitted,
      .editCancelled, .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
    ]
  }
}
