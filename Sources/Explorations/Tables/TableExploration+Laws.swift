import Loop
import LoopExplorer
import Tables

extension TableExploration {
  /// The responses that can never arrive in some kinds of states, with the reasons.
  package static var expectedCoverageGaps: [ExpectedCoverageGap] {
    ["delete", "move", "save"].map { effect in
      ExpectedCoverageGap(
        effect, in: "quiet", "edited", "failed", "conflict", because: "while a response is pending, the table is busy")
    }
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  package var sourceExpression: String {
    "TableExploration(.\(situation))"
  }

  /// Adds the laws of a table.
  package func addLaws(to explorer: inout Explorer<TableExploration>) {
    explorer.addLaws(of: self) {
      $0.state
    } performing: {
      [$0]
    }
  }
}

extension Explorer where Scenario.Environment == [TableExploration.Card] {
  typealias CardTable = EditableTable<TableExploration.Card>

  /// Adds the laws of a table to the explorer of a feature that contains it.
  ///
  /// - Parameters:
  ///   - exploration: The exploration of the table alone.
  ///   - table: Returns the state of the table.
  ///   - actions: Returns the table actions that an action of the feature performs.
  mutating func addLaws(
    of exploration: TableExploration, _ table: @escaping (ScenarioState<Scenario>) -> CardTable.State,
    performing actions: @escaping (Scenario.Feature.Action) -> [CardTable.Action]
  ) {
    addViewingLaws(of: exploration.feature.view) { table($0).view }
    addChangeLaws(of: exploration, table, performing: actions)
    everyStep("law 5: typed text stays in its cell until it is committed or cancelled") { before, step, after in
      guard let editing = table(before).editedCell, editing.hasChangedText else { return true }
      let performed = before.action(of: step).map(actions) ?? []
      return performed.contains(where: \.replacesTypedText) || table(after).keepsTypedText(of: editing)
    }
    canAlwaysReach("law 7: no operation pending") { !exploration.isBusy(table($0)) }
  }

  private mutating func addViewingLaws(
    of feature: TableFeature<TableExploration.Card>,
    _ table: @escaping (ScenarioState<Scenario>) -> TableFeature<TableExploration.Card>.State
  ) {
    always("law 8: selected rows exist") { scenarioState in
      let state = table(scenarioState)
      return state.remoteWindow != nil || state.selection.ids.allSatisfy { state[$0] != nil }
    }
    always("the page exists, and the hovered row and the cursor are on it") { scenarioState in
      let state = table(scenarioState)
      let ids = feature.pageRows(of: state).map(\.id)
      let pages = feature.pageCount(of: state) ?? .max
      return (0..<pages).contains(state.page.number)
        && [state.hoveredRow, state.cursor?.row].allSatisfy { $0.map(ids.contains) ?? true }
    }
    always("the visible rows equal those of the reference table") { scenarioState in
      let state = table(scenarioState)
      return feature.visibleRows(of: state) == ReferenceTable(state).rows
    }
    always("the screen shows the page of the reference table") { scenarioState in
      let state = table(scenarioState)
      return feature.screen(of: state).isEquivalent(to: ReferenceTable(state), state)
    }
    always("applying the current settings changes nothing") { scenarioState in
      var state = table(scenarioState)
      let (settings, query) = (feature.settings(of: state), state.query)
      _ = feature.reduce(&state, .settingsApplied(settings))
      return feature.settings(of: state) == settings && state.query == query
    }
  }

