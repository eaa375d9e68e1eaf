internal import Tables
internal import Values

extension TableExploration.Space {
  typealias Card = TableExploration.Card
  typealias Action = Table<Card>.Action

  /// What is done, whatever comes of it.
  func actions(in state: Table<Card>.State) -> [Action] {
    switch self {
    case .arranging: TableAlphabet.arranging
    case .browsing: TableAlphabet.browsing
    case .carrying: TableAlphabet.carrying + (state.moves.count < 2 ? TableAlphabet.moving : [])
    case .cells: TableAlphabet.cells
    case .changing: TableAlphabet.changing
    case .correcting: TableAlphabet.correcting
    case .disputing: TableAlphabet.disputing
    case .fitting: TableAlphabet.fitting
    case .following: TableAlphabet.following
    case .furnishing: TableAlphabet.furnishing
    case .hauling: TableAlphabet.hauling + (state.moves.isEmpty ? [.dropped] : [])
    case .leafing: TableAlphabet.leafing
    case .looking: TableAlphabet.looking
    case .meeting: TableAlphabet.meeting
    case .recovering: TableAlphabet.recovering
    case .removing: state.errands.values.contains(where: \.isAwaited) ? [] : TableAlphabet.removing
    case .seeking: TableAlphabet.seeking
    case .shifting: TableAlphabet.leafing2 + (state.moves.isEmpty ? TableAlphabet.shifting : [])
    case .stepping: TableAlphabet.stepping
    case .typing: TableAlphabet.typing
    }
  }
}

/// What is done in each space.
private enum TableAlphabet {
  typealias Card = TableExploration.Card
  typealias Action = Table<Card>.Action

  static let looking: [Action] = [
    .titlePressed("price"), .columnFiltered("price", .range(through: 2)), .columnFiltered("price", nil),
    .pageTurned(to: 0), .pageTurned(to: 1), .selection(.toggled("a")), .selection(.extended(to: "d")),
    .selection(.allPressed), .selection(.inverted), .hoverBegan("a"), .hoverBegan("b"), .hoverEnded("a"),
    .keyPressed(TableKey(.down)),
  ]

  static let changing: [Action] = [
    .cellSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .mineKept("b"), .theirsTaken("b"),
    .rowsDeleted(["b"]), .rowsMoved(.init(["c"], before: "a")),
  ]

