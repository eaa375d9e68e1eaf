import Conditions
import TestInputs
import Testing
import Values

@testable import Tables

/// Compares a table that is updated incrementally with a query that reads every row, after random actions.
@Suite struct `A table after random histories` {
  private static let sortOptions = [
    SortOptions(), SortOptions(nullPlacement: .first),
    SortOptions(isNatural: true, compareOptions: StringCompareOptions(ignoresCase: true, ignoresAccents: true)),
  ]

  /// The seeds of the random histories.
  ///
  /// A seed selects the options of the table, which repeat every twelve seeds. Only the exhaustive run uses all seeds.
  private static let seeds = runsExhaustively ? 0..<24 : 0..<12
  private static let stepCount = runsExhaustively ? 600 : 130

  /// Long histories, in which many kinds of action interact.
  @Test(arguments: seeds) func `agrees with a naive query after every step`(seed: Int) throws {
    var chance = RandomTableActions(seed: UInt64(seed))
    _ = try runHistory(stepCount: Self.stepCount, on: makeTable(seed: seed), &chance, name: "seed \(seed)")
  }

  /// Short histories, each with different initial rows.
  ///
  /// The exhaustive run checks 14,400 of them.
  @Test(arguments: seeds) func `agrees with a naive query from any initial rows`(seed: Int) throws {
    var chance = RandomTableActions(seed: UInt64(1_000 + seed))
    let table = try makeTable(seed: seed)
    for number in 0..<Self.stepCount {
      let steps = Int.random(in: 1...5, using: &chance)
      if try !runHistory(stepCount: steps, on: table, &chance, name: "seed \(seed), history \(number)") { return }
    }
  }

  private func makeTable(seed: Int) throws -> EditableItems {
    try EditableItems(
      columns: makeItemColumns(sortOptions: Self.sortOptions[seed % 3]),
      options: EditingOptions {
        $0.view.selection = .multiple
        $0.supportsMoves = true
        $0.supportsDeletions = true
        if seed % 2 == 1 { $0.view.canSelect = { $0.id % 5 != 0 } }
        if seed % 4 < 2 { $0.view.aggregates = Self.makeAggregates(seed: seed) }
      })
  }

  /// Returns whether the table agrees with the naive query after every step of a random history.
  private func runHistory(stepCount: Int, on table: EditableItems, _ chance: inout RandomTableActions, name: String)
    throws -> Bool
  {
    var rows = (0..<Int.random(in: 0..<12, using: &chance)).map { chance.randomItem(id: $0) }
    var state = table.initialState(rows)
    var selected: Set<Int> = []
    for step in 0..<stepCount {
      let action = chance.randomAction(in: state.view)
      let visibleBefore = NaiveQuery(
        table: table.view, rows: rows, query: state.view.query, contextValues: state.view.contextValues
      )
      .visibleIDs
      // The reason of an earlier rejection stays until an action of the user is accepted.
      state.view.rejection = nil
      let before = state.view
      _ = table.reduce(&state, action)
      if case .view(let action) = action {
        let isSame = table.view.state(after: action, from: before) == state.view
        try #require(isSame, "\(name), step \(step), after \(action): the view alone has another state")
      }
      if state.view.rejection == nil { applyNaively(action, &rows, &selected, visibleBefore, table.view, before) }
      let naive = NaiveQuery(
        table: table.view, rows: rows, query: state.view.query, contextValues: state.view.contextValues)
      guard state.view.allRows == rows, table.visibleIDs(state) == naive.visibleIDs,
        Set(table.view.selectedRows(in: state.view).map(\.id)) == selected,
        expectedCursorIndex(of: action, visibleBefore, before).map({ state.view.cursor?.row == visibleBefore[$0] })
          ?? true,
        state.view.derived.selectionCounts == expectedSelectionCounts(selected, naive.visibleIDs, rows, table.view),
        state.view.derived.aggregates.map(\.value)
          == table.view.options.aggregates.map({ table.view.computeAggregate($0, state.view) })
      else {
        Issue.record(
          """
          \(name), step \(step), after \(action): the table shows \(table.visibleIDs(state)) of \
          \(state.view.allRows.map(\.id)), the naive query \(naive.visibleIDs) of \(rows.map(\.id)); the selection is \
          \(state.view.selection), expected \(selected.sorted()), with the counts \
          \(String(describing: state.view.derived.selectionCounts)) and the aggregates \(state.view.derived.aggregates)
          """)
        return false
      }
    }
    return true
  }

  /// Returns one aggregate for each function, with columns and scopes that depend on the seed.
  private static func makeAggregates(seed: Int) -> [Aggregate] {
    let columns = ["price", "count", "name", "worth"]
    let scopes = [Aggregate.Scope.all, .filtered, .selected]
    return Aggregate.Function.allCases.enumerated().map { number, function in
      Aggregate(function, columns[(number + seed / 4) % 4], of: scopes[(number + seed / 2) % 3])
    }
  }

