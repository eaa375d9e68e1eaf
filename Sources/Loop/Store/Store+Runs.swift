extension Store {
  /// The progress of the runs that `pending` has started, and of fire-and-forget effects.
  struct ActiveRuns {
    /// The runs that the current queue entry starts and may not have started yet.
    ///
    /// They are part of a session that is read while the entry is processed.
    var beingStarted: [Run] = []
    /// The runs whose handler has been called and has not returned, even if they no longer deliver: a shutdown waits
    /// for them.
    var live: [Run.ID: LiveRun] = [:]
    /// The timers of the current runs that wait for their delay.
    var delayTimers: [Run.ID: Task<Void, Never>] = [:]
  }

  /// A run whose handler has been called and has not returned.
  struct LiveRun {
    let run: Run
    /// `nil` until the handler has been called.
    var task: Task<Void, Never>?

    /// A Boolean value that indicates whether the handler was asked to stop.
    var isCancelled: Bool { task?.isCancelled == true }
  }

  /// Returns a Boolean value that indicates whether the responses of a run are delivered.
  ///
  /// Those of a fire-and-forget run are reported as violations.
  private func isDelivering(_ run: Run) -> Bool {
    run.slot == nil ? runs.live[run.id]?.isCancelled == false : pending.isRunning(run)
  }

  /// Reports a step, and then cancels and starts its runs.
  func perform(
    _ change: PendingRuns<Feature>.Change, cause: @autoclosure () -> LoopStep<Feature>.Cause
  ) {
    runs.beingStarted = change.started
    if !eventObservers.isEmpty { eventObservers.notify(.stepTaken(LoopStep(cause(), change))) }
    for run in change.cancelled {
      runs.live[run.id]?.task?.cancel()
      runs.delayTimers.removeValue(forKey: run.id)?.cancel()
    }
    for run in change.started { start(run, after: run.delay) }
    for run in change.startedInInactiveSlot {
      if let slot = run.slot { onViolation(.startedInInactiveSlot(run.effect, slot)) }
    }
    runs.beingStarted = []
  }

  func start(_ run: Run, after delay: Duration?) {
    // An observer or a handler may have shut the store down since the step was taken.
    if isShutDown { return }
    if let delay { setTimer(for: run, delay: delay, on: clock) } else { startHandler(for: run) }
  }

  private func setTimer(for run: Run, delay: Duration, on clock: some Clock<Duration>) {
    let deadline = clock.now.advanced(by: delay)
    runs.delayTimers[run.id] = Task.immediate { [weak self] in
      // If the clock throws without a cancellation, the delay counts as elapsed: the run starts early instead of never.
      try? await clock.sleep(until: deadline, tolerance: nil)
      if !Task.isCancelled { self?.processOrEnqueue(.delayElapsed(run)) }
    }
  }

  /// Calls the handler, in a task that does not retain the store.
  func startHandler(for run: Run) {
    runs.live[run.id] = LiveRun(run: run)
    let task = Task.immediate { [handler, weak self] in
      let lastResponse = await handler.run(
        run.effect,
        send: Send { [weak self] action in
          guard let self, isDelivering(run) else { return }
          processOrEnqueue(.responded(action, run))
        })
      self?.processOrEnqueue(.ended(run, lastResponse))
    }
    runs.live[run.id]?.task = task
    // The handler may have sent a response that cancelled its own run, or have shut the store down.
    if isShutDown || !isDelivering(run) { task.cancel() }
  }

  func deliver(_ action: Action, from run: Run) {
    // Checked here too, because a previous queue entry may have cancelled the run.
    guard isDelivering(run) else { return }
    guard let slot = run.slot else { return onViolation(.respondedToFireAndForget(run.effect, action)) }
    reduce(action, cause: .delivered(action, in: slot))
  }

  /// Ends a run together with its last response, so that nothing can happen between the two.
  ///
  /// A handler that returns no response violates its contract, unless the run is a subscription. The response then
  /// counts as lost.
  func end(_ run: Run, with lastResponse: Action?) {
    let isDelivering = isDelivering(run)
    runs.live[run.id] = nil
    if !isDelivering { return }
    guard let slot = run.slot else {
      if let lastResponse { onViolation(.respondedToFireAndForget(run.effect, lastResponse)) }
      return
    }
    if lastResponse == nil && !run.isSubscription { onViolation(.endedWithoutResponse(run.effect, slot)) }
    guard let action = lastResponse ?? run.lostResponse else { return }
    reduce(action, ending: run, cause: .ended(in: slot, with: action))
  }
}
