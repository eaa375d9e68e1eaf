/// Those who are told something, in the order in which they asked.
@MainActor final class Audience<Subject> {
  struct Member {
    let number: Int
    let tell: (Subject) -> Void

    init(number: Int, tell: @escaping (Subject) -> Void) {
      self.number = number
      self.tell = tell
    }
  }

  var members: [Member] = []
  var joined = 0
  var left = 0

  init() {}

  var isEmpty: Bool { members.isEmpty }

  func join(_ tell: @escaping (Subject) -> Void) -> Subscription {
    joined += 1
    let number = joined
    members.append(Member(number: number, tell: tell))
    return Subscription { self.leave(number) }
  }

  func leave(_ number: Int) {
    members.removeAll { $0.number == number }
    left += 1
  }

  func disperse() {
    members = []
    left += 1
  }

  /// Tells everybody who is a member when their turn comes; who joins meanwhile is told the next time.
  func tell(_ subject: Subject) {
    let before = left
    // By place: iterating over the members would retain each of them twice, for half the cost of the whole turn.
    let members = members
    for place in members.indices {
      if left != before && !self.members.contains(where: { $0.number == members[place].number }) { continue }
      members[place].tell(subject)
    }
  }
}

/// What ends an observation.
///
/// Letting go of it changes nothing: an observation lasts until it is cancelled or its store has gone.
@MainActor public struct Subscription {
  let stop: () -> Void

  init(_ stop: @escaping () -> Void) { self.stop = stop }

  /// Ends the observation: nothing is told any more, not even of the turn under way.
  public func cancel() { stop() }
}

extension Store {
  /// Tells what was selected from the state, once after each settled batch of turns and only if it changed.
  ///
  /// What is selected is kept to compare with. To select a whole collection is therefore to copy it at its next write:
  /// select what you show.
  @discardableResult
  public func observe<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value, _ tell: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    // Nothing will change any more, and nobody would let the observer go.
    if hasEnded { return Subscription {} }
    let last = Last(select(state))
    return observers.join { state in
      let now = select(state)
      if now == last.value { return }
      last.value = now
      tell(now)
    }
  }

  /// Tells of every turn as it is taken, before its effects start: for journals, transcripts and logs.
  @discardableResult
  public func watch(_ tell: @escaping @MainActor (Transition<Feature>) -> Void) -> Subscription {
    hasEnded ? Subscription {} : watchers.join(tell)
  }

  /// Yields what was selected from the state: first as it is, then whenever it changed.
  ///
  /// A slow reader misses what was overtaken and gets the newest: one value waits, never two. So it may get a value that
  /// equals the one before, when what lay between was overtaken. The sequence ends when the
  /// store is shut down or released, and does not keep it.
  public func values<Value: Equatable & Sendable>(
    _ select: @escaping @MainActor (State) -> Value
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(select(state))
    if hasEnded {
      continuation.finish()
      return stream
    }
    let source = ValueSource(continuation)
    source.subscription = observe(select) { [source] in source.yield($0) }
    return stream
  }
}

/// What an observer was told last.
final class Last<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// The writing end of a sequence.
///
/// It is held by its observer alone, so the sequence ends with the observation.
@MainActor private final class ValueSource<Value: Sendable> {
  let continuation: AsyncStream<Value>.Continuation
  var subscription: Subscription?

  init(_ continuation: AsyncStream<Value>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }

  func yield(_ value: Value) {
    // Nobody reads any more: found out at the next change, which needs neither a hop nor a lock.
    if case .terminated = continuation.yield(value) { subscription?.cancel() }
  }
}