  private func expectedSelectionCounts(_ selected: Set<Int>, _ visible: [Int], _ rows: [Item], _ table: ItemTable)
    -> SelectionCounts
  {
    let selectable = Set(rows.filter(table.canSelect).map(\.id))
    return SelectionCounts(
      selected: selected.count, selectedVisible: selected.intersection(visible).count,
      selectableVisible: selectable.intersection(visible).count)
  }

  /// Returns the visible index to which a key moves the cursor, or `nil` if it does not move the cursor.
  private func expectedCursorIndex(of action: EditableItems.Action, _ visible: [Int], _ before: ItemTable.State) -> Int?
  {
    guard case .view(.keyPressed(let key)) = action, !visible.isEmpty else { return nil }
    let current = (before.cursor?.row).flatMap(visible.firstIndex)
    let index: Int? =
      switch key.code {
      case .up: (current ?? visible.count) - 1
      case .down: (current ?? -1) + 1
      case .home: 0
      case .end: visible.count - 1
      default: nil
      }
    return index.map { min(max($0, 0), visible.count - 1) }
  }

  /// Applies an action to the rows and the selection in the simplest way.
  private func applyNaively(
    _ action: EditableItems.Action, _ rows: inout [Item], _ selected: inout Set<Int>, _ visible: [Int],
    _ table: ItemTable,
    _ before: ItemTable.State
  ) {
    func isSelectable(_ id: Int) -> Bool { rows.first { $0.id == id }.map(table.canSelect) ?? false }
    switch action {
    case .view(.rowUpserted(let row, let other)):
      if let index = rows.firstIndex(where: { $0.id == row.id }) {
        rows[index] = row
      } else {
        rows.insert(row, at: rows.firstIndex { $0.id == other } ?? rows.count)
      }
    case .cellValueSet(let id, _, let value):
      if let index = rows.firstIndex(where: { $0.id == id }) { rows[index].price = value.number?.real }
    case .view(.rowRemoved(let id)):
      rows.removeAll { $0.id == id }
      selected.remove(id)
    case .rowsDeleted(let ids):
      rows.removeAll { ids.contains($0.id) }
      selected.subtract(ids)
    case .rowsDeletedAt(let offsets):
      applyNaively(.rowsDeleted(offsets.map { visible[$0] }), &rows, &selected, visible, table, before)
    case .rowsMovedFrom(let offsets, let target):
      // The rows are moved before the first visible row at or after the target that is not moved itself.
      let moved = Set(offsets).sorted().map { visible[$0] }
      let next = visible[target...].first { !moved.contains($0) }
      applyNaively(.rowsMoved(.init(moved, before: next)), &rows, &selected, visible, table, before)
    case .view(.rowsReplaced(let replaced)):
      rows = replaced
      selected.formIntersection(rows.filter(table.canSelect).map(\.id))
    case .rowsMoved(let move):
      let moved = move.ids.compactMap { id in rows.first { $0.id == id } }
      let following: [Item] =
        switch move.position {
        case .end: []
        case .before(let id): Array(rows.drop { $0.id != id })
        case .after(let id): Array(rows.drop { $0.id != id }.dropFirst())
        }
      let target = following.first { !move.ids.contains($0.id) }
      rows.removeAll { move.ids.contains($0.id) }
      rows.insert(contentsOf: moved, at: rows.firstIndex { $0.id == target?.id } ?? rows.count)
    case .view(.selection(.rowClicked(let id))): selected = [id]
    case .view(.selection(.rowToggled(let id))): selected.formSymmetricDifference([id])
    case .view(.selection(.rangeExtended(let id))):
      if let anchor = before.selection.anchor.flatMap({ visible.firstIndex(of: $0) }),
        let end = visible.firstIndex(of: id)
      {
        selected = Set(visible[min(anchor, end)...max(anchor, end)].filter(isSelectable))
      } else {
        selected = [id]
      }
    case .view(.keyPressed(let key)) where key.code == .space:
      selected.formSymmetricDifference([before.cursor?.row].compactMap(\.self))
    case .view(.keyPressed(let key)) where key.isShiftDown:
      guard let end = expectedCursorIndex(of: action, visible, before) else { return }
      let start =
        [before.selection.anchor, before.cursor?.row].compactMap { visible.firstIndex(of: $0 ?? -1) }.first ?? end
      selected = Set(visible[min(start, end)...max(start, end)].filter(isSelectable))
    case .view(.selection(.allSelected)): selected = Set(visible.filter(isSelectable))
    case .view(.selection(.inverted)): selected.formSymmetricDifference(visible.filter(isSelectable))
    case .view(.selection(.cleared)): selected = []
    case .view(.selection(.idsReplaced(let ids))): selected = ids.filter(isSelectable)
    default: break
    }
  }
}

