import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request to the analytics server: the path and the query of its URL.
public struct EventRequest: Hashable, Codable, Sendable {
  /// The requested resource.
  public let resource: EventResource
  /// The query of the requested events.
  let query: EventQuery

  /// Creates a request for a resource of the events that match a query.
  public init(_ part: EventResource, _ query: EventQuery) {
    self.resource = part
    self.query = query
  }

  /// The path and the query, which needs no percent-encoding.
  public var target: String {
    let path =
      switch resource {
      case .events: "userevents"
      case .eventCount: "userevents/count"
      case .userCount: "users/count"
      }
    let interval = query.interval.map { "startDate=\($0.startSeconds)&endDate=\($0.endSeconds)" }
    let items = [
      query.flag.map { "flag=\($0)" }, query.action.map { "action=\($0.rawValue)" },
      query.userID.map { "userID=\($0.uuidString)" }, interval,
    ].compactMap(\.self)
    return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
  }
}

extension EventInterval {
  // The server expects both ends or neither, so that an open end becomes one that no event reaches.
  fileprivate var startSeconds: String { start?.serverSeconds ?? "-63113904000" }
  fileprivate var endSeconds: String { end?.serverSeconds ?? "252423993600" }
}

extension Instant {
  /// The seconds since 2001-01-01T00:00:00Z as a number without an exponent.
  fileprivate var serverSeconds: String {
    let seconds = secondsSince2001
    return seconds.rounded() == seconds && abs(seconds) < 1e15 ? "\(Int64(seconds))" : "\(seconds)"
  }
}

extension EventRequest: CustomStringConvertible {
  /// The request, for example `GET userevents/count?flag=true`.
  public var description: String { "GET \(target)" }
}
