extension Store {
  /// Starts a run after its delay.
  ///
  /// A slot has one timer: where each keystroke replaces a delayed run, the timer stays, finds on firing that the deadline
  /// has moved, and sleeps on.
  func delay(_ run: Run) {
    guard let slot = run.slot, let delay = run.delay else { return }
    let deadline = timekeeper.now() + delay
    runs.delayed[slot] = .init(run: run, deadline: deadline)
    if let timer = runs.timers[slot] {
      if timer.deadline <= deadline { return }
      timer.task.cancel()
    }
    setTimer(for: slot, at: deadline)
  }

  private func setTimer(for slot: Feature.Slot, at deadline: Duration) {
    let task = Task.immediate { [timekeeper, weak self] in
      // A clock that fails without having been cancelled counts as elapsed: better early than never.
      try? await timekeeper.sleep(deadline)
      if !Task.isCancelled { self?.timerFired(in: slot, at: deadline) }
    }
    runs.timers[slot] = .init(task: task, deadline: deadline)
  }

  private func timerFired(in slot: Feature.Slot, at fired: Duration) {
    runs.timers[slot] = nil
    guard let delayed = runs.delayed[slot] else { return }
    if delayed.deadline <= fired { enqueue(.due(slot)) } else { setTimer(for: slot, at: delayed.deadline) }
  }

  func startDelayed(in slot: Feature.Slot) {
    if let delayed = runs.delayed.removeValue(forKey: slot) { launch(delayed.run) }
  }
}

/// A clock of any kind, as distances from one instant.
struct Timekeeper: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }
}
