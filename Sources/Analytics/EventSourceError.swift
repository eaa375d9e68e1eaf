import Values

/// The error of a failed request.
///
/// It contains a name of the request for its message.
public struct EventSourceError: Error, Hashable, Codable, Sendable {
  /// The reason of the failure.
  public enum Reason: Error, Hashable, Codable, Sendable {
    /// The server could not be reached.
    case offline
    /// No connection was made, for this reason. The request was not executed.
    case unreachable(String)
    /// What answered is no HTTP server.
    case notHTTP
    /// The server responded with this HTTP status, and with a text that may explain it.
    case badStatus(Int, payload: String? = nil)
    /// The server did not answer in time. The request may have been executed.
    case timedOut
    /// The connection was lost before the response was complete. The request may have been executed.
    case connectionLost
    /// The program ended before the response arrived. The request may have been executed.
    case interrupted
    /// The request was cancelled. It may have been executed.
    case cancelled
    /// The response of the server is invalid.
    case invalidResponse(String)
    /// The response of the server is larger than this number of bytes.
    case tooLarge(limit: Int)
    /// The server redirected the request too often.
    case tooManyRedirects
    /// A library that requests need cannot be loaded, for this reason.
    case libraryUnavailable(String)
    /// The database failed, for the reason in this message.
    case storageFailed(String)
    /// The filter of the list cannot be evaluated, for this reason.
    case invalidFilter(String)
    /// The first events of several ones were stored, but not the others.
    indirect case partlyStored(count: Int, then: Reason)
  }

  /// The name of the request, for example `the number of events`, or `GET userevents/count?flag=true` from a server.
  public let request: String
  /// The reason of the failure.
  public let reason: Reason
  /// When the server stopped answering, or `nil` if it answers or that is unknown.
  ///
  /// ``OutageTrackingEventSource`` adds it.
  public private(set) var outageStart: Instant?

  /// Creates the error of a request.
  public init(_ request: EventRequest, _ reason: Reason) { self.init(request.description, reason) }

  /// Creates the error of a request that a source names in its own terms.
  public init(_ request: String, _ reason: Reason) {
    self.request = request
    self.reason = reason
  }

  /// Returns the error with the point in time since which the server has not answered.
  func inOutage(since start: Instant?) -> EventSourceError {
    var error = self
    error.outageStart = start
    return error
  }
}

extension EventSourceError: CustomStringConvertible {
  /// The message for the user, with the name of the request unless a database failed.
  public var description: String {
    if case .storageFailed(let message) = reason { return message }
    let advice = reason.advice
    return "\(request): \(reason.problem)" + (advice.isEmpty ? "" : ". \(advice)")
  }
}

extension EventSourceError.Reason {
  /// What went wrong, without advice.
  package var problem: String {
    switch self {
    case .offline: "the server cannot be reached"
    case .unreachable(let detail): "the server cannot be reached: \(detail.escapedForTerminal)"
    case .notHTTP: "what answers is no HTTP server"
    case .badStatus(let status, let payload):
      "the server answered with status \(HTTPStatus.text(of: status)): \(payload?.escapedForTerminal ?? "no data")"
    case .timedOut: "the server did not answer in time"
    case .connectionLost: "the connection was lost before the response was complete"
    case .interrupted: "the program ended before the server answered"
    case .cancelled: "the request was cancelled"
    case .invalidResponse(let detail): "the server's response is invalid: \(detail)"
    case .tooLarge(let limit): "the server's response is larger than \(limit) bytes"
    case .tooManyRedirects: "the server redirects too often"
    case .storageFailed(let message): message
    case .invalidFilter(let message): "the filter of the list cannot be evaluated: \(message)"
    case .libraryUnavailable(let detail): "libcurl, which requests need, cannot be loaded: \(detail.escapedForTerminal)"
    case .partlyStored(let count, let reason):
      "\(count) event\(count == 1 ? " was" : "s were") stored, but not the next one: \(reason.problem)"
    }
  }

  /// A Boolean value that indicates whether the server gave no answer.
  package var isWithoutAnswer: Bool {
    switch self {
    case .offline, .unreachable, .timedOut, .connectionLost: true
    default: false
    }
  }

  /// What went wrong, and what the user can do.
  package var explanation: String { [problem, advice].filter { !$0.isEmpty }.joined(separator: ". ") }

  /// What the user can do, or an empty text.
  fileprivate var advice: String {
    switch self {
    case .offline, .unreachable, .timedOut, .connectionLost, .cancelled, .interrupted: "Try again."
    case .notHTTP, .tooManyRedirects: "Check the address of the server."
    case .tooLarge: "Narrow the filter."
    case .badStatus, .invalidResponse, .storageFailed, .invalidFilter, .libraryUnavailable: ""
    case .partlyStored(_, let reason): reason.advice
    }
  }
}
