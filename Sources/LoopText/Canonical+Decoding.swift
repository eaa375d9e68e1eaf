extension Canonical {
  /// Reads a value back from what was printed.
  ///
  /// The type decides what a shape means: a word is a case for an enum and a text for an identifier, and a struct that is
  /// an enum's whole payload may stand without parentheses of its own.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try Self.read(type, from: self, at: [])
  }

  fileprivate static func read<Value: Decodable>(
    _ type: Value.Type, from shape: Canonical, at path: [any CodingKey]
  ) throws -> Value {
    let reader = Reader(shape: shape, codingPath: path)
    if let collection = type as? any CanonicalReadable.Type, let value = try collection.init(reader) as? Value {
      return value
    }
    return try Value(from: reader)
  }
}

/// A collection that is read otherwise than `Codable` would.
private protocol CanonicalReadable {
  init(_ reader: Reader) throws
}

extension Dictionary: CanonicalReadable where Key: Decodable, Value: Decodable {
  fileprivate init(_ reader: Reader) throws {
    switch reader.shape {
    case .map(let entries), .keyed(let entries):
      self.init(minimumCapacity: entries.count)
      for entry in entries {
        let value = try Canonical.read(Value.self, from: entry.value, at: [])
        // Whether two keys are one is the key's to say: of two, one value would be lost without a word.
        if updateValue(value, forKey: try Canonical.read(Key.self, from: entry.key, at: [])) != nil {
          throw DecodingError.dataCorrupted(
            .init(codingPath: reader.codingPath, debugDescription: "the key \(entry.key) is given twice"))
        }
      }
    case .list(let values) where values.isEmpty: self.init()
    case let shape: throw reader.fault("values by key", shape)
    }
  }
}

/// Reads one value.
private struct Reader: Decoder, SingleValueDecodingContainer {
  let shape: Canonical
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func fault(_ expected: String, _ found: Canonical) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "expected \(expected), found \(found)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let name = caseName, Key(stringValue: name) == nil { throw fault("another name", shape) }
    let fields = try fields(of: shape)
    try checkThatNothingIsLeftOver(of: fields, for: type)
    return KeyedDecodingContainer(FieldReader(fields: fields, codingPath: codingPath))
  }

  /// What nobody reads would be lost without a word: a value too many, a name mistyped.
  private func checkThatNothingIsLeftOver<Key: CodingKey>(of fields: [String: Canonical], for type: Key.Type) throws {
    let strange = fields.keys.sorted().filter { Key(stringValue: $0) == nil && $0 != FieldReader<Key>.inherited }
    let isWholePayload = fields["_0"] == nil && Key(stringValue: "_0") != nil
    guard let first = strange.first, let value = fields[first], !isWholePayload else { return }
    let surplus = Canonical.isPlace(first) ? "\(value) is one value too many" : "there is nothing called \(first) here"
    throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: surplus))
  }

  private var caseName: String? {
    switch shape {
    case .word(let name), .variant(let name, _): name
    default: nil
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ValueReader(values: try values(of: shape), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// What has keys: a struct, or an enum, whose one key is its case.
  func fields(of shape: Canonical) throws -> [String: Canonical] {
    switch shape {
    case .record(let fields): try unique(fields)
    case .map(let entries) where entries.isEmpty: [:]
    case .word(let name): [name: .record([])]
    case .variant(let name, let arguments):
      [name: .record(arguments.enumerated().map { .init(name: $1.label ?? "_\($0)", value: $1.value) })]
    default: throw fault("a struct or an enum's case", shape)
    }
  }

  private func unique(_ fields: [Canonical.Field]) throws -> [String: Canonical] {
    var unique: [String: Canonical] = [:]
    for field in fields where unique.updateValue(field.value, forKey: field.name) != nil {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(field.name) is given twice"))
    }
    return unique
  }

  func values(of shape: Canonical) throws -> [Canonical] {
    switch shape {
    case .list(let values): values
    case .keyed(let entries), .map(let entries): entries.map(\.value)
    default: throw fault("a list", shape)
    }
  }

  func decodeNil() -> Bool { shape == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = shape else { throw fault("true or false", shape) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    switch shape {
    case .text(let text), .word(let text), .number(let text): text
    default: throw fault("a text", shape)
    }
  }

  private func number<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    switch shape {
    case .number(let text), .word(let text):
      if let number = Number(text) { return number }
      throw fault("a number (\(type))", shape)
    default: throw fault("a number", shape)
    }
  }

  /// What is no number stands in quotation marks where it begins with a sign.
  private func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    if case .text(let text) = shape, let value = Number(text), !value.isFinite { return value }
    return try number(type)
  }

  func decode(_ type: Double.Type) throws -> Double { try floating(type) }
  func decode(_ type: Float.Type) throws -> Float { try floating(type) }
  func decode(_ type: Int.Type) throws -> Int { try number(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try number(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try number(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try number(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try number(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try number(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try number(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try number(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try number(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try number(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Canonical.read(type, from: shape, at: codingPath)
  }
}

private struct FieldReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The key of a payload's first value where it has no label.
  private static var wholePayload: String { "_0" }

  /// The key under which a class writes what it inherits.
  static var inherited: String { "super" }

  let fields: [String: Canonical]
  let codingPath: [any CodingKey]
  var allKeys: [Key] { fields.keys.sorted().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool {
    fields[key.stringValue] != nil || (key.stringValue == Self.wholePayload && !fields.isEmpty)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try shape(key) == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Canonical.read(type, from: try shape(key), at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try reader(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reader(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    Reader(shape: fields[Self.inherited] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try reader(key) }

  private func reader(_ key: Key) throws -> Reader { Reader(shape: try shape(key), codingPath: codingPath + [key]) }

  private func shape(_ key: Key) throws -> Canonical {
    if let shape = fields[key.stringValue] { return shape }
    // The parentheses of a struct that is the whole payload are left out in print.
    if key.stringValue == Self.wholePayload {
      return .record(fields.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })
    }
    let name = Canonical.isPlace(key.stringValue) ? "value \(key.stringValue.dropFirst())" : key.stringValue
    throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "\(name) is missing"))
  }
}

private struct ValueReader: UnkeyedDecodingContainer {
  let values: [Canonical]
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  private mutating func next() throws -> Reader {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "the list is too short"))
    }
    defer { currentIndex += 1 }
    return Reader(shape: values[currentIndex], codingPath: codingPath)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }
}
