/// A request to an event source.
public enum EventRequest: Hashable, Sendable {
  /// A part of the list of events.
  case events
  /// A number of events or users, or a timeline.
  case resource(EventResource)
  /// The number of events of each user.
  case eventCountsByUser
  /// Storing new events.
  case recording
}

extension EventRequest: CustomStringConvertible {
  /// The name of the request, for example `the number of events`.
  public var description: String {
    switch self {
    case .events: "the list of events"
    case .resource(.eventCount): "the number of events"
    case .resource(.userCount): "the number of users"
    case .resource(.timeline): "the timeline"
    case .eventCountsByUser: "the events of each user"
    case .recording: "the recording of events"
    }
  }
}
