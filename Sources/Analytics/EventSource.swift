/// A resource of the event source, which loads or fails independently of the others.
public enum EventResource: String, Hashable, Codable, Sendable, CaseIterable {
  /// The events.
  case events
  /// The number of events.
  case eventCount
  /// The number of users of these events.
  case userCount
}

/// The source of events: a port that memory or a server implements.
public protocol EventSource: Sendable {
  /// Returns the events that match a query, the newest first.
  func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent]

  /// Returns the number of events that match a query.
  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Returns the number of users of the events that match a query.
  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Stores new events, in their order.
  ///
  /// If it fails, none of them is stored, unless the reason says that the request may have been executed, or how many
  /// are stored: ``EventSourceError/Reason/partlyStored(count:then:)``.
  func record(_ events: [UserEvent]) async throws(EventSourceError)
}
