extension Store {
  /// Where the store stands, to be gone on from in another process.
  ///
  /// An answer whose turn has not come is not in it: its effect was under way.
  public var snapshot: StoreSnapshot<Feature> {
    StoreSnapshot(situation, begun: live.values.filter(\.isHeard).map(\.run).sorted { $0.id < $1.id })
  }

  /// Tells whenever a batch of turns is over and its effects have begun: whatever is in a snapshot changes in no other
  /// way.
  @discardableResult
  public func whenTurned(_ tell: @escaping @MainActor () -> Void) -> Subscription {
    hasEnded ? Subscription {} : observers.join { _ in tell() }
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
  ///     program, with a message; only an action that comes too late is let pass.
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
    for entry in resumed.entries {
      for run in entry.change.stillborn {
        if let slot = run.slot { report(.bornDead(run.effect, slot)) }
      }
    }
    for run in resumed.starting {
      if resumed.again.contains(run.id) { launch(run) } else { start(run) }
    }
    turn()
  }
}
