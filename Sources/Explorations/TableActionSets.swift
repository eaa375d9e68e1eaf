import Tables
import Values

/// The actions of each space.
enum TableActionSets {
  typealias Card = TableExploration.Card
  typealias Action = TableFeature<Card>.Action

  static let immediateChanges: [Action] = [
    .cellValueSet("b", "price", 9), .cellRejected("b", "price", 9, "odd"), .saveTapped("b"), .revertTapped("b"),
    .rowsMoved(.init(["c"], before: "a")), .rowsMovedFrom(offsets: [2], toOffset: 0), .dragBegan("c"),
    .draggedOver(.before("a")), .dropped, .selection(.idsReplaced(["a", "b"])), .selection(.allSelected), .deleteTapped,
    .keyPressed(TableKey(.delete)), .rowsDeleted(["b"]), .rowsDeletedAt(offsets: [0]),
  ]

  static let queries: [Action] = [
    .headerClicked("price"), .headerClicked("id", adding: true), .sortChanged([SortKey("price", .reverse)]),
    .columnFilterChanged("id", .among(["a", "b", "d"])), .columnFilterChanged("id", nil),
    .conditionChanged(ReferenceTable.isCheap),
    .conditionChanged(nil), .contextChanged(["most": 1]), .contextChanged(["most": 2]), .searchTextChanged("b"),
    .searchTextChanged(""),
    .groupingChanged(to: "price"), .groupingChanged(to: nil), .selection(.allSelected), .selection(.cleared),
  ]

  static let dragging: [Action] = [
    .selection(.rowToggled("c")), .dragBegan("a"), .draggedOver(.before("b")), .draggedOver(.end), .draggedOver(nil),
    .dragCancelled,
  ]

  static let cellNavigation: [Action] =
    keyPresses(.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .letters("2"), .space) + [
      .keyPressed(TableKey(.home, control: true)), .keyPressed(TableKey(.end, control: true)),
      .keyPressed(TableKey(.end, shift: true, control: true)), .columnVisibilityChanged("id", false),
      .columnVisibilityChanged("id", true),
    ]

  static let concurrentChanges: [Action] = [
    .cellValueSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .localKept("b"), .remoteTaken("b"),
    .rowsDeleted(["b"]), .rowsMoved(.init(["c"], before: "a")),
  ]

  static let updates: [Action] = [
    .rowUpserted(Card(id: "b", price: 5)), .rowUpserted(Card(id: "e", price: 1), before: "b"), .rowRemoved("b"),
    .rowsReplaced(TableExploration.cards), .rowsReplaced([Card(id: "d", price: 3), Card(id: "b", price: 9)]),
    .headerClicked("price"), .cellValueSet("b", "price", 9), .revertTapped(nil), .remoteTaken("b"),
    .selection(.idsReplaced(["b", "e"])), .selection(.allSelected), .columnFilterChanged("price", .range(through: 2)),
    .columnFilterChanged("price", nil), .hoverBegan("b"),
  ]

  static let layout: [Action] =
    [
      .columnMoved("id", before: nil), .columnMoved("id", before: "price"), .columnVisibilityChanged("price", false),
      .columnVisibilityChanged("price", true), .columnResized("id", 40), .columnResized("id", nil),
      .scrolledHorizontally(to: 3),
      .scrolledHorizontally(to: 0), .pageSizeChanged(3), .pageSizeChanged(nil), .pageChanged(to: 1),
      .viewportWidthChanged(45),
      .viewportWidthChanged(nil), .viewportHeightChanged(2),
      .viewportHeightChanged(nil), .scrolled(to: "b"), .scrolled(to: "d"), .scrolled(to: nil), .headerClicked("price"),
      .groupingChanged(to: "price"), .groupingChanged(to: nil),
    ] + layoutSettings.map { .settingsApplied($0) }

