import Analytics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A log of events, as a value.
public struct EventDatabase: Hashable, Codable, Sendable {
  /// The events, the newest first.
  public private(set) var events: [UserEvent]
  /// The IDs of the stored batches.
  package private(set) var batches: Set<EventBatch.ID> = []

  /// Creates a log.
  public init(_ events: [UserEvent] = []) {
    self.events = Self.sorted(events)
  }

  private static func sorted(_ events: [UserEvent]) -> [UserEvent] {
    events.sorted { $1.timestamp < $0.timestamp }
  }

  /// Returns the events that match a query, the newest first.
  package func events(_ query: EventQuery) -> [UserEvent] { events.filter(query.matches) }

  /// Returns a part of the list of the events that match a query.
  package func window(_ request: EventWindowRequest) throws(EventSourceError.Reason) -> EventWindow {
    var rows = EventRows(events(request.query))
    return try rows.window(request.rows, needsCount: request.needsCount)
  }

  /// Returns the numbers of the events that match a query, in groups.
  package func histogram(_ query: EventQuery, _ options: HistogramOptions) -> EventHistogram {
    EventHistogram(events(query), options, interval: query.interval)
  }

  /// Returns the number of events that match a query.
  package func eventCount(_ query: EventQuery) -> Int { events.count(where: query.matches) }

  /// Returns the number of users of the events that match a query.
  package func userCount(_ query: EventQuery) -> Int { Set(events(query).map(\.userID)).count }

  /// Returns the number of events of each user, of the events that match a query.
  package func eventCountsByUser(_ query: EventQuery) -> [UUID: Int] {
    events(query).reduce(into: [:]) { $0[$1.userID, default: 0] += 1 }
  }

  /// Inserts events at their places in the order, unless the batch with this ID is stored.
  package mutating func record(_ newEvents: [UserEvent], batch id: EventBatch.ID? = nil) {
    if let id, !batches.insert(id).inserted { return }
    events = Self.sorted(events + newEvents)
  }
}
