import Tables
import Values

/// The actions of the spaces with remote rows.
extension TableActionSets {
  static let remoteNavigation: [Action] =
    keyPresses(.up, .down, .pageDown, .pageUp, .home, .end, .space, .letters("c")) + [
      .keyPressed(TableKey(.down, shift: true)), .selection(.inverted),
      .selection(.rowRestored("b", isSelected: true, anchor: nil)),
    ]

  static let remoteEditing: [Action] = [
    .pageChanged(to: 0), .pageChanged(to: 1), .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted,
    .saveTapped(nil),
    .revertTapped(nil),
  ]

  static let remoteConflicts: [Action] = [
    .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
    .rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b"), .reloadTapped,
  ]

  static let remoteDeletion: [Action] = [
    .pageChanged(to: 0), .pageChanged(to: 1), .selection(.idsReplaced(["a", "b"])), .selection(.rowClicked("b")),
    .deleteTapped,
    .keyPressed(TableKey(.delete)), .rowsDeletedAt(offsets: [0]),
  ]

  static let remoteCellEntry: [Action] =
    [
      .pageChanged(to: 0), .pageChanged(to: 1), .editBegan("a", "price"), .editBegan("b", "price"),
      .cellTextChanged("7"),
      .cellTextChanged("x"), .editCommitted, .editCancelled, .cellRejected("b", "price", 7, "odd"), .saveTapped(nil),
      .revertTapped(nil),
    ] + keyPresses(.enter, .f2, .tab, .escape)

  static let remoteLayout: [Action] =
    [
      .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnVisibilityChanged("price", false),
      .columnVisibilityChanged("price", true), .columnResized("id", 40), .columnResized("id", nil),
      .viewportWidthChanged(45),
      .viewportWidthChanged(nil), .scrolledHorizontally(to: 3), .scrolledHorizontally(to: 0), .viewportHeightChanged(1),
      .viewportHeightChanged(nil),
      .scrolled(to: "b"), .scrolled(to: nil), .pageChanged(to: 1), .pageSizeChanged(1), .pageSizeChanged(nil),
    ] + layoutSettings.map { .settingsApplied($0) }

  static let remoteDragging: [Action] =
    [
      .dragBegan("a"), .draggedOver(.after("b")), .draggedOver(nil), .dragCancelled, .pageChanged(to: 0),
      .pageChanged(to: 1), .rowsReplaced(TableExploration.cards),
    ] + keyPresses(.up, .down, .left, .right, .home, .end)

  static let remoteUpdates: [Action] = [
    .rowUpserted(Card(id: "b", price: 5)), .rowUpserted(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
    .headerClicked("price"), .selection(.idsReplaced(["b", "e"])), .selection(.allSelected), .hoverBegan("b"),
    .cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b"),
  ]

  static let remotePaging: [Action] = [
    .pageChanged(to: 0), .pageChanged(to: 1), .headerClicked("price"), .reloadTapped, .selection(.allSelected),
    .rowsDeleted(["a"]),
  ]

  static let remoteSelection: [Action] = [
    .pageChanged(to: 0), .pageChanged(to: 1), .selection(.rowClicked("b")), .selection(.rowToggled("a")),
    .selection(.rowToggled("c")), .selection(.rangeExtended(to: "b")), .selection(.rangeExtended(to: "d")),
    .selection(.allSelected),
    .selection(.inverted), .selection(.cleared), .selection(.restored(.init(["c"], anchor: "c"))),
  ]

  static let remoteRestoring: [Action] = [
    .pageChanged(to: 0), .pageChanged(to: 1), .reloadTapped, .rowsDeleted(["b"]), .restoreTapped("b"),
  ]

  static let remoteSearch: [Action] = [
    .searchTextChanged("b"), .searchTextChanged(""), .conditionChanged(ReferenceTable.isCheap), .conditionChanged(nil),
    .pageChanged(to: 1), .selection(.allSelected), .selection(.idsReplaced(["a", "d"])), .hoverBegan("b"),
    .hoverEnded("b"),
  ]

  static let remoteReverting: [Action] = [
    .cellValueSet("b", "price", 9), .rowUpserted(Card(id: "b", price: 5)), .saveTapped("b"), .revertTapped("b"),
    .localKept("b"),
    .remoteTaken("b"), .reloadTapped,
  ]

  static let remoteMoving: [Action] = [.rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2)]

  static let remoteQueries: [Action] = [
    .sortChanged([SortKey("price", .reverse)]), .sortChanged([]), .columnFilterChanged("id", .among(["a", "b", "d"])),
    .columnFilterChanged("id", nil), .conditionChanged(ReferenceTable.isCheap), .conditionChanged(nil),
    .contextChanged(["most": 1]),
    .contextChanged(["most": 2]), .groupingChanged(to: "price"), .groupingChanged(to: nil),
  ]

  static let pageTurning: [Action] = [.pageChanged(to: 0), .pageChanged(to: 1)]
}
