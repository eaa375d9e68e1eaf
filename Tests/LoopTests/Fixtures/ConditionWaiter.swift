import Testing

/// Lets a test wait for a condition instead of for a fixed time.
@MainActor final class ConditionWaiter {
  private var waiters: [(isTrue: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  /// Returns when the condition is true.
  ///
  /// It is evaluated now and after each change.
  func waitUntil(_ isTrue: @escaping () -> Bool) async {
    if isTrue() { return }
    await withCheckedContinuation { waiters.append((isTrue, $0)) }
  }

  func stateChanged() {
    let ready = waiters.filter { $0.isTrue() }
    waiters.removeAll { $0.isTrue() }
    for waiter in ready { waiter.continuation.resume() }
  }
}

/// A list of events that a test records, in order.
@MainActor final class EventLog<Note> {
  private(set) var entries: [Note] = []
  private let waiter = ConditionWaiter()

  func append(_ note: Note) {
    entries.append(note)
    waiter.stateChanged()
  }

  func waitUntil(_ isTrue: @escaping ([Note]) -> Bool) async {
    await waiter.waitUntil { isTrue(self.entries) }
  }
}

extension Trait where Self == TimeLimitTrait {
  /// A time limit for tests that wait: without it, a test whose condition never becomes true would hang without its
  /// name in the output.
  static var hangTimeLimit: Self { .timeLimit(.minutes(20)) }
}

/// Returns when the main actor has run all jobs that were enqueued before.
///
/// An event that has not occurred by then is not waiting for the main actor.
@MainActor func drainMainActor() async {
  await Task { @MainActor in }.value
}
