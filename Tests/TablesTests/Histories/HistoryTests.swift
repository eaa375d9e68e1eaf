import Conditions
import LoopExplorer
import Testing
import Values

@testable import Tables

/// Whatever is done to a table: what it keeps up to date is what looking at every row would give.
@Suite struct `A table over random histories` {
  private static let orderings = [
    Ordering(), Ordering(nulls: .first),
    Ordering(isNatural: true, folding: Folding(ignoresCase: true, ignoresAccents: true)),
  ]

  /// Each seed has options of its own, and every twelfth the same; all of them only in the exhaustive run.
  private static let seeds = isExhaustive ? 0..<40 : 0..<12
  private static let length = isExhaustive ? 2_500 : 200

  /// Long ones, in which much comes upon much else.
  @Test(arguments: seeds) func `shows what a naive reading shows, step by step`(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    _ = try play(Self.length, on: table(seed), &chance, "seed \(seed)")
  }

  /// Short ones, each from rows of its own: a hundred thousand in the exhaustive run.
  @Test(arguments: seeds) func `shows what a naive reading shows, from wherever it begins`(seed: Int) throws {
    var chance = Chance(seed: UInt64(1_000 + seed))
    let table = try table(seed)
    for number in 0..<Self.length {
      let steps = Int.random(in: 1...5, using: &chance)
      if try !play(steps, on: table, &chance, "seed \(seed), history \(number)") { return }
    }
  }

  private func table(_ seed: Int) throws -> ItemTable {
    try ItemTable(
      columns: itemColumns(Self.orderings[seed % 3]),
      options: TableOptions {
        $0.selection = .several
        $0.handlesMoves = true
        $0.handlesDeletions = true
        if seed % 2 == 1 { $0.canSelect = { $0.id % 5 != 0 } }
        if seed % 4 < 2 { $0.aggregates = Self.aggregates(seed) }
      })
  }

  /// Whether a history of so many steps ends as it should, and every step of it.
  private func play(_ steps: Int, on table: ItemTable, _ chance: inout Chance, _ name: String) throws -> Bool {
    var rows = (0..<Int.random(in: 0..<12, using: &chance)).map { chance.item($0) }
    var state = table.state(rows)
    var selected: Set<Int> = []
    for step in 0..<steps {
      let action = chance.action(in: state)
      let seenBefore = NaiveReading(table: table, rows: rows, query: state.query, beside: state.beside).seen
      let before = state
      _ = table.reduce(&state, action)
      if state.refusal == nil { follow(action, &rows, &selected, seenBefore, table, before) }
      let naive = NaiveReading(table: table, rows: rows, query: state.query, beside: state.beside)
      guard state.allRows == rows, table.seen(state) == naive.seen,
        Set(table.selectedRows(in: state).map(\.id)) == selected,
        goal(of: action, seenBefore, before).map({ state.cursor?.row == seenBefore[$0] }) ?? true,
        state.derived.tally == tally(selected, naive.seen, rows, table),
        state.derived.aggregates.map(\.value) == table.options.aggregates.map({ table.compute($0, state) })
      else {
        Issue.record(
          """
          \(name), step \(step): after \(action) the table shows \(table.seen(state)) of \(state.allRows.map(\.id)), \
          and a naive reading \(naive.seen) of \(rows.map(\.id)); selected are \(state.selection), and should be \
          \(selected.sorted()), counted \(String(describing: state.derived.tally)) and \(state.derived.aggregates)
          """)
        return false
      }
    }
    return true
  }

  /// Each function once, of one column or another, and of these rows or those.
  private static func aggregates(_ seed: Int) -> [Aggregate] {
    let columns = ["price", "count", "name", "worth"]
    let scopes = [Aggregate.Scope.all, .filtered, .selected]
    return Aggregate.Function.allCases.enumerated().map { number, function in
      Aggregate(function, columns[(number + seed / 4) % 4], of: scopes[(number + seed / 2) % 3])
    }
  }

