/// Records the journal of a store.
@MainActor public final class JournalRecorder<Feature: Reducer> {
  /// The steps since the recording began, within the limits of the journal.
  public private(set) var journal: Journal<Feature>
  private var observation: ObservationToken?

  init(of store: Store<Feature>, limits: Journal<Feature>.Limits) {
    journal = Journal(startingAt: store.loopState, limits: limits)
    observation = store.onEvent { [unowned store] event in
      guard case .stepTaken(let entry) = event else { return }
      self.journal.append(entry, leadingTo: store.loopState, by: store.feature)
    }
  }

  /// Stops recording.
  ///
  /// The journal stays as it is.
  public func stop() {
    observation?.cancel()
    observation = nil
  }
}

extension Store {
  /// Starts recording a journal.
  ///
  /// The recording lasts until it is stopped or the store is released.
  ///
  /// A checkpoint shares its collections with the state, so the next write to each of them copies it.
  public func recordJournal(limits: Journal<Feature>.Limits = .init()) -> JournalRecorder<Feature> {
    JournalRecorder(of: self, limits: limits)
  }
}
