import Tables
import Values

/// The spaces with remote rows.
extension TableExploration.Space {
  typealias Card = TableExploration.Card

  /// Creates a space with remote rows.
  private init(
    remote name: String, with includes: String, without excludes: String, _ configure: (inout Self) -> Void
  ) {
    self.init(name, with: includes, without: excludes) {
      $0.isRemote = true
      configure(&$0)
    }
  }

  /// The actions that load the first window.
  ///
  /// While the number of rows is unknown, every page has a next page. With keyboard navigation or layout, the number of
  /// states would then be unlimited.
  private static let loadingFirstWindow: [Action] = [
    .view(.reloadTapped), .view(.windowLoaded(Array(TableExploration.cards.prefix(2)), count: 4)),
  ]

  package static let remoteNavigation = Self(
    remote: "remoteNavigation", with: "keys that move through rows and pages, selecting ranges",
    without: "sorting and filtering, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.actions =
      keyPresses(.up, .down, .pageDown, .pageUp, .home, .end, .space, .letters("c")) + [
        .view(.keyPressed(TableKeyPress(.down, shift: true))), .view(.selection(.inverted)),
        .view(.selection(.rowRestored("b", isSelected: true, anchor: nil))),
      ]
  }

  package static let remoteEditing = Self(
    remote: "remoteEditing", with: "typing into a cell and saving, changing pages",
    without: "sorting and filtering, moving and deleting, other users"
  ) {
    $0.hasUndo = true
    $0.actions = [
      .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .editBegan("b", "price"), .cellTextChanged("7"),
      .editCommitted,
      .saveTapped(nil), .revertTapped(nil),
    ]
  }

  package static let remoteConflicts = Self(
    remote: "remoteConflicts",
    with: "editing and saving one of them, reloading, another user who changes and deletes it",
    without: "typing, moving and deleting, undoing"
  ) {
    $0.otherUser = .changesOneRow
    $0.actions = [
      .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
      .view(.rowUpserted(Card(id: "b", price: 5))), .view(.rowRemoved("b")), .view(.reloadTapped),
    ]
  }

  package static let remoteDeletion = Self(
    remote: "remoteDeletion",
    with: "of which two can be deleted, separately or together, selecting them, changing pages",
    without: "undoing, sorting and filtering, editing and moving, other users"
  ) {
    $0.deletableRows = ["a", "b"]
    $0.actions = [
      .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .view(.selection(.idsReplaced(["a", "b"]))),
      .view(.selection(.rowClicked("b"))),
      .deleteTapped, .view(.keyPressed(TableKeyPress(.delete))), .rowsDeletedAt(offsets: [0]),
    ]
  }

  package static let remoteCellEntry = Self(
    remote: "remoteCellEntry",
    with: "typing into cells with the mouse and the keyboard, a text that is not a price, a row that accepts none, "
      + "saving, changing pages",
    without: "undoing, sorting and filtering, moving and deleting, other users"
  ) {
    $0.editableRows = ["b"]
    $0.navigation = .cells
    $0.preparatoryActions = loadingFirstWindow
    $0.actions =
      [
        .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .editBegan("a", "price"), .editBegan("b", "price"),
        .cellTextChanged("7"), .cellTextChanged("x"), .editCommitted, .editCancelled,
        .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
      ] + keyPresses(.enter, .f2, .tab, .escape)
  }

  package static let remoteLayout = Self(
    remote: "remoteLayout",
    with: "moving, hiding, resizing and scrolling columns, pages, height, scrolling, settings",
    without: "searching and filtering, selecting, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.actions =
      [
        .view(.columnMoved("id", before: nil)), .view(.columnMoved("id", before: "price")),
        .view(.columnVisibilityChanged("price", false)), .view(.columnVisibilityChanged("price", true)),
        .view(.columnResized("id", 40)),
        .view(.columnResized("id", nil)), .view(.viewportWidthChanged(45)), .view(.viewportWidthChanged(nil)),
        .view(.scrolledHorizontally(to: 3)),
        .view(.scrolledHorizontally(to: 0)), .view(.viewportHeightChanged(1)), .view(.viewportHeightChanged(nil)),
        .view(.scrolled(to: "b")),
        .view(.scrolled(to: nil)), .view(.pageChanged(to: 1)), .view(.pageSizeChanged(1)), .view(.pageSizeChanged(nil)),
      ] + layoutSettings.map { .view(.settingsApplied($0)) }
  }

  package static let remoteDragging = Self(
    remote: "remoteDragging",
    with: "of which one can be moved, dragging and dropping it, keys that move through cells, replacing all rows",
    without: "undoing, sorting and filtering, editing and deleting"
  ) {
    $0.navigation = .cells
    $0.movableRows = ["a"]
    $0.preparatoryActions = loadingFirstWindow
    $0.actions =
      [
        .dragBegan("a"), .draggedOver(.after("b")), .draggedOver(nil), .dragCancelled, .view(.pageChanged(to: 0)),
        .view(.pageChanged(to: 1)), .view(.rowsReplaced(TableExploration.cards)),
      ] + keyPresses(.up, .down, .left, .right, .home, .end)
    $0.moves = ([.dropped], limit: 1)
  }

