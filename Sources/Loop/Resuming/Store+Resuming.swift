extension Store {
  /// Where the store stands, to be gone on from in another process.
  ///
  /// An answer or an action whose turn has not come is not in it: the effect was under way, and the action was never
  /// taken in. In the middle of a turn, as a listener or a handler may take it, it holds the whole of that turn: what is
  /// about to start counts as begun.
  public var snapshot: StoreSnapshot<Feature> {
    StoreSnapshot(situation, begun: runs.begun(in: situation.pending))
  }
}

extension Store where Feature: Resumable {
  /// Makes a store that goes on where another stood, in this process or in one that was killed.
  ///
  /// When it returns, what was under way has been issued again, or given up where the feature says so, and what rested
  /// rests again, for as long as in the beginning. What waits in the queues waits in the same order.
  ///
  /// - Parameters:
  ///   - feature: What is turned.
  ///   - snapshot: Where the other stood.
  ///   - handler: What carries its effects out.
  ///   - clock: What delays are measured by.
  ///   - report: What hears of broken promises between reducer, handler and store. Without one, the first stops the
  ///     program, with a message; only an action that comes too late and what stands in a dead slot are let pass.
  public convenience init(
    _ feature: Feature, resuming snapshot: StoreSnapshot<Feature>,
    handler: any EffectHandler<Feature.Effect, Feature.Action>, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (StoreFault<Feature>) -> Void = { $0.stop() }
  ) {
    let resumed = snapshot.resumed(by: feature)
    self.init(feature, state: resumed.situation.state, handler: handler, clock: clock, report: report)
    situation = resumed.situation
    // What is answered at once waits until everything has started.
    isTurning = true
    for run in resumed.dead {
      if let slot = run.slot { report(.deadWhenResumed(run.effect, slot)) }
    }
    for run in resumed.entries.flatMap(\.change.stillborn) {
      if let slot = run.slot { report(.bornDead(run.effect, slot)) }
    }
    for run in resumed.starting {
      if resumed.again.contains(run.id) { launch(run) } else { start(run) }
    }
    processQueue()
  }
}
