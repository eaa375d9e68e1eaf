import Testing

/// Lets a test wait for a fact instead of for a while.
@MainActor final class Facts {
  private var waiters: [(isTrue: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  /// Returns when the fact is true; it is looked at now, and whenever something changed.
  func until(_ isTrue: @escaping () -> Bool) async {
    if isTrue() { return }
    await withCheckedContinuation { waiters.append((isTrue, $0)) }
  }

  func changed() {
    let ready = waiters.filter { $0.isTrue() }
    waiters.removeAll { $0.isTrue() }
    for waiter in ready { waiter.continuation.resume() }
  }
}

/// What a test writes down while it watches, in order.
@MainActor final class Notes<Note> {
  private(set) var all: [Note] = []
  private let facts = Facts()

  func add(_ note: Note) {
    all.append(note)
    facts.changed()
  }

  func until(_ isTrue: @escaping ([Note]) -> Bool) async {
    await facts.until { isTrue(self.all) }
  }
}

extension Trait where Self == TimeLimitTrait {
  /// What waits for a fact that never comes waits for ever: this much later the test is at least named.
  static var namedWhenItHangs: Self { .timeLimit(.minutes(5)) }
}

/// Returns when everything that stood in line for the main actor has had its turn, so that what has not happened by then
/// is not about to happen.
@MainActor func everybodyHasHadTheirTurn() async {
  await Task { @MainActor in }.value
}
