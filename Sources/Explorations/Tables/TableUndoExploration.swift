import Loop
import LoopExplorer
import Tables

/// An exploration of a table with an undo history of one step.
package struct TableUndoExploration: Exploration {
  package typealias Card = TableExploration.Card
  package typealias Feature = UndoFeature<EditableTable<Card>>

  package let feature: Feature
  let table: TableExploration

  /// Creates an exploration of one space of the table.
  package init(_ space: TableExploration.Space) {
    table = TableExploration(space)
    feature = UndoFeature(table.feature, limit: 1)
  }

  package var start: (state: Feature.State, environment: [Card]) {
    (Feature.State(table.start.state), table.start.environment)
  }

  package func actions(in state: Feature.State) -> [Feature.Action] {
    table.actions(in: state.feature).map { .feature($0) } + [.undo, .redo]
  }

  package func outcomes(of effect: Feature.Effect, in cards: [Card]) -> [Outcome<Feature.Action, [Card]>] {
    table.outcomes(of: effect, in: cards).map { $0.lift { .feature($0) } }
  }

  package func environment(_ cards: [Card], immediatelyExecuting effect: Feature.Effect) -> [Card]? {
    table.environment(cards, immediatelyExecuting: effect)
  }

  package func isReadOnly(_ effect: Feature.Effect) -> Bool { table.isReadOnly(effect) }
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] { table.environmentEvents(in: cards) }
  package func isBusy(_ state: Feature.State) -> Bool { table.isBusy(state.feature) }
  package func kind(of state: Feature.State) -> String { table.kind(of: state.feature) }
  package func clearReports(in state: inout Feature.State) { table.clearReports(in: &state.feature) }
  package var scope: StateSpaceDescription { table.scope }
}
