import Values

extension JSONNode {
  /// Creates the node of a value, from which ``value`` returns the value again.
  ///
  /// An object whose only key is `$date`, `$null`, `$numberDouble` or `$numberDecimal` cannot be told from what such an
  /// object stands for.
  package init(value: Value) {
    switch value {
    case .null: self.init(.null)
    case .boolean(let isTrue): self.init(.boolean(isTrue))
    case .integer(let integer): self.init(.integer(integer))
    case .real(let real): self.init(.real(real))
    case .money(let money): self = .object([("$numberDecimal", JSONNode(.text("\(money)")))])
    case .text(let text): self.init(.text(text))
    case .instant(let instant): self = .object([("$date", JSONNode(.real(instant.secondsSince2001)))])
    case .list(let values): self.init(.list(values.map(JSONNode.init(value:))))
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      self = .object(sorted.map { ($0.key, JSONNode(value: $0.value)) })
    }
  }

  /// Returns an object with the members that are not `nil`.
  package static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    JSONNode(
      .object(members.compactMap { key, node in node.map { Member(key: key, position: TextPosition(), node: $0) } }))
  }

  /// The node as JSON on one line, with the members of each object in their order.
  public var text: String {
    switch content {
    case .null: "null"
    case .boolean(let isTrue): "\(isTrue)"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isFinite ? "\(real)" : Self.exact(real).text
    case .text(let text): text.jsonQuoted
    case .list(let nodes): "[\(nodes.map(\.text).joined(separator: ","))]"
    case .object(let members): "{\(members.map { "\($0.key.jsonQuoted):\($0.node.text)" }.joined(separator: ","))}"
    }
  }

  /// Returns an object that represents a real that JSON cannot write, or would write as an integer.
  private static func exact(_ real: Double) -> JSONNode { .object([("$numberDouble", JSONNode(.text("\(real)")))]) }
}

extension JSONNode: Codable {
  private struct MemberKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Encodes the node as the same JSON, without positions.
  ///
  /// A real that has no fractional part is encoded as `{"$numberDouble": "1.0"}`, because encoders write it like an
  /// integer.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let isTrue): try isTrue.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .real(let real) where real.rounded() == real || !real.isFinite: try Self.exact(real).encode(to: encoder)
    case .real(let real): try real.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .list(let nodes):
      var container = encoder.unkeyedContainer()
      for node in nodes { try container.encode(node) }
    case .object(let members):
      var container = encoder.container(keyedBy: MemberKey.self)
      for member in members { try container.encode(member.node, forKey: MemberKey(stringValue: member.key)) }
    }
  }

  /// Decodes any JSON, without positions and with sorted members.
  ///
  /// A number without a fractional part is an integer, because decoders do not tell 1.0 from 1.
  public init(from decoder: any Decoder) throws {
    let scalar = try decoder.singleValueContainer()
    if scalar.decodeNil() {
      self.init(.null)
      // Lists and objects come first: the error of a failed attempt may describe the whole value.
    } else if var list = try? decoder.unkeyedContainer() {
      var nodes: [JSONNode] = []
      while !list.isAtEnd { nodes.append(try list.decode(JSONNode.self)) }
      self.init(.list(nodes))
    } else if let object = try? decoder.container(keyedBy: MemberKey.self) {
      let keys = object.allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
      self = .object(try keys.map { ($0.stringValue, try object.decode(JSONNode.self, forKey: $0)) })
    } else if let isTrue = try? scalar.decode(Bool.self) {
      self.init(.boolean(isTrue))
    } else if let integer = try? scalar.decode(Int64.self) {
      self.init(.integer(integer))
    } else if let real = try? scalar.decode(Double.self), real.isFinite {
      self.init(.real(real))
    } else {
      self.init(.text(try scalar.decode(String.self)))
    }
  }
}
