import Loop

/// Events that were recorded together, and that are stored together.
public struct EventBatch: Hashable, Codable, Sendable {
  /// The events that are not stored yet.
  public package(set) var events: [UserEvent]
  /// The server for which the events were recorded, or `nil` if they belong in the database.
  public let server: String?
  /// The reason why the events could not be stored, or `nil` while they are being stored.
  public package(set) var failure: EventSourceError?

  /// Creates a batch that is being stored.
  package init(_ events: [UserEvent], for server: String? = nil) {
    self.events = events
    self.server = server
  }

  /// Keeps the events that were not stored, with the reason.
  fileprivate mutating func fail(with failure: EventSourceError) {
    if case .partlyStored(let count, _) = failure.reason, events.indices.contains(count) { events.removeFirst(count) }
    self.failure = failure
  }
}

extension EventListFeature {
  /// Reduces an action that concerns recorded events.
  ///
  /// When events are stored, the loaded rows and numbers are reloaded: only the source knows whether the events match.
  func reduceRecording(_ action: Action, _ state: inout State) -> Effects<Effect, Slot> {
    switch action {
    case .recordTapped(let events):
      if events.isEmpty { return .none }
      state.unstoredEvents.append(EventBatch(events, for: state.server))
      return .run(.record(events), in: .record, .queue)
    case .recordRetryTapped:
      let events = state.removeFailedEvents()
      if events.isEmpty { return .none }
      state.unstoredEvents.append(EventBatch(events, for: state.server))
      return .run(.recordMissing(events), in: .record, .queue)
    case .recordDiscardTapped: state.unstoredEvents.removeAll { $0.failure != nil }
    case .recorded(let events):
      guard let index = state.indexOfBatchBeingStored(events) else { return .none }
      state.unstoredEvents.remove(at: index)
      return reloadAll(&state)
    case .recordFailed(let events, let failure):
      if let index = state.indexOfBatchBeingStored(events) { state.unstoredEvents[index].fail(with: failure) }
    default: break
    }
    return .none
  }
}

extension EventListFeature.State {
  /// Removes the failed batches that were recorded for the current source, and returns their events.
  ///
  /// They are tried again as one batch. Otherwise, an event of one batch would be taken for an equal one of another.
  fileprivate mutating func removeFailedEvents() -> [UserEvent] {
    let failed = unstoredEvents.filter { $0.failure != nil && $0.server == server }
    unstoredEvents.removeAll { $0.failure != nil && $0.server == server }
    return failed.flatMap(\.events)
  }

  /// Returns the index of the first batch with these events that is being stored, or `nil` if there is none.
  fileprivate func indexOfBatchBeingStored(_ events: [UserEvent]) -> Int? {
    unstoredEvents.firstIndex { $0.failure == nil && $0.events == events }
  }

  /// The source of the first failed batch if all failed batches were recorded for other sources, or `nil`.
  package var otherSourceOfFailedEvents: String? {
    let failed = unstoredEvents.filter { $0.failure != nil }
    guard let first = failed.first, !failed.contains(where: { $0.server == server }) else { return nil }
    return first.server ?? "the database"
  }
}
