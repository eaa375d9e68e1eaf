/// A violation of the contract between a reducer, its handler and its store.
///
/// It is caused by a programming error or a damaged session, never by user input.
public enum ContractViolation<Feature: Reducer>: Sendable {
  /// The handler of an effect in a slot, which is no subscription, returned no response. The feature receives the
  /// ``RunRequest/lostResponse`` of the run.
  case endedWithoutResponse(Feature.Effect, Feature.Slot)
  /// The handler of a fire-and-forget effect sent or returned a response. It was discarded.
  case respondedToFireAndForget(Feature.Effect, Feature.Action)
  /// An effect was started in a slot that is inactive after the same reduction. It did not run.
  case startedInInactiveSlot(Feature.Effect, Feature.Slot)
  /// An effect was saved in a slot that is inactive in the restored state. It did not run.
  case resumedInInactiveSlot(Feature.Effect, Feature.Slot)
  /// An action was sent to a store that has been shut down. It was ignored.
  case sentAfterShutdown(Feature.Action)
}

extension ContractViolation {
  /// Stops a debug build with the description of the violation.
  ///
  /// A release build continues. An action after the shutdown and a run saved in an inactive slot do not stop a debug
  /// build either: the first is harmless, and the second comes from a file.
  public func stopDebugBuild() {
    switch self {
    case .sentAfterShutdown, .resumedInInactiveSlot: return
    case .endedWithoutResponse, .respondedToFireAndForget, .startedInInactiveSlot: assertionFailure(description)
    }
  }
}

extension ContractViolation: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}

extension ContractViolation: CustomStringConvertible {
  /// A message that says which rule was violated and how.
  public var description: String {
    switch self {
    case .endedWithoutResponse(let effect, let slot):
      "The handler of \(effect) in \(slot) returned no response."
    case .respondedToFireAndForget(let effect, let action):
      "The handler of the fire-and-forget effect \(effect) responded with \(action). To receive responses, run it in a slot."
    case .startedInInactiveSlot(let effect, let slot):
      "\(effect) was started in \(slot), but isActive(_:in:) returns false for this slot after the same reduction."
    case .resumedInInactiveSlot(let effect, let slot):
      "\(effect) was not resumed: isActive(_:in:) returns false for its slot \(slot) in the restored state."
    case .sentAfterShutdown(let action):
      "\(action) was ignored: its store has been shut down."
    }
  }
}
