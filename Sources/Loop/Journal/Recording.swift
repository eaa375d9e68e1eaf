/// The journal of a store, as it grows.
@MainActor public final class Recording<Feature: Reducer> {
  /// Everything since the recording began, as far as its bounds allow.
  public private(set) var journal: Journal<Feature>
  private var subscription: Subscription?

  init(of store: Store<Feature>, _ bounds: Journal<Feature>.Bounds) {
    journal = Journal(store.situation, bounds: bounds)
    subscription = store.follow { [unowned store] entry in
      self.journal.append(entry, leadingTo: store.situation, by: store.feature)
    }
  }

  /// Ends the recording: the journal stays as it is.
  public func stop() {
    subscription?.cancel()
    subscription = nil
  }
}

extension Store {
  /// Keeps a journal from now on, until it is stopped or the store has gone.
  ///
  /// Each checkpoint is paid for at the next write, which copies the collections that it shares with the state.
  public func record(_ bounds: Journal<Feature>.Bounds = .init()) -> Recording<Feature> {
    Recording(of: self, bounds)
  }

  /// Tells of every step as a journal tells it, ends of runs too, before the effects that come of it start.
  ///
  /// What writes each step down before it returns therefore never misses an effect that was begun.
  @discardableResult
  public func follow(_ tell: @escaping @MainActor (Journal<Feature>.Entry) -> Void) -> Subscription {
    if hasEnded { return Subscription {} }
    let turns = watchers.join { transition in
      if let cause = transition.cause { tell(Journal.Entry(cause, transition.change)) }
    }
    let ends = endWatchers.join(tell)
    return Subscription {
      turns.cancel()
      ends.cancel()
    }
  }
}

extension Transition {
  /// The same as a journal tells it; what was told has no slot, and nothing it says is ever taken in.
  fileprivate var cause: Journal<Feature>.Cause? {
    switch origin {
    case .sent: .sent(action)
    case .answered(let run): run.slot.map { .answered(action, in: $0) }
    }
  }
}
