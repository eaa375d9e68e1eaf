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
  @MainActor final class LiveRun {
    let run: Run
    var task: Task<Void, Never>?
    var isDelivering = true

    init(_ run: Run) { self.run = run }

    /// Stops delivering actions, and asks the handler to stop.
    func stop() {
      isDelivering = false
      task?.cancel()
    }
  }

  /// Reports a step, and then cancels and starts its runs.
  func perform(
    _ change: PendingRuns<Feature>.Change, cause: @autoclosure () -> Journal<Feature>.Cause
  ) {
    runs.beingStarted = change.started
    if !eventObservers.isEmpty { eventObservers.notify(.stepTaken(Journal.Entry(cause(), change))) }
    for run in change.cancelled {
      runs.live[run.id]?.stop()
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
    let live = LiveRun(run)
    runs.live[run.id] = live
    let task = Task.immediate { [handler, weak self] in
      let lastResponse = await handler.run(
        run.effect,
        send: Send { [weak self] action in
          if live.isDelivering { self?.processOrEnqueue(.responded(action, live)) }
        })
      self?.processOrEnqueue(.ended(live, lastResponse))
    }
    live.task = task
    if !live.isDelivering { task.cancel() }
  }

  func deliver(_ action: Action, from live: LiveRun) {
    // Checked here too, because a previous queue entry may have cancelled the run.
    guard live.isDelivering else { return }
    guard let slot = live.run.slot else { return onViolation(.respondedToFireAndForget(live.run.effect, action)) }
    reduce(action, cause: .delivered(action, in: slot))
  }

  /// Ends a run together with its last response, so that nothing can happen between the two.
  ///
  /// A handler that returns no response violates its contract. The response then counts as lost.
  func end(_ live: LiveRun, with lastResponse: Action?) {
    runs.live[live.run.id] = nil
    guard live.isDelivering else { return }
    // A `Send` that was kept must not deliver actions on behalf of the next run of the slot.
    live.isDelivering = false
    let effect = live.run.effect
    guard let slot = live.run.slot else {
      if let lastResponse { onViolation(.respondedToFireAndForget(effect, lastResponse)) }
      return
    }
    if lastResponse == nil { onViolation(.endedWithoutResponse(effect, slot)) }
    guard let action = lastResponse ?? live.run.lostResponse else { return }
    reduce(action, ending: live.run, cause: .ended(in: slot, with: action))
  }
}
