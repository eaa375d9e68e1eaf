import Loop

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Events that were recorded together, and that are stored together.
public struct EventBatch: Hashable, Codable, Sendable, Identifiable {
  /// The ID, which no other batch has.
  ///
  /// A source that keeps IDs stores a batch once, however often it is tried.
  public let id: UUID
  /// The events that are not stored yet.
  public package(set) var events: [UserEvent]
  /// The server for which the events were recorded, or `nil` if they belong in the database.
  public let server: String?
  /// The reason why the events could not be stored, or `nil` while they are being stored.
  public package(set) var failure: EventSourceError?

  /// Creates a batch that is being stored.
  package init(_ events: [UserEvent], id: ID, for server: String? = nil) {
    self.id = id
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
  func reduceRecording(_ action: Action, _ state: inout State) -> Effects<Self> {
    switch action {
    case .recordTapped(let events, let id):
      if state.unstoredEvents.contains(where: { $0.id == id }) { return retry(&state) { $0.id == id } }
      if events.isEmpty { return .none }
      state.unstoredEvents.append(EventBatch(events, id: id, for: state.server))
      return record(events, id: id)
    case .recordRetryTapped: return retry(&state) { _ in true }
    case .recordDiscardTapped: state.unstoredEvents.removeAll { $0.failure != nil }
    case .recorded(let id):
      guard let index = state.indexOfBatchBeingStored(id) else { return .none }
      state.unstoredEvents.remove(at: index)
      return reloadAll(&state)
    case .recordFailed(let id, let failure):
      guard let index = state.indexOfBatchBeingStored(id) else { return .none }
      state.unstoredEvents[index].fail(with: failure)
      return failure.reason == .interrupted ? failWaitingBatches(&state, with: failure) : .none
    default: break
    }
    return .none
  }

  /// Stores a batch of events after the batches before it.
  ///
  /// After a restart, it is unknown whether the source has stored the events.
  private func record(_ events: [UserEvent], id: EventBatch.ID) -> Effects<Self> {
    let effect = Effect.record(events, id: id)
    return .run(
      effect, in: .record, .queue,
      ifLost: effect.failureAction(.offline), afterRestart: .report(effect.failureAction(.interrupted)))
  }

  /// Reports the batches that waited behind an interrupted one as failed.
  ///
  /// After a restart, the events may come from another source, where these batches do not belong.
  private func failWaitingBatches(_ state: inout State, with failure: EventSourceError) -> Effects<Self> {
    for index in state.unstoredEvents.indices where state.unstoredEvents[index].failure == nil {
      state.unstoredEvents[index].fail(with: failure)
    }
    return .cancel(.record)
  }

  /// Stores those of the failed batches again that were recorded for the current source and match a condition.
  private func retry(_ state: inout State, where matches: (EventBatch) -> Bool) -> Effects<Self> {
    var effects: Effects<Self> = .none
    for (index, batch) in state.unstoredEvents.enumerated()
    where batch.failure != nil && batch.server == state.server && matches(batch) {
      state.unstoredEvents[index].failure = nil
      effects += record(batch.events, id: batch.id)
    }
    return effects
  }
}

extension EventListFeature.State {
  /// Returns the index of the batch with this ID if it is being stored, or `nil`.
  fileprivate func indexOfBatchBeingStored(_ id: EventBatch.ID) -> Int? {
    unstoredEvents.firstIndex { $0.failure == nil && $0.id == id }
  }

  /// The source of the first failed batch if all failed batches were recorded for other sources, or `nil`.
  package var otherSourceOfFailedEvents: String? {
    let failed = unstoredEvents.filter { $0.failure != nil }
    guard let first = failed.first, !failed.contains(where: { $0.server == server }) else { return nil }
    return first.server ?? "the database"
  }
}
