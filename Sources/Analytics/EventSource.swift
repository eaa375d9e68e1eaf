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

  /// Stores new events, all or none of them.
  func record(_ events: [UserEvent]) async throws(EventSourceError)
}

/// The error of a failed request.
///
/// It contains the request, so that the message can name it.
public struct EventSourceError: Error, Hashable, Codable, Sendable {
  /// The reason of the failure.
  public enum Reason: Error, Hashable, Codable, Sendable {
    /// The server could not be reached.
    case offline
    /// The server responded with this HTTP status.
    case badStatus(Int)
    /// The program ended before the response arrived. The request may have been executed.
    case interrupted
    /// The response of the server is invalid.
    case invalidResponse(String)
    /// The database failed, for the reason in this message.
    case storageFailed(String)
  }

  /// The request, for example `GET userevents/count?flag=true`.
  public let request: String
  /// The reason of the failure.
  public let reason: Reason

  /// Creates the error of a request.
  public init(_ request: EventRequest, _ reason: Reason) {
    self.request = request.description
    self.reason = reason
  }

  /// Creates the error of recording events.
  public init(recording reason: Reason) {
    request = "POST userevent"
    self.reason = reason
  }
}

extension EventSourceError: CustomStringConvertible {
  /// The message for the user, with the request.
  public var description: String {
    switch reason {
    case .offline: "\(request): the server cannot be reached. Try again."
    case .interrupted: "\(request): the program ended before the server answered. Check before you try again."
    case .badStatus(let status): "\(request): the server answered with status \(status)."
    case .invalidResponse(let detail): "\(request): the server's response is invalid: \(detail)"
    // The request is one to a server, and a database is none.
    case .storageFailed(let reason): reason
    }
  }
}
