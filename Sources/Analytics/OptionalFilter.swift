/// A filter value with a switch that turns the filter on or off.
///
/// The value is kept while the filter is off, so turning it on restores the last value. There is only one stored value:
/// a second one for the switched-off state could become stale.
public struct OptionalFilter<Value: Hashable & Sendable>: Hashable, Sendable {
  /// A Boolean value that indicates whether the filter is on.
  public private(set) var isOn: Bool
  /// The value of the filter, or the one that turning it on restores.
  public private(set) var value: Value

  /// Creates a filter that is off.
  package init(initialValue value: Value) {
    isOn = false
    self.value = value
  }

  /// The value if the filter is on, otherwise `nil`.
  ///
  /// Setting a value, for example by a preset, turns the filter on. Setting `nil` turns it off and keeps the
  /// stored value.
  public var activeValue: Value? {
    get { isOn ? value : nil }
    set {
      isOn = newValue != nil
      value = newValue ?? value
    }
  }

  /// A user action in the filter.
  public enum Action: Hashable, Sendable {
    /// The filter was turned on or off.
    case isOnChanged(Bool)
    /// A value was picked. This has no effect while the filter is off.
    case valuePicked(Value)
  }

  /// Reduces an action.
  package mutating func apply(_ action: Action) {
    switch action {
    case .isOnChanged(let isOn): self.isOn = isOn
    case .valuePicked(let value): if isOn { self.value = value }
    }
  }
}

extension OptionalFilter: Codable where Value: Codable {}
extension OptionalFilter.Action: Codable where Value: Codable {}
