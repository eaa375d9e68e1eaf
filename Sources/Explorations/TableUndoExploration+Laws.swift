internal import Loop
package import LoopExplorer
internal import Tables
internal import Values

extension TableUndoExploration {
  /// Prepares an exploration that holds the laws of a table, and of what is taken back.
  package func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<TableUndoExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending)
    explorer.setSource(exploration: "TableUndoExploration(.\(table.space))")
    explorer.addLaws(of: table) {
      $0.state.feature
    } performing: { action in
      if case .feature(let action) = action { [action] } else { [] }
    }
    let features = table.space.isRemote ? [feature] : [doing(.asked), doing(.atOnce)]
    explorer.always("law 5: what was done to the data and taken back is as if it had not been done") { moment in
      if !moment.isIdle || !isUpToDate(moment.state.feature, moment.world) { return true }
      return tableActions(in: moment.state.feature).allSatisfy { deed in
        features.allSatisfy {
          isUndone(deed, by: $0, moment.state, moment.world)
            && isUndoneBeforeResponse(deed, by: $0, moment.state, moment.world)
        }
      }
    }
    explorer.always("what is offered to be undone changes something, and so does what is offered to be done again") {
      moment in
      (feature.changeToUndo(in: moment.state) == nil
        || tableState(after: .undo, from: moment.state) != moment.state.feature)
        && (feature.changeToRedo(in: moment.state) == nil
          || tableState(after: .redo, from: moment.state) != moment.state.feature)
    }
    return explorer
  }

  /// The same table, in which changes are done at once and told, or asked for.
  private func doing(_ changes: TableOptions<Card>.ChangePolicy) -> UndoFeature<TableFeature<Card>> {
    UndoFeature(TableExploration(table.space, changePolicy: changes).feature, limit: feature.limit)
  }

  /// Whether the rows that are seen are those that are stored: not where an answer was lost, or a window not loaded.
  private func isUpToDate(_ state: TableFeature<Card>.State, _ cards: [Card]) -> Bool {
    state.rowsAsStored == table.window(of: cards, state)
      && (state.remote == nil || (state.remote?.failure == nil && state.remote?.count == cards.count))
  }

  /// Each row deleted and moved to both ends, any two deleted and moved at once, all edits given up, and one row in sight
  /// made dearer.
  private func tableActions(in state: TableFeature<Card>.State) -> [TableFeature<Card>.Action] {
    let ids = state.allRows.map(\.id)
    let pairs = state.remote == nil ? ids.flatMap { id in ids.filter { $0 < id }.map { [id, $0] } } : []
    return ids.flatMap { id -> [TableFeature<Card>.Action] in
      [.rowsDeleted([id]), .rowsMoved(.init([id], .end)), .rowsMoved(.init([id], before: ids.first))]
    } + pairs.flatMap { [.rowsDeleted($0), .rowsMoved(.init($0, before: "b"))] }
      + (state.drafts.isEmpty ? [] : [.revertTapped(nil)])
      + (state["b"] != nil ? [.cellSet("b", "price", 7)] : [])
  }
}

extension TableUndoExploration {
  private typealias State = UndoFeature<TableFeature<Card>>.State
  private typealias Action = UndoFeature<TableFeature<Card>>.Action

  /// Whether a deed that the world carries out, and that is then taken back, leaves everything as it was, and can be done
  /// again.
  private func isUndone(
    _ deed: TableFeature<Card>.Action, by feature: UndoFeature<TableFeature<Card>>, _ before: State, _ world: [Card]
  ) -> Bool {
    var (state, cards) = (before, world)
    executeAll(.feature(deed), by: feature, &state, &cards)
    if state.history == before.history { return true }
    let (done, doneCards) = (state.feature.allRows, cards)
    executeAll(.undo, by: feature, &state, &cards)
    if !isEquivalent(state.feature, to: before.feature) || cards != world { return false }
    executeAll(.redo, by: feature, &state, &cards)
    return state.feature.allRows == done && cards == doneCards
  }

  /// Whether a deed leaves everything as it was that is taken back before it is answered, if it can be.
  private func isUndoneBeforeResponse(
    _ deed: TableFeature<Card>.Action, by feature: UndoFeature<TableFeature<Card>>, _ before: State, _ world: [Card]
  ) -> Bool {
    var (state, cards) = (before, world)
    let asked = reduceAndExecute(.feature(deed), by: feature, &state, &cards)
    if asked.isEmpty || table.space.isRemote || feature.changeToUndo(in: state) == nil { return true }
    deliverResponses(asked + reduceAndExecute(.undo, by: feature, &state, &cards), by: feature, &state, &cards)
    return isEquivalent(state.feature, to: before.feature) && cards == world
  }

  /// Takes an action in, and has the world carry out at once whatever is asked or told, and answer what is asked.
  private func executeAll(
    _ action: Action, by feature: UndoFeature<TableFeature<Card>>, _ state: inout State, _ cards: inout [Card]
  ) {
    deliverResponses(reduceAndExecute(action, by: feature, &state, &cards), by: feature, &state, &cards)
  }

  /// Takes an action in, has the world carry out what is told, and returns what is asked.
  private func reduceAndExecute(
    _ action: Action, by feature: UndoFeature<TableFeature<Card>>, _ state: inout State, _ cards: inout [Card]
  ) -> [TableFeature<Card>.Effect] {
    var asked: [TableFeature<Card>.Effect] = []
    for instruction in feature.reduce(&state, action).instructions {
      switch instruction {
      case .ask(let effect, _, _, _): asked.append(effect)
      case .tell(let effect): cards = outcomes(of: effect, in: cards).first?.world ?? cards
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
      cards = outcome.world
      for answer in outcome.answers { executeAll(answer, by: feature, &state, &cards) }
    }
  }

  /// Whether all rows as they are seen, their order, all drafts, what is asked of the rows, how they are laid out, and which
  /// are selected are the same.
  ///
  /// Nothing points any more at what was deleted; a page that went with its last row was turned; and that something had
  /// failed before is forgotten.
  private func isEquivalent(_ state: TableFeature<Card>.State, to other: TableFeature<Card>.State) -> Bool {
    func selected(_ state: TableFeature<Card>.State) -> [Card] { table.feature.selectedRows(in: state) }
    func versions(_ state: TableFeature<Card>.State) -> [String: [Card?]] {
      state.drafts.mapValues { [$0.edited, $0.stored] }
    }
    let isTurned = state.page != other.page && state.remote != nil
    return (isTurned || (state.allRows == other.allRows && selected(state) == selected(other)))
      && versions(state) == versions(other) && state.query == other.query && state.grouping == other.grouping
      && state.layout == other.layout && state.remote?.count == other.remote?.count && !table.isBusy(state)
  }

  private func tableState(after action: Action, from state: State) -> TableFeature<Card>.State {
    var state = state
    _ = feature.reduce(&state, action)
    return state.feature
  }
}
