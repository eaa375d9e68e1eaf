extension Store {
  /// Whether nothing is under way and nothing waits.
  public var isSettled: Bool { !isTurning && pending.isEmpty && !runs.hasToldRuns }

  /// Returns when nothing is pending: every question answered, everything told carried out.
  ///
  /// With a subscription that never ends, that is when it is cancelled.
  public func settle() async {
    if isSettled { return }
    await withCheckedContinuation { settling.append($0) }
  }

  /// Cancels everything, and returns when the last handler has returned.
  ///
  /// What was not yet carried out may never be: ``settle()`` first where that matters. Observers are let go, and an action
  /// sent afterwards is reported. A handler must not wait for this: it would wait for itself.
  public func shutdown() async {
    if !isShutDown {
      isShutDown = true
      listeners.notify(.shuttingDown)
    }
    situation.pending.cancelAll()
    runs.cancelAll()
    observers.removeAll()
    listeners.removeAll()
    if !isTurning { resumeWaiters() }
    if runs.live.isEmpty { return }
    await withCheckedContinuation { ending.append($0) }
  }

  func resumeWaiters() {
    if isSettled { resume(&settling) }
    if runs.live.isEmpty { resume(&ending) }
  }

  private func resume(_ waiters: inout [CheckedContinuation<Void, Never>]) {
    let all = waiters
    waiters = []
    for waiter in all { waiter.resume() }
  }
}
