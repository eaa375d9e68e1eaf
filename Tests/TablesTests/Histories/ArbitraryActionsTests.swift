import Foundation
import TestInputs
import Testing
import Values

@testable import Tables

/// Arbitrary actions in arbitrary order, with numbers out of range and ids of rows that do not exist.
@Suite struct `A table after arbitrary actions` {
  @Test(arguments: 0..<(runsExhaustively ? 24 : 12)) func `law 2: never crashes, and a rejected action changes nothing`(
    seed: Int
  ) throws {
    var chance = ArbitraryTableActions(seed: UInt64(seed))
    let table = try EditableItems(
      columns: makeItemColumns(),
      options: EditingOptions {
        $0.view.selection = chance.randomElement(of: [.none, .single, .multiple])
        $0.supportsMoves = true
        $0.supportsDeletions = true
        $0.reportsCellChanges = true
        $0.changePolicy = seed % 2 == 0 ? .immediate : .afterConfirmation
        $0.view.rowSource = seed % 3 == 0 ? .remote(windowSize: 3) : .local
        $0.view.navigation = seed % 4 < 2 ? .rows : .cells
        if chance.randomBool { $0.view.baseFilter = { $0.id != 0 } }
        if chance.randomBool { $0.view.canSelect = { $0.id % 2 == 0 } }
        if chance.randomBool { $0.view.aggregates = Self.aggregates }
      })
    var state = table.state(after: .view(.reloadTapped), from: table.initialState((0..<6).map { Item(id: $0) }))
    for step in 0..<(runsExhaustively ? 1_500 : 150) {
      let action = chance.arbitraryAction()
      // The reason of an earlier rejection stays until an action of the user is accepted.
      state.view.rejection = nil
      let before = state
      _ = table.reduce(&state, action)
      let context = "seed \(seed), step \(step): \(action)"
      try expectConsistency(state, table, context)
      if let rejection = state.view.rejection, !action.canChangeStateWhenRejected {
        let isSame = state == before.rejecting(rejection)
        try #require(isSame, "\(context): the action was rejected but changed the state")
      }
      if step % 50 == 0 {
        let data = try JSONEncoder().encode(state)
        let isSame = try JSONDecoder().decode(EditableItems.State.self, from: data) == state
        try #require(isSame, "\(context): decoding the encoded state gives another state")
      }
    }
  }

  private static let aggregates = [
    Aggregate(.count), Aggregate(.sum, "price"), Aggregate(.max, "name", of: .all),
    Aggregate(.average, "worth", of: .selected),
  ]

  private func expectConsistency(_ state: EditableItems.State, _ table: EditableItems, _ context: String) throws {
    let screen = table.screen(of: state)
    let ids = table.view.pageRows(of: state.view).map(\.id)
    try #require(screen.page >= 0 && screen.page < screen.pageCount ?? .max, "\(context)")
    try #require(state.view.hoveredRow.map(ids.contains) ?? true, "\(context)")
    try #require(state.view.cursor.map { ids.contains($0.row) } ?? true, "\(context)")
    try #require(Set(state.view.allRows.map(\.id)).count == state.view.rowCount, "\(context)")
    try #require(
      state.view.remoteWindow != nil || state.view.selection.ids.allSatisfy { state[$0] != nil }, "\(context)")
    try #require(state.view.derived.selectionCounts == table.view.computeSelectionCounts(state.view), "\(context)")
    try #require(screen.rows.filter(\.isHovered).count <= 1, "\(context)")
    try #require(
      screen.aggregates.map(\.value)
        == table.view.options.aggregates.map { table.view.computeAggregate($0, state.view) }, "\(context)"
    )
    let viewport = TableViewport(top: ids.last, rowCount: 2)
    let displayed = table.screen(of: state, viewport: viewport).rows
    try #require(displayed.count == min(2, screen.rows.count), "\(context)")
    try #require(!screen.rows.contains(where: \.hasCursor) || displayed.contains(where: \.hasCursor), "\(context)")
    try #require(screen.counts.selected.map { $0 >= 0 } ?? true, "\(context)")
  }
}

extension EditableItems.Action {
  /// A rejected commit sets the error of the cell, starting another edit commits the cell first, and a rejected drop
  /// ends the drag.
  fileprivate var canChangeStateWhenRejected: Bool {
    switch self {
    case .editCommitted, .editBegan, .dropped: true
    case .view(.keyPressed(let key)): [.tab, .enter, .f2].contains(key.code)
    default: false
    }
  }
}

