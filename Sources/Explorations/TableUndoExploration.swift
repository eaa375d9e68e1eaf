package import Loop
package import LoopExplorer
package import Tables

/// A table around which there is undoing: the last step is taken back, and done again.
package struct TableUndoExploration: Exploration {
  /// A row.
  package typealias Card = TableExploration.Card

  /// The feature that is played.
  package let feature: UndoFeature<TableFeature<Card>>
  let table: TableExploration

  /// Makes one.
  package init(_ space: TableExploration.Situation) {
    table = TableExploration(space)
    feature = UndoFeature(table.feature, limit: 1)
  }

  /// The rows as they are at first, and nothing to take back.
  package var start: (state: UndoFeature<TableFeature<Card>>.State, world: [Card]) {
    let start = table.start
    return (UndoFeature.State(start.state), start.world)
  }

  /// What a person does with the table, and that it is taken back, and done again.
  package func actions(in state: UndoFeature<TableFeature<Card>>.State) -> [UndoFeature<TableFeature<Card>>.Action] {
    table.actions(in: state.feature).map { .feature($0) } + [.undo, .redo]
  }

  /// The world answers the table.
  package func outcomes(
    of effect: TableFeature<Card>.Effect, in cards: [Card]
  ) -> [Outcome<UndoFeature<TableFeature<Card>>.Action, [Card]>] {
    table.outcomes(of: effect, in: cards).map { $0.lift { .feature($0) } }
  }

  /// Whoever keeps the rows hears of a change before the next.
  package func environment(_ cards: [Card], immediatelyExecuting effect: TableFeature<Card>.Effect) -> [Card]? {
    table.environment(cards, immediatelyExecuting: effect)
  }

  /// What the table hears of an answer that was lost.
  package func responsesWhenLost(of effect: TableFeature<Card>.Effect) -> [UndoFeature<TableFeature<Card>>.Action] {
    table.responsesWhenLost(of: effect).map { .feature($0) }
  }

  /// Rows are only read by being loaded.
  package func isReadOnly(_ effect: TableFeature<Card>.Effect) -> Bool { table.isReadOnly(effect) }

  /// What somebody else does with what is stored.
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] { table.environmentEvents(in: cards) }

  /// The table waits for something.
  package func isBusy(_ state: UndoFeature<TableFeature<Card>>.State) -> Bool { table.isBusy(state.feature) }

  /// What is going on with the data.
  package func kind(of state: UndoFeature<TableFeature<Card>>.State) -> String { table.kind(of: state.feature) }

  /// What is in the space.
  package var scope: ExplorationScope { table.scope }
}
