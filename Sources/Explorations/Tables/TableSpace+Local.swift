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
    $0.actions = [
      .cellValueSet("b", "price", 9), .cellRejected("b", "price", 9, "odd"), .saveTapped("b"), .revertTapped("b"),
      .rowsMoved(.init(["c"], before: "a")), .rowsMovedFrom(offsets: [2], toOffset: 0), .dragBegan("c"),
      .draggedOver(.before("a")), .dropped, .view(.selection(.idsReplaced(["a", "b"]))),
      .view(.selection(.allSelected)),
      .deleteTapped, .view(.keyPressed(TableKeyPress(.delete))), .rowsDeleted(["b"]), .rowsDeletedAt(offsets: [0]),
    ]
  }

  package static let queries = Self(
    "queries",
    with: "four rows, sorting by two columns, searching, filtering, a condition that reads context values, grouping, "
      + "selecting everything",
    without: "selecting rows one by one, pages and layout, changes of data"
  ) {
    $0.thirdHeaderClick = .removesSort
    $0.actions = [
      .view(.headerClicked("price")), .view(.headerClicked("id", adding: true)),
      .view(.sortChanged([SortKey("price", .reverse)])),
      .view(.columnFilterChanged("id", .among(["a", "b", "d"]))), .view(.columnFilterChanged("id", nil)),
      .view(.conditionChanged(ReferenceTable.isCheap)), .view(.conditionChanged(nil)),
      .view(.contextChanged(["most": 1])),
      .view(.contextChanged(["most": 2])), .view(.searchTextChanged("b")), .view(.searchTextChanged("")),
      .view(.groupingChanged(to: "price")),
      .view(.groupingChanged(to: nil)), .view(.selection(.allSelected)), .view(.selection(.cleared)),
    ]
  }

  package static let dragging = Self(
    "dragging", with: "four rows, of which two can be moved, dragging and moving",
    without: "sorting and filtering, other changes of data, other users"
  ) {
    $0.hasUndo = true
    $0.movableRows = ["a", "c"]
    $0.actions = [
      .view(.selection(.rowToggled("c"))), .dragBegan("a"), .draggedOver(.before("b")), .draggedOver(.end),
      .draggedOver(nil), .dragCancelled,
    ]
    $0.moves = ([.dropped, .rowsMovedFrom(offsets: [2], toOffset: 0)], limit: 2)
  }

  package static let cellNavigation = Self(
    "cellNavigation", with: "four rows on pages of two, keys that move through cells, hiding a column",
    without: "typing, sorting and filtering, changes of data"
  ) {
    $0.navigation = .cells
    $0.preparatoryActions = [.view(.pageSizeChanged(2))]
    $0.actions =
      keyPresses(.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .letters("2"), .space) + [
        .view(.keyPressed(TableKeyPress(.home, control: true))), .view(.keyPressed(TableKeyPress(.end, control: true))),
        .view(.keyPressed(TableKeyPress(.end, shift: true, control: true))),
        .view(.columnVisibilityChanged("id", false)),
        .view(.columnVisibilityChanged("id", true)),
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
    $0.actions = [
      .view(.rowUpserted(Card(id: "b", price: 5))), .view(.rowUpserted(Card(id: "e", price: 1), before: "b")),
      .view(.rowRemoved("b")),
      .view(.rowsReplaced(TableExploration.cards)),
      .view(.rowsReplaced([Card(id: "d", price: 3), Card(id: "b", price: 9)])),
      .view(.headerClicked("price")), .cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b"),
      .view(.selection(.idsReplaced(["b", "e"]))), .view(.selection(.allSelected)),
      .view(.columnFilterChanged("price", .range(through: 2))), .view(.columnFilterChanged("price", nil)),
      .view(.hoverBegan("b")),
    ]
  }

  package static let layout = Self(
    "layout",
    with: "four rows, moving, hiding, resizing and scrolling columns, pages, height, scrolling, settings, "
      + "sorting and grouping",
    without: "searching and filtering, selecting, changes of data"
  ) {
    $0.actions =
      [
        .view(.columnMoved("id", before: nil)), .view(.columnMoved("id", before: "price")),
        .view(.columnVisibilityChanged("price", false)), .view(.columnVisibilityChanged("price", true)),
        .view(.columnResized("id", 40)),
        .view(.columnResized("id", nil)), .view(.scrolledHorizontally(to: 3)), .view(.scrolledHorizontally(to: 0)),
        .view(.pageSizeChanged(3)),
        .view(.pageSizeChanged(nil)), .view(.pageChanged(to: 1)), .view(.viewportWidthChanged(45)),
        .view(.viewportWidthChanged(nil)),
        .view(.viewportHeightChanged(2)), .view(.viewportHeightChanged(nil)), .view(.scrolled(to: "b")),
        .view(.scrolled(to: "d")),
        .view(.scrolled(to: nil)), .view(.headerClicked("price")), .view(.groupingChanged(to: "price")),
        .view(.groupingChanged(to: nil)),
      ] + layoutSettings.map { .view(.settingsApplied($0)) }
  }

  package static let immediateConflicts = Self(
    "immediateConflicts",
    with: "editing one row, typing into it, and saving it immediately, another user who changes and deletes it",
    without: "undoing, sorting and filtering, moving and deleting"
  ) {
    $0.changePolicy = .immediate
    $0.otherUser = .notifies
    $0.actions = [
      .cellValueSet("b", "price", 9), .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled,
      .view(.rowUpserted(Card(id: "b", price: 5))), .view(.rowRemoved("b")), .saveTapped(nil), .revertTapped(nil),
      .localKept("b"),
      .remoteTaken("b"),
    ]
  }

  package static let viewing = Self(
    "viewing", with: "four rows on pages of two, sorting, filtering, selecting, hovering, the keyboard",
    without: "grouping, searching, layout, changes of data"
  ) {
    $0.preparatoryActions = [.view(.pageSizeChanged(2))]
    $0.actions = [
      .view(.headerClicked("price")), .view(.columnFilterChanged("price", .range(through: 2))),
      .view(.columnFilterChanged("price", nil)),
      .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .view(.selection(.rowToggled("a"))),
      .view(.selection(.rangeExtended(to: "d"))),
      .view(.selection(.allSelected)), .view(.selection(.inverted)), .view(.hoverBegan("a")), .view(.hoverBegan("b")),
      .view(.hoverEnded("a")),
      .view(.keyPressed(TableKeyPress(.down))),
    ]
  }

  package static let editConflicts = Self(
    "editConflicts",
    with: "typing into one cell, another user who changes or deletes its row, or replaces all rows",
    without: "saving, sorting and filtering, undoing"
  ) {
    $0.otherUser = .notifies
    $0.editableRows = ["b"]
    $0.actions = [
      .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled, .revertTapped(nil),
      .remoteTaken("b"), .view(.rowUpserted(Card(id: "b", price: 5))), .view(.rowRemoved("b")),
      .view(.rowsReplaced(TableExploration.cards)),
    ]
  }

  package static let editReverting = Self(
    "editReverting", with: "editing one row, saving, reverting, another user who changes and deletes it",
    without: "typing, sorting and filtering, moving and deleting"
  ) {
    $0.hasUndo = true
    $0.otherUser = .changesOneRow
    $0.actions = [
      .cellValueSet("b", "price", 9), .view(.rowUpserted(Card(id: "b", price: 5))), .saveTapped("b"),
      .revertTapped("b"),
      .localKept("b"), .remoteTaken("b"),
    ]
  }

  package static let movingWhileSorted = Self(
    "movingWhileSorted",
    with: "four rows, of which two can be moved, sorting, filtering, pages of two, moving by identifier and offset",
    without: "dragging, undoing, other changes of data, other users"
  ) {
    $0.movableRows = ["a", "c"]
    $0.actions = [
      .view(.sortChanged([SortKey("price", .reverse)])), .view(.sortChanged([])),
      .view(.columnFilterChanged("id", .among(["a", "b", "d"]))), .view(.columnFilterChanged("id", nil)),
      .view(.pageSizeChanged(2)),
      .view(.pageSizeChanged(nil)), .view(.pageChanged(to: 1)),
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
    $0.actions = [
      .view(.selection(.idsReplaced(["a", "b"]))), .restoreTapped(nil), .deleteTapped,
      .view(.keyPressed(TableKeyPress(.delete))),
      .rowsDeletedAt(offsets: [0]),
    ]
  }

  package static let rowNavigation = Self(
    "rowNavigation", with: "four rows on pages of two, keys that move through rows, selecting, replacing the selection",
    without: "sorting and filtering, changes of data"
  ) {
    $0.preparatoryActions = [.view(.pageSizeChanged(2))]
    $0.actions =
      keyPresses(.up, .down, .pageUp, .pageDown, .home, .end, .space, .letters("d")) + [
        .view(.keyPressed(TableKeyPress(.down, shift: true))), .view(.keyPressed(TableKeyPress(.space, shift: true))),
        .view(.keyPressed(TableKeyPress(.letters("a"), control: true))), .view(.selection(.inverted)),
        .view(.selection(.rowClicked("b"))),
        .view(.selection(.idsReplaced(["a", "d"]))), .view(.selection(.restored(.init(["c"], anchor: "c")))),
        .view(.selection(.rowRestored("b", isSelected: true, anchor: nil))),
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

  package static let cellEntry = Self(
    "cellEntry",
    with: "typing into cells with the mouse and the keyboard, a text that is not a price, a row that accepts none, "
      + "saving, another user who changes and deletes rows",
    without: "notifications of changes by other users, undoing, sorting and filtering"
  ) {
    $0.otherUser = .changesOneRow
    $0.editableRows = ["b"]
    $0.navigation = .cells
    $0.actions =
      [
        .editBegan("b", "price"), .editBegan("c", "price"), .cellTextChanged("7"), .cellTextChanged("x"),
        .editCommitted, .editCancelled, .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
      ] + keyPresses(.enter, .f2, .tab, .escape)
  }
}
