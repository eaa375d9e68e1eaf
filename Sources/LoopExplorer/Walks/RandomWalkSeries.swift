import Loop
import Values

extension Explorer {
  /// Makes random walks from the initial state, for state spaces that are too large to be explored.
  ///
  /// ```swift
  /// let report = try Explorer(EditorExploration(), .init(faults: 1)).walk(seed: 1, walks: 10_000)
  /// #expect(report.finding == nil, "\(report)")
  /// ```
  ///
  /// The laws are those of the explorer. The first violation ends the walks, and the path to it is shrunk. A property
  /// that was not reached is not a finding. At the end of each walk, the goals must still be reachable. With the same
  /// arguments and a pure feature, every process finds the same violation.
  public func walk(seed: UInt64, walks: Int, maxSteps: Int = WalkRequest.defaultMaxSteps) throws -> WalkReport {
    var walking = RandomWalkSeries(self, seed: seed, maxSteps: maxSteps)
    while walking.firstViolation == nil && walking.walkCount < walks { walking.walk() }
    return try walking.makeShrunkReport(firstSeed: seed)
  }

  /// Makes random walks for a duration, and at least one.
  ///
  /// The clock is read between walks. The number of walks depends on the machine, but the result of a walk does not:
  /// the report contains the seed with which the walk that found a violation can be repeated alone.
  public func walk<Time: Clock>(
    seed: UInt64, for time: Duration, clock: Time, maxSteps: Int = WalkRequest.defaultMaxSteps
  ) throws -> WalkReport where Time.Duration == Duration {
    var walking = RandomWalkSeries(self, seed: seed, maxSteps: maxSteps)
    let end = clock.now.advanced(by: time)
    repeat { walking.walk() } while walking.firstViolation == nil && clock.now < end
    return try walking.makeShrunkReport(firstSeed: seed)
  }
}

/// A series of random walks in progress, each from the initial state.
///
/// Only the steps of a walk are stored. A transcript is recorded at the end, for the shrunk path to a violation.
struct RandomWalkSeries<Scenario: Exploration> {
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
    let (end, steps, law) = explorer.walkOnce(maxSteps: maxSteps, reaching: &unreachedProperties, using: &random)
    walkCount += 1
    stepCount += steps.count
    if let law {
      firstViolation = Violation(law: law, steps: steps)
    } else if !explorer.goals.isEmpty {
      searchGoals(from: end, after: steps, using: &random)
    }
    if firstViolation == nil { seed = seedGenerator.next() }
    if let report = explorer.options.onProgress, walkCount.isMultiple(of: explorer.options.progressInterval ?? 1000) {
      report(.walks(walkCount, steps: stepCount))
    }
  }

  /// Searches for each goal from the end of a walk, first by undisturbed steps, then by an exploration of the nearby
  /// states.
  ///
  /// Exploring from the end of every walk would take far longer than walking, and random steps nearly always reach a
  /// goal. Only a complete exploration shows that a goal cannot be reached.
  private mutating func searchGoals(
    from end: ScenarioState<Scenario>, after steps: [ExplorationStep<Scenario>], using random: inout SplitMix64
  ) {
    var missing = explorer.goals.indices.filter { !explorer.goals[$0].isReached(end) }
    for _ in 0..<4 where !missing.isEmpty {
      explorer.continueWalk(from: end, maxSteps: maxSteps, until: &missing, using: &random)
    }
    for goal in missing {
      switch explorer.canReachNearby(goal, from: end) {
      case true?: break
      case nil: undecidedGoals.insert(goal)
      case false?:
        firstViolation = Violation(
          law: Explorer.unreachableLaw(for: explorer.goals[goal]), unreachableGoal: goal, steps: steps)
        return
      }
    }
  }

  /// Returns the report of the walks.
  func makeShrunkReport(firstSeed: UInt64) throws -> WalkReport {
    var report = WalkReport(seed: firstSeed, walkCount: walkCount, stepCount: stepCount)
    report.unreachedProperties = unreachedProperties.map(\.name)
    report.undecidedGoals = undecidedGoals.sorted().map { explorer.goals[$0].name }
    guard let firstViolation else { return report }
    var shrinking = Shrinker(firstViolation, explorer: explorer)
    shrinking.shrink()
    var path = try RecordedPath(explorer.scenario, faults: explorer.options.faults)
    for step in shrinking.shortest.steps where try path.apply(step) == nil {
      try path.recordImpurity()
      break
    }
    report.discovery = WalkReport.WalkFinding(
      finding: try explorer.finding(law: shrinking.shortest.law, path: path), seed: seed,
      stepCount: firstViolation.steps.count, shrinkAttempts: shrinking.attempts)
    return report
  }
}

// These loops are methods of the explorer, because a value that stores the explorer would copy it in each step.
extension Explorer {
  /// Walks from the initial state until a law is violated, no step leads on, or the walk has the maximum number of
  /// steps.
  ///
  /// For one step in 256, the second reduction starts from a decoded copy of the state, which takes as long as many
  /// steps.
  fileprivate func walkOnce(
    maxSteps: Int, reaching unseen: inout [Law], using random: inout SplitMix64
  ) -> (end: ScenarioState<Scenario>, steps: [ExplorationStep<Scenario>], law: String?) {
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: options.faults)
    var steps: [ExplorationStep<Scenario>] = []
    var law = violatedLaw(in: scenarioState)
    unseen.removeAll { $0.holds(scenarioState) }
    while law == nil && steps.count < maxSteps {
      let reductions = scenarioState.reductions(
        equalCopy: random.next() % 256 == 0 ? scenarioState.decodedCopy : nil)
      guard let transition = randomStep(from: scenarioState, reductions, using: &random) else { break }
      steps.append(transition.step)
      law = violatedLaw(by: transition, from: scenarioState)
      scenarioState = transition.scenarioState
      unseen.removeAll { $0.holds(scenarioState) }
    }
    return (scenarioState, steps, law)
  }

  /// Continues with undisturbed steps, and removes the goals that are reached.
  fileprivate func continueWalk(
    from end: ScenarioState<Scenario>, maxSteps: Int, until missing: inout [Int], using random: inout SplitMix64
  ) {
    var (scenarioState, left) = (end, maxSteps)
    while !missing.isEmpty && left > 0,
      let transition = randomUndisturbedStep(from: scenarioState, using: &random),
      transition.stepResult == .changed
    {
      scenarioState = transition.scenarioState
      missing.removeAll { goals[$0].isReached(scenarioState) }
      left -= 1
    }
  }

  /// Returns a Boolean value that indicates whether a goal that random steps did not reach can be reached, or `nil` if
  /// a search of 1,000 states does not decide it.
  func canReachNearby(_ goal: Int, from end: ScenarioState<Scenario>) -> Bool? {
    canReach(goals[goal], from: end, within: 1000)
  }
}

/// A path that violates a law.
struct Violation<Scenario: Exploration> {
  /// The law that is violated at the end of the path.
  let law: String
  /// The index of the goal that cannot be reached from the end of the path, if that is the violation.
  var unreachableGoal: Int?
  /// The steps of the path.
  let steps: [ExplorationStep<Scenario>]
}
