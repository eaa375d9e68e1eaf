import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A query for events.
///
/// A property that is `nil` matches all events.
public struct EventQuery: Hashable, Codable, Sendable {
  /// The flag that events must have, or `nil`.
  public var flag: Bool?
  /// The kind of action that events must have, or `nil`.
  public var action: UserEvent.Action?
  /// The user that events must belong to, or `nil`.
  public var userID: UUID?
  /// The interval that events must be in, or `nil`.
  public var interval: EventInterval?

  /// Creates a query.
  public init(
    flag: Bool? = nil, action: UserEvent.Action? = nil, userID: UUID? = nil, interval: EventInterval? = nil
  ) {
    self.flag = flag
    self.action = action
    self.userID = userID
    self.interval = interval
  }

  /// Returns whether an event matches the query.
  package func matches(_ event: UserEvent) -> Bool {
    (flag == nil || flag == event.flag) && (action == nil || action == event.action)
      && (userID == nil || userID == event.userID) && interval?.contains(event.timestamp) != false
  }
}

/// A time interval that includes both ends, and that can be open at one end or both.
public struct EventInterval: Hashable, Codable, Sendable {
  /// The first point in time, or `nil` if the interval has no beginning.
  public var start: Instant?
  /// The last point in time, or `nil` if the interval has no end.
  public var end: Instant?

  /// Creates an interval.
  public init(start: Instant? = nil, end: Instant? = nil) {
    self.start = start
    self.end = end
  }

  /// A Boolean value that indicates whether the interval ends before it starts, so that it contains no point in time.
  package var isEmpty: Bool { if let start, let end { end < start } else { false } }

  /// Returns whether a point in time is in the interval.
  func contains(_ instant: Instant) -> Bool {
    (start.map { $0 <= instant } ?? true) && (end.map { instant <= $0 } ?? true)
  }
}
