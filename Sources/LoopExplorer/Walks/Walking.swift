import Loop

/// Random walks under way, each from the start.
///
/// Of a walk only its steps are kept: what happened on it is written down at last, of the shortest way to what was found.
struct RandomWalk<Scenario: Exploration> {
  /// How many moments are looked through at most for a goal that was not come upon by chance.
  static var goalSearchLimit: Int { 1000 }

  let explorer: Explorer<Scenario>
  /// How many steps a walk has at most.
  let length: Int
  /// What the next walk is made with: the first with the seed itself, so that a walk can be repeated alone.
  var seed: UInt64
  var seeds: SplitMix64
  var walks = 0
  var steps = 0
  var unseen: [Explorer<Scenario>.Law]
  /// Which goals were not judged at the end of some walk.
  var unjudged: Set<Int> = []
  var firstBreak: Violation<Scenario>?

  init(_ explorer: Explorer<Scenario>, seed: UInt64, maxSteps length: Int) {
    self.explorer = explorer
    self.length = length
    self.seed = seed
    seeds = SplitMix64(seed: seed)
    unseen = explorer.sights
  }

  /// Walks once.
  mutating func walk() {
    var random = SplitMix64(seed: seed)
    let (end, taken, law) = explorer.walkOnce(maxSteps: length, reaching: &unseen, using: &random)
    walks += 1
    steps += taken.count
    if let law {
      firstBreak = Violation(law: law, steps: taken)
    } else if !explorer.goals.isEmpty {
      searchGoals(from: end, after: taken, using: &random)
    }
    if firstBreak == nil { seed = seeds.next() }
  }

  /// Looks from the end of a walk for each goal: by walking on calmly, a few times, and then by exploring what is near.
  ///
  /// To explore from every end would take far longer than to walk, and nearly always a goal is come upon by chance. Only
  /// where all that can come was explored can it be said that a goal is out of reach.
  mutating func searchGoals(
    from end: ScenarioState<Scenario>, after taken: [ExplorationStep<Scenario>], using random: inout SplitMix64
  ) {
    var missing = explorer.goals.indices.filter { !explorer.goals[$0].holds(end) }
    for _ in 0..<4 where !missing.isEmpty {
      explorer.continueWalk(from: end, maxSteps: length, until: &missing, using: &random)
    }
    for goal in missing {
      switch explorer.canReach(explorer.goals[goal], from: end, within: Self.goalSearchLimit) {
      case true?: break
      case nil: unjudged.insert(goal)
      case false?: return firstBreak = Violation(unreachableGoal: goal, law: explorer.goals[goal], steps: taken)
      }
    }
  }
}

// The loops are the explorer's own, because whoever only holds one copies it at each step.
extension Explorer {
  /// Walks from the start until a law breaks, nothing leads on, or so many steps are taken.
  func walkOnce(
    maxSteps length: Int, reaching unseen: inout [Law], using random: inout SplitMix64
  ) -> (end: ScenarioState<Scenario>, taken: [ExplorationStep<Scenario>], law: String?) {
    var moment = ScenarioState(startOf: played, remainingFaults: faults)
    var taken: [ExplorationStep<Scenario>] = []
    var law = violatedLaw(in: moment)
    if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    while law == nil && taken.count < length, let way = randomStep(from: moment, using: &random) {
      taken.append(way.step)
      law = violatedLaw(by: way, from: moment)
      moment = way.moment
      if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    }
    return (moment, taken, law)
  }

  /// A step by chance.
  ///
  /// At one in 256 the second reduction is made in the state read back from its text, which takes as long as many steps.
  func randomStep(
    from moment: borrowing ScenarioState<Scenario>, using random: inout SplitMix64
  ) -> ScenarioState<Scenario>.Transition? {
    let twin = random.next() % 256 == 0 ? moment.decodedCopy : moment.situation.state
    return moment.randomStep(in: played, pendingLimit: pending, equalCopy: twin, using: &random)
  }

  /// Walks on calmly, and takes out of the goals what is reached.
  func continueWalk(
    from end: ScenarioState<Scenario>, maxSteps length: Int, until missing: inout [Int], using random: inout SplitMix64
  ) {
    var (moment, left) = (end, length)
    while !missing.isEmpty && left > 0,
      let way = moment.randomUndisturbedStep(
        in: played, pendingLimit: pending, equalCopy: moment.situation.state, using: &random),
      way.course == .onwards
    {
      moment = way.moment
      missing.removeAll { goals[$0].holds(moment) }
      left -= 1
    }
  }
}

/// A way that breaks a law.
struct Violation<Scenario: Exploration> {
  /// The law that breaks at its end.
  let law: String
  /// The goal that is out of reach from its end, if that is the law.
  let goal: Int?
  /// The way.
  let steps: [ExplorationStep<Scenario>]

  init(law: String, steps: [ExplorationStep<Scenario>]) {
    self.law = law
    goal = nil
    self.steps = steps
  }

  init(unreachableGoal goal: Int, law: Explorer<Scenario>.Law, steps: [ExplorationStep<Scenario>]) {
    self.law = Explorer<Scenario>.unreachableLaw(for: law)
    self.goal = goal
    self.steps = steps
  }
}
