extension Canonical {
  /// Describes a value by what it encodes.
  ///
  /// Beyond what `Codable` says, the type is asked what it is: an enum is printed as a case, what is `Identifiable` under
  /// its identity, and a type that stands for one text (a string enum, an identifier, an amount of money) without
  /// quotation marks.
  public init(_ value: some Encodable) throws {
    self = try Self.describe(value)
  }

  static func describe<Value: Encodable>(_ value: Value) throws -> Canonical {
    if let collection = value as? any CanonicalCollection { return try collection.canonical() }
    var shape = Canonical.record([])
    try value.encode(to: Describer { shape = $0 })
    return named(shape, as: value)
  }

  /// Mends what `Codable` flattens: which of two equal shapes was an enum, and which text was a name.
  private static func named<Value>(_ shape: Canonical, as value: Value) -> Canonical {
    switch shape {
    case .text(let text) where Value.self != String.self && standsForText(value):
      return name(text)
    case .record(let fields):
      guard let only = fields.first, fields.count == 1, Mirror(reflecting: value).displayStyle == .enum,
        case .record(let payload) = only.value
      else { return shape }
      let arguments = payload.map { Argument(label: isPlace($0.name) ? nil : $0.name, value: $0.value) }
      return arguments.isEmpty ? .word(only.name) : .variant(only.name, arguments)
    default: return shape
    }
  }

  private static func standsForText<Value>(_ value: Value) -> Bool {
    value is any RawRepresentable<String> || value is any LosslessStringConvertible
  }

  /// The synthesised key of a payload without label: `_0`, `_1`.
  static func isPlace(_ key: String) -> Bool {
    key.first == "_" && key.count > 1 && key.dropFirst().utf8.allSatisfy(isDigit)
  }
}

/// Texts of the same letters in other code points are equal in Swift, and not for every type that is printed: their bytes
/// decide, or a dictionary would put them in another order in each process.
private func printsBefore(_ left: String, _ right: String) -> Bool {
  left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
}

/// A collection that `Codable` would write without what tells its parts apart.
private protocol CanonicalCollection {
  func canonical() throws -> Canonical
}

/// Without this a cast to what stands for text would look through the optional, and take a text for a name.
extension Optional: CanonicalCollection where Wrapped: Encodable {
  func canonical() throws -> Canonical { try map { try .describe($0) } ?? .null }
}

extension Set: CanonicalCollection where Element: Encodable {
  func canonical() throws -> Canonical {
    var values: [Canonical] = []
    for element in self { values.append(try .describe(element)) }
    return .list(values.map { ($0.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Dictionary: CanonicalCollection where Key: Encodable, Value: Encodable {
  func canonical() throws -> Canonical {
    var entries: [Canonical.Entry] = []
    for (key, value) in self { entries.append(.init(key: try .describe(key), value: try .describe(value))) }
    return .map(entries.map { ($0.key.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Array: CanonicalCollection where Element: Encodable {
  func canonical() throws -> Canonical {
    var values: [Canonical] = []
    var keys: [Canonical] = []
    for element in self {
      values.append(try .describe(element))
      if let key = try (element as? any Identifiable).flatMap(identity) { keys.append(key) }
    }
    // Without an identity each, or with one that two of them share, they are told apart by their places.
    guard keys.count == values.count, Set<Canonical>(keys).count == keys.count, !keys.isEmpty else {
      return .list(values)
    }
    return .keyed(zip(keys, values).map { Canonical.Entry(key: $0, value: $1) })
  }
}

private func identity(of value: any Identifiable) throws -> Canonical? {
  func id(of value: some Identifiable) -> Any { value.id }
  return try (id(of: value) as? any Encodable).map { try Canonical.describe($0) }
}

/// Hands on what one value encodes, while it does.
private struct Describer: Encoder {
  let fill: (Canonical) -> Void
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ fill: @escaping (Canonical) -> Void) { self.fill = fill }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields(fill))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Values(fill) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(fill: fill) }
}

/// Collects the parts of one value, and hands them on at each change: a container has no end of its own.
private final class Collector<Part> {
  var parts: [Part] = [] { didSet { publish(parts) } }
  let publish: ([Part]) -> Void

  init(_ publish: @escaping ([Part]) -> Void) {
    self.publish = publish
    publish([])
  }

  /// Takes a part in whose value comes later, bit by bit.
  func reserve(_ part: Part, _ value: WritableKeyPath<Part, Canonical>) -> (Canonical) -> Void {
    let place = parts.count
    parts.append(part)
    return { self.parts[place][keyPath: value] = $0 }
  }
}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let collector: Collector<Canonical.Field>
  let codingPath: [any CodingKey] = []

  init(_ fill: @escaping (Canonical) -> Void) {
    collector = Collector { fill(.record($0)) }
  }

  private func reserve(_ name: String) -> (Canonical) -> Void {
    collector.reserve(.init(name: name, value: .record([])), \.value)
  }

  private func put(_ value: some Encodable, _ key: Key) throws {
    collector.parts.append(.init(name: key.stringValue, value: try .describe(value)))
  }

  /// An absent field is printed as such: that it is absent is a fact like any other.
  private func put(_ value: (some Encodable)?, orNil key: Key) throws {
    if let value { try put(value, key) } else { try encodeNil(forKey: key) }
  }

  func encodeNil(forKey key: Key) throws { collector.parts.append(.init(name: key.stringValue, value: .null)) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, orNil: key) }
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try put(value, orNil: key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Fields<Nested>(reserve(key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Values(reserve(key.stringValue)) }
  func superEncoder() -> any Encoder { Describer(reserve("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { Describer(reserve(key.stringValue)) }
}

private struct Values: UnkeyedEncodingContainer {
  let collector: Collector<Canonical>
  let codingPath: [any CodingKey] = []
  var count: Int { collector.parts.count }

  init(_ fill: @escaping (Canonical) -> Void) {
    collector = Collector { fill(.list($0)) }
  }

  private func reserve() -> (Canonical) -> Void { collector.reserve(.null, \.self) }

  func encodeNil() throws { collector.parts.append(.null) }
  func encode(_ value: some Encodable) throws { collector.parts.append(try .describe(value)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Fields<Nested>(reserve()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Values(reserve()) }
  func superEncoder() -> any Encoder { Describer(reserve()) }
}

private struct Single: SingleValueEncodingContainer {
  let fill: (Canonical) -> Void
  let codingPath: [any CodingKey] = []

  func encodeNil() throws { fill(.null) }
  func encode(_ value: Bool) throws { fill(.bool(value)) }
  func encode(_ value: String) throws { fill(.text(value)) }
  func encode(_ value: Double) throws { fill(.name(value.description)) }
  func encode(_ value: Float) throws { fill(.name(value.description)) }
  func encode(_ value: Int) throws { fill(.number(String(value))) }
  func encode(_ value: Int8) throws { fill(.number(String(value))) }
  func encode(_ value: Int16) throws { fill(.number(String(value))) }
  func encode(_ value: Int32) throws { fill(.number(String(value))) }
  func encode(_ value: Int64) throws { fill(.number(String(value))) }
  func encode(_ value: UInt) throws { fill(.number(String(value))) }
  func encode(_ value: UInt8) throws { fill(.number(String(value))) }
  func encode(_ value: UInt16) throws { fill(.number(String(value))) }
  func encode(_ value: UInt32) throws { fill(.number(String(value))) }
  func encode(_ value: UInt64) throws { fill(.number(String(value))) }
  func encode(_ value: some Encodable) throws { fill(try .describe(value)) }
}
