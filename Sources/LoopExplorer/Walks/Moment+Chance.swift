import Loop

extension Moment {
  /// A step out of here.
  typealias Way = Trail<Played>.Way

  /// A step by chance, and where it leads; none if nothing leads on with at most so much pending.
  ///
  /// First its kind is chosen, then one of that kind, in the order in which they are visited: the same numbers choose the
  /// same steps in every process.
  func chance(
    _ played: Played, pending: Int, twin: Played.Feature.State, using random: inout SplitMix64
  ) -> Way? {
    var kinds = StepKind.all
    while !kinds.isEmpty {
      let kind = kinds.removeOne(using: &random)
      let way =
        switch kind {
        case .user: userChance(played, pending, twin, &random)
        case .deed, .answer, .happening, .fault: chance(of: kind, played, pending, twin, &random)
        }
      if let way { return way }
    }
    return nil
  }

  /// A step as things go while nobody disturbs them: what is pending is done and heard, as it is expected to end, and only
  /// now and then somebody does something meanwhile.
  func calmChance(
    _ played: Played, pending: Int, twin: Played.Feature.State, using random: inout SplitMix64
  ) -> Way? {
    if random.next() % 8 != 0, let run = situation.pending.running.randomElement(using: &random) {
      var way: Way?
      visitNext(run, played, twin) { step, next, course in
        if way == nil && next.leads(course, within: pending) { way = (step, copy next, course) }
      }
      if let way { return way }
    }
    return chance(played, pending: pending, twin: twin, using: &random)
  }

  /// Whether a step may be followed.
  func leads(_ course: Course, within pending: Int) -> Bool {
    switch course {
    case .nowhere: false
    case .onwards: load <= pending
    case .broken: true
    }
  }

  /// Tries actions until one leads on, so that few are reduced, and none is chosen that makes no sense here.
  func userChance(
    _ played: Played, _ pending: Int, _ twin: Played.Feature.State, _ random: inout SplitMix64
  ) -> Way? {
    var actions = played.actions(in: situation.state)
    while !actions.isEmpty {
      let action = actions.remove(at: Int.random(in: 0..<actions.count, using: &random))
      let (next, course) = taking(action, played, twin: twin)
      if next.leads(course, within: pending) { return (.user(action), next, course) }
    }
    return nil
  }

  /// Visits the steps of a kind and keeps one, each with the same chance, without knowing how many there are.
  func chance(
    of kind: StepKind, _ played: Played, _ pending: Int, _ twin: Played.Feature.State, _ random: inout SplitMix64
  ) -> Way? {
    var (way, count) = (Way?.none, 0)
    visit(kind, played, twin) { step, next, course in
      guard next.leads(course, within: pending) else { return }
      count += 1
      if Int.random(in: 0..<count, using: &random) == 0 { way = (step, copy next, course) }
    }
    return way
  }

  /// Visits the steps of a kind; those of the user are not its concern.
  func visit(_ kind: StepKind, _ played: Played, _ twin: Played.Feature.State, _ visit: Visit) {
    switch kind {
    case .user: break
    case .deed:
      visitRuns(played, twin, areDone: false) { if !$0.isFault { visit($0, $1, $2) } }
      visitTold(played, visit)
    case .answer: visitRuns(played, twin, areDone: true) { if !$0.isFault { visit($0, $1, $2) } }
    case .happening: visitHappenings(played, visit)
    case .fault:
      guard faults > 0 else { return }
      for areDone in [false, true] {
        visitRuns(played, twin, areDone: areDone) { if $0.isFault { visit($0, $1, $2) } }
      }
      visitLate(played, visit)
    }
  }

  /// Visits what the runs can do that have been carried out, or those that have not.
  func visitRuns(_ played: Played, _ twin: Played.Feature.State, areDone: Bool, _ visit: Visit) {
    if situation.pending.isEmpty { return }
    for run in situation.pending.running {
      guard let slot = run.slot, (answers[slot] != nil) == areDone else { continue }
      visitNext(run, played, twin, visit)
    }
  }

  /// Where a step leads that is taken again, if it can be taken here.
  func taking(_ step: Step<Played>, _ played: Played, twin: Played.Feature.State) -> (moment: Moment, course: Course)? {
    var found: (moment: Moment, course: Course)?
    func look(_ other: Step<Played>, _ next: borrowing Moment, _ course: Course) {
      if found == nil && other == step { found = (copy next, course) }
    }
    switch step {
    case .user(let action): found = taking(action, played, twin: twin)
    case .deed(let slot, _, _), .answer(let slot, _):
      if let run = situation.pending.running(in: slot) { visitNext(run, played, twin, look) }
    case .told: visitTold(played, look)
    case .late: visitLate(played, look)
    case .happening: visitHappenings(played, look)
    }
    return found
  }
}
