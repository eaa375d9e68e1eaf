import Tables
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Numbers of the events that match a query, which load or fail independently of each other and of the list.
public enum EventResource: String, Hashable, Codable, Sendable, CaseIterable {
  /// The number of events.
  case eventCount
  /// The number of users of these events.
  case userCount
  /// The numbers of events in groups.
  case timeline
}

/// The source of events: a port that memory, a database or a server implements.
public protocol EventSource: Sendable {
  /// Returns a part of the list of the events that match a query.
  ///
  /// - Parameters:
  ///   - request: The part, the query and the order.
  ///   - progress: A closure that receives the number of events tested so far, from time to time, if each event must be
  ///     tested. It is called on any thread.
  /// - Throws: An error if the events cannot be read.
  /// - Returns: The part.
  func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow

  /// Returns the number of events that match a query.
  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Returns the number of users of the events that match a query.
  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Returns the number of events of each user, of the events that match a query.
  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int]

  /// Returns the numbers of the events that match a query, in groups.
  func histogram(_ query: EventQuery, _ options: HistogramOptions) async throws(EventSourceError) -> EventHistogram

  /// Stores new events in their order, unless the batch with this ID is stored.
  ///
  /// If it fails, none of them is stored, unless the reason says that the request may have been executed, or how many
  /// are stored: ``EventSourceError/Reason/partlyStored(count:then:)``. To try again, call this method with the same ID,
  /// also after a restart or in another program. Without an ID, the events are always stored.
  ///
  /// A source that keeps IDs stores all events of a batch or none. A source that cannot keep IDs ignores them, and may
  /// store events twice if a response was lost.
  func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError)
}

extension EventSource {
  /// Returns a part of the list of the events that match a query, without reporting progress.
  public func window(_ request: EventWindowRequest) async throws(EventSourceError) -> EventWindow {
    try await window(request) { _ in }
  }

  /// Returns the events that match a query, the newest first.
  public func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent] {
    try await window(EventWindowRequest(all: query)).rows.map(\.content)
  }

  /// Stores new events in their order, without the ID of a batch.
  public func record(_ events: [UserEvent]) async throws(EventSourceError) { try await record(events, batch: nil) }
}

extension DataKind {
  /// The events.
  public static let events = DataKind("events")
}
