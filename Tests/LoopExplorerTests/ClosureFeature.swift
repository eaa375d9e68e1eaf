import Loop
import LoopExplorer
import TestInputs
import Testing

/// A feature and its exploration, made of closures.
struct ClosureFeature: Exploration, OneFailureFeature {
  struct State: Hashable, Codable, Sendable { var stage = 0, number = 0 }
  enum Action: Hashable, Codable, Sendable { case began, leftCancelled, rightCancelled, ended, refused, numbered(Int) }
  enum Effect: Hashable, Codable, Sendable { case one, other }
  enum Slot: Hashable, Codable, Sendable { case left, right }

  static let lostResponse = Action.ended

  let reduction: @Sendable (inout State, Action) -> Effects<Self>
  let outcomesOfEffect: @Sendable (Effect, Int) -> [Outcome<Action, Int>]
  let eventsInEnvironment: @Sendable (Int) -> [EnvironmentEvent<Int>]
  let immediateExecution: @Sendable (Effect, Int) -> Int?
  var offeredActions: [Action] = [.began]

  init(
    _ reduction: @escaping @Sendable (inout State, Action) -> Effects<Self>,
    outcomes: @escaping @Sendable (Effect, Int) -> [Outcome<Action, Int>] = { [Outcome("done", .ended, in: $1)] },
    environmentEvents: @escaping @Sendable (Int) -> [EnvironmentEvent<Int>] = { _ in [] },
    immediateExecution: @escaping @Sendable (Effect, Int) -> Int? = { _, _ in nil }
  ) {
    self.reduction = reduction
    outcomesOfEffect = outcomes
    eventsInEnvironment = environmentEvents
    self.immediateExecution = immediateExecution
  }

  var feature: ClosureFeature { self }
  var start: (state: State, environment: Int) { (State(), 0) }
  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> { reduction(&state, action) }
  func isActive(_ slot: Slot, in state: State) -> Bool { true }
  func actions(in state: State) -> [Action] { offeredActions }
  func outcomes(of effect: Effect, in environment: Int) -> [Outcome<Action, Int>] {
    outcomesOfEffect(effect, environment)
  }
  func environment(_ environment: Int, immediatelyExecuting effect: Effect) -> Int? {
    immediateExecution(effect, environment)
  }
  func environmentEvents(in environment: Int) -> [EnvironmentEvent<Int>] { eventsInEnvironment(environment) }
}

extension ClosureFeature {
  /// Returns the path after steps that must be possible.
  func path(_ steps: ExplorationStep<ClosureFeature>..., faults: Int = 0) throws -> RecordedPath<ClosureFeature> {
    var trail = try RecordedPath(self, faults: faults)
    for step in steps { _ = try #require(try trail.apply(step)) }
    return trail
  }
}

/// Counts calls, which a pure feature must not do: it makes a test feature impure on purpose.
final class Calls: @unchecked Sendable {
  // Unchecked, because only one exploration uses it, on one thread.
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
