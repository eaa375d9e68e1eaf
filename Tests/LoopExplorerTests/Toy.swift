import Loop
import LoopExplorer
import Testing

/// A feature of a few closures.
struct ClosureFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable { var stage = 0, number = 0 }
  enum Action: Hashable, Codable, Sendable { case began, leftCancelled, rightCancelled, ended, refused, numbered(Int) }
  enum Effect: Hashable, Codable, Sendable { case one, other }
  enum Slot: Hashable, Codable, Sendable { case left, right }

  let reduction: @Sendable (inout State, Action) -> Effects<Effect, Slot>
  let possible: @Sendable (Effect, Int) -> [Outcome<Action, Int>]
  let lost: @Sendable () -> [Action]
  let happening: @Sendable (Int) -> [EnvironmentEvent<Int>]
  let hearing: @Sendable (Effect, Int) -> Int?
  var alphabet: [Action] = [.began]

  init(
    _ reduction: @escaping @Sendable (inout State, Action) -> Effects<Effect, Slot>,
    outcomes: @escaping @Sendable (Effect, Int) -> [Outcome<Action, Int>] = { [Outcome("done", .ended, in: $1)] },
    responsesWhenLost lost: @escaping @Sendable () -> [Action] = { [] },
    environmentEvents happenings: @escaping @Sendable (Int) -> [EnvironmentEvent<Int>] = { _ in [] },
    immediateExecution hearing: @escaping @Sendable (Effect, Int) -> Int? = { _, _ in nil }
  ) {
    self.reduction = reduction
    possible = outcomes
    self.lost = lost
    happening = happenings
    self.hearing = hearing
  }

  var feature: ClosureFeature { self }
  var start: (state: State, world: Int) { (State(), 0) }
  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> { reduction(&state, action) }
  func isAlive(_ slot: Slot, in state: State) -> Bool { true }
  func actions(in state: State) -> [Action] { alphabet }
  func outcomes(of effect: Effect, in world: Int) -> [Outcome<Action, Int>] { possible(effect, world) }
  func environment(_ world: Int, immediatelyExecuting effect: Effect) -> Int? { hearing(effect, world) }
  func responsesWhenLost(of effect: Effect) -> [Action] { lost() }
  func environmentEvents(in world: Int) -> [EnvironmentEvent<Int>] { happening(world) }
}

extension ClosureFeature {
  /// A trail after these steps, each of which can be taken.
  func path(_ steps: ExplorationStep<ClosureFeature>..., faults: Int = 0) throws -> RecordedPath<ClosureFeature> {
    var trail = try RecordedPath(self, faults: faults)
    for step in steps { _ = try #require(try trail.apply(step)) }
    return trail
  }
}

/// Numbers calls, which no feature may: a toy that is impure on purpose.
final class Calls: @unchecked Sendable {
  // Unchecked: one exploration calls, on one thread.
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
