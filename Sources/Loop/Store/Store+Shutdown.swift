extension Store {
  /// A Boolean value that indicates whether the queue is empty and no run is pending or live.
  public var isIdle: Bool {
    !isProcessingQueue && pending.isEmpty && !runs.live.values.contains { $0.run.slot == nil && $0.isDelivering }
  }

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
    stopRunsAndObservers()
    if !isProcessingQueue { resumeWaiters() }
    if runs.live.isEmpty { return }
    await withCheckedContinuation { shutdownContinuations.append($0) }
  }

  func stopRunsAndObservers() {
    runs.beingStarted = []
    for live in runs.live.values { live.stop() }
    for timer in runs.delayTimers.values { timer.cancel() }
    runs.delayTimers = [:]
    observers.removeAll()
    eventObservers.removeAll()
  }

  func resumeWaiters() {
    if isIdle { for waiter in exchange(&idleContinuations, with: []) { waiter.resume() } }
    if runs.live.isEmpty { for waiter in exchange(&shutdownContinuations, with: []) { waiter.resume() } }
  }
}
