extension CanonicalValue {
  /// Creates the canonical value of an encodable value.
  ///
  /// The type adds information that `Codable` does not provide. An enum prints as a case, and elements of an array that
  /// are `Identifiable` are found by their ID. A type with a single string as its encoding (a string enum, an
  /// identifier, an amount of money) prints without quotation marks.
  ///
  /// - Throws: An error of the value, or an error if the value is nested so deeply that its text could not be parsed.
  public init(_ value: some Encodable) throws {
    self = try Self.encode(value, EncodedTypes())
    if depth > CanonicalTextParser.maxDepth {
      let reason = "nested deeper than \(CanonicalTextParser.maxDepth) levels"
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: reason))
    }
  }

  fileprivate static func encode<Value: Encodable>(_ value: Value, _ types: EncodedTypes) throws -> CanonicalValue {
    let traits = types.traits(of: Value.self)
    if let collection = traits.collection { return try collection.canonicalValue(of: value, types) }
    var shape: EncodedPart = { .record([]) }
    try value.encode(to: CanonicalEncoder(types) { shape = $0 })
    return restoringNames(in: shape(), of: value, isName: traits.isName)
  }

  /// The number of values on the longest path from this value to one of its parts, including both.
  private var depth: Int {
    var depth = 0
    switch self {
    case .null, .bool, .number, .text, .identifier, .elided: break
    case .variant(_, let arguments): for argument in arguments { depth = max(depth, argument.value.depth) }
    case .list(let values): for value in values { depth = max(depth, value.depth) }
    case .identifiedList(let entries): for entry in entries { depth = max(depth, entry.value.depth) }
    case .map(let entries): for entry in entries { depth = max(depth, entry.key.depth, entry.value.depth) }
    case .record(let fields): for field in fields { depth = max(depth, field.value.depth) }
    }
    return depth + 1
  }

  /// Restores enum cases and names, which `Codable` encodes like structs and strings.
  private static func restoringNames(in shape: CanonicalValue, of value: some Any, isName: Bool) -> CanonicalValue {
    switch shape {
    case .text(let text) where isName: return identifierOrText(text)
    case .record(let fields):
      guard let only = fields.first, fields.count == 1, Mirror(reflecting: value).displayStyle == .enum,
        case .record(let payload) = only.value
      else { return shape }
      let arguments = payload.map { Argument(label: isPositionalKey($0.name) ? nil : $0.name, value: $0.value) }
      return arguments.isEmpty ? .identifier(only.name) : .variant(only.name, arguments)
    default: return shape
    }
  }

  /// Returns a Boolean value that indicates whether a key is the synthesized key of a payload value without a label,
  /// such as `_0`.
  static func isPositionalKey(_ key: String) -> Bool {
    key.first == "_" && key.count > 1 && key.dropFirst().utf8.allSatisfy(isDigit)
  }
}

/// Returns a Boolean value that indicates whether a text sorts before another one.
///
/// Texts that are canonically equivalent are equal in Swift, but not for every type that prints them. Their bytes break
/// the tie. Otherwise the order of a dictionary could differ between processes.
func printsBefore(_ left: String, _ right: String) -> Bool {
  left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
}

/// A cache of the conformances of the types in a value.
///
/// Looking for conformances takes longer than encoding most values.
private final class EncodedTypes {
  struct Traits {
    /// The type if it is a collection, or `nil`.
    let collection: (any CanonicalEncodableCollection.Type)?
    /// A Boolean value that indicates whether a text that encodes a value of the type is printed as a name.
    let isName: Bool
  }

  private var traits: [ObjectIdentifier: Traits] = [:]

  func traits<Value>(of type: Value.Type) -> Traits {
    if let known = traits[ObjectIdentifier(type)] { return known }
    let isName =
      type != String.self && (type is any RawRepresentable<String>.Type || type is any LosslessStringConvertible.Type)
    let found = Traits(collection: type as? any CanonicalEncodableCollection.Type, isName: isName)
    traits[ObjectIdentifier(type)] = found
    return found
  }
}

/// A collection whose encoding by `Codable` loses its structure or its order.
private protocol CanonicalEncodableCollection {
  func canonicalValue(_ types: EncodedTypes) throws -> CanonicalValue
}

extension CanonicalEncodableCollection {
  fileprivate static func canonicalValue(of value: Any, _ types: EncodedTypes) throws -> CanonicalValue {
    guard let value = value as? Self else { preconditionFailure("The value has another type.") }
    return try value.canonicalValue(types)
  }
}

extension Optional: CanonicalEncodableCollection where Wrapped: Encodable {
  fileprivate func canonicalValue(_ types: EncodedTypes) throws -> CanonicalValue {
    try map { try CanonicalValue.encode($0, types) } ?? .null
  }
}

