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
    let items = [query.flag.map { "flag=\($0)" }, query.action.map { "action=\($0.rawValue)" }].compactMap(\.self)
    return items.isEmpty ? path : "\(path)?\(items.joined(separator: "&"))"
  }
}

extension EventRequest: CustomStringConvertible {
  /// The request, for example `GET userevents/count?flag=true`.
  public var description: String { "GET \(target)" }
}
