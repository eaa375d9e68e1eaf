/// One step of a feature: what caused it, and the changes to the runs that followed.
///
/// A store reports each step with ``StoreEvent/stepTaken(_:)``. The causes of all steps since a state lead to every later
/// state, without a handler:
///
/// ```swift
/// for cause in causes { loopState.replay(cause, by: feature) }
/// ```
public struct LoopStep<Feature: Reducer>: Sendable {
  /// What caused a step.
  public enum Cause: Sendable {
    /// An action was sent.
    case sent(Feature.Action)
    /// The run in this slot sent a response and continues.
    case delivered(Feature.Action, in: Feature.Slot)
    /// The run in this slot ended with its last response, and the next queued run starts.
    case ended(in: Feature.Slot, with: Feature.Action)
    /// An event outside the feature. It changes nothing.
    case environment(String)
  }

  /// What caused the step.
  public let cause: Cause
  /// The runs that were started, queued, dropped or cancelled.
  public let change: PendingRuns<Feature>.Change

  package init(_ cause: Cause, _ change: PendingRuns<Feature>.Change = .init()) {
    self.cause = cause
    self.change = change
  }
}

extension LoopState {
  /// Repeats a step, without a handler.
  ///
  /// - Parameters:
  ///   - cause: The cause of the step.
  ///   - feature: The feature. A feature other than the recorded one may lead to another state.
  /// - Returns: The changes to the runs, or `nil` if the step is the response of a run that is not running. Then nothing
  ///   has changed.
  @discardableResult
  public mutating func replay(
    _ cause: LoopStep<Feature>.Cause, by feature: Feature
  ) -> PendingRuns<Feature>.Change? {
    switch cause {
    case .sent(let action): return reduce(action, by: feature)
    case .delivered(let action, let slot):
      return pending.running(in: slot) == nil ? nil : reduce(action, by: feature)
    case .ended(let slot, let action):
      guard let run = pending.running(in: slot) else { return nil }
      return reduce(action, ending: run, by: feature)
    case .environment: return .init()
    }
  }
}

extension LoopStep: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}
extension LoopStep.Cause: Equatable where Feature.Action: Equatable {}
