public import Values

/// A value in JSON, and where it stands.
///
/// ```swift
/// let node = try JSONNode(parsing: #"{"name": "Lamp", "price": 19.99}"#)
/// node.value  // .object(["name": "Lamp", "price": 19.99])
/// ```
public struct JSONNode: Hashable, Sendable {
  /// What it is.
  public enum Content: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number without a point and an exponent.
    case integer(Int64)
    /// A number with a point or an exponent.
    case real(Double)
    /// A text.
    case text(String)
    /// Values in order.
    case list([JSONNode])
    /// Values by key, in the order of the text.
    case object([Member])
  }

  /// One value of an object, under its key.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Where the key stands.
    public var position: TextPosition
    /// The value.
    public var node: JSONNode

    /// Makes one of its parts.
    package init(key: String, position: TextPosition, node: JSONNode) {
      self.key = key
      self.position = position
      self.node = node
    }
  }

  /// What it is.
  public var content: Content
  /// Where it begins.
  public var position: TextPosition
  /// How a number is written, where that was to be kept.
  package var digits: String?

  /// Makes one of its parts.
  package init(_ content: Content, at position: TextPosition) {
    self.content = content
    self.position = position
  }
}

extension JSONNode {
  var isNumber: Bool {
    switch content {
    case .integer, .real: true
    case .null, .boolean, .text, .list, .object: false
    }
  }

  /// The value, without its place.
  ///
  /// `{"$date": N}` is the instant N seconds after 2001-01-01T00:00:00Z, and `{"$null": 1}` is null: JSON has no other
  /// spelling for the one, and some of those who write it none for the other.
  public var value: Value {
    get throws(DocumentFault) {
      switch content {
      case .null: return .null
      case .boolean(let isTrue): return .boolean(isTrue)
      case .integer(let integer): return .integer(integer)
      case .real(let real): return .real(real)
      case .text(let text): return .text(text)
      case .list(let nodes): return .list(try nodes.map { node throws(DocumentFault) in try node.value })
      case .object(let members): return try Self.value(of: members)
      }
    }
  }

  private static func value(of members: [Member]) throws(DocumentFault) -> Value {
    if members.count == 1, members[0].key.hasPrefix("$"), let marked = try marked(members[0]) { return marked }
    var values: [String: Value] = [:]
    for member in members { values[member.key] = try member.node.value }
    return .object(values)
  }

  private static func marked(_ member: Member) throws(DocumentFault) -> Value? {
    switch (member.key, member.node.content) {
    case ("$null", .integer(1)): return .null
    case ("$date", .integer(let seconds)): return try instant(Double(seconds), member)
    case ("$date", .real(let seconds)): return try instant(seconds, member)
    case ("$null", _), ("$date", _):
      let expected = member.key == "$null" ? "1 under $null" : "a number of seconds under $date"
      throw DocumentFault(at: member.node.position, found: "something else", expected: expected)
    default: return nil
    }
  }

  private static func instant(_ seconds: Double, _ member: Member) throws(DocumentFault) -> Value {
    if let instant = Instant(secondsSince2001: seconds) { return .instant(instant) }
    throw DocumentFault(at: member.node.position, found: "more", expected: "seconds that fit 64 bits as milliseconds")
  }
}