private struct ArbitraryTableActions: RandomNumberGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  var randomBool: Bool { mutating get { Bool.random(using: &self) } }

  mutating func randomElement<Some>(of some: [Some]) -> Some { some[Int.random(in: some.indices, using: &self)] }

  private mutating func arbitraryNumber() -> Int { randomElement(of: [.min, -1, 0, 0, 1, 1, 2, 3, 7, .max]) }

  private mutating func arbitraryID() -> Int { randomElement(of: [0, 1, 2, 3, 4, 5, 6, 99]) }

  private mutating func arbitraryIDs() -> [Int] { (0..<randomElement(of: [0, 1, 2, 9])).map { _ in arbitraryID() } }

  private mutating func arbitraryColumn() -> String {
    randomElement(of: ["id", "name", "price", "count", "flag", "worth", "none"])
  }

  private mutating func arbitraryItem() -> Item {
    Item(
      id: arbitraryID(), name: randomElement(of: [nil, "", "a", "b"]), price: randomElement(of: [nil, 0, 1, 1e300]),
      count: randomElement(of: [nil, 1, .max]))
  }

  private mutating func arbitraryPosition() -> RowPosition<Int> {
    randomElement(of: [.end, .before(arbitraryID()), .after(arbitraryID())])
  }

  private mutating func arbitraryMove() -> EditableItems.Move { .init(arbitraryIDs(), arbitraryPosition()) }

  private mutating func arbitraryDraft() -> EditableItems.PositionedDraft {
    .init(
      draft: .init(editedRow: arbitraryItem(), storedRow: randomElement(of: [nil, arbitraryItem()]), status: .unsaved),
      position: arbitraryPosition())
  }

  private mutating func arbitraryPositionedRow() -> EditableItems.PositionedRow {
    .init(arbitraryItem(), arbitraryPosition())
  }

  private mutating func arbitraryKey() -> TableKeyPress {
    let codes: [TableKeyPress.Code] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .enter, .f2, .escape, .tab, .delete,
      .letters("a"), .letters(""), .letters("b"),
    ]
    return TableKeyPress(randomElement(of: codes), shift: Bool.random(using: &self), control: Bool.random(using: &self))
  }

  mutating func arbitraryAction() -> EditableItems.Action {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .view(arbitraryViewAction())
    case 1: .view(arbitrarySelectionAction())
    case 2: arbitraryEditAction()
    case 3: arbitraryRowAction()
    default: arbitraryResponse()
    }
  }

  private mutating func arbitraryViewAction() -> ItemTable.Action {
    switch Int.random(in: 0..<14, using: &self) {
    case 0: .headerClicked(arbitraryColumn(), adding: Bool.random(using: &self))
    case 1: .sortChanged([SortKey(arbitraryColumn()), SortKey(arbitraryColumn(), .reverse)])
    case 2:
      .columnFilterChanged(
        arbitraryColumn(), randomElement(of: [nil, .contains("a"), .range(from: 0), .among([nil, 1])]))
    case 3: .searchTextChanged(randomElement(of: ["", "a"]))
    case 4: .groupingChanged(to: randomElement(of: [nil, arbitraryColumn()]))
    case 5, 6: .pageChanged(to: arbitraryNumber())
    case 7: .pageSizeChanged(randomElement(of: [nil, arbitraryNumber()]))
    case 8, 9:
      .keyPressed(
        TableKeyPress(randomElement(of: [.pageUp, .pageDown, .up, .down, .end]), displayedRowCount: arbitraryNumber()))
    case 10: .columnMoved(arbitraryColumn(), before: randomElement(of: [nil, arbitraryColumn()]))
    case 11: .columnVisibilityChanged(arbitraryColumn(), Bool.random(using: &self))
    case 12: .columnResized(arbitraryColumn(), randomElement(of: [nil, arbitraryNumber()]))
    default: .columnResized(arbitraryColumn(), nil)
    }
  }

  private mutating func arbitrarySelectionAction() -> ItemTable.Action {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: .selection(.rowClicked(arbitraryID()))
    case 1: .selection(.rowToggled(arbitraryID()))
    case 2: .selection(.rangeExtended(to: arbitraryID()))
    case 3: .selection(randomElement(of: [.allSelected, .inverted, .cleared]))
    case 4: .selection(.idsReplaced(Set(arbitraryIDs())))
    case 5: .selection(.rowRestored(arbitraryID(), isSelected: true, anchor: arbitraryID()))
    case 6: .hoverBegan(arbitraryID())
    case 7: .hoverEnded(arbitraryID())
    default: .keyPressed(arbitraryKey())
    }
  }

  private mutating func arbitraryEditAction() -> EditableItems.Action {
    switch Int.random(in: 0..<9, using: &self) {
    case 0: .editBegan(arbitraryID(), arbitraryColumn())
    case 1: .cellTextChanged(randomElement(of: ["", "1", "x", "1e999"]))
    case 2: randomElement(of: [.editCommitted, .editCancelled])
    case 3: .cellValueSet(arbitraryID(), arbitraryColumn(), randomElement(of: [nil, 1, "x", .real(-1e300)]))
    case 4: .cellRejected(arbitraryID(), arbitraryColumn(), randomElement(of: [nil, 1, "x"]), "no")
    case 5: .saveTapped(randomElement(of: [nil, arbitraryID()]))
    case 6: .revertTapped(randomElement(of: [nil, arbitraryID()]))
    case 7: .localKept(arbitraryID())
    default: .remoteTaken(arbitraryID())
    }
  }

  private mutating func arbitraryRowAction() -> EditableItems.Action {
    switch Int.random(in: 0..<12, using: &self) {
    case 0: .deleteTapped
    case 1: .rowsDeleted(arbitraryIDs())
    case 2: .rowsDeletedAt(offsets: [arbitraryNumber(), arbitraryNumber()])
    case 3: .rowsMoved(arbitraryMove())
    case 4: .rowsMovedFrom(offsets: [arbitraryNumber(), arbitraryNumber()], toOffset: arbitraryNumber())
    case 5: .dragBegan(arbitraryID())
    case 6: .draggedOver(randomElement(of: [nil, .end, .before(arbitraryID()), .after(arbitraryID())]))
    case 7: randomElement(of: [.dropped, .dragCancelled])
    case 8: .undoApplied(.move([arbitraryMove(), arbitraryMove()], from: [arbitraryMove()]))
    case 9: .undoApplied(.deletion([arbitraryPositionedRow(), arbitraryPositionedRow()]))
    case 10: .undoApplied(.restoration([arbitraryPositionedRow(), arbitraryPositionedRow()]))
    default:
      randomElement(of: [
        .undoApplied(.cellEdit(arbitraryColumn(), was: arbitraryItem(), is: arbitraryItem())),
        .restoreTapped(randomElement(of: [nil, arbitraryID()])),
        .undoApplied(.revert([arbitraryDraft()])),
      ])
    }
  }

  private mutating func arbitraryResponse() -> EditableItems.Action {
    switch Int.random(in: 0..<15, using: &self) {
    case 0: .view(.rowsReplaced((0..<5).map { _ in arbitraryItem() }))
    case 1, 2: .view(.rowUpserted(arbitraryItem(), before: randomElement(of: [nil, arbitraryID()])))
    case 3: .view(.rowRemoved(arbitraryID()))
    case 4: .view(.contextChanged(["a": randomElement(of: [nil, 1, 2])]))
    case 5: .view(.reloadTapped)
    case 6, 7:
      .view(
        .windowLoaded(
          (0..<randomElement(of: [0, 1, 3, 9])).map { _ in arbitraryItem() },
          count: randomElement(of: [nil, arbitraryNumber()])))
    case 8: .view(.windowLoadFailed("offline"))
    case 9: randomElement(of: [.moveCompleted([arbitraryMove()]), .moveFailed([arbitraryMove()], "offline")])
    case 10: randomElement(of: [.deleteCompleted(arbitraryIDs()), .deleteFailed(arbitraryIDs(), "offline")])
    case 11:
      randomElement(of: [
        .restoreCompleted([arbitraryPositionedRow()]),
        .restoreFailed([arbitraryPositionedRow(), arbitraryPositionedRow()], "offline"),
      ])
    case 12: .saveCompleted(arbitraryItem())
    case 13: .saveFailed(arbitraryID(), "offline")
    default: .saveConflicted(arbitraryID(), stored: randomElement(of: [nil, arbitraryItem()]))
    }
  }
}
