internal import Tables
internal import Values

/// What is done where the rows are kept elsewhere.
extension TableActionSets {
  static let browsing: [Action] =
    keyPresses(.up, .down, .pageDown, .pageUp, .home, .end, .space, .letters("c")) + [
      .keyPressed(TableKey(.down, shift: true)), .selection(.inverted),
      .selection(.restoredOne("b", isSelected: true, anchor: nil)),
    ]

  static let correcting: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .editBegan("b", "price"), .typed("7"), .editCommitted, .saveTapped(nil),
    .revertTapped(nil),
  ]

  static let disputing: [Action] = [
    .cellSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .mineKept("b"), .theirsTaken("b"),
    .rowPut(Card(id: "b", price: 5)), .rowRemoved("b"), .reloadTapped,
  ]

  static let emptying: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .selection(.written(["a", "b"])), .selection(.pressed("b")), .deleteTapped,
    .keyPressed(TableKey(.delete)), .rowsDeletedAt(offsets: [0]),
  ]

  static let filling: [Action] =
    [
      .pageTurned(to: 0), .pageTurned(to: 1), .editBegan("a", "price"), .editBegan("b", "price"), .typed("7"),
      .typed("x"), .editCommitted, .editCancelled, .cellRejected("b", "price", 7, "odd"), .saveTapped(nil),
      .revertTapped(nil),
    ] + keyPresses(.enter, .f2, .tab, .escape)

  static let fitting: [Action] =
    [
      .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnShown("price", false),
      .columnShown("price", true), .columnResized("id", 40), .columnResized("id", nil), .widthChanged(45),
      .widthChanged(nil), .scrolledSideways(to: 3), .scrolledSideways(to: 0), .heightChanged(1), .heightChanged(nil),
      .scrolled(to: "b"), .scrolled(to: nil), .pageTurned(to: 1), .pageSizeChanged(1), .pageSizeChanged(nil),
    ] + settings.map { .settingsChosen($0) }

  static let hauling: [Action] =
    [
      .dragBegan("a"), .draggedOver(.after("b")), .draggedOver(nil), .dragCancelled, .pageTurned(to: 0),
      .pageTurned(to: 1), .rowsReplaced(TableExploration.cards),
    ] + keyPresses(.up, .down, .left, .right, .home, .end)

  static let heeding: [Action] = [
    .rowPut(Card(id: "b", price: 5)), .rowPut(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
    .titlePressed("price"), .selection(.written(["b", "e"])), .selection(.allPressed), .hoverBegan("b"),
    .cellSet("b", "price", 9), .revertTapped(nil), .theirsTaken("b"),
  ]

  static let leafing: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .titlePressed("price"), .reloadTapped, .selection(.allPressed),
    .rowsDeleted(["a"]),
  ]

  static let picking: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .selection(.pressed("b")), .selection(.toggled("a")),
    .selection(.toggled("c")), .selection(.extended(to: "b")), .selection(.extended(to: "d")), .selection(.allPressed),
    .selection(.inverted), .selection(.cleared), .selection(.restored(.init(["c"], anchor: "c"))),
  ]

  static let recovering: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .reloadTapped, .rowsDeleted(["b"]), .restoreTapped("b"),
  ]

  static let seeking: [Action] = [
    .searched("b"), .searched(""), .conditionSet(ReferenceTable.isCheap), .conditionSet(nil),
    .pageTurned(to: 1), .selection(.allPressed), .selection(.written(["a", "d"])), .hoverBegan("b"), .hoverEnded("b"),
  ]

  static let settling: [Action] = [
    .cellSet("b", "price", 9), .rowPut(Card(id: "b", price: 5)), .saveTapped("b"), .revertTapped("b"), .mineKept("b"),
    .theirsTaken("b"), .reloadTapped,
  ]

  static let shifting: [Action] = [.rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2)]

  static let sifting: [Action] = [
    .sortSet([SortKey("price", .reverse)]), .sortSet([]), .columnFiltered("id", .among(["a", "b", "d"])),
    .columnFiltered("id", nil), .conditionSet(ReferenceTable.isCheap), .conditionSet(nil), .besideSet(["most": 1]),
    .besideSet(["most": 2]), .grouped(by: "price"), .grouped(by: nil),
  ]

  static let turning: [Action] = [.pageTurned(to: 0), .pageTurned(to: 1)]
}
