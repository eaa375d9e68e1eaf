import Tables

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
  func window(_ request: EventWindowRequest) async throws(EventSourceError) -> EventWindow

  /// Returns the number of events that match a query.
  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Returns the number of users of the events that match a query.
  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Returns the number of events of each user, of the events that match a query.
  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int]

  /// Returns the numbers of the events that match a query, in groups.
  func histogram(_ query: EventQuery, _ options: HistogramOptions) async throws(EventSourceError) -> EventHistogram

  /// Stores new events, in their order.
  ///
  /// If it fails, none of them is stored, unless the reason says that the request may have been executed, or how many
  /// are stored: ``EventSourceError/Reason/partlyStored(count:then:)``. ``recordMissing(_:)`` tries again.
  func record(_ events: [UserEvent]) async throws(EventSourceError)

  /// Stores those of some events that the source does not have, in their order.
  ///
  /// An earlier attempt may have stored the events. If some of them are equal, the source has as many of them afterwards.
  ///
  /// The default implementation counts the events that are equal to each, and stores the others. If other programs may do the same
  /// at the same time, implement it as one transaction.
  func recordMissing(_ events: [UserEvent]) async throws(EventSourceError)
}

extension EventSource {
  /// Returns the events that match a query, the newest first.
  public func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent] {
    try await window(EventWindowRequest(all: query)).rows.map(\.content)
  }

  /// Counts the events that are equal to each of some events, and stores those that the source does not have.
  public func recordMissing(_ events: [UserEvent]) async throws(EventSourceError) {
    var counts: [UserEvent: Int] = [:]
    for event in Set(events) { counts[event] = try await eventCount(EventQuery(equalTo: event)) }
    do throws(EventSourceError) { try await record(events.missing(besides: counts)) } catch {
      // The number of stored events does not count those that existed.
      guard case .partlyStored(_, let reason) = error.reason else { throw error }
      throw EventSourceError(recording: reason)
    }
  }
}

extension [UserEvent] {
  /// Returns the events without those that exist, given the number of existing events that are equal to each.
  package func missing(besides existing: [UserEvent: Int]) -> [UserEvent] {
    var counts = existing
    return filter { event in
      guard let count = counts[event], count > 0 else { return true }
      counts[event] = count - 1
      return false
    }
  }
}
