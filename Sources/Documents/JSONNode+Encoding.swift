import Values

extension JSONNode {
  /// Creates the node of an encodable value.
  ///
  /// A struct becomes an object without the fields that are `nil`, and a `Value` becomes the JSON that it stands for. An
  /// enum case without a payload becomes its name. A case with a payload becomes an object with one member, named after
  /// the case: the payload itself, or an object if the payload has labels or several values. The members of a dictionary
  /// are in ascending order, so that equal values have equal texts.
  ///
  /// - Throws: The errors of the value.
  public init(encoding value: some Encodable) throws {
    let slot = Slot()
    try slot.encode(value)
    self = slot.node
  }
}

/// The place of one encoded value, which is filled while the value encodes itself.
private final class Slot {
  private enum Kind { case leaf(JSONNode), list, object }

  private var kind = Kind.object
  private var members: [(key: String, slot: Slot)] = []
  private(set) var elements: [Slot] = []
  /// Whether the slot holds the payload of an enum case: the only object that Swift encodes in a nested container.
  private var isPayload = false

  var node: JSONNode {
    switch kind {
    case .leaf(let node): return node
    case .list: return JSONNode(.list(elements.map(\.node)))
    case .object:
      if let only = members.first, members.count == 1 {
        if isPayload, only.key == "_0" { return only.slot.node }
        if only.slot.isEmptyPayload { return JSONNode(.text(only.key)) }
      }
      return .object(members.map { ($0.key, $0.slot.node) })
    }
  }

  private var isEmptyPayload: Bool { if case .object = kind { isPayload && members.isEmpty } else { false } }

  func set(_ node: JSONNode) { kind = .leaf(node) }

  func encode(_ value: some Encodable) throws {
    if let value = value as? Value {
      set(JSONNode(value: value))
    } else {
      try value.encode(to: SlotEncoder(slot: self))
      if value is any UnorderedMembers { members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } }
    }
  }

  func beginList() { kind = .list }

  func appendMember(_ key: String, isPayload: Bool = false) -> Slot {
    let slot = Slot()
    slot.isPayload = isPayload
    members.append((key, slot))
    return slot
  }

  func appendElement() -> Slot {
    let slot = Slot()
    elements.append(slot)
    return slot
  }
}

/// A dictionary that is encoded as an object, with members in the order of their hash values.
private protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers where Key: CodingKeyRepresentable {}

private struct SlotEncoder: Encoder {
  let slot: Slot
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberContainer(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.beginList()
    return ElementContainer(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { LeafContainer(slot: slot) }
}

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { slot.appendMember(key.stringValue).set(JSONNode(.null)) }

  func encode(_ value: some Encodable, forKey key: Key) throws { try slot.appendMember(key.stringValue).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(MemberContainer<Nested>(slot: slot.appendMember(key.stringValue, isPayload: true)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    SlotEncoder(slot: slot.appendMember(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { SlotEncoder(slot: slot.appendMember("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { SlotEncoder(slot: slot.appendMember(key.stringValue)) }
}

private struct ElementContainer: UnkeyedEncodingContainer {
  let slot: Slot
  let codingPath: [any CodingKey] = []
  var count: Int { slot.elements.count }

  func encodeNil() { slot.appendElement().set(JSONNode(.null)) }

  func encode(_ value: some Encodable) throws { try slot.appendElement().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    SlotEncoder(slot: slot.appendElement()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    SlotEncoder(slot: slot.appendElement()).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { SlotEncoder(slot: slot.appendElement()) }
}

private struct LeafContainer: SingleValueEncodingContainer {
  let slot: Slot
  let codingPath: [any CodingKey] = []

  func encodeNil() { slot.set(JSONNode(.null)) }
  func encode(_ value: Bool) { slot.set(JSONNode(.boolean(value))) }
  func encode(_ value: String) { slot.set(JSONNode(.text(value))) }
  func encode(_ value: some BinaryFloatingPoint & Encodable) { slot.set(JSONNode(.real(Double(value)))) }

  func encode(_ value: some FixedWidthInteger & Encodable) {
    slot.set(JSONNode(Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))))
  }

  func encode(_ value: some Encodable) throws { try slot.encode(value) }
}