  package static let remoteUpdates = Self(
    remote: "remoteUpdates",
    with: "notifications of inserted, updated and removed rows, sorting, selecting, hovering, an edited row",
    without: "typing and saving, moving and deleting, changing pages"
  ) {
    $0.otherUser = .notifies
    $0.preparatoryActions = loadingFirstWindow
    $0.actions = [
      .view(.rowUpserted(Card(id: "b", price: 5))), .view(.rowUpserted(Card(id: "e", price: 1), before: "b")),
      .view(.rowRemoved("b")),
      .view(.headerClicked("price")), .view(.selection(.idsReplaced(["b", "e"]))), .view(.selection(.allSelected)),
      .view(.hoverBegan("b")),
      .cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b"),
    ]
  }

  package static let remotePaging = Self(
    remote: "remotePaging", with: "appearing, sorting, selecting everything, deleting",
    without: "selecting rows one by one, editing and moving, other users"
  ) {
    $0.actions = [
      .view(.appeared), .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .view(.headerClicked("price")),
      .view(.reloadTapped),
      .view(.rowSourceChanged), .view(.selection(.allSelected)),
      .rowsDeleted(["a"]),
    ]
  }

  package static let remoteSelection = Self(
    remote: "remoteSelection", with: "selecting rows one by one, ranges and everything, changing pages",
    without: "the keyboard, sorting and filtering, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.actions = [
      .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .view(.selection(.rowClicked("b"))),
      .view(.selection(.rowToggled("a"))),
      .view(.selection(.rowToggled("c"))), .view(.selection(.rangeExtended(to: "b"))),
      .view(.selection(.rangeExtended(to: "d"))),
      .view(.selection(.allSelected)), .view(.selection(.inverted)), .view(.selection(.cleared)),
      .view(.selection(.restored(.init(["c"], anchor: "c")))),
    ]
  }

  package static let remoteRestoring = Self(
    remote: "remoteRestoring", with: "deleting one of them, changing pages, reloading",
    without: "deleting several, sorting and filtering, editing and moving, other users"
  ) {
    $0.hasUndo = true
    $0.actions = [
      .view(.pageChanged(to: 0)), .view(.pageChanged(to: 1)), .view(.reloadTapped), .rowsDeleted(["b"]),
      .restoreTapped("b"),
    ]
  }

  package static let remoteSearch = Self(
    remote: "remoteSearch",
    with: "searching, a condition, selecting everything, replacing the selection, hovering",
    without: "sorting, changes of data, other users"
  ) {
    $0.actions = [
      .view(.searchTextChanged("b")), .view(.searchTextChanged("")), .view(.conditionChanged(ReferenceTable.isCheap)),
      .view(.conditionChanged(nil)), .view(.pageChanged(to: 1)), .view(.selection(.allSelected)),
      .view(.selection(.idsReplaced(["a", "d"]))),
      .view(.hoverBegan("b")), .view(.hoverEnded("b")),
    ]
  }

  package static let remoteReverting = Self(
    remote: "remoteReverting",
    with: "editing one row, saving, reverting, reloading, another user who changes and deletes it",
    without: "typing, sorting and filtering, moving and deleting"
  ) {
    $0.hasUndo = true
    $0.otherUser = .changesOneRow
    $0.actions = [
      .cellValueSet("b", "price", 9), .view(.rowUpserted(Card(id: "b", price: 5))), .saveTapped("b"),
      .revertTapped("b"),
      .localKept("b"), .remoteTaken("b"), .view(.reloadTapped),
    ]
  }

  package static let remoteMoving = Self(
    remote: "remoteMoving", with: "of which one can be moved, changing pages",
    without: "sorting and filtering, editing and deleting, other users"
  ) {
    $0.hasUndo = true
    $0.movableRows = ["a"]
    $0.actions = [.view(.pageChanged(to: 0)), .view(.pageChanged(to: 1))]
    $0.moves = ([.rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2)], limit: 1)
  }

  package static let remoteQueries = Self(
    remote: "remoteQueries",
    with: "sorting, filtering a column, a condition that reads context values, grouping",
    without: "searching, changing pages, selecting, changes of data, other users"
  ) {
    $0.actions = [
      .view(.sortChanged([SortKey("price", .reverse)])), .view(.sortChanged([])),
      .view(.columnFilterChanged("id", .among(["a", "b", "d"]))), .view(.columnFilterChanged("id", nil)),
      .view(.conditionChanged(ReferenceTable.isCheap)), .view(.conditionChanged(nil)),
      .view(.contextChanged(["most": 1])),
      .view(.contextChanged(["most": 2])), .view(.groupingChanged(to: "price")), .view(.groupingChanged(to: nil)),
    ]
  }
}
