extension Store {
  func apply(_ change: PendingRuns<Feature.Effect, Feature.Slot>.Change) {
    for run in change.cancelled { runs.cancel(run) }
    for run in change.started { startOrDelay(run) }
    for run in change.stillborn {
      if let slot = run.slot { report(.bornDead(run.effect, slot)) }
    }
  }

  func startOrDelay(_ run: Run) {
    // An observer or a handler may have shut the store down since the run was scheduled.
    if isShutDown { return }
    if run.delay == nil { startHandler(for: run) } else { scheduleDelayedStart(of: run) }
  }

  func startHandler(for run: Run) {
    let live = LiveRun(run, of: self)
    runs.live[run.id] = live
    let task = Task.immediate { [handler] in
      await handler.run(live.run.effect, send: Send { live.deliver($0) })
      live.store?.enqueue(.ended(live))
    }
    live.task = task
    if !live.isHeard { task.cancel() }
  }

  func deliver(_ action: Action, from live: LiveRun<Feature>) {
    // Checked here and not earlier: a previous queue entry may have cancelled the run.
    guard live.isHeard else { return }
    guard let slot = live.run.slot else { return report(.answeredUnasked(live.run.effect, action)) }
    live.hasAnswered = true
    reduce(action, cause: .answered(action, in: slot))
  }

  func handlerReturned(for live: LiveRun<Feature>) {
    runs.live[live.run.id] = nil
    guard live.isHeard else { return }
    // A `Send` that was kept must not deliver actions on behalf of the next run of the slot.
    live.isHeard = false
    guard let slot = live.run.slot else { return }
    var change = PendingRuns<Feature.Effect, Feature.Slot>.Change()
    if let next = situation.pending.endRun(live.run) { change.started.append(next) }
    runs.starting = change.started
    if !listeners.isEmpty { listeners.notify(.step(Journal.Entry(.ended(in: slot), change))) }
    if !live.hasAnswered { report(.unanswered(live.run.effect, slot)) }
    apply(change)
    runs.starting = []
  }
}
