/// A broken promise between a reducer, its handler and its store: a programmer's mistake or a damaged snapshot, never a
/// person's.
public enum StoreFault<Feature: Reducer>: Sendable {
  /// The handler of an effect that owes an answer returned without giving one: somebody would wait for ever.
  case unanswered(Feature.Effect, Feature.Slot)
  /// The handler of an effect that was only told sent an answer; it was not heard.
  case answeredUnasked(Feature.Effect, Feature.Action)
  /// An effect was asked for in a slot that its own reduction left dead; it was not started.
  case bornDead(Feature.Effect, Feature.Slot)
  /// An effect stood in a slot that is dead in the state which was restored; it was not started.
  case deadWhenResumed(Feature.Effect, Feature.Slot)
  /// An action's turn came after the store had been shut down; it was not taken in.
  case sentAfterShutdown(Feature.Action)
}

extension StoreFault {
  /// Stops the program, with the fault as its message in every build.
  ///
  /// A tap after the end is no reason to, and neither is what came from a file.
  public func stop() {
    switch self {
    case .sentAfterShutdown, .deadWhenResumed: return
    case .unanswered, .answeredUnasked, .bornDead:
      // A precondition would drop the message in an optimised build, and with it which effect and which slot.
      fatalError(description)
    }
  }
}

extension StoreFault: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}

extension StoreFault: CustomStringConvertible {
  /// What was promised, and what happened instead.
  public var description: String {
    switch self {
    case .unanswered(let effect, let slot):
      "The handler owed an answer to \(effect) in \(slot), and returned without sending one."
    case .answeredUnasked(let effect, let action):
      "The handler answered \(action) to \(effect), which was told, not asked: return it with ask(_:in:) to hear it."
    case .bornDead(let effect, let slot):
      "\(effect) was asked for in \(slot), which is not alive in the state that the same reduction left."
    case .deadWhenResumed(let effect, let slot):
      "\(effect) stood in \(slot), which is not alive in the state that was restored: it is not gone on with."
    case .sentAfterShutdown(let action):
      "\(action) was not taken in: its store has been shut down."
    }
  }
}
