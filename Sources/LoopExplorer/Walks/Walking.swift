import Loop

/// Random walks under way, each from the start.
///
/// Of a walk only its steps are kept: what happened on it is written down at last, of the shortest way to what was found.
struct Walking<Played: Exploration> {
  /// How many moments are looked through at most for a goal that was not come upon by chance.
  static var farthest: Int { 1000 }

  let explorer: Explorer<Played>
  /// How many steps a walk has at most.
  let length: Int
  /// What the next walk is made with: the first with the seed itself, so that a walk can be repeated alone.
  var seed: UInt64
  var seeds: SplitMix64
  var walks = 0
  var steps = 0
  var unseen: [Explorer<Played>.Law]
  /// Which goals were not judged at the end of some walk.
  var unjudged: Set<Int> = []
  var firstBreak: Breaking<Played>?

  init(_ explorer: Explorer<Played>, seed: UInt64, length: Int) {
    self.explorer = explorer
    self.length = length
    self.seed = seed
    seeds = SplitMix64(seed: seed)
    unseen = explorer.sights
  }

  /// Walks once.
  mutating func walk() {
    var random = SplitMix64(seed: seed)
    let (end, taken, law) = explorer.walkOnce(length, seeing: &unseen, using: &random)
    walks += 1
    steps += taken.count
    if let law {
      firstBreak = Breaking(law: law, steps: taken)
    } else if !explorer.goals.isEmpty {
      lookForGoals(from: end, after: taken, &random)
    }
    if firstBreak == nil { seed = seeds.next() }
  }

  /// Looks from the end of a walk for each goal: by walking on calmly, a few times, and then by exploring what is near.
  ///
  /// To explore from every end would take far longer than to walk, and nearly always a goal is come upon by chance. Only
  /// where all that can come was explored can it be said that a goal is out of reach.
  mutating func lookForGoals(
    from end: Moment<Played>, after taken: [Step<Played>], _ random: inout SplitMix64
  ) {
    var missing = explorer.goals.indices.filter { !explorer.goals[$0].holds(end) }
    for _ in 0..<4 where !missing.isEmpty { explorer.walkOn(from: end, length, until: &missing, using: &random) }
    for goal in missing {
      switch explorer.canReach(explorer.goals[goal], from: end, within: Self.farthest) {
      case true?: break
      case nil: unjudged.insert(goal)
      case false?: return firstBreak = Breaking(outOfReach: goal, explorer.goals[goal], steps: taken)
      }
    }
  }
}

// The loops are the explorer's own, because whoever only holds one copies it at each step.
extension Explorer {
  /// Walks from the start until a law breaks, nothing leads on, or so many steps are taken.
  func walkOnce(
    _ length: Int, seeing unseen: inout [Law], using random: inout SplitMix64
  ) -> (end: Moment<Played>, taken: [Step<Played>], law: String?) {
    var moment = Moment(startOf: played, faults: faults)
    var taken: [Step<Played>] = []
    var law = brokenLaw(in: moment)
    if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    while law == nil && taken.count < length, let way = chance(from: moment, &random) {
      taken.append(way.step)
      law = brokenLaw(by: way, from: moment)
      moment = way.moment
      if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    }
    return (moment, taken, law)
  }

  /// A step by chance.
  ///
  /// At one in 256 the second reduction is made in the state read back from its text, which takes as long as many steps.
  func chance(
    from moment: borrowing Moment<Played>, _ random: inout SplitMix64
  ) -> Moment<Played>.Way? {
    let twin = random.next() % 256 == 0 ? moment.reread : moment.situation.state
    return moment.chance(played, pending: pending, twin: twin, using: &random)
  }

  /// Walks on calmly, and takes out of the goals what is reached.
  func walkOn(
    from end: Moment<Played>, _ length: Int, until missing: inout [Int], using random: inout SplitMix64
  ) {
    var (moment, left) = (end, length)
    while !missing.isEmpty && left > 0,
      let way = moment.calmChance(played, pending: pending, twin: moment.situation.state, using: &random),
      way.course == .onwards
    {
      moment = way.moment
      missing.removeAll { goals[$0].holds(moment) }
      left -= 1
    }
  }
}

/// A way that breaks a law.
struct Breaking<Played: Exploration> {
  /// The law that breaks at its end.
  let law: String
  /// The goal that is out of reach from its end, if that is the law.
  let goal: Int?
  /// The way.
  let steps: [Step<Played>]

  init(law: String, steps: [Step<Played>]) {
    self.law = law
    goal = nil
    self.steps = steps
  }

  init(outOfReach goal: Int, _ law: Explorer<Played>.Law, steps: [Step<Played>]) {
    self.law = Explorer<Played>.unreachable(law)
    self.goal = goal
    self.steps = steps
  }
}
