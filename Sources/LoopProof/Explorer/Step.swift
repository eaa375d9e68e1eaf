internal import Loop

/// One step of an exploration.
enum Step<Played: Exploration> {
  typealias Feature = Played.Feature

  /// Somebody does something.
  case user(Feature.Action)
  /// Something happens in the world.
  case happening(String)
  /// What a run asks for is done, and its answer is on its way.
  case deed(Moment<Played>.Run, Outcome<Feature.Action, Played.World>, Fault)
  /// The next answer of a run arrives; with the last one the run ends.
  case answer(Moment<Played>.Run, Feature.Action, isLast: Bool)
  /// A run ends without an answer.
  case end(Moment<Played>.Run)
  /// What was told is done.
  case told(Feature.Effect, Outcome<Feature.Action, Played.World>)
  /// What was cancelled is done all the same, and nobody hears of it.
  case late(Feature.Effect, Outcome<Feature.Action, Played.World>)
}

/// What goes wrong with a deed.
enum Fault: CaseIterable {
  case none
  /// It is done, and its answer is lost.
  case lost
  /// It is done twice.
  case doubled
}

extension Moment
where Played.Feature.Effect: Hashable, Played.Feature.Action: Hashable, Played.Feature.State: Hashable {
  /// Visits every moment that can come next, in an order that is always the same.
  func visitNext(_ played: Played, _ visit: (Step<Played>, Moment, _ isNew: Bool) -> Void) {
    for action in played.actions(in: situation.state) {
      var next = self
      let effects = played.feature.reduce(&next.situation.state, action)
      if effects.instructions.isEmpty && next.situation.state == situation.state {
        visit(.user(action), self, false)
      } else {
        next.settle(effects, played)
        visit(.user(action), next, true)
      }
    }
    if !situation.pending.isEmpty {
      for run in situation.pending.running { visitNext(run, played, visit) }
    }
    for (place, effect) in told.enumerated() {
      for outcome in played.outcomes(of: effect, in: world) {
        var next = self
        next.told.remove(at: place)
        next.world = outcome.world
        visit(.told(effect, outcome), next, true)
      }
    }
    if faults > 0 {
      for (place, effect) in late.enumerated() {
        for outcome in played.outcomes(of: effect, in: world) where outcome.world != world {
          var next = self
          next.late.remove(at: place)
          next.spendFault()
          next.world = outcome.world
          visit(.late(effect, outcome), next, true)
        }
      }
    }
    for happening in played.happenings(in: world) {
      var next = self
      next.world = happening.world
      visit(.happening(happening.name), next, next.world != world)
    }
  }

  private func visitNext(_ run: Run, _ played: Played, _ visit: (Step<Played>, Moment, _ isNew: Bool) -> Void) {
    guard let coming = answers[run.id] else { return visitDeeds(of: run, played, visit) }
    var next = self
    guard let action = coming.first else {
      next.end(run)
      return visit(.end(run), next, true)
    }
    let isLast = coming.count == 1
    next.answers[run.id] = isLast ? nil : Array(coming.dropFirst())
    next.settle(played.feature.reduce(&next.situation.state, action), played)
    if isLast { next.end(run) }
    visit(.answer(run, action, isLast: isLast), next, true)
  }

  private func visitDeeds(of run: Run, _ played: Played, _ visit: (Step<Played>, Moment, _ isNew: Bool) -> Void) {
    for outcome in played.outcomes(of: run.effect, in: world) {
      var next = self
      next.world = outcome.world
      next.answers[run.id] = outcome.answers
      visit(.deed(run, outcome, .none), next, true)
      guard faults > 0 else { continue }
      let lost = played.answerWhenLost(run.effect)
      // Where nothing was done, to lose the answer is to be refused, which is an outcome already.
      if outcome.world != world && !lost.isEmpty {
        var next = next
        next.spendFault()
        next.answers[run.id] = lost
        visit(.deed(run, outcome, .lost), next, true)
      }
      for again in played.outcomes(of: run.effect, in: outcome.world) where again.world != outcome.world {
        var next = next
        next.spendFault()
        next.world = again.world
        visit(.deed(run, again, .doubled), next, true)
      }
    }
  }

  private mutating func spendFault() {
    faults -= 1
    // Nothing can come late any more.
    if faults == 0 { late = [] }
  }

  private mutating func end(_ run: Run) {
    answers[run.id] = nil
    _ = situation.pending.end(run)
  }

  private mutating func settle(
    _ effects: Effects<Played.Feature.Effect, Played.Feature.Slot>, _ played: Played
  ) {
    let state = situation.state
    let change = situation.pending.take(effects) { played.feature.isAlive($0, in: state) }
    for run in change.started where run.slot == nil { told.append(run.effect) }
    for run in change.cancelled {
      let isDone = answers.removeValue(forKey: run.id) != nil
      if !isDone && faults > 0 && !late.contains(run.effect) { late.append(run.effect) }
    }
  }
}