extension Set: CanonicalEncodableCollection where Element: Encodable {
  fileprivate func canonicalValue(_ types: EncodedTypes) throws -> CanonicalValue {
    let values = try map { try CanonicalValue.encode($0, types) }
    return .list(values.map { ($0.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Dictionary: CanonicalEncodableCollection where Key: Encodable, Value: Encodable {
  fileprivate func canonicalValue(_ types: EncodedTypes) throws -> CanonicalValue {
    let entries = try map {
      try CanonicalValue.Entry(key: CanonicalValue.encode($0, types), value: CanonicalValue.encode($1, types))
    }
    return .map(entries.map { ($0.key.description, $0) }.sorted { printsBefore($0.0, $1.0) }.map(\.1))
  }
}

extension Array: CanonicalEncodableCollection where Element: Encodable {
  fileprivate func canonicalValue(_ types: EncodedTypes) throws -> CanonicalValue {
    var values: [CanonicalValue] = []
    var keys: [CanonicalValue] = []
    let isIdentifiable = Element.self is any Identifiable.Type
    values.reserveCapacity(count)
    for element in self {
      values.append(try CanonicalValue.encode(element, types))
      if isIdentifiable, let key = try (element as? any Identifiable).flatMap({ try canonicalID(of: $0, types) }) {
        keys.append(key)
      }
    }
    // If an element has no ID, or if two elements share one, the elements are identified by their positions.
    guard keys.count == values.count, Set<CanonicalValue>(keys).count == keys.count, !keys.isEmpty else {
      return .list(values)
    }
    return .identifiedList(zip(keys, values).map { CanonicalValue.Entry(key: $0, value: $1) })
  }
}

private func canonicalID(of value: any Identifiable, _ types: EncodedTypes) throws -> CanonicalValue? {
  func id(of value: some Identifiable) -> Any { value.id }
  return try (id(of: value) as? any Encodable).map { try CanonicalValue.encode($0, types) }
}

/// Returns an encoded value, once it is complete.
///
/// With `Codable`, a container cannot know when its contents are complete. They are when the whole value is encoded.
private typealias EncodedPart = () -> CanonicalValue

/// An encoder of one value.
private struct CanonicalEncoder: Encoder {
  let types: EncodedTypes
  let setValue: (@escaping EncodedPart) -> Void
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ types: EncodedTypes, _ setValue: @escaping (@escaping EncodedPart) -> Void) {
    self.types = types
    self.setValue = setValue
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FieldEncodingContainer(types, setValue))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ListEncodingContainer(types, setValue) }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    ScalarEncodingContainer(types: types, setValue: setValue)
  }
}

/// Collects the parts of one value.
private final class PartCollector<Part> {
  private(set) var count = 0
  private var parts: [Part] = []
  /// The values of parts that were appended before they were complete.
  private var later: [(index: Int, value: WritableKeyPath<Part, CanonicalValue>, part: EncodedPart)] = []

  func append(_ part: Part) {
    parts.append(part)
    count += 1
  }

  /// Appends a part without a value, and returns a closure that sets the value.
  func appendPlaceholder(
    _ part: Part, settingLater value: WritableKeyPath<Part, CanonicalValue>
  ) -> (@escaping EncodedPart) -> Void {
    let index = count
    append(part)
    return { self.later.append((index, value, $0)) }
  }

  /// The parts with their values.
  var completeParts: [Part] {
    var complete = parts
    for (index, value, part) in later { complete[index][keyPath: value] = part() }
    return complete
  }
}

private struct FieldEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let types: EncodedTypes
  let collector = PartCollector<CanonicalValue.Field>()
  let codingPath: [any CodingKey] = []

  init(_ types: EncodedTypes, _ setValue: (@escaping EncodedPart) -> Void) {
    self.types = types
    setValue { [collector] in .record(collector.completeParts) }
  }

  private func appendPlaceholder(named name: String) -> (@escaping EncodedPart) -> Void {
    collector.appendPlaceholder(.init(name: name, value: .record([])), settingLater: \.value)
  }

  /// Encodes a `nil` field as such, so that the text always lists all fields.
  private func append(_ value: (some Encodable)?, orNilForKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  func encodeNil(forKey key: Key) throws { collector.append(.init(name: key.stringValue, value: .null)) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    collector.append(.init(name: key.stringValue, value: try CanonicalValue.encode(value, types)))
  }
  // Most fields have these types. The general way takes ten times as long.
  func encode(_ value: String, forKey key: Key) throws {
    collector.append(.init(name: key.stringValue, value: .text(value)))
  }
  func encode(_ value: Int, forKey key: Key) throws {
    collector.append(.init(name: key.stringValue, value: .number(String(value))))
  }
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
    KeyedEncodingContainer(FieldEncodingContainer<Nested>(types, appendPlaceholder(named: key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ListEncodingContainer(types, appendPlaceholder(named: key.stringValue))
  }
  func superEncoder() -> any Encoder { CanonicalEncoder(types, appendPlaceholder(named: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder {
    CanonicalEncoder(types, appendPlaceholder(named: key.stringValue))
  }
}

private struct ListEncodingContainer: UnkeyedEncodingContainer {
  let types: EncodedTypes
  let collector = PartCollector<CanonicalValue>()
  let codingPath: [any CodingKey] = []
  var count: Int { collector.count }

  init(_ types: EncodedTypes, _ setValue: (@escaping EncodedPart) -> Void) {
    self.types = types
    setValue { [collector] in .list(collector.completeParts) }
  }

  private func appendPlaceholder() -> (@escaping EncodedPart) -> Void {
    collector.appendPlaceholder(.null, settingLater: \.self)
  }

  func encodeNil() throws { collector.append(.null) }
  func encode(_ value: some Encodable) throws { collector.append(try CanonicalValue.encode(value, types)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(FieldEncodingContainer<Nested>(types, appendPlaceholder()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ListEncodingContainer(types, appendPlaceholder()) }
  func superEncoder() -> any Encoder { CanonicalEncoder(types, appendPlaceholder()) }
}

private struct ScalarEncodingContainer: SingleValueEncodingContainer {
  let types: EncodedTypes
  let setValue: (@escaping EncodedPart) -> Void
  let codingPath: [any CodingKey] = []

  func encodeNil() throws { setValue { .null } }
  func encode(_ value: Bool) throws { setValue { .bool(value) } }
  func encode(_ value: String) throws { setValue { .text(value) } }
  func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) throws {
    let text = value.description
    setValue { .identifierOrText(text) }
  }
  func encode(_ value: some FixedWidthInteger & Encodable) throws {
    let text = String(value)
    setValue { .number(text) }
  }
  func encode(_ value: some Encodable) throws {
    let encoded = try CanonicalValue.encode(value, types)
    setValue { encoded }
  }
}
