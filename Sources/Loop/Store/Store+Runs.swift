/// A run whose handler has been called and has not returned.
@MainActor final class LiveRun<Feature: Reducer> {
  let run: Pending<Feature.Effect, Feature.Slot>.Run
  /// Weak, so that a subscription that never ends does not keep its store.
  weak var store: Store<Feature>?
  var task: Task<Void, Never>?
  var isHeard = true
  var hasAnswered = false

  init(_ run: Pending<Feature.Effect, Feature.Slot>.Run, of store: Store<Feature>) {
    self.run = run
    self.store = store
  }

  func answer(_ action: Feature.Action) {
    if isHeard { store?.enqueue(.answered(action, self)) }
  }

  /// Stops listening, and asks the handler to stop.
  func silence() {
    isHeard = false
    task?.cancel()
  }
}

extension Store {
  func carryOut(_ change: Pending<Feature.Effect, Feature.Slot>.Change) {
    for run in change.cancelled { silence(run) }
    for run in change.started { start(run) }
    starting = []
    for run in change.stillborn {
      if let slot = run.slot { report(.bornDead(run.effect, slot)) }
    }
  }

  func start(_ run: Run) {
    // A watcher, a handler or a report may have shut the store down since this was decided.
    if hasEnded { return }
    if run.delay == nil { launch(run) } else { delay(run) }
  }

  func launch(_ run: Run) {
    let live = LiveRun(run, of: self)
    self.live[run.id] = live
    if run.slot == nil { telling += 1 }
    let task = Task.immediate { [handler] in
      await handler.run(live.run.effect, send: Send { live.answer($0) })
      live.store?.enqueue(.ended(live))
    }
    live.task = task
    if !live.isHeard { task.cancel() }
  }

  func hear(_ action: Action, from live: LiveRun<Feature>) {
    // Decided only now: what stood before it in the queue may have cancelled the run.
    guard live.isHeard else { return }
    if live.run.slot == nil { return report(.answeredUnasked(live.run.effect, action)) }
    live.hasAnswered = true
    reduce(action, from: .answered(live.run))
  }

  func end(_ live: LiveRun<Feature>) {
    self.live[live.run.id] = nil
    guard live.isHeard else { return }
    // Whoever kept the way back must not speak for the run that has the slot next.
    live.isHeard = false
    guard let slot = live.run.slot else {
      telling -= 1
      return
    }
    let next = situation.pending.end(live.run)
    if let next { starting = [next] }
    if !endWatchers.isEmpty { tellEnd(in: slot, next) }
    if !live.hasAnswered { report(.unanswered(live.run.effect, slot)) }
    if let next {
      start(next)
      starting = []
    }
  }

  func tellEnd(in slot: Feature.Slot, _ next: Run?) {
    var change = Pending<Feature.Effect, Feature.Slot>.Change()
    if let next { change.started.append(next) }
    endWatchers.tell(Journal.Entry(.ended(in: slot), change))
  }

  func silence(_ run: Run) {
    if let live = live[run.id] {
      live.silence()
    } else if let slot = run.slot, delayed[slot]?.run.id == run.id {
      delayed[slot] = nil
    }
  }
}
