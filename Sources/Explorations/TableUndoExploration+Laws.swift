import Loop
import LoopExplorer
import Tables
import Values

extension TableUndoExploration {
  /// Returns an explorer that checks the laws of a table and of undo.
  package func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<TableUndoExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending)
    explorer.setSource(exploration: "TableUndoExploration(.\(table.situation))")
    explorer.addLaws(of: table) {
      $0.state.feature
    } performing: { action in
      if case .feature(let action) = action { [action] } else { [] }
    }
    let features = table.situation.isRemote ? [feature] : [doing(.afterConfirmation), doing(.immediate)]
    explorer.always("law 5: undoing a data change restores the state before it") { scenarioState in
      if !scenarioState.isIdle || !isUpToDate(scenarioState.state.feature, scenarioState.environment) { return true }
      return tableActions(in: scenarioState.state.feature).allSatisfy { action in
        features.allSatisfy {
          isUndone(action, by: $0, scenarioState.state, scenarioState.environment)
            && isUndoneBeforeResponse(action, by: $0, scenarioState.state, scenarioState.environment)
        }
      }
    }
    explorer.always("every undo and redo that is offered changes something") {
      scenarioState in
      (feature.changeToUndo(in: scenarioState.state) == nil
        || tableState(after: .undo, from: scenarioState.state) != scenarioState.state.feature)
        && (feature.changeToRedo(in: scenarioState.state) == nil
          || tableState(after: .redo, from: scenarioState.state) != scenarioState.state.feature)
    }
    return explorer
  }

  /// Returns the same table with the given change policy.
  private func doing(_ changes: TableOptions<Card>.ChangePolicy) -> UndoFeature<TableFeature<Card>> {
    UndoFeature(TableExploration(table.situation, changePolicy: changes).feature, limit: feature.limit)
  }

  /// Returns whether the table shows the stored rows.
  ///
  /// It does not after a lost response, or before its window is loaded.
  private func isUpToDate(_ state: TableFeature<Card>.State, _ cards: [Card]) -> Bool {
    state.rowsAsStored == table.window(of: cards, state)
      && (state.remoteWindow == nil
        || (state.remoteWindow?.failure == nil && state.remoteWindow?.totalCount == cards.count))
  }

  /// The changes that the law undoes: deleting each row or pair of rows, moving each row to both ends and each pair
  /// before "b", reverting all drafts, and changing the price of "b".
  private func tableActions(in state: TableFeature<Card>.State) -> [TableFeature<Card>.Action] {
    let ids = state.allRows.map(\.id)
    let pairs = state.remoteWindow == nil ? ids.flatMap { id in ids.filter { $0 < id }.map { [id, $0] } } : []
    return ids.flatMap { id -> [TableFeature<Card>.Action] in
      [.rowsDeleted([id]), .rowsMoved(.init([id], .end)), .rowsMoved(.init([id], before: ids.first))]
    } + pairs.flatMap { [.rowsDeleted($0), .rowsMoved(.init($0, before: "b"))] }
      + (state.drafts.isEmpty ? [] : [.revertTapped(nil)])
      + (state["b"] != nil ? [.cellValueSet("b", "price", 7)] : [])
  }
}

extension TableUndoExploration {
  private typealias State = UndoFeature<TableFeature<Card>>.State
  private typealias Action = UndoFeature<TableFeature<Card>>.Action

  /// Returns whether undoing an executed change restores the state and the stored rows, and redoing it applies it
  /// again.
  private func isUndone(
    _ action: TableFeature<Card>.Action, by feature: UndoFeature<TableFeature<Card>>, _ before: State,
    _ environment: [Card]
  ) -> Bool {
    var (state, cards) = (before, environment)
    executeAll(.feature(action), by: feature, &state, &cards)
    if state.history == before.history { return true }
    let (done, doneCards) = (state.feature.allRows, cards)
    executeAll(.undo, by: feature, &state, &cards)
    if !isEquivalent(state.feature, to: before.feature) || cards != environment { return false }
    executeAll(.redo, by: feature, &state, &cards)
    return state.feature.allRows == done && cards == doneCards
  }

  /// Returns whether undoing a change before its response arrives restores the state and the stored rows.
  ///
  /// A change that cannot be undone at that point passes.
  private func isUndoneBeforeResponse(
    _ action: TableFeature<Card>.Action, by feature: UndoFeature<TableFeature<Card>>, _ before: State,
    _ environment: [Card]
  ) -> Bool {
    var (state, cards) = (before, environment)
    let asked = reduceAndExecute(.feature(action), by: feature, &state, &cards)
    if asked.isEmpty || table.situation.isRemote || feature.changeToUndo(in: state) == nil { return true }
    deliverResponses(asked + reduceAndExecute(.undo, by: feature, &state, &cards), by: feature, &state, &cards)
    return isEquivalent(state.feature, to: before.feature) && cards == environment
  }

  /// Reduces an action, executes its effects with their first outcomes, and delivers the responses.
  private func executeAll(
    _ action: Action, by feature: UndoFeature<TableFeature<Card>>, _ state: inout State, _ cards: inout [Card]
  ) {
    deliverResponses(reduceAndExecute(action, by: feature, &state, &cards), by: feature, &state, &cards)
  }

  /// Reduces an action, executes its fire-and-forget effects, and returns the effects that have responses.
  private func reduceAndExecute(
    _ action: Action, by feature: UndoFeature<TableFeature<Card>>, _ state: inout State, _ cards: inout [Card]
  ) -> [TableFeature<Card>.Effect] {
    var asked: [TableFeature<Card>.Effect] = []
    for instruction in feature.reduce(&state, action).instructions {
      switch instruction {
      case .run(let effect, _, _, _): asked.append(effect)
      case .fireAndForget(let effect): cards = outcomes(of: effect, in: cards).first?.environment ?? cards
      case .cancel: break
      }
    }
    return asked
  }

  private func deliverResponses(
    _ asked: [TableFeature<Card>.Effect], by feature: UndoFeature<TableFeature<Card>>, _ state: inout State,
    _ cards: inout [Card]
  ) {
    for effect in asked {
      guard let outcome = outcomes(of: effect, in: cards).first else { continue }
      cards = outcome.environment
      for answer in outcome.responses { executeAll(answer, by: feature, &state, &cards) }
    }
  }

  /// Returns whether the rows and their order, the drafts, the query, the layout and the selection are equal.
  ///
  /// The hovered row and the cursor are not compared, because a deletion clears them. Neither are earlier failures.
  /// Remote rows are not compared if the page changed because its last row was deleted.
  private func isEquivalent(_ state: TableFeature<Card>.State, to other: TableFeature<Card>.State) -> Bool {
    func selected(_ state: TableFeature<Card>.State) -> [Card] { table.feature.selectedRows(in: state) }
    func versions(_ state: TableFeature<Card>.State) -> [String: [Card?]] {
      state.drafts.mapValues { [$0.editedRow, $0.storedRow] }
    }
    let isTurned = state.page != other.page && state.remoteWindow != nil
    return (isTurned || (state.allRows == other.allRows && selected(state) == selected(other)))
      && versions(state) == versions(other) && state.query == other.query
      && state.groupingColumn == other.groupingColumn
      && state.layout == other.layout && state.remoteWindow?.totalCount == other.remoteWindow?.totalCount
      && !table.isBusy(state)
  }

  private func tableState(after action: Action, from state: State) -> TableFeature<Card>.State {
    var state = state
    _ = feature.reduce(&state, action)
    return state.feature
  }
}
