/// Where a feature stands: its state, and what it is waiting for.
///
/// This is the whole of the loop without a world around it: a store, a test and an explorer each turn this one value.
public struct Situation<Feature: Reducer>: Sendable {
  /// Everything the feature remembers.
  public var state: Feature.State
  /// What is under way and what waits.
  public var pending = Pending<Feature.Effect, Feature.Slot>()

  /// Begins in a state, with nothing pending.
  public init(_ state: Feature.State) {
    self.state = state
  }

  /// Takes one action in: the state has changed, the dead are cancelled, and what is new stands in its slot.
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
