extension Store {
  /// A Boolean value that indicates whether the queue is empty and no run is pending or live.
  public var isSettled: Bool { !isTurning && pending.isEmpty && !runs.hasToldRuns }

  /// Returns when no run is pending and all fire-and-forget effects have finished.
  ///
  /// A run that never ends (for example, one that watches a file) has to be cancelled first.
  public func settle() async {
    if isSettled { return }
    await withCheckedContinuation { settling.append($0) }
  }

  /// Cancels all runs, and returns when the last handler has returned.
  ///
  /// Work that has not been done may never be done; if that matters, wait for ``settle()`` first. Observers are
  /// removed, and actions sent afterwards are reported as violations. A handler must not wait for a shutdown: it would
  /// wait for itself.
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
