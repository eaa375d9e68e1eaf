/// The journal of a store, as it grows.
@MainActor public final class Recording<Feature: Reducer> {
  /// Everything since the recording began, as far as its bounds allow.
  public private(set) var journal: Journal<Feature>
  private var subscription: Subscription?

  init(of store: Store<Feature>, _ bounds: Journal<Feature>.Bounds) {
    journal = Journal(store.situation, bounds: bounds)
    subscription = store.onEvent { [unowned store] event in
      guard case .step(let entry) = event else { return }
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
}
