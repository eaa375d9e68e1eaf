extension Store {
  /// The current session of the store, from which another process can resume.
  ///
  /// Actions and responses that are still in the queue are not part of the session: the effects count as running, and
  /// the actions as not sent. If an observer or a handler reads this property while a queue entry is being processed,
  /// the session contains the result of the whole entry, and the runs that are about to start count as started.
  public var session: StoreSession<Feature> {
    let startedRuns =
      runs.live.values.filter { !$0.isCancelled }.map(\.run)
      + runs.beingStarted.filter { $0.delay == nil && runs.live[$0.id] == nil }
    return StoreSession(
      loopState,
      startedRuns: startedRuns.filter { $0.slot == nil || pending.isRunning($0) }.sorted { $0.id < $1.id })
  }
}

extension Store {
  /// Creates a store that resumes a session of this or another process.
  ///
  /// When the initializer returns, each run that had started has been restarted or has failed, as its
  /// ``RestartPolicy`` says.
  /// Delayed runs wait for their whole delay again. Queued runs stay queued in the same order.
  ///
  /// - Parameters:
  ///   - feature: The feature to run.
  ///   - session: The session to resume.
  ///   - handler: The handler that runs the effects.
  ///   - clock: The clock that measures delays.
  ///   - report: A closure that is called with violations of the contract between reducer, handler and store. By
  ///     default, a violation stops a debug build with a message, except for actions sent after a shutdown and for runs
  ///     that were saved in inactive slots.
  public convenience init(
    _ feature: Feature, resuming session: StoreSession<Feature>,
    handler: any EffectHandler<Feature.Effect, Feature.Action>, clock: any Clock<Duration> = ContinuousClock(),
    onViolation report: @escaping @MainActor (ContractViolation<Feature>) -> Void = { $0.stopDebugBuild() }
  ) {
    let plan = session.resumePlan(for: feature)
    self.init(feature, state: plan.loopState.state, handler: handler, clock: clock, onViolation: report)
    loopState = plan.loopState
    // Responses that arrive immediately wait in the queue until all runs have started.
    isProcessingQueue = true
    for run in plan.runsInInactiveSlots {
      if let slot = run.slot { report(.resumedInInactiveSlot(run.effect, slot)) }
    }
    for run in plan.steps.flatMap(\.change.startedInInactiveSlot) {
      if let slot = run.slot { report(.startedInInactiveSlot(run.effect, slot)) }
    }
    for run in plan.runsToStart {
      start(run, after: plan.restartedRunIDs.contains(run.id) ? nil : run.delay)
    }
    processQueue()
  }
}
