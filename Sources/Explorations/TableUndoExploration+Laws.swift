internal import Loop
package import LoopExplorer
internal import Tables
internal import Values

extension TableUndoExploration {
  /// Prepares an exploration that holds the laws of a table, and of what is taken back.
  package func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<TableUndoExploration> {
    var explorer = Explorer(self, faults: faults, pending: pending)
    explorer.isMade(by: "TableUndoExploration(.\(table.space))")
    explorer.holdLaws(of: table) {
      $0.state.feature
    } doing: { action in
      if case .feature(let action) = action { [action] } else { [] }
    }
    let features = table.space.isRemote ? [feature] : [doing(.asked), doing(.atOnce)]
    explorer.always("law 5: what was done to the data and taken back is as if it had not been done") { moment in
      if !moment.isQuiet || !isUpToDate(moment.state.feature, moment.world) { return true }
      return deeds(in: moment.state.feature).allSatisfy { deed in
        features.allSatisfy {
          isTakenBack(deed, by: $0, moment.state, moment.world)
            && isTakenBackUnanswered(deed, by: $0, moment.state, moment.world)
        }
      }
    }
    explorer.always("what is offered to be undone changes something, and so does what is offered to be done again") {
      moment in
      (feature.changeToUndo(in: moment.state) == nil || after(.undo, moment.state) != moment.state.feature)
        && (feature.changeToRedo(in: moment.state) == nil || after(.redo, moment.state) != moment.state.feature)
    }
    return explorer
  }

  /// The same table, in which changes are done at once and told, or asked for.
  private func doing(_ changes: TableOptions<Card>.ChangePolicy) -> Undoing<Table<Card>> {
    Undoing(TableExploration(table.space, changes: changes).feature, limit: feature.limit)
  }

  /// Whether the rows that are seen are those that are stored: not where an answer was lost, or a window not loaded.
  private func isUpToDate(_ state: Table<Card>.State, _ cards: [Card]) -> Bool {
    state.rowsAsStored == table.window(of: cards, state)
      && (state.remote == nil || (state.remote?.failure == nil && state.remote?.count == cards.count))
  }

  /// Each row deleted and moved to both ends, any two deleted and moved at once, all edits given up, and one row in sight
  /// made dearer.
  private func deeds(in state: Table<Card>.State) -> [Table<Card>.Action] {
    let ids = state.allRows.map(\.id)
    let pairs = state.remote == nil ? ids.flatMap { id in ids.filter { $0 < id }.map { [id, $0] } } : []
    return ids.flatMap { id -> [Table<Card>.Action] in
      [.rowsDeleted([id]), .rowsMoved(.init([id], .end)), .rowsMoved(.init([id], before: ids.first))]
    } + pairs.flatMap { [.rowsDeleted($0), .rowsMoved(.init($0, before: "b"))] }
      + (state.drafts.isEmpty ? [] : [.revertTapped(nil)])
      + (state["b"] != nil ? [.cellSet("b", "price", 7)] : [])
  }
}

extension TableUndoExploration {
  private typealias State = Undoing<Table<Card>>.State
  private typealias Action = Undoing<Table<Card>>.Action

  /// Whether a deed that the world carries out, and that is then taken back, leaves everything as it was, and can be done
  /// again.
  private func isTakenBack(
    _ deed: Table<Card>.Action, by feature: Undoing<Table<Card>>, _ before: State, _ world: [Card]
  ) -> Bool {
    var (state, cards) = (before, world)
    settle(.feature(deed), by: feature, &state, &cards)
    if state.history == before.history { return true }
    let (done, doneCards) = (state.feature.allRows, cards)
    settle(.undo, by: feature, &state, &cards)
    if !isLike(state.feature, before.feature) || cards != world { return false }
    settle(.redo, by: feature, &state, &cards)
    return state.feature.allRows == done && cards == doneCards
  }

  /// Whether a deed leaves everything as it was that is taken back before it is answered, if it can be.
  private func isTakenBackUnanswered(
    _ deed: Table<Card>.Action, by feature: Undoing<Table<Card>>, _ before: State, _ world: [Card]
  ) -> Bool {
    var (state, cards) = (before, world)
    let asked = take(.feature(deed), by: feature, &state, &cards)
    if asked.isEmpty || table.space.isRemote || feature.changeToUndo(in: state) == nil { return true }
    answer(asked + take(.undo, by: feature, &state, &cards), by: feature, &state, &cards)
    return isLike(state.feature, before.feature) && cards == world
  }

  /// Takes an action in, and has the world carry out at once whatever is asked or told, and answer what is asked.
  private func settle(
    _ action: Action, by feature: Undoing<Table<Card>>, _ state: inout State, _ cards: inout [Card]
  ) {
    answer(take(action, by: feature, &state, &cards), by: feature, &state, &cards)
  }

  /// Takes an action in, has the world carry out what is told, and returns what is asked.
  private func take(
    _ action: Action, by feature: Undoing<Table<Card>>, _ state: inout State, _ cards: inout [Card]
  ) -> [Table<Card>.Effect] {
    var asked: [Table<Card>.Effect] = []
    for instruction in feature.reduce(&state, action).instructions {
      switch instruction {
      case .ask(let effect, _, _, _): asked.append(effect)
      case .tell(let effect): cards = outcomes(of: effect, in: cards).first?.world ?? cards
      case .cancel: break
      }
    }
    return asked
  }

  private func answer(
    _ asked: [Table<Card>.Effect], by feature: Undoing<Table<Card>>, _ state: inout State, _ cards: inout [Card]
  ) {
    for effect in asked {
      guard let outcome = outcomes(of: effect, in: cards).first else { continue }
      cards = outcome.world
      for answer in outcome.answers { settle(answer, by: feature, &state, &cards) }
    }
  }

  /// Whether all rows as they are seen, their order, all drafts, what is asked of the rows, how they are laid out, and which
  /// are selected are the same.
  ///
  /// Nothing points any more at what was deleted; a page that went with its last row was turned; and that something had
  /// failed before is forgotten.
  private func isLike(_ state: Table<Card>.State, _ other: Table<Card>.State) -> Bool {
    func selected(_ state: Table<Card>.State) -> [Card] { table.feature.selectedRows(in: state) }
    func versions(_ state: Table<Card>.State) -> [String: [Card?]] {
      state.drafts.mapValues { [$0.edited, $0.stored] }
    }
    let isTurned = state.page != other.page && state.remote != nil
    return (isTurned || (state.allRows == other.allRows && selected(state) == selected(other)))
      && versions(state) == versions(other) && state.query == other.query && state.grouping == other.grouping
      && state.layout == other.layout && state.remote?.count == other.remote?.count && !table.isBusy(state)
  }

  private func after(_ action: Action, _ state: State) -> Table<Card>.State {
    var state = state
    _ = feature.reduce(&state, action)
    return state.feature
  }
}