/// A generator of random actions.
///
/// Equal seeds give equal actions.
private struct RandomTableActions: RandomNumberGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func randomElement<Some>(of some: [Some]) -> Some { some[Int.random(in: some.indices, using: &self)] }

  mutating func randomItem(id: Int) -> Item {
    Item(
      id: id, name: randomElement(of: Self.names), price: randomElement(of: [nil, -1.5, -0.0, 0, 2, 2, 1e300, 2.25]),
      count: randomElement(of: [nil, -3, 0, 1, 2, 9_007_199_254_740_993, 9_007_199_254_740_992, .max, .min]),
      flag: Bool.random(using: &self), ticker: randomElement(of: ["a", "b", "c"]))
  }

  private static let names: [String?] = [
    nil, "", "a", "A", "ä", "item2", "item10", "item 2", "item -2", "item -10", "a\0", "a\0b", "banana split 1",
    "banana split 12", "banana split 2.5", "banana split 2.50", "banana split 2.25", "1.2.10", "1.2.9", "007", "7", "🍌",
  ]

  mutating func randomAction(in state: ItemTable.State) -> EditableItems.Action {
    let ids = state.allRows.map(\.id)
    let some = ids.isEmpty ? [1] : ids
    let columns = ["id", "name", "price", "count", "flag", "worth"]
    switch Int.random(in: 0..<36, using: &self) {
    case 0, 1: return .view(.headerClicked(randomElement(of: columns), adding: Bool.random(using: &self)))
    case 2:
      return .view(
        .sortChanged(
          (0..<2).map { _ in SortKey(randomElement(of: columns), randomElement(of: [.forward, .reverse])) }))
    case 3:
      return .view(
        .columnFilterChanged(
          "name", randomElement(of: [nil, nil, .contains("A"), .among(["a", nil]), .contains("2")])))
    case 4:
      return .view(
        .columnFilterChanged(
          "price", randomElement(of: [nil, nil, .range(from: 0), .range(from: -2, through: 2)])))
    case 5: return .view(.conditionChanged(randomElement(of: [nil, nil] + Self.conditions)))
    case 6: return .view(.searchTextChanged(randomElement(of: ["", "", "an", "Ä", "em"])))
    case 7, 8, 9, 10: return .view(.rowUpserted(randomItem(id: randomElement(of: some))))
    case 11, 12:
      return .view(.rowUpserted(randomItem(id: Int.random(in: 0..<30, using: &self)), before: randomElement(of: some)))
    case 13: return .view(.rowRemoved(randomElement(of: some)))
    case 14: return .rowsDeleted([randomElement(of: some)])
    case 15: return .rowsMoved(.init([randomElement(of: some)], before: randomElement(of: [nil] + some)))
    case 16:
      return .rowsMoved(
        .init(Set([randomElement(of: some), randomElement(of: some)]).sorted(), .after(randomElement(of: some))))
    case 17:
      return .view(.rowsReplaced(randomElement(of: [[], ids.shuffled(using: &self)]).map { randomItem(id: $0) }))
    case 18: return .view(.contextChanged([randomElement(of: ["a", "b", "c"]): randomElement(of: [nil, 1, 2.5, -1])]))
    case 19: return .view(.selection(.rowClicked(randomElement(of: some))))
    case 20, 21: return .view(.selection(.rowToggled(randomElement(of: some))))
    case 22: return .view(.selection(.rangeExtended(to: randomElement(of: some))))
    case 23: return .view(.selection(randomElement(of: [.allSelected, .inverted, .inverted, .cleared])))
    case 24: return .view(.selection(.idsReplaced([randomElement(of: some), 99])))
    case 25: return .view(.sortChanged([]))
    case 26: return .view(.hoverBegan(randomElement(of: some)))
    case 27:
      return .view(.keyPressed(TableKeyPress(randomElement(of: [.down, .pageDown, .end]), displayedRowCount: 3)))
    case 28: return .rowsDeleted(atOffsets: [Int.random(in: 0...ids.count, using: &self)])
    case 29:
      let offsets = (0..<2).map { _ in Int.random(in: 0...ids.count / 2, using: &self) }
      return .rowsMoved(fromOffsets: offsets, toOffset: Int.random(in: 0...ids.count, using: &self))
    default: return .view(.keyPressed(randomElement(of: Self.keys)))
    }
  }

  private static let keys =
    [TableKeyPress.Code.up, .down, .home, .end].flatMap { [TableKeyPress($0), TableKeyPress($0, shift: true)] }
    + [TableKeyPress(.down), TableKeyPress(.down, shift: true), TableKeyPress(.space)]

  private static let conditions: [Condition?] = [
    Term.key("count") > 0, Term.key("name") == "a" || Term.key("flag") == true, Term.key("worth") >= 1,
  ]
}
