extension CanonicalValue {
  /// Describes a value by what it encodes.
  ///
  /// Beyond what `Codable` says, the type is asked what it is: an enum is printed as a case, what is `Identifiable` under
  /// its identity, and a type that stands for one text (a string enum, an identifier, an amount of money) without
  /// quotation marks.
  public init(_ value: some Encodable) throws {
    self = try Self.encode(value)
  }

  static func encode<Value: Encodable>(_ value: Value) throws -> CanonicalValue {
    if let collection = value as? any CanonicalEncodableCollection { return try collection.canonicalValue() }
    var shape = CanonicalValue.record([])
    try value.encode(to: CanonicalEncoder { shape = $0 })
    return restoringNames(in: shape, of: value)
  }

  /// Mends what `Codable` flattens: which of two equal shapes was an enum, and which text was a name.
  private static func restoringNames<Value>(in shape: CanonicalValue, of value: Value) -> CanonicalValue {
    switch shape {
    case .text(let text) where Value.self != String.self && isEncodedAsText(value):
      return identifierOrText(text)
    case .record(let fields):
      guard let only = fields.first, fields.count == 1, Mirror(reflecting: value).displayStyle == .enum,
        case .record(let payload) = only.value
      else { return shape }
      let arguments = payload.map { Argument(label: isPositionalKey($0.name) ? nil : $0.name, value: $0.value) }
      return arguments.isEmpty ? .word(only.name) : .variant(only.name, arguments)
    default: return shape
    }
  }

  private static func isEncodedAsText<Value>(_ value: Value) -> Bool {
    value is any RawRepresentable<String> || value is any LosslessStringConvertible
  }

  /// The synthesised key of a payload without label: `_0`, `_1`.
  static func isPositionalKey(_ key: String) -> Bool {
    key.first == "_" && key.count > 1 && key.dropFirst().utf8.allSatisfy(isDigit)
  }
}

/// Texts of the same letters in other code points are equal in Swift, and not for every type that is printed: their bytes
/// decide, or a dictionary would put them in another order in each process.
private func printsBefore(_ left: String, _ right: String) -> Bool {
  left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
}

/// A collection that `Codable` would write without what tells its parts apart.
private protocol CanonicalEncodableCollection {
  func canonicalValue() throws -> CanonicalValue
}

/// Without this a cast to what stands for text would look through the optional, and take a text for a name.
extension Optional: CanonicalEncodableCollection where Wrapped: Encodable {
  func canonicalValue() throws -> CanonicalValue { try map { try .encode($0) } ?? .null }
}

