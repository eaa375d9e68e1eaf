import Analytics
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request for data of the analytics server: the path and the query of its URL.
struct ServerRequest: Hashable, Sendable {
  /// The path below the address of the server.
  let path: String
  /// The query of the requested events.
  let query: EventQuery

  /// The events that match a query.
  static func events(_ query: EventQuery) -> Self { Self(path: "userevents", query: query) }

  /// The number of events that match a query.
  static func eventCount(_ query: EventQuery) -> Self { Self(path: "userevents/count", query: query) }

  /// The IDs of the users of the events that match a query.
  static func users(_ query: EventQuery) -> Self { Self(path: "users", query: query) }

  /// The number of users of the events that match a query.
  static func userCount(_ query: EventQuery) -> Self { Self(path: "users/count", query: query) }

  /// The number of events of each user, of the events that match a query.
  static func userSummary(_ query: EventQuery) -> Self { Self(path: "users/summary", query: query) }

  /// The items that the query of a request can have.
  enum ItemName: String, CaseIterable {
    case flag, action, userID, startDate, endDate
  }

  /// The items of the query.
  var items: [(name: String, value: String)] {
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
}

extension ServerRequest: CustomStringConvertible {
  /// The request, for example `GET userevents/count?flag=true`.
  var description: String {
    let items = items.map { "\($0.name)=\($0.value)" }
    return "GET \(path)" + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
  }
}
