extension Store {
  /// A Boolean value that indicates whether the queue is empty and no run is pending or live.
  public var isIdle: Bool { !isProcessingQueue && pending.isEmpty && !runs.hasLiveFireAndForgetRuns }

  /// Returns when no run is pending and all fire-and-forget effects have finished.
  ///
  /// A run that never ends (for example, one that watches a file) has to be cancelled first.
  public func waitUntilIdle() async {
    if isIdle { return }
    await withCheckedContinuation { idleContinuations.append($0) }
  }

  /// Cancels all runs, and returns when the last handler has returned.
  ///
  /// Work that has not been done may never be done; if that matters, wait for `waitUntilIdle()` first. Observers are
  /// removed, and actions sent afterwards are reported as violations. A handler must not wait for a shutdown: it would
  /// wait for itself.
  public func shutdown() async {
    if !isShutDown {
      isShutDown = true
      eventObservers.notify(.willShutDown)
    }
    loopState.pending.cancelAll()
    runs.cancelAll()
    observers.removeAll()
    eventObservers.removeAll()
    if !isProcessingQueue { resumeWaiters() }
    if runs.liveRuns.isEmpty { return }
    await withCheckedContinuation { shutdownContinuations.append($0) }
  }

  func resumeWaiters() {
    if isIdle { resumeContinuations(&idleContinuations) }
    if runs.liveRuns.isEmpty { resumeContinuations(&shutdownContinuations) }
  }

  private func resumeContinuations(_ waiters: inout [CheckedContinuation<Void, Never>]) {
    let all = waiters
    waiters = []
    for waiter in all { waiter.resume() }
  }
}