extension Set: CanonicalEncodableCollection where Element: Encodable {
  func canonicalValue() throws -> CanonicalValue {
    var values: [CanonicalValue] = []
    for element in self { values.append(try .encode(element)) }
    return .list(values.map { ($0.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Dictionary: CanonicalEncodableCollection where Key: Encodable, Value: Encodable {
  func canonicalValue() throws -> CanonicalValue {
    var entries: [CanonicalValue.Entry] = []
    for (key, value) in self { entries.append(.init(key: try .encode(key), value: try .encode(value))) }
    return .map(entries.map { ($0.key.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Array: CanonicalEncodableCollection where Element: Encodable {
  func canonicalValue() throws -> CanonicalValue {
    var values: [CanonicalValue] = []
    var keys: [CanonicalValue] = []
    for element in self {
      values.append(try .encode(element))
      if let key = try (element as? any Identifiable).flatMap(canonicalID) { keys.append(key) }
    }
    // Without an identity each, or with one that two of them share, they are told apart by their places.
    guard keys.count == values.count, Set<CanonicalValue>(keys).count == keys.count, !keys.isEmpty else {
      return .list(values)
    }
    return .keyed(zip(keys, values).map { CanonicalValue.Entry(key: $0, value: $1) })
  }
}

private func canonicalID(of value: any Identifiable) throws -> CanonicalValue? {
  func id(of value: some Identifiable) -> Any { value.id }
  return try (id(of: value) as? any Encodable).map { try CanonicalValue.encode($0) }
}

/// Hands on what one value encodes, while it does.
private struct CanonicalEncoder: Encoder {
  let fill: (CanonicalValue) -> Void
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ fill: @escaping (CanonicalValue) -> Void) { self.fill = fill }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FieldEncodingContainer(fill))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ListEncodingContainer(fill) }
  func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncodingContainer(fill: fill) }
}

/// Collects the parts of one value, and hands them on at each change: a container has no end of its own.
private final class PartCollector<Part> {
  var parts: [Part] = [] { didSet { publish(parts) } }
  let publish: ([Part]) -> Void

  init(_ publish: @escaping ([Part]) -> Void) {
    self.publish = publish
    publish([])
  }

  /// Takes a part in whose value comes later, bit by bit.
  func appendPlaceholder(_ part: Part, settingLater value: WritableKeyPath<Part, CanonicalValue>) -> (CanonicalValue) ->
    Void
  {
    let place = parts.count
    parts.append(part)
    return { self.parts[place][keyPath: value] = $0 }
  }
}

private struct FieldEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let collector: PartCollector<CanonicalValue.Field>
  let codingPath: [any CodingKey] = []

  init(_ fill: @escaping (CanonicalValue) -> Void) {
    collector = PartCollector { fill(.record($0)) }
  }

  private func appendPlaceholder(named name: String) -> (CanonicalValue) -> Void {
    collector.appendPlaceholder(.init(name: name, value: .record([])), settingLater: \.value)
  }

  private func append(_ value: some Encodable, forKey key: Key) throws {
    collector.parts.append(.init(name: key.stringValue, value: try .encode(value)))
  }

  /// An absent field is printed as such: that it is absent is a fact like any other.
  private func append(_ value: (some Encodable)?, orNilForKey key: Key) throws {
    if let value { try append(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  func encodeNil(forKey key: Key) throws { collector.parts.append(.init(name: key.stringValue, value: .null)) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try append(value, forKey: key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try append(value, orNilForKey: key) }
  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try append(value, orNilForKey: key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(FieldEncodingContainer<Nested>(appendPlaceholder(named: key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ListEncodingContainer(appendPlaceholder(named: key.stringValue))
  }
  func superEncoder() -> any Encoder { CanonicalEncoder(appendPlaceholder(named: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { CanonicalEncoder(appendPlaceholder(named: key.stringValue)) }
}

private struct ListEncodingContainer: UnkeyedEncodingContainer {
  let collector: PartCollector<CanonicalValue>
  let codingPath: [any CodingKey] = []
  var count: Int { collector.parts.count }

  init(_ fill: @escaping (CanonicalValue) -> Void) {
    collector = PartCollector { fill(.list($0)) }
  }

  private func appendPlaceholder() -> (CanonicalValue) -> Void {
    collector.appendPlaceholder(.null, settingLater: \.self)
  }

  func encodeNil() throws { collector.parts.append(.null) }
  func encode(_ value: some Encodable) throws { collector.parts.append(try .encode(value)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(FieldEncodingContainer<Nested>(appendPlaceholder()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ListEncodingContainer(appendPlaceholder()) }
  func superEncoder() -> any Encoder { CanonicalEncoder(appendPlaceholder()) }
}

private struct ScalarEncodingContainer: SingleValueEncodingContainer {
  let fill: (CanonicalValue) -> Void
  let codingPath: [any CodingKey] = []

  func encodeNil() throws { fill(.null) }
  func encode(_ value: Bool) throws { fill(.bool(value)) }
  func encode(_ value: String) throws { fill(.text(value)) }
  func encode(_ value: Double) throws { fill(.identifierOrText(value.description)) }
  func encode(_ value: Float) throws { fill(.identifierOrText(value.description)) }
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
  func encode(_ value: some Encodable) throws { fill(try .encode(value)) }
}
