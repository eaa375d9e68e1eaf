/// What of the events is asked for; each is asked, answered, and fails, by itself.
public enum EventResource: String, Hashable, Codable, Sendable, CaseIterable {
  /// The events themselves.
  case events
  /// How many there are.
  case eventCount
  /// How many users did something.
  case userCount
}

/// Where events come from: the port that memory or a server implements.
public protocol EventSource: Sendable {
  /// Reads the events that a query asks for, the newest first.
  func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent]

  /// Counts the events that a query asks for.
  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int

  /// Counts the users with an event that a query asks for.
  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int
}

/// Why a request was not answered.
///
/// It names the request, so that whoever reads it knows what was not answered.
public struct EventSourceError: Error, Hashable, Codable, Sendable {
  /// What went wrong.
  public enum Reason: Error, Hashable, Codable, Sendable {
    /// The server could not be reached.
    case offline
    /// The server answered with this status.
    case badStatus(Int)
    /// The server's answer makes no sense.
    case unreadable(String)
  }

  /// What was asked for.
  public let part: EventResource
  /// The request, as in `GET userevents/count?flag=true`.
  public let request: String
  /// What went wrong.
  public let reason: Reason

  /// Makes the failure of a request.
  public init(_ request: EventRequest, _ reason: Reason) {
    part = request.part
    self.request = request.description
    self.reason = reason
  }
}

extension EventSourceError: CustomStringConvertible {
  /// What went wrong with which request, for a person.
  public var description: String {
    switch reason {
    case .offline: "\(request): the server cannot be reached. Try again."
    case .badStatus(let status): "\(request): the server answered with status \(status)."
    case .unreadable(let detail): "\(request): the server's answer makes no sense: \(detail)"
    }
  }
}
