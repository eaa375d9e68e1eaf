extension CanonicalValue {
  /// Creates the canonical value of any value: from its encoding or, if it is not encodable, from its stored properties.
  ///
  /// A value that was created from stored properties can be printed and compared. It cannot be decoded.
  ///
  /// - Throws: An error of the encoding, or an error if the value is nested so deeply that its text could not be parsed.
  public init(reflecting value: Any) throws {
    self = try Self.reflect(value, depth: 0)
  }

  private static func reflect(_ value: Any, depth: Int) throws -> CanonicalValue {
    if let encodable = value as? any Encodable { return try CanonicalValue(encodable) }
    guard depth < CanonicalTextParser.maxDepth else {
      let reason = "nested deeper than \(CanonicalTextParser.maxDepth) levels"
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: reason))
    }
    let mirror = Mirror(reflecting: value)
    func values() throws -> [CanonicalValue] { try mirror.children.map { try reflect($0.value, depth: depth + 1) } }
    switch mirror.displayStyle {
    case .optional: return try values().first ?? .null
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else { return .identifier("\(value)") }
      return .variant(name, try arguments(payload.value, depth: depth + 1))
    case .collection: return .list(try values())
    case .set: return .list(try values().sorted { printsBefore($0.description, $1.description) })
    case .dictionary:
      let entries = try mirror.children.map { entry in
        let parts = try Mirror(reflecting: entry.value).children.map { try reflect($0.value, depth: depth + 1) }
        return Entry(key: parts[0], value: parts[1])
      }
      return .map(entries.sorted { printsBefore($0.key.description, $1.key.description) })
    case .struct, .class, .tuple, .foreignReference: return .record(try fields(of: mirror, depth: depth))
    case nil: return .text("\(value)")
    @unknown default: return .text("\(value)")
    }
  }

  private static func fields(of mirror: Mirror, depth: Int) throws -> [Field] {
    let inherited = try mirror.superclassMirror.map { try fields(of: $0, depth: depth) } ?? []
    return try inherited
      + zip(0..., mirror.children).map { index, child in
        // The parts of a tuple without labels have labels like ".0".
        let name = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(index)"
        return Field(name: name, value: try reflect(child.value, depth: depth + 1))
      }
  }

  private static func arguments(_ payload: Any, depth: Int) throws -> [Argument] {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else {
      return [Argument(label: nil, value: try reflect(payload, depth: depth))]
    }
    return try fields(of: mirror, depth: depth).map {
      Argument(label: isPositionalKey($0.name) ? nil : $0.name, value: $0.value)
    }
  }
}
