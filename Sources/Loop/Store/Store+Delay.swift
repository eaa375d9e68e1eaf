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

/// A run that rests before it starts.
struct Delayed<Feature: Reducer> {
  let run: Pending<Feature.Effect, Feature.Slot>.Run
  let deadline: Duration

  init(_ run: Pending<Feature.Effect, Feature.Slot>.Run, until deadline: Duration) {
    self.run = run
    self.deadline = deadline
  }
}

/// What wakes the store when a slot's rest is over.
struct Timer {
  let task: Task<Void, Never>
  let deadline: Duration

  init(task: Task<Void, Never>, deadline: Duration) {
    self.task = task
    self.deadline = deadline
  }
}

extension Store {
  /// Lets a run rest.
  ///
  /// A slot has one timer: where each keystroke replaces a resting run, the timer stays, finds on waking that the
  /// deadline has moved, and sleeps on.
  func delay(_ run: Run) {
    guard let slot = run.slot, let delay = run.delay else { return }
    let deadline = timekeeper.now() + delay
    delayed[slot] = Delayed(run, until: deadline)
    if let timer = timers[slot] {
      if timer.deadline <= deadline { return }
      timer.task.cancel()
    }
    setTimer(for: slot, at: deadline)
  }

  func setTimer(for slot: Feature.Slot, at deadline: Duration) {
    let task = Task.immediate { [timekeeper, weak self] in
      // A clock that fails without having been cancelled is taken to have struck: better early than never.
      try? await timekeeper.sleep(deadline)
      if !Task.isCancelled { self?.wake(slot, at: deadline) }
    }
    timers[slot] = Timer(task: task, deadline: deadline)
  }

  func wake(_ slot: Feature.Slot, at struck: Duration) {
    timers[slot] = nil
    guard let delayed = delayed[slot] else { return }
    if delayed.deadline <= struck { enqueue(.due(slot)) } else { setTimer(for: slot, at: delayed.deadline) }
  }

  func startDelayed(in slot: Feature.Slot) {
    if let delayed = delayed.removeValue(forKey: slot) { launch(delayed.run) }
  }
}
