package import Loop
package import LoopExplorer
package import Tables

/// A table around which there is undoing: the last step is taken back, and done again.
package struct TableUndoExploration: Exploration {
  /// A row.
  package typealias Card = TableExploration.Card

  /// The feature that is played.
  package let feature: Undoing<Table<Card>>
  let table: TableExploration

  /// Makes one.
  package init(_ space: TableExploration.Space) {
    table = TableExploration(space)
    feature = Undoing(table.feature, limit: 1)
  }

  /// The rows as they are at first, and nothing to take back.
  package var start: (state: Undoing<Table<Card>>.State, world: [Card]) {
    let start = table.start
    return (Undoing.State(start.state), start.world)
  }

  /// What a person does with the table, and that it is taken back, and done again.
  package func actions(in state: Undoing<Table<Card>>.State) -> [Undoing<Table<Card>>.Action] {
    table.actions(in: state.feature).map { .feature($0) } + [.undo, .redo]
  }

  /// The world answers the table.
  package func outcomes(
    of effect: Table<Card>.Effect, in cards: [Card]
  ) -> [Outcome<Undoing<Table<Card>>.Action, [Card]>] {
    table.outcomes(of: effect, in: cards).map { $0.lift { .feature($0) } }
  }

  /// Whoever keeps the rows hears of a change before the next.
  package func world(_ cards: [Card], hearing effect: Table<Card>.Effect) -> [Card]? {
    table.world(cards, hearing: effect)
  }

  /// What the table hears of an answer that was lost.
  package func answerWhenLost(_ effect: Table<Card>.Effect) -> [Undoing<Table<Card>>.Action] {
    table.answerWhenLost(effect).map { .feature($0) }
  }

  /// Rows are only read by being loaded.
  package func onlyReads(_ effect: Table<Card>.Effect) -> Bool { table.onlyReads(effect) }

  /// What somebody else does with what is stored.
  package func happenings(in cards: [Card]) -> [Happening<[Card]>] { table.happenings(in: cards) }

  /// The table waits for something.
  package func isBusy(_ state: Undoing<Table<Card>>.State) -> Bool { table.isBusy(state.feature) }

  /// What is going on with the data.
  package func kind(of state: Undoing<Table<Card>>.State) -> String { table.kind(of: state.feature) }

  /// What is in the space.
  package var scope: Scope { table.scope }
}
