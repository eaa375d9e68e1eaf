/// A large property that is copied when it is changed, not when the value that it belongs to is copied.
///
/// ```swift
/// struct Page {
///   @CopyOnWrite var table: LargeTable
/// }
/// ```
///
/// Copying a `Page` retains one object. The table itself is copied by the first change after that. Two properties that
/// share a value are equal without a comparison, so a value must be equal to itself.
@propertyWrapper
public struct CopyOnWrite<Value> {
  private final class Storage {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  /// Creates a property with a value.
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

// The value of a storage changes only while one property refers to it.
extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}

extension CopyOnWrite: Equatable where Value: Equatable {
  /// Returns a Boolean value that indicates whether two values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.value == right.storage.value
  }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { storage.value.hash(into: &hasher) }
}

extension CopyOnWrite: Decodable where Value: Decodable {
  /// Decodes the value: the property is encoded like one without a wrapper.
  public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

extension CopyOnWrite: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
