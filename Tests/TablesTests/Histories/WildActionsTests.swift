import Foundation
import LoopExplorer
import Testing
import Values

@testable import Tables

/// Whatever is done to a table in whatever order, with numbers that make no sense and rows that are not there.
@Suite struct `A table to which anything is done` {
  @Test(arguments: 0..<24) func `law 2: stops at nothing, and changes nothing that it refuses`(seed: Int) throws {
    var chance = WildChance(seed: UInt64(seed))
    let table = try ItemTable(
      columns: itemColumns(),
      options: TableOptions {
        $0.selection = chance.pick([.none, .one, .several])
        $0.handlesMoves = true
        $0.handlesDeletions = true
        $0.notesChanges = true
        $0.changes = seed % 2 == 0 ? .atOnce : .asked
        $0.source = seed % 3 == 0 ? .windows(of: 3) : .here
        $0.navigation = seed % 4 < 2 ? .rows : .cells
        if chance.isHeads { $0.isShown = { $0.id != 0 } }
        if chance.isHeads { $0.canSelect = { $0.id % 2 == 0 } }
        if chance.isHeads { $0.aggregates = Self.aggregates }
      })
    var state = table.after(.reloadTapped, from: table.state((0..<6).map { Item(id: $0) }))
    for step in 0..<(isExhaustive ? 1_500 : 150) {
      let action = chance.action()
      let before = state
      _ = table.reduce(&state, action)
      let said = "seed \(seed), step \(step): \(action)"
      try expectSense(state, table, said)
      if state.refusal != nil && !action.mayBeRefusedHalfway {
        let isSame = state == before
        try #require(isSame, "\(said) was refused, and changed something")
      }
      if step % 50 == 0 {
        let data = try JSONEncoder().encode(state)
        let isSame = try JSONDecoder().decode(ItemTable.State.self, from: data) == state
        try #require(isSame, "\(said): it is read back as something else")
      }
    }
  }

  private static let aggregates = [
    Aggregate(.count), Aggregate(.sum, "price"), Aggregate(.max, "name", of: .all),
    Aggregate(.average, "worth", of: .selected),
  ]

  private func expectSense(_ state: ItemTable.State, _ table: ItemTable, _ said: String) throws {
    let screen = table.screen(of: state)
    let ids = table.pageRows(of: state).map(\.id)
    try #require(screen.page >= 0 && screen.page < screen.pageCount ?? .max, "\(said)")
    try #require(state.hovered.map(ids.contains) ?? true, "\(said)")
    try #require(state.cursor.map { ids.contains($0.row) } ?? true, "\(said)")
    try #require(Set(state.allRows.map(\.id)).count == state.rowCount, "\(said)")
    try #require(state.remote != nil || state.selection.ids.allSatisfy { state[$0] != nil }, "\(said)")
    try #require(state.derived.tally == table.countSelected(state), "\(said)")
    try #require(screen.rows.filter(\.isHovered).count <= 1, "\(said)")
    try #require(screen.aggregates.map(\.value) == table.options.aggregates.map { table.compute($0, state) }, "\(said)")
    try #require((0...screen.furthestOffset).contains(screen.offset), "\(said)")
    try #require(screen.counts.selected.map { $0 >= 0 } ?? true, "\(said)")
  }
}

extension ItemTable.Action {
  /// A commit that fails says so in the cell; a cell is committed before the next one is gone to; what was carried falls
  /// where it was.
  fileprivate var mayBeRefusedHalfway: Bool {
    switch self {
    case .editCommitted, .editBegan, .dropped: true
    case .keyPressed(let key): [.tab, .enter, .f2].contains(key.code)
    default: false
    }
  }
}

