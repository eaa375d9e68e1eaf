extension Store {
  /// The current session of the store, from which another process can resume.
  ///
  /// Actions and responses that are still in the queue are not part of the session: the effects count as running, and
  /// the actions as not sent. If an observer or a handler reads this property while a queue entry is being processed,
  /// the session contains the result of the whole entry, and the runs that are about to start count as started.
  public var session: StoreSession<Feature> {
    StoreSession(loopState, startedRuns: runs.startedRuns(in: loopState.pending))
  }
}

extension Store where Feature: Resumable {
  /// Creates a store that resumes a session of this or another process.
  ///
  /// When the initializer returns, each run that had started has been restarted or has failed, as the feature decided.
  /// Delayed runs wait for their whole delay again. Queued runs stay queued in the same order.
  ///
  /// - Parameters:
  ///   - feature: The feature to run.
  ///   - snapshot: The session to resume.
  ///   - handler: The handler that runs the effects.
  ///   - clock: The clock that measures delays.
  ///   - report: A closure that is called with violations of the contract between reducer, handler and store. By
  ///     default, a violation stops the program with a message, except for actions sent after a shutdown and for runs
  ///     that were saved in inactive slots.
  public convenience init(
    _ feature: Feature, resuming snapshot: StoreSession<Feature>,
    handler: any EffectHandler<Feature.Effect, Feature.Action>, clock: any Clock<Duration> = ContinuousClock(),
    onViolation report: @escaping @MainActor (ContractViolation<Feature>) -> Void = { $0.stopProgram() }
  ) {
    let resumed = snapshot.resumePlan(for: feature)
    self.init(feature, state: resumed.loopState.state, handler: handler, clock: clock, onViolation: report)
    loopState = resumed.loopState
    // Responses that arrive immediately wait in the queue until all runs have started.
    isProcessingQueue = true
    for run in resumed.runsInInactiveSlots {
      if let slot = run.slot { report(.resumedInInactiveSlot(run.effect, slot)) }
    }
    for run in resumed.entries.flatMap(\.change.startedInInactiveSlot) {
      if let slot = run.slot { report(.startedInInactiveSlot(run.effect, slot)) }
    }
    for run in resumed.runsToStart {
      if resumed.restartedRunIDs.contains(run.id) { startHandler(for: run) } else { startOrDelay(run) }
    }
    processQueue()
  }
}
