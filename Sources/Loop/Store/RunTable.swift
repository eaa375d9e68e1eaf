/// The runs that a store has started, delays, or is about to start.
///
/// `PendingRuns` decides which run owns a slot. This table tracks the progress of that run. Invariants between two
/// queue entries of the store:
/// - A run that owns a slot is either delayed, or live and delivering.
/// - `runsBeingStarted` is empty. It is filled only while an entry is processed, so that a session read then contains
///   its runs.
/// - A live run stays in the table until its handler returns, even when it no longer delivers: a shutdown waits for it.
/// - A slot has at most one timer, which fires at the deadline of the slot's delayed run or earlier.
///
/// It is a class because cancelling a task may call back into the store.
@MainActor final class RunTable<Feature: Reducer> {
  typealias Run = PendingRuns<Feature.Effect, Feature.Slot>.Run

  struct DelayedRun {
    let run: Run
    let deadline: Duration
  }

  struct SlotTimer {
    let task: Task<Void, Never>
    let deadline: Duration
  }

  /// The runs that the current queue entry starts and may not have started yet.
  var runsBeingStarted: [Run] = []
  /// The runs whose handler has been called and has not returned.
  var liveRuns: [Run.ID: LiveRun<Feature>] = [:]
  var delayedRuns: [Feature.Slot: DelayedRun] = [:]
  var timers: [Feature.Slot: SlotTimer] = [:]

  /// A Boolean value that indicates whether the handler of a run without a slot has yet to return.
  var hasLiveFireAndForgetRuns: Bool { liveRuns.values.contains { $0.run.slot == nil && $0.isDelivering } }

  /// The runs that may have been carried out, in request order.
  ///
  /// These are the live runs, and the runs that the current queue entry is about to start without a delay.
  func startedRuns(in pending: PendingRuns<Feature.Effect, Feature.Slot>) -> [Run] {
    var runs =
      liveRuns.values.filter(\.isDelivering).map(\.run)
      + runsBeingStarted.filter { $0.delay == nil && liveRuns[$0.id] == nil }
    // A run that this queue entry cancels still delivers until the entry has been processed.
    runs.removeAll { $0.slot != nil && !pending.isRunning($0) }
    return runs.sorted { $0.id < $1.id }
  }

  /// Cancels a run that is live or delayed.
  func cancel(_ run: Run) {
    if let live = liveRuns[run.id] {
      live.stopDelivery()
    } else if let slot = run.slot, delayedRuns[slot]?.run.id == run.id {
      // The timer stays: the run that replaces this one uses it.
      delayedRuns[slot] = nil
    }
  }

  /// Cancels every run and every timer.
  func cancelAll() {
    runsBeingStarted = []
    delayedRuns = [:]
    for run in liveRuns.values { run.stopDelivery() }
    for timer in timers.values { timer.task.cancel() }
    timers = [:]
  }
}

/// A run whose handler has been called and has not returned.
@MainActor final class LiveRun<Feature: Reducer> {
  let run: PendingRuns<Feature.Effect, Feature.Slot>.Run
  /// Weak, so that a run that never ends does not retain its store.
  weak var store: Store<Feature>?
  var task: Task<Void, Never>?
  var isDelivering = true
  var hasResponded = false

  init(_ run: PendingRuns<Feature.Effect, Feature.Slot>.Run, of store: Store<Feature>) {
    self.run = run
    self.store = store
  }

  func deliver(_ action: Feature.Action) {
    if isDelivering { store?.enqueue(.responded(action, self)) }
  }

  /// Stops delivering actions, and asks the handler to stop.
  func stopDelivery() {
    isDelivering = false
    task?.cancel()
  }
}
