import Values

/// A filter with a name.
public struct EventPreset: Hashable, Codable, Sendable, Identifiable {
  /// The name, which is unique.
  public let name: String
  /// The filter.
  public let query: EventQuery

  /// The name.
  public var id: String { name }

  /// Creates a preset.
  public init(name: String, query: EventQuery) {
    self.name = name
    self.query = query
  }
}

extension EventListFeature.State {
  /// Saves the current filter under a name that is not blank, in place of an earlier one with this name.
  mutating func savePreset(named name: String) {
    if name.trimmed.isEmpty { return }
    let preset = EventPreset(name: name.trimmed, query: filter.query)
    if let index = presets.firstIndex(where: { $0.name == preset.name }) {
      presets[index] = preset
    } else {
      presets.append(preset)
    }
  }
}