  static let leafing: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .titlePressed("price"), .reloadTapped, .selection(.allPressed),
    .rowsDeleted(["a"]),
  ]

  static let arranging: [Action] = [
    .titlePressed("price"), .titlePressed("id", adding: true), .sortSet([SortKey("price", .reverse)]),
    .columnFiltered("id", .among(["a", "b", "d"])), .columnFiltered("id", nil), .conditionSet(NaiveTable.isCheap),
    .conditionSet(nil), .besideSet(["most": 1]), .besideSet(["most": 2]), .searched("b"), .searched(""),
    .grouped(by: "price"), .grouped(by: nil), .selection(.allPressed), .selection(.cleared),
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

  static let fitting: [Action] =
    [
      .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnShown("price", false),
      .columnShown("price", true), .columnResized("id", 40), .columnResized("id", nil), .widthChanged(45),
      .widthChanged(nil), .scrolledSideways(to: 3), .scrolledSideways(to: 0), .heightChanged(1), .heightChanged(nil),
      .scrolled(to: "b"), .scrolled(to: nil), .pageTurned(to: 1), .pageSizeChanged(1), .pageSizeChanged(nil),
    ] + settings.map { .settingsChosen($0) }

  /// As the table is at first, and as somebody likes it.
  private static let settings: [TableSettings] = {
    let table = TableExploration(.furnishing).feature
    var state = table.state(TableExploration.cards)
    let first = table.settings(of: state)
    for action: Action in [
      .titlePressed("price"), .grouped(by: "price"), .columnResized("id", 40), .pageSizeChanged(3),
    ] { _ = table.reduce(&state, action) }
    return [first, table.settings(of: state)]
  }()

  static let stepping: [Action] =
    keys(.up, .down, .pageUp, .pageDown, .home, .end, .space, .letters("d")) + [
      .keyPressed(TableKey(.down, shift: true)), .keyPressed(TableKey(.space, shift: true)),
      .keyPressed(TableKey(.letters("a"), control: true)), .selection(.inverted), .selection(.pressed("b")),
      .selection(.written(["a", "d"])),
      .selection(.restored(.init(["c"], anchor: "c"))), .selection(.restoredOne("b", isSelected: true, anchor: nil)),
    ]

  static let cells: [Action] =
    keys(.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .letters("2"), .space) + [
      .keyPressed(TableKey(.home, control: true)), .keyPressed(TableKey(.end, control: true)),
      .keyPressed(TableKey(.end, shift: true, control: true)), .columnShown("id", false), .columnShown("id", true),
    ]

  static let following: [Action] = [
    .rowPut(Card(id: "b", price: 5)), .rowPut(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
    .rowsReplaced(TableExploration.cards), .rowsReplaced([Card(id: "d", price: 3), Card(id: "b", price: 9)]),
    .titlePressed("price"), .cellSet("b", "price", 9), .revertTapped(nil), .theirsTaken("b"),
    .selection(.written(["b", "e"])), .selection(.allPressed), .columnFiltered("price", .range(through: 2)),
    .columnFiltered("price", nil), .hoverBegan("b"),
  ]

  static let carrying: [Action] = [
    .selection(.toggled("c")), .dragBegan("a"), .draggedOver(.before("b")), .draggedOver(.end), .draggedOver(nil),
    .dragCancelled,
  ]

  static let hauling: [Action] =
    [
      .dragBegan("a"), .draggedOver(.after("b")), .draggedOver(nil), .dragCancelled, .pageTurned(to: 0),
      .pageTurned(to: 1), .rowsReplaced(TableExploration.cards),
    ] + keys(.down, .right)

  static let moving: [Action] = [.dropped, .rowsMovedFrom(offsets: [2], toOffset: 0)]

  static let removing: [Action] = [
    .selection(.written(["a", "b"])), .restoreTapped(nil), .deleteTapped, .keyPressed(TableKey(.delete)),
    .rowsDeletedAt(offsets: [0]),
  ]

  static let seeking: [Action] = [
    .searched("b"), .searched(""), .conditionSet(NaiveTable.isCheap), .conditionSet(nil),
    .pageTurned(to: 1), .selection(.allPressed), .selection(.written(["a", "d"])), .hoverBegan("b"), .hoverEnded("b"),
  ]

  static let typing: [Action] =
    [
      .editBegan("b", "price"), .editBegan("c", "price"), .typed("7"), .typed("x"), .editCommitted, .editCancelled,
      .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
    ] + keys(.enter, .f2, .tab, .escape)

  static let meeting: [Action] = [
    .editBegan("b", "price"), .typed("7"), .editCommitted, .editCancelled, .revertTapped(nil), .theirsTaken("b"),
    .rowPut(Card(id: "b", price: 5)), .rowRemoved("b"), .rowsReplaced(TableExploration.cards),
  ]

  static let browsing: [Action] =
    keys(.down, .pageDown, .pageUp, .home, .space, .letters("c")) + [
      .keyPressed(TableKey(.down, shift: true)), .selection(.inverted),
      .selection(.restoredOne("b", isSelected: true, anchor: nil)),
    ]

  static let disputing: [Action] = [
    .cellSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .mineKept("b"), .theirsTaken("b"),
    .rowPut(Card(id: "b", price: 5)), .rowRemoved("b"), .reloadTapped,
  ]

  static let correcting: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .editBegan("b", "price"), .typed("7"), .editCommitted, .saveTapped(nil),
    .revertTapped(nil),
  ]

  static let recovering: [Action] = [
    .pageTurned(to: 0), .pageTurned(to: 1), .reloadTapped, .rowsDeleted(["b"]), .restoreTapped("b"),
  ]

  static let leafing2: [Action] = [.pageTurned(to: 0), .pageTurned(to: 1)]

  static let shifting: [Action] = [.rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2)]

  private static func keys(_ codes: TableKey.Code...) -> [Action] { codes.map { .keyPressed(TableKey($0)) } }
}