private struct WildChance: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  var isHeads: Bool { mutating get { Bool.random(using: &self) } }

  mutating func pick<Some>(_ some: [Some]) -> Some { some[Int.random(in: some.indices, using: &self)] }

  private mutating func number() -> Int { pick([.min, -1, 0, 0, 1, 1, 2, 3, 7, .max]) }

  private mutating func id() -> Int { pick([0, 1, 2, 3, 4, 5, 6, 99]) }

  private mutating func ids() -> [Int] { (0..<pick([0, 1, 2, 9])).map { _ in id() } }

  private mutating func column() -> String { pick(["id", "name", "price", "count", "flag", "worth", "none"]) }

  private mutating func item() -> Item {
    Item(id: id(), name: pick([nil, "", "a", "b"]), price: pick([nil, 0, 1, 1e300]), count: pick([nil, 1, .max]))
  }

  private mutating func place() -> RowPlace<Int> { pick([.end, .before(id()), .after(id())]) }

  private mutating func next() -> Int? { pick([.none, id()]) }

  private mutating func move() -> ItemTable.Move { .init(ids(), place(), next: next()) }

  private mutating func draft() -> ItemTable.PlacedDraft {
    .init(draft: .init(edited: item(), stored: pick([nil, item()]), stage: .changed), place: place(), next: next())
  }

  private mutating func placed() -> ItemTable.PlacedRow { .init(item(), place(), next: next()) }

  private mutating func key() -> TableKey {
    let codes: [TableKey.Code] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .enter, .f2, .escape, .tab, .delete,
      .letters("a"), .letters(""), .letters("b"),
    ]
    return TableKey(pick(codes), shift: Bool.random(using: &self), control: Bool.random(using: &self))
  }

  mutating func action() -> ItemTable.Action {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: looking()
    case 1: selecting()
    case 2: editing()
    case 3: changing()
    default: answering()
    }
  }

  private mutating func looking() -> ItemTable.Action {
    switch Int.random(in: 0..<14, using: &self) {
    case 0: .titlePressed(column(), adding: Bool.random(using: &self))
    case 1: .sortSet([SortKey(column()), SortKey(column(), .reverse)])
    case 2: .columnFiltered(column(), pick([nil, .contains("a"), .range(from: 0), .among([nil, 1])]))
    case 3: .searched(pick(["", "a"]))
    case 4: .grouped(by: pick([nil, column()]))
    case 5, 6: .pageTurned(to: number())
    case 7: .pageSizeChanged(pick([nil, number()]))
    case 8: .scrolled(to: pick([nil, id()]))
    case 9: pick([.heightChanged(pick([nil, number()])), .widthChanged(pick([nil, number()]))])
    case 10: .columnMoved(column(), before: pick([nil, column()]))
    case 11: .columnShown(column(), Bool.random(using: &self))
    case 12: .columnResized(column(), pick([nil, number()]))
    default: .scrolledSideways(to: number())
    }
  }

  private mutating func selecting() -> ItemTable.Action {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: .selection(.pressed(id()))
    case 1: .selection(.toggled(id()))
    case 2: .selection(.extended(to: id()))
    case 3: .selection(pick([.allPressed, .inverted, .cleared]))
    case 4: .selection(.written(Set(ids())))
    case 5: .selection(.restoredOne(id(), isSelected: true, anchor: id()))
    case 6: .hoverBegan(id())
    case 7: .hoverEnded(id())
    default: .keyPressed(key())
    }
  }

  private mutating func editing() -> ItemTable.Action {
    switch Int.random(in: 0..<9, using: &self) {
    case 0: .editBegan(id(), column())
    case 1: .typed(pick(["", "1", "x", "1e999"]))
    case 2: pick([.editCommitted, .editCancelled])
    case 3: .cellSet(id(), column(), pick([nil, 1, "x", .real(-1e300)]))
    case 4: .cellRejected(id(), column(), pick([nil, 1, "x"]), "no")
    case 5: .saveTapped(pick([nil, id()]))
    case 6: .revertTapped(pick([nil, id()]))
    case 7: .mineKept(id())
    default: .theirsTaken(id())
    }
  }

  private mutating func changing() -> ItemTable.Action {
    switch Int.random(in: 0..<12, using: &self) {
    case 0: .deleteTapped
    case 1: .rowsDeleted(ids())
    case 2: .rowsDeletedAt(offsets: [number(), number()])
    case 3: .rowsMoved(move())
    case 4: .rowsMovedFrom(offsets: [number(), number()], toOffset: number())
    case 5: .dragBegan(id())
    case 6: .draggedOver(pick([nil, .end, .before(id()), .after(id())]))
    case 7: pick([.dropped, .dragCancelled])
    case 8: .takenBack(.places([move(), move()], from: [move()]))
    case 9: .takenBack(.deletion([placed(), placed()]))
    case 10: .takenBack(.restoring([placed(), placed()]))
    default:
      pick([
        .takenBack(.cell(column(), was: item(), is: item())), .restoreTapped(pick([nil, id()])),
        .takenBack(.edits([draft()])),
      ])
    }
  }

  private mutating func answering() -> ItemTable.Action {
    switch Int.random(in: 0..<15, using: &self) {
    case 0: .rowsReplaced((0..<5).map { _ in item() })
    case 1, 2: .rowPut(item(), before: pick([nil, id()]))
    case 3: .rowRemoved(id())
    case 4: .besideSet(["a": pick([nil, 1, 2])])
    case 5: .reloadTapped
    case 6, 7: .windowLoaded((0..<pick([0, 1, 3, 9])).map { _ in item() }, count: pick([nil, number()]))
    case 8: .windowFailed("offline")
    case 9: pick([.moved(move()), .moveFailed(move(), "offline")])
    case 10: pick([.deleted(ids()), .deleteFailed(ids(), "offline")])
    case 11: pick([.restored([placed()]), .restoreFailed([placed(), placed()], "offline")])
    case 12: .saved(item())
    case 13: .saveFailed(id(), "offline")
    default: .saveConflicted(id(), stored: pick([nil, item()]))
    }
  }
}
