import Loop

/// An exploration under way.
struct BreadthFirstSearch<Scenario: Exploration> {
  /// Where a law was broken: in a moment, or by a step out of it.
  typealias StateViolation = (law: String, moment: Int, ordinal: Int?)

  let explorer: Explorer<Scenario>
  var walk: SearchGraph
  var seen: SeenMoments<Scenario>
  var tally = CoverageCounter<Scenario>()
  var unseen: [Explorer<Scenario>.Law]
  /// For each goal, the moments in which it is reached.
  var reached: [[UInt32]]
  /// What was found last: the moments that are to be left next, in the order of their numbers.
  var coming: [ScenarioState<Scenario>] = []
  /// What was found before that: the moments that are being left, and the number of the first.
  var level: [ScenarioState<Scenario>] = []
  var levelStart = 0
  /// The number of the moment that is being left.
  var number = 0
  var moments = 0
  var steps = 0
  var depth = 0
  /// The first moment that was not followed, because more was on its way in it than may be.
  var firstCut: ScenarioState<Scenario>?
  var firstBreak: StateViolation?

  init(_ explorer: Explorer<Scenario>) {
    self.explorer = explorer
    walk = SearchGraph(keepsEdges: !explorer.goals.isEmpty)
    seen = SeenMoments(isExact: explorer.isExact)
    unseen = explorer.sights
    reached = explorer.goals.map { _ in [] }
  }

  var canContinue: Bool { !coming.isEmpty && firstBreak == nil && !isBounded }

  /// Whether a moment was found that is one too many: it is not walked, and neither is what follows.
  var isBounded = false

  /// Arrives at a moment, for the first time or again.
  mutating func visit(_ moment: borrowing ScenarioState<Scenario>, by ordinal: Int = 0) {
    if let renamed = explorer.played.normalized(moment) {
      insert(renamed, by: ordinal)
    } else {
      insert(moment, by: ordinal)
    }
  }

  mutating func insert(_ moment: borrowing ScenarioState<Scenario>, by ordinal: Int) {
    let (place, isNew) = seen.insert(moment)
    if moments > 0 { walk.addEdge(to: place) }
    if isNew {
      addState(copy moment, by: ordinal)
    } else if moments <= 16_384 {
      checkHash(of: copy moment, againstState: place, by: ordinal)
    }
  }

  /// Compares a moment with the one that it was taken for, where that is still at hand.
  ///
  /// A hash may leave out what `==` looks at, and then the fingerprints are worth nothing. It shows soon, so it is looked
  /// for among the first moments only.
  mutating func checkHash(of moment: ScenarioState<Scenario>, againstState place: Int, by ordinal: Int) {
    let known = place - levelStart
    // What was one too many is not at hand.
    guard known >= 0, known < level.count + coming.count else { return }
    let other = known < level.count ? level[known] : coming[known - level.count]
    if other != moment { recordViolation(of: BuiltInLaw.alike.rawValue, at: number, by: ordinal) }
  }

  mutating func addState(_ moment: ScenarioState<Scenario>, by ordinal: Int) {
    if moments == explorer.limit { return isBounded = true }
    let place = moments
    moments += 1
    walk.addState(reachedBy: ordinal, from: number)
    if let law = explorer.violatedLaw(in: moment) { recordViolation(of: law, at: place) }
    if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    for goal in reached.indices where explorer.goals[goal].holds(moment) { reached[goal].append(UInt32(place)) }
    coming.append(moment)
  }

  mutating func recordPendingLimit(at moment: borrowing ScenarioState<Scenario>) {
    if firstCut == nil { firstCut = copy moment }
  }

  /// Only the first counts: what is found after it may be a consequence.
  mutating func recordViolation(of law: String, at moment: Int, by ordinal: Int? = nil) {
    if firstBreak == nil { firstBreak = (law, moment, ordinal) }
  }

  /// Takes every step from the moments that were found last.
  mutating func exploreNextLevel() {
    levelStart = number
    // The room of what was left is used again: new room costs more than what is put into it.
    swap(&level, &coming)
    coming.removeAll(keepingCapacity: true)
    for moment in level {
      expand(moment)
      number += 1
      if firstBreak != nil || isBounded { break }
    }
    if !coming.isEmpty { depth += 1 }
  }

