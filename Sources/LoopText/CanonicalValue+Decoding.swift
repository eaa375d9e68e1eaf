extension CanonicalValue {
  /// Decodes a value of a type.
  ///
  /// The type decides how ambiguous text is read. A name is a case for an enum and a string for an identifier. If the
  /// only payload of an enum case is a struct, the parentheses of the struct are optional.
  ///
  /// - Throws: A `DecodingError` whose coding path is empty, or an error of the type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let reader = CanonicalDecoder(value: self)
    if let collection = type as? any CanonicalDecodableCollection.Type,
      let value = try collection.init(reader) as? Value
    {
      return value
    }
    return try Value(from: reader)
  }
}

/// A collection whose decoding differs from that of `Codable`.
private protocol CanonicalDecodableCollection {
  init(_ reader: CanonicalDecoder) throws
}

extension Dictionary: CanonicalDecodableCollection where Key: Decodable, Value: Decodable {
  fileprivate init(_ reader: CanonicalDecoder) throws {
    switch reader.value {
    case .map(let entries), .identifiedList(let entries):
      self.init(minimumCapacity: entries.count)
      for entry in entries {
        let value: Value = try entry.value.decode()
        // Two printed keys can be equal for the key type. Without an error, one of the values would be lost.
        if updateValue(value, forKey: try entry.key.decode()) != nil {
          throw DecodingError.dataCorrupted(
            .init(codingPath: reader.codingPath, debugDescription: "duplicate key \(entry.key)"))
        }
      }
    case .list(let values) where values.isEmpty: self.init()
    case let shape: throw reader.mismatchError(expected: "a dictionary", found: shape)
    }
  }
}

/// A decoder of one value.
private struct CanonicalDecoder: Decoder, SingleValueDecodingContainer {
  let value: CanonicalValue
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func mismatchError(expected: String, found: CanonicalValue) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "expected \(expected), found \(found)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch value {
    case .identifier(let name) where Key(stringValue: name) == nil,
      .variant(let name, _) where Key(stringValue: name) == nil:
      throw mismatchError(expected: "a known name", found: value)
    default: break
    }
    let fields = try fields()
    try rejectUnknownFields(in: fields, for: type)
    return KeyedDecodingContainer(FieldDecodingContainer(fields: fields))
  }

  /// Throws an error for a field that the type does not decode, such as an extra value or a misspelled name.
  private func rejectUnknownFields<Key: CodingKey>(in fields: [CanonicalValue.Field], for type: Key.Type) throws {
    let strange = fields.lazy.filter {
      Key(stringValue: $0.name) == nil && $0.name != FieldDecodingContainer<Key>.superclassKey
    }
    guard let first = strange.min(by: { $0.name < $1.name }) else { return }
    let isWholePayload = !fields.contains { $0.name == "_0" } && Key(stringValue: "_0") != nil
    if isWholePayload { return }
    let surplus =
      CanonicalValue.isPositionalKey(first.name)
      ? "unexpected extra value \(first.value)" : "unknown field \(first.name)"
    throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: surplus))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let values): ListDecodingContainer(values: values)
    case .identifiedList(let entries), .map(let entries):
      ListDecodingContainer(values: entries.map(\.value))
    default: throw mismatchError(expected: "a list", found: value)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Returns the fields of a struct, or one field for the case of an enum.
  private func fields() throws -> [CanonicalValue.Field] {
    switch value {
    case .record(let fields):
      if let name = fields.firstRepeatedName {
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "duplicate field \(name)"))
      }
      return fields
    case .map(let entries) where entries.isEmpty: return []
    case .identifier(let name): return [.init(name: name, value: .record([]))]
    case .variant(let name, let arguments):
      let payload = arguments.enumerated().map { CanonicalValue.Field(name: $1.label ?? "_\($0)", value: $1.value) }
      return [.init(name: name, value: .record(payload))]
    default: throw mismatchError(expected: "a struct or an enum's case", found: value)
    }
  }

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatchError(expected: "true or false", found: value) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    switch value {
    case .text(let text), .identifier(let text), .number(let text): text
    default: throw mismatchError(expected: "a text", found: value)
    }
  }

  private func decodeNumber<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    switch value {
    case .number(let text), .identifier(let text):
      if let number = Number(text) { return number }
      throw mismatchError(expected: "a number (\(type))", found: value)
    default: throw mismatchError(expected: "a number", found: value)
    }
  }

  func decode<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
    _ type: Number.Type
  ) throws -> Number {
    // An infinity or NaN with a sign is printed in quotation marks.
    if case .text(let text) = value, let value = Number(text), !value.isFinite { return value }
    return try decodeNumber(type)
  }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number { try decodeNumber(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try value.decode(type)
  }
}

extension [CanonicalValue.Field] {
  /// The first name that an earlier field has, too, or `nil` if all names are different.
  fileprivate var firstRepeatedName: String? {
    // A set costs more than the comparisons of the few fields that types have.
    if count <= 32 {
      return indices.first { index in self[..<index].contains { $0.name == self[index].name } }.map { self[$0].name }
    }
    var names: Set<String> = []
    return first { !names.insert($0.name).inserted }?.name
  }
}

private struct FieldDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The key of the first payload value without a label.
  private static var wholePayloadKey: String { "_0" }

  /// The key under which a class encodes its superclass.
  static var superclassKey: String { "super" }

  let fields: [CanonicalValue.Field]
  let codingPath: [any CodingKey] = []
  var allKeys: [Key] { fields.map(\.name).sorted().compactMap(Key.init(stringValue:)) }

  private subscript(name: String) -> CanonicalValue? { fields.first { $0.name == name }?.value }

  func contains(_ key: Key) -> Bool {
    self[key.stringValue] != nil || (key.stringValue == Self.wholePayloadKey && !fields.isEmpty)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(for: key) == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(for: key).decode(type)
  }

  // Most fields have these types. The general way takes several times as long.
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if case .text(let text) = self[key.stringValue] { text } else { try decoder(for: key).decode(type) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    if case .number(let text) = self[key.stringValue], let number = Int(text) {
      number
    } else {
      try decoder(for: key).decode(type)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    CanonicalDecoder(value: self[Self.superclassKey] ?? .null)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: Key) throws -> CanonicalDecoder {
    CanonicalDecoder(value: try value(for: key))
  }

  private func value(for key: Key) throws -> CanonicalValue {
    if let shape = self[key.stringValue] { return shape }
    // The parentheses of a struct that is the whole payload are not printed.
    if key.stringValue == Self.wholePayloadKey {
      return .record(fields.sorted { $0.name < $1.name })
    }
    let name =
      CanonicalValue.isPositionalKey(key.stringValue)
      ? "value \((Int(key.stringValue.dropFirst()) ?? 0) + 1)" : key.stringValue
    throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "\(name) is missing"))
  }
}

private struct ListDecodingContainer: UnkeyedDecodingContainer {
  let values: [CanonicalValue]
  let codingPath: [any CodingKey] = []
  var currentIndex = 0
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  private mutating func nextDecoder() throws -> CanonicalDecoder {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "the list has too few values"))
    }
    defer { currentIndex += 1 }
    return CanonicalDecoder(value: values[currentIndex])
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try nextDecoder().decode(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nextDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try nextDecoder().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try nextDecoder() }
}

extension Error {
  /// The message of a coding error without its context, or the description of any other error.
  package var readableDescription: String {
    switch self as any Error {
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.debugDescription
    case EncodingError.invalidValue(_, let context): context.debugDescription
    default: "\(self)"
    }
  }
}
