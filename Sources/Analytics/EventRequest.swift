/// A request to the analytics server: the path and the query of its URL.
public struct EventRequest: Hashable, Codable, Sendable {
  /// A name and its value in the query of a URL.
  package struct QueryItem: Hashable, Codable, Sendable {
    /// The name.
    package let name: String
    /// The value before percent-encoding.
    package let value: String

    /// Creates an item.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The requested resource.
  public let resource: EventResource
  /// The query items.
  package let queryItems: [QueryItem]

  /// Creates a request for a resource of the events that match a query.
  public init(_ part: EventResource, _ query: EventQuery) {
    self.resource = part
    queryItems = query.replacingQueryItems(in: [])
  }
}

extension EventQuery {
  /// Returns the query items with those of this query, which replace items of the same name.
  ///
  /// A property that is `nil` adds no item. Other items stay.
  package func replacingQueryItems(in items: [EventRequest.QueryItem]) -> [EventRequest.QueryItem] {
    let own: [EventRequest.QueryItem] = [
      flag.map { .init("flag", "\($0)") }, action.map { .init("action", $0.rawValue) },
    ].compactMap(\.self)
    return items.filter { item in !own.contains { $0.name == item.name } } + own
  }
}

extension EventRequest: CustomStringConvertible {
  /// The request, for example `GET userevents/count?flag=true`.
  public var description: String { "GET \(target)" }

  /// The path and the percent-encoded query.
  public var target: String {
    let query = queryItems.map { "\(Self.percentEncoded($0.name))=\(Self.percentEncoded($0.value))" }.joined(
      separator: "&")
    return query.isEmpty ? resource.path : "\(resource.path)?\(query)"
  }

  /// Returns the text with every byte of its UTF-8 that is not an unreserved URL character encoded as `%XX`.
  private static func percentEncoded(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return escaped
  }
}

extension EventResource {
  /// The path of the resource on the server.
  package var path: String {
    switch self {
    case .events: "userevents"
    case .eventCount: "userevents/count"
    case .userCount: "users/count"
    }
  }
}
