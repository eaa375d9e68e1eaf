/// What is requested of an event source.
public enum EventRequest: String, Hashable, Sendable, CaseIterable {
  /// A part of the list of events.
  case events = "the list of events"
  /// The number of events.
  case eventCount = "the number of events"
  /// The number of users.
  case userCount = "the number of users"
  /// The number of events of each user.
  case eventCountsByUser = "the events of each user"
  /// The numbers of events by hour, day, week or month.
  case timeline = "the timeline"
  /// Storing new events.
  case recording = "the recording"
}

extension EventRequest: CustomStringConvertible {
  /// What is requested, for example `the number of events`.
  public var description: String { rawValue }
}
