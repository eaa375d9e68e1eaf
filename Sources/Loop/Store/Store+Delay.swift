extension Store {
  /// Starts a run after its delay.
  ///
  /// A slot has one timer. When each keystroke replaces a delayed run, the timer is kept: when it fires, it finds that
  /// the deadline has moved, and sleeps until the new one.
  func scheduleDelayedStart(of run: Run) {
    guard let slot = run.slot, let delay = run.delay else { return }
    let deadline = clock.now() + delay
    runs.delayedRuns[slot] = .init(run: run, deadline: deadline)
    if let timer = runs.timers[slot] {
      if timer.deadline <= deadline { return }
      timer.task.cancel()
    }
    setTimer(for: slot, at: deadline)
  }

  private func setTimer(for slot: Feature.Slot, at deadline: Duration) {
    let task = Task.immediate { [clock, weak self] in
      // If the clock throws without a cancellation, the delay counts as elapsed: the run starts early instead of never.
      try? await clock.sleep(deadline)
      if !Task.isCancelled { self?.timerFired(in: slot, at: deadline) }
    }
    runs.timers[slot] = .init(task: task, deadline: deadline)
  }

  private func timerFired(in slot: Feature.Slot, at fired: Duration) {
    runs.timers[slot] = nil
    guard let delayed = runs.delayedRuns[slot] else { return }
    if delayed.deadline <= fired { enqueue(.delayElapsed(slot)) } else { setTimer(for: slot, at: delayed.deadline) }
  }

  func startDelayed(in slot: Feature.Slot) {
    if let delayed = runs.delayedRuns.removeValue(forKey: slot) { startHandler(for: delayed.run) }
  }
}

/// A type-erased clock.
///
/// Instants are durations since the creation of the adapter.
struct ClockAdapter: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
