/// The state of a feature and its pending runs.
///
/// This is the complete state of the loop without a handler or a clock. The store, the test store and the explorer all
/// advance this value.
public struct LoopState<Feature: Reducer>: Sendable {
  /// The state of the feature.
  public var state: Feature.State
  /// The current and queued runs.
  public var pending = PendingRuns<Feature>()

  /// Creates a loop state without pending runs.
  public init(initialState state: Feature.State) {
    self.state = state
  }

  /// Reduces an action, cancels the runs in slots that are now inactive, and adds the new runs to their slots.
  ///
  /// If the action is the last response of a run, the run ends with it.
  package mutating func reduce(
    _ action: Feature.Action, ending run: PendingRuns<Feature>.Run? = nil, by feature: Feature
  ) -> PendingRuns<Feature>.Change {
    apply(feature.reduce(&state, action), ending: run, by: feature)
  }

  package mutating func apply(
    _ effects: Effects<Feature>, ending run: PendingRuns<Feature>.Run? = nil,
    by feature: Feature
  ) -> PendingRuns<Feature>.Change {
    pending.apply(effects, ending: run) { feature.isActive($0, in: state) }
  }
}

extension LoopState: Equatable
where Feature.State: Equatable, Feature.Effect: Equatable, Feature.Action: Equatable {}
extension LoopState: Hashable where Feature.State: Hashable, Feature.Effect: Hashable, Feature.Action: Hashable {}
extension LoopState: Encodable
where
  Feature.State: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable, Feature.Action: Encodable
{}
extension LoopState: Decodable
where
  Feature.State: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable, Feature.Action: Decodable
{}
