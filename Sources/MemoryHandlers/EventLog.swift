public import Analytics

/// Events, as the value that a source keeps.
public struct EventLog: Hashable, Codable, Sendable {
  /// The events, the newest first.
  public private(set) var events: [UserEvent]

  /// Makes a log.
  public init(_ events: [UserEvent] = []) {
    self.events = events.sorted { $1.timestamp < $0.timestamp }
  }

  /// The events that a query asks for, the newest first.
  package func events(_ query: EventQuery) -> [UserEvent] { events.filter(query.matches) }

  /// How many there are.
  package func eventCount(_ query: EventQuery) -> Int { events.count(where: query.matches) }

  /// How many users they are of.
  package func userCount(_ query: EventQuery) -> Int { Set(events(query).map(\.userID)).count }

  /// Takes a new event in.
  package mutating func insert(_ event: UserEvent) {
    self = EventLog(events + [event])
  }
}
