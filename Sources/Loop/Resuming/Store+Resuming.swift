extension Store {
  /// Where the store stands, to be gone on from in another process.
  ///
  /// An answer or an action whose turn has not come is not in it: the effect was under way, and the action was never
  /// taken in. In the middle of a turn, as one who follows or a handler may take it, it holds the whole of that turn: what
  /// is about to start counts as begun.
  public var snapshot: StoreSnapshot<Feature> {
    var begun = live.values.filter(\.isHeard).map(\.run) + starting.filter { $0.delay == nil && live[$0.id] == nil }
    // What this turn has cancelled is still heard until it is told so.
    begun.removeAll { $0.slot != nil && !situation.pending.isUnderWay($0) }
    return StoreSnapshot(situation, begun: begun.sorted { $0.id < $1.id })
  }

  /// Tells whenever a batch of turns is over and its effects have begun.
  ///
  /// Whatever is in a snapshot changes in no other way but one: a shutdown gives up what is under way, and tells of it by
  /// ``beforeShutdown(_:)`` alone.
  @discardableResult
  public func whenTurned(_ tell: @escaping @MainActor () -> Void) -> Subscription {
    hasEnded ? Subscription {} : observers.join { _ in tell() }
  }

  /// Tells when the store is about to be shut down, while everything is still under way.
  ///
  /// This is the last moment at which a snapshot holds what can be gone on from.
  @discardableResult
  public func beforeShutdown(_ tell: @escaping @MainActor () -> Void) -> Subscription {
    hasEnded ? Subscription {} : shutdownWatchers.join { _ in tell() }
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
    self.init(feature, resuming: snapshot.resumed(by: feature), handler: handler, clock: clock, report: report)
  }

  /// Makes a store that goes on where a snapshot came to when it was resumed.
  ///
  /// This is for who wants to write down the steps that were taken by that.
  public convenience init(
    _ feature: Feature, resuming resumed: StoreSnapshot<Feature>.Resumed,
    handler: any EffectHandler<Feature.Effect, Feature.Action>, clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (StoreFault<Feature>) -> Void = { $0.stop() }
  ) {
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
    turn()
  }
}