  private func tally(_ selected: Set<Int>, _ seen: [Int], _ rows: [Item], _ table: ItemTable) -> SelectionTally {
    let selectable = Set(rows.filter(table.canSelect).map(\.id))
    return SelectionTally(
      selected: selected.count, selectedSeen: selected.intersection(seen).count,
      selectableSeen: selectable.intersection(seen).count)
  }

  /// Where a key leads the cursor, if it does, among those that are seen.
  private func goal(of action: ItemTable.Action, _ seen: [Int], _ before: ItemTable.State) -> Int? {
    guard case .keyPressed(let key) = action, !seen.isEmpty else { return nil }
    let current = (before.cursor?.row).flatMap(seen.firstIndex)
    let place: Int? =
      switch key.code {
      case .up: (current ?? seen.count) - 1
      case .down: (current ?? -1) + 1
      case .home: 0
      case .end: seen.count - 1
      default: nil
      }
    return place.map { min(max($0, 0), seen.count - 1) }
  }

  /// What an action means for the rows and the selection, in the shortest way.
  private func follow(
    _ action: ItemTable.Action, _ rows: inout [Item], _ selected: inout Set<Int>, _ seen: [Int], _ table: ItemTable,
    _ before: ItemTable.State
  ) {
    func isSelectable(_ id: Int) -> Bool { rows.first { $0.id == id }.map(table.canSelect) ?? false }
    switch action {
    case .rowPut(let row, let other):
      if let place = rows.firstIndex(where: { $0.id == row.id }) {
        rows[place] = row
      } else {
        rows.insert(row, at: rows.firstIndex { $0.id == other } ?? rows.count)
      }
    case .cellSet(let id, _, let value):
      if let place = rows.firstIndex(where: { $0.id == id }) { rows[place].price = value.number?.real }
    case .rowRemoved(let id):
      rows.removeAll { $0.id == id }
      selected.remove(id)
    case .rowsDeleted(let ids):
      rows.removeAll { ids.contains($0.id) }
      selected.subtract(ids)
    case .rowsDeletedAt(let offsets):
      follow(.rowsDeleted(offsets.map { seen[$0] }), &rows, &selected, seen, table, before)
    case .rowsMovedFrom(let offsets, let target):
      // Those behind the target that are seen and stay are still behind what was moved.
      let moved = Set(offsets).sorted().map { seen[$0] }
      let next = seen[target...].first { !moved.contains($0) }
      follow(.rowsMoved(.init(moved, before: next)), &rows, &selected, seen, table, before)
    case .rowsReplaced(let replaced):
      rows = replaced
      selected.formIntersection(rows.filter(table.canSelect).map(\.id))
    case .rowsMoved(let move):
      let moved = move.ids.compactMap { id in rows.first { $0.id == id } }
      let behind: [Item] =
        switch move.place {
        case .end: []
        case .before(let id): Array(rows.drop { $0.id != id })
        case .after(let id): Array(rows.drop { $0.id != id }.dropFirst())
        }
      let target = behind.first { !move.ids.contains($0.id) }
      rows.removeAll { move.ids.contains($0.id) }
      rows.insert(contentsOf: moved, at: rows.firstIndex { $0.id == target?.id } ?? rows.count)
    case .selection(.pressed(let id)): selected = [id]
    case .selection(.toggled(let id)): selected.formSymmetricDifference([id])
    case .selection(.extended(let id)):
      if let anchor = before.selection.anchor.flatMap({ seen.firstIndex(of: $0) }), let end = seen.firstIndex(of: id) {
        selected = Set(seen[min(anchor, end)...max(anchor, end)].filter(isSelectable))
      } else {
        selected = [id]
      }
    case .keyPressed(let key) where key.code == .space:
      selected.formSymmetricDifference([before.cursor?.row].compactMap(\.self))
    case .keyPressed(let key) where key.isShifted:
      guard let end = goal(of: action, seen, before) else { return }
      let start =
        [before.selection.anchor, before.cursor?.row].compactMap { seen.firstIndex(of: $0 ?? -1) }.first ?? end
      selected = Set(seen[min(start, end)...max(start, end)].filter(isSelectable))
    case .selection(.allPressed): selected = Set(seen.filter(isSelectable))
    case .selection(.inverted): selected.formSymmetricDifference(seen.filter(isSelectable))
    case .selection(.cleared): selected = []
    case .selection(.written(let ids)): selected = ids.filter(isSelectable)
    default: break
    }
  }
}

