import Loop

/// A series of random walks in progress, each from the initial state.
///
/// Only the steps of a walk are stored. A transcript is recorded at the end, for the shrunk path to a violation.
struct RandomWalk<Scenario: Exploration> {
  /// The maximum number of states to search for a goal that random steps did not reach.
  static var goalSearchLimit: Int { 1000 }

  let explorer: Explorer<Scenario>
  /// The maximum number of steps in a walk.
  let maxSteps: Int
  /// The seed of the next walk.
  ///
  /// The first walk uses the given seed itself, so that every walk can be repeated alone.
  var seed: UInt64
  var seedGenerator: SplitMix64
  var walkCount = 0
  var stepCount = 0
  var unreachedProperties: [Explorer<Scenario>.Law]
  /// The indices of the goals that could not be decided at the end of some walk.
  var undecidedGoals: Set<Int> = []
  var firstViolation: Violation<Scenario>?

  init(_ explorer: Explorer<Scenario>, seed: UInt64, maxSteps: Int) {
    self.explorer = explorer
    self.maxSteps = maxSteps
    self.seed = seed
    seedGenerator = SplitMix64(seed: seed)
    unreachedProperties = explorer.reachableProperties
  }

  /// Makes a walk.
  mutating func walk() {
    var random = SplitMix64(seed: seed)
    let (end, taken, law) = explorer.walkOnce(maxSteps: maxSteps, reaching: &unreachedProperties, using: &random)
    walkCount += 1
    stepCount += taken.count
    if let law {
      firstViolation = Violation(law: law, steps: taken)
    } else if !explorer.goals.isEmpty {
      searchGoals(from: end, after: taken, using: &random)
    }
    if firstViolation == nil { seed = seedGenerator.next() }
  }

  /// Searches for each goal from the end of a walk, first by undisturbed steps, then by an exploration of the nearby
  /// states.
  ///
  /// Exploring from the end of every walk would take far longer than walking, and random steps nearly always reach a
  /// goal. Only a complete exploration shows that a goal cannot be reached.
  mutating func searchGoals(
    from end: ScenarioState<Scenario>, after taken: [ExplorationStep<Scenario>], using random: inout SplitMix64
  ) {
    var missing = explorer.goals.indices.filter { !explorer.goals[$0].holds(end) }
    for _ in 0..<4 where !missing.isEmpty {
      explorer.continueWalk(from: end, maxSteps: maxSteps, until: &missing, using: &random)
    }
    for goal in missing {
      switch explorer.canReach(explorer.goals[goal], from: end, within: Self.goalSearchLimit) {
      case true?: break
      case nil: undecidedGoals.insert(goal)
      case false?: return firstViolation = Violation(unreachableGoal: goal, law: explorer.goals[goal], steps: taken)
      }
    }
  }
}

// These loops are methods of the explorer, because a value that stores the explorer would copy it in each step.
extension Explorer {
  /// Walks from the initial state until a law is violated, no step leads on, or the walk has the maximum number of
  /// steps.
  func walkOnce(
    maxSteps: Int, reaching unseen: inout [Law], using random: inout SplitMix64
  ) -> (end: ScenarioState<Scenario>, taken: [ExplorationStep<Scenario>], law: String?) {
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: faults)
    var taken: [ExplorationStep<Scenario>] = []
    var law = violatedLaw(in: scenarioState)
    if !unseen.isEmpty { unseen.removeAll { $0.holds(scenarioState) } }
    while law == nil && taken.count < maxSteps, let transition = randomStep(from: scenarioState, using: &random) {
      taken.append(transition.step)
      law = violatedLaw(by: transition, from: scenarioState)
      scenarioState = transition.scenarioState
      if !unseen.isEmpty { unseen.removeAll { $0.holds(scenarioState) } }
    }
    return (scenarioState, taken, law)
  }

  /// Returns a random step.
  ///
  /// For one step in 256, the second reduction starts from a decoded copy of the state, which takes as long as many
  /// steps.
  func randomStep(
    from scenarioState: borrowing ScenarioState<Scenario>, using random: inout SplitMix64
  ) -> ScenarioState<Scenario>.Transition? {
    let equalCopy = random.next() % 256 == 0 ? scenarioState.decodedCopy : scenarioState.loopState.state
    return scenarioState.randomStep(in: scenario, pendingLimit: pendingLimit, equalCopy: equalCopy, using: &random)
  }

  /// Continues with undisturbed steps, and removes the goals that are reached.
  func continueWalk(
    from end: ScenarioState<Scenario>, maxSteps: Int, until missing: inout [Int], using random: inout SplitMix64
  ) {
    var (scenarioState, left) = (end, maxSteps)
    while !missing.isEmpty && left > 0,
      let transition = scenarioState.randomUndisturbedStep(
        in: scenario, pendingLimit: pendingLimit, equalCopy: scenarioState.loopState.state, using: &random),
      transition.stepResult == .changed
    {
      scenarioState = transition.scenarioState
      missing.removeAll { goals[$0].holds(scenarioState) }
      left -= 1
    }
  }
}

/// A path that violates a law.
struct Violation<Scenario: Exploration> {
  /// The law that is violated at the end of the path.
  let law: String
  /// The index of the goal that cannot be reached from the end of the path, if that is the violation.
  let unreachableGoal: Int?
  /// The steps of the path.
  let steps: [ExplorationStep<Scenario>]

  init(law: String, steps: [ExplorationStep<Scenario>]) {
    self.law = law
    unreachableGoal = nil
    self.steps = steps
  }

  init(unreachableGoal: Int, law: Explorer<Scenario>.Law, steps: [ExplorationStep<Scenario>]) {
    self.law = Explorer<Scenario>.unreachableLaw(for: law)
    self.unreachableGoal = unreachableGoal
    self.steps = steps
  }
}
