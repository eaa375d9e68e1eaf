import Values

/// A JSON value with its position.
///
/// ```swift
/// let node = try JSONNode(parsing: #"{"name": "Lamp", "price": 19.99}"#)
/// node.value  // .object(["name": "Lamp", "price": 19.99])
/// ```
public struct JSONNode: Hashable, Sendable {
  /// The type and value of a node.
  public enum Content: Hashable, Sendable {
    /// Null.
    case null
    /// A boolean.
    case boolean(Bool)
    /// A number without a decimal point and exponent.
    case integer(Int64)
    /// A number with a decimal point or an exponent.
    case real(Double)
    /// A text.
    case text(String)
    /// An array.
    case list([JSONNode])
    /// An object, with its members in the order of the text.
    case object([Member])
  }

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The position of the key.
    public var position: TextPosition
    /// The value.
    public var node: JSONNode

    /// Creates a member.
    package init(key: String, position: TextPosition, node: JSONNode) {
      self.key = key
      self.position = position
      self.node = node
    }
  }

  /// The type and value.
  public var content: Content
  /// The position at which the value begins.
  public var position: TextPosition
  /// The number as it is written, if the parser was configured to keep it.
  package var numberText: String?

  /// Creates a node.
  package init(_ content: Content, at position: TextPosition = TextPosition()) {
    self.content = content
    self.position = position
  }
}

extension JSONNode {
  /// The value, without positions.
  ///
  /// `{"$date": N}` is the instant N seconds after 2001-01-01T00:00:00Z, and `{"$null": 1}` is null: JSON has no date
  /// type, and some systems cannot write `null`. `{"$numberDouble": "1.0"}` is a real, as in MongoDB's Extended JSON:
  /// many systems write 1.0 like the integer 1. `{"$numberDecimal": "19.99"}` is an amount of money.
  public var value: Value {
    get throws(DocumentError) {
      switch content {
      case .null: return .null
      case .boolean(let isTrue): return .boolean(isTrue)
      case .integer(let integer): return .integer(integer)
      case .real(let real): return .real(real)
      case .text(let text): return .text(text)
      case .list(let nodes): return .list(try nodes.map { node throws(DocumentError) in try node.value })
      case .object(let members):
        if members.count == 1, let value = try members[0].typedValue { return value }
        var values: [String: Value] = [:]
        for member in members { values[member.key] = try member.node.value }
        return .object(values)
      }
    }
  }
}

extension JSONNode.Member {
  /// The value of an object with this member only, if the key is `$date`, `$null`, `$numberDouble` or
  /// `$numberDecimal`.
  fileprivate var typedValue: Value? {
    get throws(DocumentError) {
      switch (key, node.content) {
      case ("$null", .integer(1)): return .null
      case ("$null", _): throw error(found: "something else", expected: "1 under $null")
      case ("$date", .integer(let seconds)): return try instant(secondsSince2001: Double(seconds))
      case ("$date", .real(let seconds)): return try instant(secondsSince2001: seconds)
      case ("$numberDouble", .text(let text)):
        if let real = Double(text) { return .real(real) }
        throw error(found: text.quotedExcerpt, expected: "a number in quotation marks under $numberDouble")
      case ("$numberDouble", _):
        throw error(found: "something else", expected: "a number in quotation marks under $numberDouble")
      case ("$numberDecimal", .text(let text)):
        if let money = Money(text) { return .money(money) }
        throw error(found: text.quotedExcerpt, expected: "an amount such as \"19.99\" under $numberDecimal")
      case ("$numberDecimal", _):
        throw error(found: "something else", expected: "an amount such as \"19.99\" under $numberDecimal")
      case ("$date", _): throw error(found: "something else", expected: "a number of seconds under $date")
      default: return nil
      }
    }
  }

  private func instant(secondsSince2001 seconds: Double) throws(DocumentError) -> Value {
    if let instant = Instant(secondsSince2001: seconds) { return .instant(instant) }
    throw error(found: "more", expected: "seconds that fit 64 bits as milliseconds")
  }

  private func error(found: String, expected: String) -> DocumentError {
    DocumentError(at: node.position, found: found, expected: expected)
  }
}