  private mutating func addChangeLaws(
    of exploration: TableExploration, _ table: @escaping (ScenarioState<Scenario>) -> CardTable.State,
    performing actions: @escaping (Scenario.Feature.Action) -> [CardTable.Action]
  ) {
    always("law 5: edited rows show their drafts") { scenarioState in
      let state = table(scenarioState)
      return state.drafts.allSatisfy { id, draft in
        state[id] == draft.editedRow || (state[id] == nil && state.view.remoteWindow != nil)
      }
    }
    if exploration.situation.savesCommittedCells {
      always("an edited row is saved as soon as none of its cells is being edited") { scenarioState in
        let state = table(scenarioState)
        return state.drafts.allSatisfy { id, draft in draft.status != .unsaved || state.editedCell?.row == id }
      }
    }
    everyStep("a move is a permutation") { before, step, after in
      let isMove = before.action(of: step).map(actions)?.contains(where: \.isMove) ?? false
      let (before, after) = (table(before), table(after))
      return !isMove || before.view.remoteWindow != nil || Set(before.view.allRows) == Set(after.view.allRows)
    }
    everyStep("sorted rows cannot be moved") { before, step, after in
      let isMove = before.action(of: step).map(actions)?.contains(where: \.requestsMove) ?? false
      let (before, after) = (table(before), table(after))
      return !isMove || before.view.query.sort.isEmpty
        || (before.view.allRows == after.view.allRows && before.pendingMoves == after.pendingMoves)
    }
    everyStep("law 7: a change by another user does not cancel a request") { before, step, after in
      let isChange = before.action(of: step).map(actions)?.contains(where: \.isChangeByAnotherUser) ?? false
      let (before, after) = (
        table(before).view.remoteWindow?.pendingRequest, table(after).view.remoteWindow?.pendingRequest
      )
      return !isChange || before == nil || before == after
    }
    if exploration.situation.otherUser != .absent { return }
    let faults = options.faults
    always("law 6: when nothing is pending and no fault occurred, the table shows the stored rows") { scenarioState in
      let state = table(scenarioState)
      return !scenarioState.isIdle || scenarioState.remainingFaults < faults || state.view.remoteWindow?.failure != nil
        || state.rowsAsStored == exploration.expectedStoredRows(of: scenarioState.environment, state)
    }
  }
}

extension TableExploration {
  /// Returns the stored rows that the table should show: the page of the reference table if the rows are remote, all
  /// rows otherwise.
  func expectedStoredRows(of cards: [Card], _ state: EditableTable<Card>.State) -> [Card] {
    guard let remote = state.view.remoteWindow else { return cards }
    guard remote.loadedRequest != nil, let size = state.view.page.size else { return [] }
    let passing = ReferenceTable(
      cards, state.view.query, grouping: state.view.groupingColumn, contextValues: state.view.contextValues
    )
    .rows
    return Array(passing.dropFirst(size * state.view.page.number).prefix(size))
  }
}

extension EditableTable.State {
  /// All rows as they are stored: drafts are replaced by their stored rows, and rows that are not stored are left out.
  var rowsAsStored: [Row] { view.allRows.compactMap { drafts[$0.id].map(\.storedRow) ?? $0 } }
}

extension EditableTable<TableExploration.Card>.State {
  /// Returns whether the typed text is still in its cell, as text or as a value.
  fileprivate func keepsTypedText(of typed: EditableTable<TableExploration.Card>.EditedCell) -> Bool {
    if let editedCell, (editedCell.row, editedCell.column, editedCell.text) == (typed.row, typed.column, typed.text) {
      return true
    }
    return self[typed.row].map { "\($0.price)" == typed.text } ?? true
  }
}

extension EditableTable.Action {
  /// A Boolean value that indicates whether the user moves rows with this action.
  fileprivate var requestsMove: Bool {
    switch self {
    case .rowsMoved, .rowsMovedFrom, .dropped: true
    default: false
    }
  }

  /// A Boolean value that indicates whether the action can change the order of the rows.
  fileprivate var isMove: Bool {
    switch self {
    case .moveCompleted, .moveFailed: true
    default: requestsMove
    }
  }

  /// A Boolean value that indicates whether the action announces a change by another user.
  fileprivate var isChangeByAnotherUser: Bool {
    switch self {
    case .view(.rowUpserted), .view(.rowRemoved), .view(.rowsReplaced): true
    default: false
    }
  }

  /// A Boolean value that indicates whether the action replaces the typed text or cancels the edit.
  fileprivate var replacesTypedText: Bool {
    switch self {
    case .cellTextChanged, .editCancelled, .view(.keyPressed(TableKeyPress(.escape))): true
    default: false
    }
  }
}
