extension Store {
  /// A Boolean value that indicates whether the queue is empty and no run is pending or live, except open subscriptions.
  public var isIdle: Bool { isIdle { _, _ in false } }

  private func isIdle(except isIgnored: (Feature.Slot, State) -> Bool) -> Bool {
    !isProcessingQueue && pending.isIdle(except: { isIgnored($0, state) })
      && !runs.live.values.contains { $0.run.slot == nil && !$0.isCancelled }
  }

  /// Returns when no run is pending and all fire-and-forget effects have finished.
  ///
  /// It also returns when the task that waits is cancelled. Open subscriptions are not waited for.
  public func waitUntilIdle() async { await waitUntilIdle { _, _ in false } }

  /// Returns when no run is pending except those in some slots, and all fire-and-forget effects have finished.
  ///
  /// Use it if the feature also works for itself, such as one that tries to reach a server again and again.
  public func waitUntilIdle(except isIgnored: @escaping (_ slot: Feature.Slot, State) -> Bool) async {
    await wait(for: .idle(except: isIgnored))
  }

  /// Returns when the state meets a condition after an action.
  ///
  /// It also returns when the store is shut down, and when the task that waits is cancelled.
  public func wait(until condition: @escaping (State) -> Bool) async { await wait(for: .state(condition)) }

  /// Cancels all runs, and returns when the last handler has returned, or when the task that waits is cancelled.
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
    if !isProcessingQueue { resumeSatisfiedWaiters() }
    await wait(for: .handlersReturned)
  }

  func stopRunsAndObservers() {
    runs.beingStarted = []
    for live in runs.live.values { live.task?.cancel() }
    for timer in runs.delayTimers.values { timer.cancel() }
    runs.delayTimers = [:]
    observers.removeAll()
    eventObservers.removeAll()
  }

  func resumeSatisfiedWaiters() { resumeWaiters { isMet($0.condition) } }

  private func resumeWaiters(where shouldResume: (Waiter) -> Bool) {
    let resumed = waiters.filter(shouldResume)
    waiters.removeAll(where: shouldResume)
    for waiter in resumed { waiter.continuation.resume() }
  }

  private func isMet(_ condition: WaitCondition) -> Bool {
    switch condition {
    case .idle(let isIgnored): isIdle(except: isIgnored)
    case .handlersReturned: runs.live.isEmpty
    case .state(let isMet): isShutDown || isMet(state)
    }
  }

  private func wait(for condition: WaitCondition) async {
    if isMet(condition) || Task.isCancelled { return }
    let id = WaiterID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append(Waiter(id: id, condition: condition, continuation: $0)) }
    } onCancel: {
      Task { @MainActor in resumeWaiters { $0.id === id } }
    }
  }

  fileprivate enum WaitCondition {
    case idle(except: (Feature.Slot, State) -> Bool)
    case handlersReturned
    case state((State) -> Bool)
  }

  /// A task that waits for a condition.
  struct Waiter {
    fileprivate let id: WaiterID
    fileprivate let condition: WaitCondition
    fileprivate let continuation: CheckedContinuation<Void, Never>
  }
}

/// The identity of a waiting task, which its cancellation handler knows before it waits.
private final class WaiterID: Sendable {}
