public import Loop

/// Walks every moment a feature and its world can come into, and holds laws against each.
///
/// ```swift
/// var explorer = Explorer(EditorExploration(), faults: 1)
/// explorer.always("law 5: a failed save keeps the draft") { … }
/// explorer.canAlwaysReach("the sheet can be closed") { !$0.situation.state.sheet.isOpen }
/// print(try explorer.explore())
/// ```
///
/// It goes breadth first and in a fixed order, so that what breaks a law is shown by the shortest way there, and every run
/// prints the same. What it walks is the reducer that ships.
public struct Explorer<Played: Exploration>
where
  Played.Feature.State: Hashable & Codable, Played.Feature.Action: Hashable & Codable,
  Played.Feature.Effect: Hashable & Encodable, Played.Feature.Slot: Encodable
{
  /// A law that is held against moments.
  typealias Law = (name: String, holds: (Moment<Played>) -> Bool)

  /// What is explored.
  public let played: Played
  /// How much may go wrong: answers lost after the deed, deeds done twice, cancelled ones done late.
  public var faults: Int
  /// How much may be on its way at once.
  ///
  /// What would be more is not followed.
  public var pending: Int
  /// How many moments are walked at most.
  public var limit: Int
  /// Whether whole moments are kept to compare with, not 64 bits of each.
  public var isExact: Bool

  private var invariants: [Law] = []
  private var sights: [Law] = []
  private var goals: [Law] = []

  /// Prepares an exploration.
  public init(_ played: Played, faults: Int = 0, pending: Int = 8, limit: Int = 10_000_000, isExact: Bool = false) {
    self.played = played
    self.faults = faults
    self.pending = pending
    self.limit = limit
    self.isExact = isExact
    always("Nobody waits for ever: whenever something looks busy, something is pending") { moment in
      !moment.isQuiet || !played.isBusy(moment.situation.state)
    }
    always("Everything ends: whatever is pending has an outcome") { moment in
      moment.isQuiet
        || moment.situation.pending.running.allSatisfy { run in
          moment.answers[run.id] != nil || !played.outcomes(of: run.effect, in: moment.world).isEmpty
        }
    }
  }

  /// Holds a law against every moment.
  public mutating func always(_ law: String, _ holds: @escaping (Moment<Played>) -> Bool) {
    invariants.append((law, holds))
  }

  /// Expects to see something in some moment.
  public mutating func sometimes(_ sight: String, _ isSeen: @escaping (Moment<Played>) -> Bool) {
    sights.append((sight, isSeen))
  }

  /// Expects that something can still be reached from every moment, over cycles too.
  public mutating func canAlwaysReach(_ goal: String, _ isReached: @escaping (Moment<Played>) -> Bool) {
    goals.append((goal, isReached))
  }

  /// Walks every moment.
  public func explore() throws -> Explored {
    var search = Search(self)
    try search.arrive(at: start, from: 0, by: 0)
    while search.goesOn { try search.deepen() }
    try search.judge()
    return search.explored
  }

  private var start: Moment<Played> {
    Moment(situation: Situation(played.start.state), world: played.start.world, faults: faults)
  }

  /// One in so many moments is looked at twice, the second time with the state read back from its text.
  private static var sample: Int { 64 }

  /// Tells whether every action does the same to a state and to its equal, which was made in another order.
  private func isPure(at state: Played.Feature.State) throws -> Bool {
    let equal = try Canonical(parsing: "\(try Canonical(state))").decode(Played.Feature.State.self)
    return played.actions(in: state).allSatisfy { action in
      var (one, other) = (state, equal)
      let effects = played.feature.reduce(&one, action)
      return effects == played.feature.reduce(&other, action) && one == other
    }
  }
}

extension Explorer {
  /// An exploration under way.
  private struct Search {
    let explorer: Explorer
    var explored = Explored()
    private var walk: Walk
    private var seen: Seen<Played>
    private var unseen: [Law]
    private var coming: [(number: Int, moment: Moment<Played>)] = []

    init(_ explorer: Explorer) {
      self.explorer = explorer
      walk = Walk(keepsEdges: !explorer.goals.isEmpty)
      seen = Seen(isExact: explorer.isExact)
      unseen = explorer.sights
    }

