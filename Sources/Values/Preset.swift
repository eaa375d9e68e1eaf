/// A filter with a name.
public struct Preset<Query: Hashable & Codable & Sendable>: Hashable, Codable, Sendable, Identifiable {
  /// The name, which is unique.
  public let name: String
  /// The filter.
  public let query: Query

  /// The name.
  public var id: String { name }

  /// Creates a preset.
  public init(name: String, query: Query) {
    self.name = name
    self.query = query
  }
}

extension Array {
  /// Adds a filter under a name that is not blank, in place of an earlier one with this name.
  package mutating func save<Query>(_ query: Query, named name: String) where Element == Preset<Query> {
    if name.trimmed.isEmpty { return }
    let preset = Preset(name: name.trimmed, query: query)
    if let index = firstIndex(where: { $0.name == preset.name }) {
      self[index] = preset
    } else {
      append(preset)
    }
  }
}
