internal import Loop

extension Explorer {
  /// Takes steps again, from the start, until a law breaks; none if all hold.
  ///
  /// One that cannot be taken where it stands, or that leads nowhere, is passed over: where an action was dropped, what it
  /// asked for falls away with it. Of the actions that a walk was made of, each is taken only where it is offered.
  func retake(
    _ steps: [Step<Played>], of offered: Set<Played.Feature.Action>, as breaking: Breaking<Played>
  ) -> Breaking<Played>? {
    var moment = Moment(startOf: played, faults: faults)
    var taken: [Step<Played>] = []
    if let law = brokenLaw(in: moment) { return Breaking(law: law, steps: []) }
    for step in steps {
      // What is impure shows only in an equal of the state; for every other law its text need not be read.
      let twin = breaking.law == BrokenLaw.impure.rawValue ? moment.reread : moment.state
      guard isOffered(step, of: offered, in: moment), let (next, course) = moment.taking(step, played, twin: twin),
        next.leads(course, within: pending)
      else { continue }
      taken.append(step)
      if let law = brokenLaw(by: (step, next, course), from: moment) { return Breaking(law: law, steps: taken) }
      moment = next
    }
    guard let goal = breaking.goal, canReach(goals[goal], from: moment, within: Walking<Played>.farthest) == false
    else { return nil }
    return Breaking(outOfReach: goal, goals[goal], steps: taken)
  }

  private func isOffered(
    _ step: Step<Played>, of offered: Set<Played.Feature.Action>, in moment: Moment<Played>
  ) -> Bool {
    guard case .user(let action) = step, offered.contains(action) else { return true }
    return played.actions(in: moment.state).contains(action)
  }

  /// What these steps lead to.
  func moment(after steps: ArraySlice<Step<Played>>) -> Moment<Played> {
    var moment = Moment(startOf: played, faults: faults)
    for step in steps {
      if let (next, course) = moment.taking(step, played, twin: moment.state), course == .onwards { moment = next }
    }
    return moment
  }
}
