/// A request to the analytics server, as it stands in a URL behind the server's name.
public struct EventRequest: Hashable, Codable, Sendable {
  /// One name and its value in the query of a URL.
  package struct QueryItem: Hashable, Codable, Sendable {
    /// The name.
    package let name: String
    /// The value, before it is escaped.
    package let value: String

    /// Makes an item.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What is asked for.
  public let part: EventResource
  /// The items of the query.
  package let items: [QueryItem]

  /// Asks for one part of what a filter lets through.
  public init(_ part: EventResource, _ query: EventQuery) {
    self.part = part
    items = query.replacingQueryItems(in: [])
  }
}

extension EventQuery {
  /// Adds what is filtered by to the items of a request, in place of what it was filtered by before.
  ///
  /// What is not filtered by adds none; the others stay.
  package func replacingQueryItems(in items: [EventRequest.QueryItem]) -> [EventRequest.QueryItem] {
    let own: [EventRequest.QueryItem] = [
      flag.map { .init("flag", "\($0)") }, action.map { .init("action", $0.rawValue) },
    ].compactMap(\.self)
    return items.filter { item in !own.contains { $0.name == item.name } } + own
  }
}

extension EventRequest: CustomStringConvertible {
  /// The request, as in `GET userevents/count?flag=true`.
  public var description: String { "GET \(target)" }

  /// Path and query, escaped.
  public var target: String {
    let query = items.map { "\(Self.percentEncoded($0.name))=\(Self.percentEncoded($0.value))" }.joined(separator: "&")
    return query.isEmpty ? part.path : "\(part.path)?\(query)"
  }

  /// Everything that could mean something in a URL is written as the bytes of its UTF-8.
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
  /// Where the server answers it.
  package var path: String {
    switch self {
    case .events: "userevents"
    case .eventCount: "userevents/count"
    case .userCount: "users/count"
    }
  }
}
