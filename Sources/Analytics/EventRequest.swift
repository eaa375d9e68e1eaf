import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request for data of the analytics server: the path and the query of its URL.
public struct EventRequest: Hashable, Codable, Sendable {
  /// The path below the address of the server.
  public let path: String
  /// The query of the requested events.
  public let query: EventQuery

  /// Creates a request for numbers of the events that match a query.
  ///
  /// The server has no timeline: it is counted from the events.
  public init(_ part: EventResource, _ query: EventQuery) {
    switch part {
    case .timeline: self.init(path: "userevents", query)
    case .eventCount: self.init(path: "userevents/count", query)
    case .userCount: self.init(path: "users/count", query)
    }
  }

  private init(path: String, _ query: EventQuery) {
    self.path = path
    self.query = query
  }

  /// Creates a request for the events that match a query.
  public static func events(_ query: EventQuery) -> EventRequest { EventRequest(path: "userevents", query) }

  /// Creates a request for the IDs of the users of the events that match a query.
  public static func users(_ query: EventQuery) -> EventRequest { EventRequest(path: "users", query) }

  /// Creates a request for the number of events of each user.
  public static func userSummary(_ query: EventQuery) -> EventRequest { EventRequest(path: "users/summary", query) }

  /// The items that the query of a request can have.
  package enum ItemName: String, CaseIterable {
    case flag, action, userID, startDate, endDate
  }

  /// The items of the query.
  package var items: [(name: String, value: String)] {
    let interval = query.interval ?? EventInterval()
    // The server expects both ends or neither, so that an open end becomes one that no event reaches.
    let start = interval.start?.secondsSince2001Text ?? (interval.end == nil ? nil : "-63113904000")
    let end = interval.end?.secondsSince2001Text ?? (interval.start == nil ? nil : "252423993600")
    let items: [(ItemName, String?)] = [
      (.flag, query.flag.map { "\($0)" }), (.action, query.action?.rawValue), (.userID, query.userID?.uuidString),
      (.startDate, start), (.endDate, end),
    ]
    return items.compactMap { name, value in value.map { (name.rawValue, $0) } }
  }

  /// The path and the query, which needs no percent-encoding.
  public var target: String {
    let items = items
    return items.isEmpty ? path : "\(path)?\(items.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))"
  }
}

extension EventRequest: CustomStringConvertible {
  /// The request, for example `GET userevents/count?flag=true`.
  public var description: String { "GET \(target)" }
}
