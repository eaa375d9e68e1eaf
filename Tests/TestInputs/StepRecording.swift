import Loop

/// The steps of a store, from the time when the recording was created.
@MainActor public final class StepRecording<Feature: Reducer> {
  /// The state and the pending runs before the first step.
  public let start: LoopState<Feature>
  /// The steps, in order.
  public private(set) var steps: [LoopStep<Feature>] = []

  /// Begins a recording.
  public init(of store: Store<Feature>) {
    start = store.session.loopState
    _ = store.onEvent { [weak self] event in if case .stepTaken(let step) = event { self?.steps.append(step) } }
  }
}
