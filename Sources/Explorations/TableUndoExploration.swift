import Loop
import LoopExplorer
import Tables

/// A table with an undo history of one step.
package struct TableUndoExploration: Exploration {
  /// A row.
  package typealias Card = TableExploration.Card

  /// The explored feature.
  package let feature: UndoFeature<TableFeature<Card>>
  let table: TableExploration

  /// Creates an exploration of a space.
  package init(_ space: TableExploration.Situation) {
    table = TableExploration(space)
    feature = UndoFeature(table.feature, limit: 1)
  }

  /// The initial state of the table, with an empty history.
  package var start: (state: UndoFeature<TableFeature<Card>>.State, environment: [Card]) {
    let start = table.start
    return (UndoFeature.State(start.state), start.environment)
  }

  /// The actions of the table, undo and redo.
  package func actions(in state: UndoFeature<TableFeature<Card>>.State) -> [UndoFeature<TableFeature<Card>>.Action] {
    table.actions(in: state.feature).map { .feature($0) } + [.undo, .redo]
  }

  /// The outcomes of the table's effects.
  package func outcomes(
    of effect: TableFeature<Card>.Effect, in cards: [Card]
  ) -> [Outcome<UndoFeature<TableFeature<Card>>.Action, [Card]>] {
    table.outcomes(of: effect, in: cards).map { $0.lift { .feature($0) } }
  }

  /// The stored rows after an effect that the server executes before anything else happens.
  package func environment(_ cards: [Card], immediatelyExecuting effect: TableFeature<Card>.Effect) -> [Card]? {
    table.environment(cards, immediatelyExecuting: effect)
  }

  /// The responses of the table to a lost response.
  package func responsesWhenLost(of effect: TableFeature<Card>.Effect) -> [UndoFeature<TableFeature<Card>>.Action] {
    table.responsesWhenLost(of: effect).map { .feature($0) }
  }

  /// A Boolean value that indicates whether an effect changes no stored row.
  package func isReadOnly(_ effect: TableFeature<Card>.Effect) -> Bool { table.isReadOnly(effect) }

  /// The changes that another user makes to the stored rows.
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] { table.environmentEvents(in: cards) }

  /// A Boolean value that indicates whether an operation of the table is pending.
  package func isBusy(_ state: UndoFeature<TableFeature<Card>>.State) -> Bool { table.isBusy(state.feature) }

  /// The kind of the table's state.
  package func kind(of state: UndoFeature<TableFeature<Card>>.State) -> String { table.kind(of: state.feature) }

  /// What the space includes and excludes.
  package var scope: ExplorationScope { table.scope }
}