  static let immediateConflicts: [Action] = [
    .cellValueSet("b", "price", 9), .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled,
    .rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b"), .saveTapped(nil), .revertTapped(nil), .localKept("b"),
    .remoteTaken("b"),
  ]

  static let viewing: [Action] = [
    .headerClicked("price"), .columnFilterChanged("price", .range(through: 2)), .columnFilterChanged("price", nil),
    .pageChanged(to: 0), .pageChanged(to: 1), .selection(.rowToggled("a")), .selection(.rangeExtended(to: "d")),
    .selection(.allSelected), .selection(.inverted), .hoverBegan("a"), .hoverBegan("b"), .hoverEnded("a"),
    .keyPressed(TableKey(.down)),
  ]

  static let editConflicts: [Action] = [
    .editBegan("b", "price"), .cellTextChanged("7"), .editCommitted, .editCancelled, .revertTapped(nil),
    .remoteTaken("b"),
    .rowUpserted(Card(id: "b", price: 5)), .rowRemoved("b"), .rowsReplaced(TableExploration.cards),
  ]

  static let editReverting: [Action] = [
    .cellValueSet("b", "price", 9), .rowUpserted(Card(id: "b", price: 5)), .saveTapped("b"), .revertTapped("b"),
    .localKept("b"), .remoteTaken("b"),
  ]

  static let moving: [Action] = [.dropped, .rowsMovedFrom(offsets: [2], toOffset: 0)]

  static let movingWhileSorted: [Action] = [
    .sortChanged([SortKey("price", .reverse)]), .sortChanged([]), .columnFilterChanged("id", .among(["a", "b", "d"])),
    .columnFilterChanged("id", nil), .pageSizeChanged(2), .pageSizeChanged(nil), .pageChanged(to: 1),
  ]

  static let upserting: [Action] = [
    .rowsMoved(.init(["c"], before: "a")), .rowsMoved(.init(["a"], .end)), .rowsMovedFrom(offsets: [0], toOffset: 2),
  ]

  static let deletion: [Action] = [
    .selection(.idsReplaced(["a", "b"])), .restoreTapped(nil), .deleteTapped, .keyPressed(TableKey(.delete)),
    .rowsDeletedAt(offsets: [0]),
  ]

  static let rowNavigation: [Action] =
    keyPresses(.up, .down, .pageUp, .pageDown, .home, .end, .space, .letters("d")) + [
      .keyPressed(TableKey(.down, shift: true)), .keyPressed(TableKey(.space, shift: true)),
      .keyPressed(TableKey(.letters("a"), control: true)), .selection(.inverted), .selection(.rowClicked("b")),
      .selection(.idsReplaced(["a", "d"])),
      .selection(.restored(.init(["c"], anchor: "c"))), .selection(.rowRestored("b", isSelected: true, anchor: nil)),
    ]

  static let deletionWhileEditing: [Action] = ["b", "d"].flatMap { [.cellValueSet($0, "price", 9), .rowRemoved($0)] }

  static let cellEntry: [Action] =
    [
      .editBegan("b", "price"), .editBegan("c", "price"), .cellTextChanged("7"), .cellTextChanged("x"), .editCommitted,
      .editCancelled,
      .cellRejected("b", "price", 7, "odd"), .saveTapped(nil), .revertTapped(nil),
    ] + keyPresses(.enter, .f2, .tab, .escape)

  /// The initial settings of the table, and settings that a user changed.
  static let layoutSettings: [TableSettings] = {
    let table = TableExploration(.layout).feature
    var state = table.initialState(TableExploration.cards)
    let first = table.settings(of: state)
    for action: Action in [
      .headerClicked("price"), .groupingChanged(to: "price"), .columnResized("id", 40), .pageSizeChanged(3),
    ] { _ = table.reduce(&state, action) }
    return [first, table.settings(of: state)]
  }()

  static func keyPresses(_ codes: TableKey.Code...) -> [Action] {
    codes.map { .keyPressed(TableKey($0)) }
  }
}