  mutating func expand(_ moment: ScenarioState<Scenario>) {
    walk.beginEdges()
    let kind = tally.index(ofKind: explorer.played.kind(of: moment.situation.state))
    if !moment.answers.isEmpty { countAwaitedResponses(of: moment, kind: kind) }
    var ordinal = 0
    let actions = explorer.played.actions(in: moment.situation.state)
    tally.updateOfferedActions(actions)
    moment.visitNextSteps(in: explorer.played, actions: actions, equalCopy: equalCopy(of: moment)) {
      step, next, course in
      switch course {
      case .nowhere:
        countUnchanged(by: step, ordinal: ordinal, kind: kind)
        if !explorer.stepLaws.isEmpty { checkStepLaws(step, ordinal, from: moment, to: moment) }
      case .broken(let law): recordViolation(of: law.rawValue, at: number, by: ordinal)
      case .onwards:
        countChange(by: step, ordinal: ordinal, from: moment, kind: kind, to: next)
        if !explorer.stepLaws.isEmpty { checkStepLaws(step, ordinal, from: moment, to: next) }
        if next.pendingCount > explorer.pending { recordPendingLimit(at: next) } else { visit(next, by: ordinal) }
      }
      ordinal += 1
    }
    steps += ordinal
  }

  mutating func checkStepLaws(
    _ step: ExplorationStep<Scenario>, _ ordinal: Int, from moment: ScenarioState<Scenario>,
    to next: borrowing ScenarioState<Scenario>
  ) {
    if let law = explorer.violatedStepLaw(from: moment, by: step, to: copy next) {
      recordViolation(of: law, at: number, by: ordinal)
    }
  }

  /// What the second reduction is made in.
  func equalCopy(of moment: ScenarioState<Scenario>) -> Scenario.Feature.State {
    let sample = number < 256 ? 1 : number < 16_384 ? 64 : 4096
    return number % sample == 0 ? moment.decodedCopy : moment.situation.state
  }
}

extension BreadthFirstSearch {
  /// Takes in what came of an action or an answer.
  mutating func countChange(
    by step: ExplorationStep<Scenario>, ordinal: Int, from moment: ScenarioState<Scenario>, kind: Int,
    to next: borrowing ScenarioState<Scenario>
  ) {
    switch step {
    case .user:
      tally.countTransition(
        from: kind, cause: tally.alphabetNumbers[ordinal], to: explorer.played.kind(of: next.situation.state))
    case .answer(let slot, _): countResponse(in: slot, from: moment, kind: kind, to: copy next)
    case .deed, .told, .late, .happening: break
    }
  }

  /// Takes in that a step changed nothing.
  mutating func countUnchanged(by step: ExplorationStep<Scenario>, ordinal: Int, kind: Int) {
    guard case .user = step else { return }
    tally.countUnchanged(in: kind, cause: tally.alphabetNumbers[ordinal])
  }

  mutating func countResponse(
    in slot: Scenario.Feature.Slot, from moment: ScenarioState<Scenario>, kind: Int, to next: ScenarioState<Scenario>
  ) {
    guard let coming = moment.answers[slot], let action = coming.first,
      let run = moment.situation.pending.running(in: slot)
    else { return }
    let cause = tally.index(of: .answer(run.effect, action))
    var quiet = moment
    if coming.count == 1 && next.answers[slot] == nil { quiet.endRun(run, in: slot) }
    if next.state == moment.state && next.situation.pending == quiet.situation.pending && next.told == moment.told {
      tally.countUnchanged(in: kind, cause: cause)
    } else {
      tally.countTransition(from: kind, cause: cause, to: explorer.played.kind(of: next.situation.state))
    }
  }

  mutating func countAwaitedResponses(of moment: ScenarioState<Scenario>, kind: Int) {
    for (slot, coming) in moment.answers where !coming.isEmpty {
      if let run = moment.situation.pending.running(in: slot) { tally.awaited[kind].insert(run.effect) }
    }
  }
}
