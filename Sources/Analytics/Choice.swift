/// A value to filter by, and a switch that says whether it is filtered by.
///
/// The value is there while the switch is off, so turning it on brings the last one back, however that came to be chosen.
/// There is one value: a second one to remember by could go stale.
public struct OptionalFilter<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Whether the value counts.
  public private(set) var isOn: Bool
  /// The value, or the one that would come back.
  public private(set) var value: Value

  /// Begins switched off.
  package init(initialValue value: Value) {
    isOn = false
    self.value = value
  }

  /// The value if it counts.
  ///
  /// Setting it from outside (by a preset, by undo) is a choice too; nil switches off.
  public var activeValue: Value? {
    get { isOn ? value : nil }
    set {
      isOn = newValue != nil
      value = newValue ?? value
    }
  }

  /// What a person does to it.
  public enum Action: Hashable, Sendable {
    /// It was switched on or off.
    case switched(Bool)
    /// A value was picked. While the switch is off nothing can be picked.
    case picked(Value)
  }

  /// Takes an action in.
  package mutating func apply(_ action: Action) {
    switch action {
    case .switched(let isOn): self.isOn = isOn
    case .picked(let value): if isOn { self.value = value }
    }
  }
}

extension OptionalFilter: Codable where Value: Codable {}
extension OptionalFilter.Action: Codable where Value: Codable {}
