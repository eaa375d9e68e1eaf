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
  private static let loadingFirstWindow: [ViewAction] = [
    .reloadTapped, .windowLoaded(Array(TableExploration.cards.prefix(2)), count: 4),
  ]

  package static let remoteNavigation = Self(
    remote: "remoteNavigation", with: "keys that move through rows and pages, selecting ranges",
    without: "sorting and filtering, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.viewActions =
      keyPresses(.up, .down, .pageDown, .pageUp, .home, .end, .space, .letters("c")) + [
        .keyPressed(TableKeyPress(.down, shift: true)), .selection(.inverted),
        .selection(.rowRestored("b", isSelected: true, anchor: nil)),
      ]
  }

  package static let remoteEditing = Self(
    remote: "remoteEditing", with: "typing into a cell and saving, changing pages",
    without: "sorting and filtering, moving and deleting, other users"
  ) {
    $0.hasUndo = true
    $0.viewActions = [.pageChanged(to: 0), .pageChanged(to: 1)]
    $0.actions = [
      .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .saveTapped(nil), .revertTapped(nil),
    ]
  }

  package static let remoteConflicts = Self(
    remote: "remoteConflicts",
    with: "editing and saving one of them, reloading, another user who changes and deletes it",
    without: "typing, moving and deleting, undoing"
  ) {
    $0.otherUser = .changesOneRow
    $0.viewActions = [.rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b"), .reloadTapped]
    $0.actions = [
      .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
    ]
  }

  package static let remoteDeletion = Self(
    remote: "remoteDeletion",
    with: "of which two can be deleted, separately or together, selecting them, changing pages",
    without: "undoing, sorting and filtering, editing and moving, other users"
  ) {
    $0.deletableRows = ["a", "b"]
    $0.viewActions = [
      .pageChanged(to: 0), .pageChanged(to: 1), .selection(.idsReplaced(["a", "b"])), .selection(.rowClicked("b")),
      .keyPressed(TableKeyPress(.delete)),
    ]
    $0.actions = [.deleteTapped, .rowsDeletedAt(offsets: [0])]
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
    $0.viewActions = [.pageChanged(to: 0), .pageChanged(to: 1)] + keyPresses(.enter, .f2, .tab, .escape)
    $0.actions = [
      .editBegan("a", "price"), .editBegan("b", "price"), .cellTextChanged("7"), .cellTextChanged("x"), .editCommitted,
      .editCancelled, .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
    ]
  }

  package static let remoteLayout = Self(
    remote: "remoteLayout",
    with: "moving, hiding and resizing columns, pages, settings",
    without: "searching and filtering, selecting, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.viewActions =
      [
        .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnVisibilityChanged("price", false),
        .columnVisibilityChanged("price", true), .columnResized("id", 40), .columnResized("id", nil),
        .pageChanged(to: 1), .pageSizeChanged(1), .pageSizeChanged(nil),
      ] + layoutSettings.map { .settingsApplied($0) }
  }

  package static let remoteDragging = Self(
    remote: "remoteDragging",
    with: "of which one can be moved, dragging and dropping it, keys that move through cells, replacing all rows",
    without: "undoing, sorting and filtering, editing and deleting"
  ) {
    $0.navigation = .cells
    $0.movableRows = ["a"]
    $0.preparatoryActions = loadingFirstWindow
    $0.viewActions =
      [.pageChanged(to: 0), .pageChanged(to: 1), .rowsReplaced(TableExploration.cards)]
      + keyPresses(.up, .down, .left, .right, .home, .end)
    $0.actions = [.dragBegan("a"), .draggedOver(.after("b")), .draggedOver(nil), .dragCancelled]
    $0.moves = ([.dropped], limit: 1)
  }

  package static let remoteUpdates = Self(
    remote: "remoteUpdates",
    with: "notifications of inserted, updated and removed rows, sorting, selecting, hovering, an edited row, which is "
      + "also stored elsewhere",
    without: "typing and saving, moving and deleting, changing pages"
  ) {
    $0.otherUser = .notifies
    $0.preparatoryActions = loadingFirstWindow
    $0.viewActions = [
      .rowUpserted(Card(id: "b", price: 5)), .rowUpserted(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
      .headerClicked("price"), .selection(.idsReplaced(["b", "e"])), .selection(.allSelected), .hoverBegan("b"),
    ]
    $0.actions = [
      .cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b"), .rowStored(Card(id: "b", price: 7)),
    ]
  }

  package static let remotePaging = Self(
    remote: "remotePaging", with: "appearing, sorting, selecting everything, deleting",
    without: "selecting rows one by one, editing and moving, other users"
  ) {
    $0.viewActions = [
      .appeared, .pageChanged(to: 0), .pageChanged(to: 1), .headerClicked("price"), .reloadTapped, .rowSourceChanged,
      .selection(.allSelected),
    ]
    $0.actions = [.rowsDeleted(["a"])]
  }

  package static let remoteSelection = Self(
    remote: "remoteSelection", with: "selecting rows one by one, ranges and everything, changing pages",
    without: "the keyboard, sorting and filtering, changes of data, other users"
  ) {
    $0.preparatoryActions = loadingFirstWindow
    $0.viewActions = [
      .pageChanged(to: 0), .pageChanged(to: 1), .selection(.rowClicked("b")), .selection(.rowToggled("a")),
      .selection(.rowToggled("c")), .selection(.rangeExtended(to: "b")), .selection(.rangeExtended(to: "d")),
      .selection(.allSelected), .selection(.inverted), .selection(.cleared),
      .selection(.restored(.init(["c"], anchor: "c"))),
    ]
  }

  package static let remoteRestoring = Self(
    remote: "remoteRestoring", with: "deleting one of them, changing pages, reloading",
    without: "deleting several, sorting and filtering, editing and moving, other users"
  ) {
    $0.hasUndo = true
    $0.viewActions = [.pageChanged(to: 0), .pageChanged(to: 1), .reloadTapped]
    $0.actions = [.rowsDeleted(["b"]), .restoreTapped("b")]
  }

  package static let remoteSearch = Self(
    remote: "remoteSearch",
    with: "searching, a condition, selecting everything, replacing the selection, hovering",
    without: "sorting, changes of data, other users"
  ) {
    $0.viewActions = [
      .searchTextChanged("b"), .searchTextChanged(""), .conditionChanged(ReferenceTable.isCheap),
      .conditionChanged(nil), .pageChanged(to: 1), .selection(.allSelected), .selection(.idsReplaced(["a", "d"])),
      .hoverBegan("b"), .hoverEnded("b"),
    ]
  }

  package static let remoteReverting = Self(
    remote: "remoteReverting",
    with: "editing one row, saving, reverting, reloading, another user who changes and deletes it",
    without: "typing, sorting and filtering, moving and deleting"
  ) {
    $0.hasUndo = true
    $0.otherUser = .changesOneRow
    $0.viewActions = [.rowUpserted(Card(id: "b", price: 5)), .reloadTapped]
    $0.actions = [
      .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
    ]
  }

  package static let remoteMoving = Self(
    remote: "remoteMoving", with: "of which one can be moved, changing pages",
    without: "sorting and filtering, editing and deleting, other users"
  ) {
    $0.hasUndo = true
    $0.movableRows = ["a"]
    $0.viewActions = [.pageChanged(to: 0), .pageChanged(to: 1)]
    $0.moves = ([.rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2)], limit: 1)
  }

  package static let remoteQueries = Self(
    remote: "remoteQueries",
    with: "sorting, filtering a column, a condition that reads context values, grouping",
    without: "searching, changing pages, selecting, changes of data, other users"
  ) {
    $0.viewActions = [
      .sortChanged([SortKey("price", .reverse)]), .sortChanged([]),
      .columnFilterChanged("id", .among(["a", "b", "d"])), .columnFilterChanged("id", nil),
      .conditionChanged(ReferenceTable.isCheap), .conditionChanged(nil), .contextChanged(["most": 1]),
      .contextChanged(["most": 2]), .groupingChanged(to: "price"), .groupingChanged(to: nil),
    ]
  }
}
