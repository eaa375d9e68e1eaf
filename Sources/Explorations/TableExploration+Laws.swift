internal import Loop
package import LoopExplorer
internal import Tables

extension TableExploration {
  /// What can never be heard where rows are changed, and why.
  package static var expectedCoverageGaps: [ExpectedCoverageGap] {
    ["delete", "move", "save"].map { deed in
      ExpectedCoverageGap(
        deed, in: "quiet", "edited", "failed", "conflict", because: "while an answer is awaited, the table is busy")
    }
  }

  /// Prepares an exploration that holds a table's laws.
  package func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<TableExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending)
    explorer.setSource(exploration: "TableExploration(.\(space))")
    explorer.addLaws(of: self) {
      $0.state
    } performing: {
      [$0]
    }
    return explorer
  }
}

extension Explorer where Scenario.Environment == [TableExploration.Card] {
  typealias CardTable = TableFeature<TableExploration.Card>

  /// Holds what is true of every table, however it is wrapped up.
  mutating func addLaws(
    of exploration: TableExploration, _ table: @escaping (ScenarioState<Scenario>) -> CardTable.State,
    performing actions: @escaping (Scenario.Feature.Action) -> [CardTable.Action]
  ) {
    addViewingLaws(of: exploration.feature, table)
    addChangeLaws(of: exploration, table, performing: actions)
    everyStep("law 5: what is typed is there until it is committed or given up") { before, step, after in
      guard let editing = table(before).editing, editing.hasChangedText else { return true }
      let doings = before.action(of: step).map(actions) ?? []
      return doings.contains(where: \.replacesTypedText) || table(after).keepsTypedText(of: editing)
    }
    canAlwaysReach("law 7: nothing under way") { !exploration.isBusy(table($0)) }
  }

  private mutating func addViewingLaws(
    of feature: CardTable, _ table: @escaping (ScenarioState<Scenario>) -> CardTable.State
  ) {
    always("law 8: what is selected is there") { moment in
      let state = table(moment)
      return state.remote != nil || state.selection.ids.allSatisfy { state[$0] != nil }
    }
    always("what is pointed at is on the page, and the page one there is") { moment in
      let state = table(moment)
      let ids = feature.pageRows(of: state).map(\.id)
      let pages = feature.pageCount(of: state) ?? .max
      return (0..<pages).contains(state.page.number)
        && [state.hovered, state.cursor?.row, state.top].allSatisfy { $0.map(ids.contains) ?? true }
    }
    always("the order that is seen is that of a naive reading") { moment in
      let state = table(moment)
      return feature.visibleRows(of: state) == ReferenceTable(state).rows
    }
    always("what is drawn is what a naive reading of the page shows") { moment in
      let state = table(moment)
      return feature.screen(of: state).isEquivalent(to: ReferenceTable(state), state)
    }
    always("to choose the settings that are chosen changes none of them") { moment in
      var state = table(moment)
      let (settings, query) = (feature.settings(of: state), state.query)
      _ = feature.reduce(&state, .settingsChosen(settings))
      return feature.settings(of: state) == settings && state.query == query
    }
  }

  private mutating func addChangeLaws(
    of exploration: TableExploration, _ table: @escaping (ScenarioState<Scenario>) -> CardTable.State,
    performing actions: @escaping (Scenario.Feature.Action) -> [CardTable.Action]
  ) {
    always("law 5: what was edited is seen") { moment in
      let state = table(moment)
      return state.drafts.allSatisfy { id, draft in
        state[id] == draft.edited || (state[id] == nil && state.remote != nil)
      }
    }
    everyStep("a move is a permutation") { before, step, after in
      let isMove = before.action(of: step).map(actions)?.contains(where: \.isMove) ?? false
      let (before, after) = (table(before), table(after))
      return !isMove || before.remote != nil || Set(before.allRows) == Set(after.allRows)
    }
    everyStep("rows that are sorted are not moved by hand") { before, step, after in
      let isMove = before.action(of: step).map(actions)?.contains(where: \.requestsMove) ?? false
      let (before, after) = (table(before), table(after))
      return !isMove || before.query.sort.isEmpty || (before.allRows == after.allRows && before.moves == after.moves)
    }
    if exploration.space.isShared { return }
    let faults = faults
    always("law 6: when nothing is on its way and nothing went wrong, what is seen is what is stored") { moment in
      let state = table(moment)
      return !moment.isIdle || moment.faults < faults || state.remote?.failure != nil
        || state.rowsAsStored == exploration.window(of: moment.world, state)
    }
  }
}

extension TableExploration {
  /// The rows that are to be seen, as they are stored: those of the page, where the rows are kept elsewhere, as a naive
  /// reading of all of them has it.
  func window(of cards: [Card], _ state: TableFeature<Card>.State) -> [Card] {
    guard let remote = state.remote else { return cards }
    guard remote.loaded != nil, let size = state.page.size else { return [] }
    let passing = ReferenceTable(cards, state.query, grouping: state.grouping, contextValues: state.beside).rows
    return Array(passing.dropFirst(size * state.page.number).prefix(size))
  }
}

extension TableFeature.State {
  /// All rows as they were before they were edited, but for those of which nothing is stored.
  var rowsAsStored: [Row] { allRows.compactMap { drafts[$0.id].map(\.stored) ?? $0 } }
}

extension TableFeature<TableExploration.Card>.State {
  /// Whether what was typed is still in its cell, be it as text or as its value.
  fileprivate func keepsTypedText(of typed: TableFeature<TableExploration.Card>.EditedCell) -> Bool {
    if let editing, (editing.row, editing.column, editing.text) == (typed.row, typed.column, typed.text) { return true }
    return self[typed.row].map { "\($0.price)" == typed.text } ?? true
  }
}

extension TableFeature.Action {
  /// Whether a person puts rows elsewhere by it.
  fileprivate var requestsMove: Bool {
    if case .rowsMoved = self { return true }
    if case .rowsMovedFrom = self { return true }
    return self == .dropped
  }

  /// Whether rows are put elsewhere by it, where they are.
  fileprivate var isMove: Bool {
    if case .moved = self { return true }
    if case .moveFailed = self { return true }
    return requestsMove
  }

  /// Whether a person puts another text in the place of what was typed, or wants none of it.
  fileprivate var replacesTypedText: Bool {
    if case .typed = self { return true }
    return self == .editCancelled || self == .keyPressed(TableKey(.escape))
  }
}
