import Loop

/// An exploration under way.
struct Search<Played: Exploration> {
  /// Where a law was broken: in a moment, or by a step out of it.
  typealias Break = (law: String, moment: Int, ordinal: Int?)

  let explorer: Explorer<Played>
  var walk: Walk
  var seen: SeenMoments<Played>
  var tally = Tally<Played>()
  var unseen: [Explorer<Played>.Law]
  /// For each goal, the moments in which it is reached.
  var reached: [[UInt32]]
  /// What was found last: the moments that are to be left next, in the order of their numbers.
  var coming: [Moment<Played>] = []
  /// What was found before that: the moments that are being left, and the number of the first.
  var level: [Moment<Played>] = []
  var levelStart = 0
  /// The number of the moment that is being left.
  var number = 0
  var moments = 0
  var steps = 0
  var depth = 0
  /// The first moment that was not followed, because more was on its way in it than may be.
  var firstCut: Moment<Played>?
  var firstBreak: Break?

  init(_ explorer: Explorer<Played>) {
    self.explorer = explorer
    walk = Walk(keepsEdges: !explorer.goals.isEmpty)
    seen = SeenMoments(isExact: explorer.isExact)
    unseen = explorer.sights
    reached = explorer.goals.map { _ in [] }
  }

  var goesOn: Bool { !coming.isEmpty && firstBreak == nil && !isBounded }

  /// Whether a moment was found that is one too many: it is not walked, and neither is what follows.
  var isBounded = false

  /// Arrives at a moment, for the first time or again.
  mutating func arrive(at moment: borrowing Moment<Played>, by ordinal: Int = 0) {
    if let renamed = explorer.played.renamed(moment) {
      enter(renamed, by: ordinal)
    } else {
      enter(moment, by: ordinal)
    }
  }

  mutating func enter(_ moment: borrowing Moment<Played>, by ordinal: Int) {
    let (place, isNew) = seen.insert(moment)
    if moments > 0 { walk.add(to: place) }
    if isNew {
      discover(copy moment, by: ordinal)
    } else if moments <= 16_384 {
      compare(copy moment, with: place, by: ordinal)
    }
  }

  /// Compares a moment with the one that it was taken for, where that is still at hand.
  ///
  /// A hash may leave out what `==` looks at, and then the fingerprints are worth nothing. It shows soon, so it is looked
  /// for among the first moments only.
  mutating func compare(_ moment: Moment<Played>, with place: Int, by ordinal: Int) {
    let known = place - levelStart
    // What was one too many is not at hand.
    guard known >= 0, known < level.count + coming.count else { return }
    let other = known < level.count ? level[known] : coming[known - level.count]
    if other != moment { breaks(BrokenLaw.alike.rawValue, at: number, by: ordinal) }
  }

  mutating func discover(_ moment: Moment<Played>, by ordinal: Int) {
    if moments == explorer.limit { return isBounded = true }
    let place = moments
    moments += 1
    walk.found(by: ordinal, from: number)
    if let law = explorer.brokenLaw(in: moment) { breaks(law, at: place) }
    if !unseen.isEmpty { unseen.removeAll { $0.holds(moment) } }
    for goal in reached.indices where explorer.goals[goal].holds(moment) { reached[goal].append(UInt32(place)) }
    coming.append(moment)
  }

  mutating func cut(_ moment: borrowing Moment<Played>) {
    if firstCut == nil { firstCut = copy moment }
  }

  /// Only the first counts: what is found after it may be a consequence.
  mutating func breaks(_ law: String, at moment: Int, by ordinal: Int? = nil) {
    if firstBreak == nil { firstBreak = (law, moment, ordinal) }
  }

  /// Takes every step from the moments that were found last.
  mutating func deepen() {
    levelStart = number
    // The room of what was left is used again: new room costs more than what is put into it.
    swap(&level, &coming)
    coming.removeAll(keepingCapacity: true)
    for moment in level {
      leave(moment)
      number += 1
      if firstBreak != nil || isBounded { break }
    }
    if !coming.isEmpty { depth += 1 }
  }

  mutating func leave(_ moment: Moment<Played>) {
    walk.leave()
    let kind = tally.number(ofKind: explorer.played.kind(of: moment.situation.state))
    if !moment.answers.isEmpty { awaitAnswers(of: moment, kind) }
    var ordinal = 0
    let actions = explorer.played.actions(in: moment.situation.state)
    tally.take(actions)
    moment.visitNext(explorer.played, actions, twin: twin(of: moment)) { step, next, course in
      switch course {
      case .nowhere:
        noteIdle(step, ordinal, kind)
        if !explorer.stepLaws.isEmpty { hold(step, ordinal, from: moment, to: moment) }
      case .broken(let law): breaks(law.rawValue, at: number, by: ordinal)
      case .onwards:
        note(step, ordinal, from: moment, kind, to: next)
        if !explorer.stepLaws.isEmpty { hold(step, ordinal, from: moment, to: next) }
        if next.load > explorer.pending { cut(next) } else { arrive(at: next, by: ordinal) }
      }
      ordinal += 1
    }
    steps += ordinal
  }

  mutating func hold(
    _ step: Step<Played>, _ ordinal: Int, from moment: Moment<Played>, to next: borrowing Moment<Played>
  ) {
    if let law = explorer.brokenLaw(from: moment, by: step, to: copy next) { breaks(law, at: number, by: ordinal) }
  }

  /// What the second reduction is made in.
  func twin(of moment: Moment<Played>) -> Played.Feature.State {
    let sample = number < 256 ? 1 : number < 16_384 ? 64 : 4096
    return number % sample == 0 ? moment.reread : moment.situation.state
  }
}

extension Search {
  /// Takes in what came of an action or an answer.
  mutating func note(
    _ step: Step<Played>, _ ordinal: Int, from moment: Moment<Played>, _ kind: Int, to next: borrowing Moment<Played>
  ) {
    switch step {
    case .user:
      tally.lead(from: kind, by: tally.alphabetNumbers[ordinal], to: explorer.played.kind(of: next.situation.state))
    case .answer(let slot, _): noteAnswer(in: slot, from: moment, kind, to: copy next)
    case .deed, .told, .late, .happening: break
    }
  }

  /// Takes in that a step changed nothing.
  mutating func noteIdle(_ step: Step<Played>, _ ordinal: Int, _ kind: Int) {
    guard case .user = step else { return }
    tally.idle(in: kind, by: tally.alphabetNumbers[ordinal])
  }

  mutating func noteAnswer(
    in slot: Played.Feature.Slot, from moment: Moment<Played>, _ kind: Int, to next: Moment<Played>
  ) {
    guard let coming = moment.answers[slot], let action = coming.first,
      let run = moment.situation.pending.running(in: slot)
    else { return }
    let cause = tally.number(of: .answer(run.effect, action))
    var quiet = moment
    if coming.count == 1 && next.answers[slot] == nil { quiet.end(run, in: slot) }
    if next.state == moment.state && next.situation.pending == quiet.situation.pending && next.told == moment.told {
      tally.idle(in: kind, by: cause)
    } else {
      tally.lead(from: kind, by: cause, to: explorer.played.kind(of: next.situation.state))
    }
  }

  mutating func awaitAnswers(of moment: Moment<Played>, _ kind: Int) {
    for (slot, coming) in moment.answers where !coming.isEmpty {
      if let run = moment.situation.pending.running(in: slot) { tally.awaited[kind].insert(run.effect) }
    }
  }
}
