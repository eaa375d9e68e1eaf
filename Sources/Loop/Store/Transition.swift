/// One turn of the loop: what was taken in, and what came of it for the effects.
///
/// The state after it is the store's. The state before it is nobody's: keeping it would cost a copy of every collection
/// at its next write.
public struct Transition<Feature: Reducer>: Sendable {
  /// Where an action came from.
  public enum Origin: Sendable {
    /// It was sent to the store.
    case sent
    /// It is an answer of this run.
    case answered(Pending<Feature.Effect, Feature.Slot>.Run)
  }

  /// Where the action came from.
  public let origin: Origin
  /// What was taken in.
  public let action: Feature.Action
  /// What starts, waits, and is cancelled because of it.
  public let change: Pending<Feature.Effect, Feature.Slot>.Change

  init(_ origin: Origin, _ action: Feature.Action, _ change: Pending<Feature.Effect, Feature.Slot>.Change) {
    self.origin = origin
    self.action = action
    self.change = change
  }
}