/// A source of numbers that are always the same.
private struct Chance: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func pick<Some>(_ some: [Some]) -> Some { some[Int.random(in: some.indices, using: &self)] }

  mutating func item(_ id: Int) -> Item {
    Item(
      id: id, name: pick(Self.names), price: pick([nil, -1.5, -0.0, 0, 2, 2, 1e300, 2.25]),
      count: pick([nil, -3, 0, 1, 2, 9_007_199_254_740_993, 9_007_199_254_740_992, .max, .min]),
      flag: Bool.random(using: &self), ticker: pick(["a", "b", "c"]))
  }

  private static let names: [String?] = [
    nil, "", "a", "A", "ä", "item2", "item10", "item 2", "item -2", "item -10", "a\0", "a\0b", "banana split 1",
    "banana split 12", "banana split 2.5", "banana split 2.50", "banana split 2.25", "1.2.10", "1.2.9", "007", "7", "🍌",
  ]

  mutating func action(in state: ItemTable.State) -> ItemTable.Action {
    let ids = state.allRows.map(\.id)
    let some = ids.isEmpty ? [1] : ids
    let columns = ["id", "name", "price", "count", "flag", "worth"]
    switch Int.random(in: 0..<36, using: &self) {
    case 0, 1: return .titlePressed(pick(columns), adding: Bool.random(using: &self))
    case 2: return .sortSet((0..<2).map { _ in SortKey(pick(columns), pick([.forward, .reverse])) })
    case 3: return .columnFiltered("name", pick([nil, nil, .contains("A"), .among(["a", nil]), .contains("2")]))
    case 4: return .columnFiltered("price", pick([nil, nil, .range(from: 0), .range(from: -2, through: 2)]))
    case 5: return .conditionSet(pick([nil, nil] + Self.conditions))
    case 6: return .searched(pick(["", "", "an", "Ä", "em"]))
    case 7, 8, 9, 10: return .rowPut(item(pick(some)))
    case 11, 12: return .rowPut(item(Int.random(in: 0..<30, using: &self)), before: pick(some))
    case 13: return .rowRemoved(pick(some))
    case 14: return .rowsDeleted([pick(some)])
    case 15: return .rowsMoved(.init([pick(some)], before: pick([nil] + some)))
    case 16: return .rowsMoved(.init(Set([pick(some), pick(some)]).sorted(), .after(pick(some))))
    case 17: return .rowsReplaced(pick([[], ids.shuffled(using: &self)]).map { item($0) })
    case 18: return .besideSet([pick(["a", "b", "c"]): pick([nil, 1, 2.5, -1])])
    case 19: return .selection(.pressed(pick(some)))
    case 20, 21: return .selection(.toggled(pick(some)))
    case 22: return .selection(.extended(to: pick(some)))
    case 23: return .selection(pick([.allPressed, .inverted, .inverted, .cleared]))
    case 24: return .selection(.written([pick(some), 99]))
    case 25: return .sortSet([])
    case 26: return .hoverBegan(pick(some))
    case 27: return .heightChanged(pick([nil, 3]))
    case 28: return .rowsDeleted(atOffsets: [Int.random(in: 0...ids.count, using: &self)])
    case 29:
      let offsets = (0..<2).map { _ in Int.random(in: 0...ids.count / 2, using: &self) }
      return .rowsMoved(fromOffsets: offsets, toOffset: Int.random(in: 0...ids.count, using: &self))
    default: return .keyPressed(pick(Self.keys))
    }
  }

  private static let keys =
    [TableKey.Code.up, .down, .home, .end].flatMap { [TableKey($0), TableKey($0, shift: true)] }
    + [TableKey(.down), TableKey(.down, shift: true), TableKey(.space)]

  private static let conditions: [Condition?] = [
    Term.key("count") > 0, Term.key("name") == "a" || Term.key("flag") == true, Term.key("worth") >= 1,
  ]
}
