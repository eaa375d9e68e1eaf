internal import Tables
internal import Values

/// What is done in each space where the rows are here.
enum TableActionSets {
  typealias Card = TableExploration.Card
  typealias Action = TableFeature<Card>.Action

  static let acting: [Action] = [
    .cellSet("b", "price", 9), .cellRejected("b", "price", 9, "odd"), .saveTapped("b"), .revertTapped("b"),
    .rowsMoved(.init(["c"], before: "a")), .rowsMovedFrom(offsets: [2], toOffset: 0), .dragBegan("c"),
    .draggedOver(.before("a")), .dropped, .selection(.written(["a", "b"])), .selection(.allPressed), .deleteTapped,
    .keyPressed(TableKey(.delete)), .rowsDeleted(["b"]), .rowsDeletedAt(offsets: [0]),
  ]

  static let arranging: [Action] = [
    .titlePressed("price"), .titlePressed("id", adding: true), .sortSet([SortKey("price", .reverse)]),
    .columnFiltered("id", .among(["a", "b", "d"])), .columnFiltered("id", nil), .conditionSet(ReferenceTable.isCheap),
    .conditionSet(nil), .besideSet(["most": 1]), .besideSet(["most": 2]), .searched("b"), .searched(""),
    .grouped(by: "price"), .grouped(by: nil), .selection(.allPressed), .selection(.cleared),
  ]

  static let carrying: [Action] = [
    .selection(.toggled("c")), .dragBegan("a"), .draggedOver(.before("b")), .draggedOver(.end), .draggedOver(nil),
    .dragCancelled,
  ]

  static let cells: [Action] =
    keyPresses(.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .letters("2"), .space) + [
      .keyPressed(TableKey(.home, control: true)), .keyPressed(TableKey(.end, control: true)),
      .keyPressed(TableKey(.end, shift: true, control: true)), .columnShown("id", false), .columnShown("id", true),
    ]

  static let changing: [Action] = [
    .cellSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .mineKept("b"), .theirsTaken("b"),
    .rowsDeleted(["b"]), .rowsMoved(.init(["c"], before: "a")),
  ]

  static let following: [Action] = [
    .rowPut(Card(id: "b", price: 5)), .rowPut(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
    .rowsReplaced(TableExploration.cards), .rowsReplaced([Card(id: "d", price: 3), Card(id: "b", price: 9)]),
    .titlePressed("price"), .cellSet("b", "price", 9), .revertTapped(nil), .theirsTaken("b"),
    .selection(.written(["b", "e"])), .selection(.allPressed), .columnFiltered("price", .range(through: 2)),
    .columnFiltered("price", nil), .hoverBegan("b"),
  ]

  static let furnishing: [Action] =
    [
      .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnShown("price", false),
      .columnShown("price", true), .columnResized("id", 40), .columnResized("id", nil), .scrolledSideways(to: 3),
      .scrolledSideways(to: 0), .pageSizeChanged(3), .pageSizeChanged(nil), .pageTurned(to: 1), .widthChanged(45),
      .widthChanged(nil), .heightChanged(2),
      .heightChanged(nil), .scrolled(to: "b"), .scrolled(to: "d"), .scrolled(to: nil), .titlePressed("price"),
      .grouped(by: "price"), .grouped(by: nil),
    ] + settings.map { .settingsChosen($0) }

  static let insisting: [Action] = [
    .cellSet("b", "price", 9), .editBegan("b", "price"), .typed("7"), .editCommitted, .editCancelled,
    .rowPut(Card(id: "b", price: 5)), .rowRemoved("b"), .saveTapped(nil), .revertTapped(nil), .mineKept("b"),
    .theirsTaken("b"),
  ]

  static let looking: [Action] = [
    .titlePressed("price"), .columnFiltered("price", .range(through: 2)), .columnFiltered("price", nil),
    .pageTurned(to: 0), .pageTurned(to: 1), .selection(.toggled("a")), .selection(.extended(to: "d")),
    .selection(.allPressed), .selection(.inverted), .hoverBegan("a"), .hoverBegan("b"), .hoverEnded("a"),
    .keyPressed(TableKey(.down)),
  ]

  static let meeting: [Action] = [
    .editBegan("b", "price"), .typed("7"), .editCommitted, .editCancelled, .revertTapped(nil), .theirsTaken("b"),
    .rowPut(Card(id: "b", price: 5)), .rowRemoved("b"), .rowsReplaced(TableExploration.cards),
  ]

  static let mending: [Action] = [
    .cellSet("b", "price", 9), .rowPut(Card(id: "b", price: 5)), .saveTapped("b"), .revertTapped("b"),
    .mineKept("b"), .theirsTaken("b"),
  ]

  static let moving: [Action] = [.dropped, .rowsMovedFrom(offsets: [2], toOffset: 0)]

  static let ordering: [Action] = [
    .sortSet([SortKey("price", .reverse)]), .sortSet([]), .columnFiltered("id", .among(["a", "b", "d"])),
    .columnFiltered("id", nil), .pageSizeChanged(2), .pageSizeChanged(nil), .pageTurned(to: 1),
  ]

  static let putting: [Action] = [
    .rowsMoved(.init(["c"], before: "a")), .rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2),
  ]

  static let removing: [Action] = [
    .selection(.written(["a", "b"])), .restoreTapped(nil), .deleteTapped, .keyPressed(TableKey(.delete)),
    .rowsDeletedAt(offsets: [0]),
  ]

  static let stepping: [Action] =
    keyPresses(.up, .down, .pageUp, .pageDown, .home, .end, .space, .letters("d")) + [
      .keyPressed(TableKey(.down, shift: true)), .keyPressed(TableKey(.space, shift: true)),
      .keyPressed(TableKey(.letters("a"), control: true)), .selection(.inverted), .selection(.pressed("b")),
      .selection(.written(["a", "d"])),
      .selection(.restored(.init(["c"], anchor: "c"))), .selection(.restoredOne("b", isSelected: true, anchor: nil)),
    ]

  static let deletionWhileEditing: [Action] = ["b", "d"].flatMap { [.cellSet($0, "price", 9), .rowRemoved($0)] }

  static let typing: [Action] =
    [
      .editBegan("b", "price"), .editBegan("c", "price"), .typed("7"), .typed("x"), .editCommitted, .editCancelled,
      .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
    ] + keyPresses(.enter, .f2, .tab, .escape)

  /// As the table is at first, and as somebody likes it.
  static let settings: [TableSettings] = {
    let table = TableExploration(.furnishing).feature
    var state = table.initialState(TableExploration.cards)
    let first = table.settings(of: state)
    for action: Action in [
      .titlePressed("price"), .grouped(by: "price"), .columnResized("id", 40), .pageSizeChanged(3),
    ] { _ = table.reduce(&state, action) }
    return [first, table.settings(of: state)]
  }()

  static func keyPresses(_ codes: TableKey.Code...) -> [Action] {
    codes.map { .keyPressed(TableKey($0)) }
  }
}
