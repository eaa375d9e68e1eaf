extension Store {
  func apply(_ change: PendingRuns<Feature.Effect, Feature.Slot>.Change) {
    for run in change.cancelled { runs.cancel(run) }
    for run in change.started { startOrDelay(run) }
    for run in change.startedInInactiveSlot {
      if let slot = run.slot { onViolation(.startedInInactiveSlot(run.effect, slot)) }
    }
  }

  func startOrDelay(_ run: Run) {
    // An observer or a handler may have shut the store down since the run was scheduled.
    if isShutDown { return }
    if run.delay == nil { startHandler(for: run) } else { scheduleDelayedStart(of: run) }
  }

  func startHandler(for run: Run) {
    let live = LiveRun(run, of: self)
    runs.liveRuns[run.id] = live
    let task = Task.immediate { [handler] in
      await handler.run(live.run.effect, send: Send { live.deliver($0) })
      live.store?.enqueue(.ended(live))
    }
    live.task = task
    if !live.isDelivering { task.cancel() }
  }

  func deliver(_ action: Action, from live: LiveRun<Feature>) {
    // Checked here and not earlier: a previous queue entry may have cancelled the run.
    guard live.isDelivering else { return }
    guard let slot = live.run.slot else { return onViolation(.respondedToFireAndForget(live.run.effect, action)) }
    live.hasResponded = true
    reduce(action, cause: .delivered(action, in: slot))
  }

  func handlerReturned(for live: LiveRun<Feature>) {
    runs.liveRuns[live.run.id] = nil
    guard live.isDelivering else { return }
    // A `Send` that was kept must not deliver actions on behalf of the next run of the slot.
    live.isDelivering = false
    guard let slot = live.run.slot else { return }
    var change = PendingRuns<Feature.Effect, Feature.Slot>.Change()
    if let next = loopState.pending.endRun(live.run) { change.started.append(next) }
    runs.runsBeingStarted = change.started
    if !eventObservers.isEmpty { eventObservers.notify(.stepTaken(Journal.Entry(.ended(in: slot), change))) }
    if !live.hasResponded { onViolation(.endedWithoutResponse(live.run.effect, slot)) }
    apply(change)
    runs.runsBeingStarted = []
  }
}
