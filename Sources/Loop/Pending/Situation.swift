/// The state of a feature and its pending runs.
///
/// This is the complete state of the loop without a handler or a clock. The store, the test store and the explorer all
/// advance this value.
public struct Situation<Feature: Reducer>: Sendable {
  /// The state of the feature.
  public var state: Feature.State
  /// The current and queued runs.
  public var pending = Pending<Feature.Effect, Feature.Slot>()

  /// Creates a loop state without pending runs.
  public init(_ state: Feature.State) {
    self.state = state
  }

  /// Reduces an action, cancels the runs in slots that are now inactive, and adds the new runs to their slots.
  package mutating func take(
    _ action: Feature.Action, by feature: Feature
  ) -> Pending<Feature.Effect, Feature.Slot>.Change {
    settle(feature.reduce(&state, action), by: feature)
  }

  mutating func settle(
    _ effects: Effects<Feature.Effect, Feature.Slot>, by feature: Feature
  ) -> Pending<Feature.Effect, Feature.Slot>.Change {
    pending.take(effects) { feature.isAlive($0, in: state) }
  }
}

extension Situation: Equatable where Feature.State: Equatable, Feature.Effect: Equatable {}
extension Situation: Hashable where Feature.State: Hashable, Feature.Effect: Hashable {}
extension Situation: Encodable
where Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {}
extension Situation: Decodable
where Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {}