    var goesOn: Bool { !coming.isEmpty && explored.findings.isEmpty && explored.bound == nil }

    mutating func arrive(at moment: Moment<Played>, from parent: Int, by ordinal: Int) throws {
      var moment = moment
      explorer.played.rename(&moment)
      let (number, isNew) = seen.insert(moment)
      walk.add(from: parent, to: number)
      guard isNew else { return }
      walk.found(by: ordinal, from: parent)
      explored.moments += 1
      if let broken = explorer.invariants.first(where: { !$0.holds(moment) }) { try find(broken.name, at: number) }
      if number % Explorer.sample == 0, try !explorer.isPure(at: moment.situation.state) {
        try find("law 1: Pure. The same action comes out differently in an equal state", at: number)
      }
      unseen.removeAll { $0.holds(moment) }
      for (place, goal) in explorer.goals.enumerated() where goal.holds(moment) {
        walk.reached(goal: place, at: number)
      }
      coming.append((number, moment))
    }

    /// Takes every step from the moments that were found last.
    mutating func deepen() throws {
      let level = coming
      coming = []
      explored.depth += 1
      for (number, moment) in level where explored.findings.isEmpty && explored.bound == nil {
        var next: [(ordinal: Int, moment: Moment<Played>)] = []
        var ordinal = 0
        moment.visitNext(explorer.played) { _, moment, isNew in
          if isNew { next.append((ordinal, moment)) }
          ordinal += 1
        }
        explored.steps += ordinal
        for (ordinal, moment) in next where explored.findings.isEmpty {
          if moment.load > explorer.pending {
            explored.isCut = true
          } else {
            try arrive(at: moment, from: number, by: ordinal)
          }
        }
        if explored.moments > explorer.limit { explored.bound = explorer.limit }
      }
    }

    /// Says what can be said only when everything has been walked: what was not followed may hold what is missing.
    mutating func judge() throws {
      guard explored.findings.isEmpty && explored.bound == nil && !explored.isCut else { return }
      for sight in unseen { explored.findings.append(Finding("Never seen: \(sight.name)", nil)) }
      for (place, goal) in explorer.goals.enumerated() {
        guard let stuck = walk.firstThatCannotReach(goal: place) else { continue }
        try find("Cannot be reached from here: \(goal.name)", at: stuck)
      }
    }

    private mutating func find(_ law: String, at number: Int) throws {
      explored.findings.append(Finding(law, try explorer.transcript(of: walk.way(to: number))))
    }
  }

  /// Takes a way again, and writes it down.
  private func transcript(of way: [Int]) throws -> Transcript {
    var moment = start
    var recorder = try Recorder(played.feature, state: moment.situation.state)
    for ordinal in way {
      var place = 0
      var taken: (step: Step<Played>, moment: Moment<Played>)?
      moment.visitNext(played) { step, next, _ in
        if place == ordinal { taken = (step, next) }
        place += 1
      }
      guard let taken else {
        recorder.note("cannot be repeated from here: the same steps led elsewhere, so the feature is not pure")
        break
      }
      try recorder.record(taken.step)
      moment = taken.moment
    }
    return try recorder.transcript
  }
}

extension Recorder {
  fileprivate mutating func record<Played: Exploration>(_ step: Step<Played>) throws where Played.Feature == Feature {
    func run(_ run: Run) -> Run { situation.pending.running.first { $0.id == run.id } ?? run }
    switch step {
    case .user(let action): try send(action)
    case .answer(let asked, let action, isLast: true): try end(run(asked), action)
    case .answer(let asked, let action, isLast: false): try answer(run(asked), action)
    case .end(let asked): try end(run(asked))
    case .happening(let name): note(name)
    case .deed(let run, let outcome, let fault):
      let mishap =
        switch fault {
        case .none: ""
        case .lost: ", and its answer is lost"
        case .doubled: " twice"
        }
      note("\(try Canonical(run.effect)) is carried out: \(outcome.name)\(mishap)")
    case .told(let effect, let outcome): note("\(try Canonical(effect)) is carried out: \(outcome.name)")
    case .late(let effect, let outcome): note("\(try Canonical(effect)) is carried out late: \(outcome.name)")
    }
  }
}
