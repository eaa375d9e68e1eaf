/// Runs a feature: reduces actions one at a time, starts the effects they return, and sends their responses back in.
///
/// ```swift
/// let store = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
/// _ = store.observe(\.editor.sheet) { print($0) }
/// store.send(.appeared)
/// await store.waitUntilIdle()
/// ```
///
/// - ``send(_:)`` returns after the action has been reduced. During a reduction or a notification it enqueues the
///   action instead.
/// - Sent actions and responses go through one queue. The responses of a run are therefore processed in order, and a
///   response is discarded if its run was cancelled before the response is processed.
/// - A run ends with its last response, which its handler returns. Nothing happens between the two.
/// - No action of a cancelled or replaced run is ever delivered.
/// - Releasing the store cancels all runs and removes all observers. Runs do not retain the store.
@MainActor public final class Store<Feature: Reducer> {
  /// The state of the feature.
  public typealias State = Feature.State
  /// The actions of the feature.
  public typealias Action = Feature.Action
  typealias Run = PendingRuns<Feature>.Run

  /// The feature that the store runs.
  public let feature: Feature
  /// The current state.
  public var state: State { loopState.state }
  /// The current and queued runs.
  public var pending: PendingRuns<Feature> { loopState.pending }
  /// A Boolean value that indicates whether the store has been shut down.
  public internal(set) var isShutDown = false

  let handler: any EffectHandler<Feature.Effect, Feature.Action>
  let clock: any Clock<Duration>
  let onViolation: @MainActor (ContractViolation<Feature>) -> Void

  var loopState: LoopState<Feature>
  var runs = ActiveRuns()
  let observers = ObserverList<State>()
  let eventObservers = ObserverList<StoreEvent<Feature>>()
  // Accesses of the properties without an exclusivity check begin and end within one statement that calls no code of a
  // feature, a handler or an observer, so they cannot overlap. The state itself is checked: a reducer that reads it
  // from the store stops the program. Each of these checks would make an action an eighth to a half slower, and all of
  // them more than twice as slow.
  @exclusivity(unchecked) var waiters: [Waiter] = []

  /// An entry of the queue.
  enum QueueEntry {
    case sent(Action)
    case responded(Action, Run)
    case ended(Run, Action?)
    case delayElapsed(Run)
  }

  @exclusivity(unchecked) private var queue: [QueueEntry] = []
  @exclusivity(unchecked) var isProcessingQueue = false

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - feature: The feature to run.
  ///   - state: The initial state.
  ///   - handler: The handler that runs the effects.
  ///   - clock: The clock that measures delays.
  ///   - report: A closure that is called with violations of the contract between reducer, handler and store. By
  ///     default, a violation stops a debug build with a message, except for actions sent after a shutdown.
  public init(
    _ feature: Feature, state: State, handler: any EffectHandler<Feature.Effect, Feature.Action>,
    clock: any Clock<Duration> = ContinuousClock(),
    onViolation report: @escaping @MainActor (ContractViolation<Feature>) -> Void = { $0.stopDebugBuild() }
  ) {
    self.feature = feature
    self.loopState = LoopState(initialState: state)
    self.handler = handler
    self.clock = clock
    self.onViolation = report
  }

  isolated deinit { stopRunsAndObservers() }

  /// Sends an action to the feature.
  ///
  /// The action has been reduced when this method returns, unless it is called during a reduction or a notification:
  /// then the action is enqueued.
  public func send(_ action: Action) {
    processOrEnqueue(.sent(action))
  }

  /// Sends the action for an input of the user, such as a command line, and reports the input to the observers of events.
  public func send(_ action: Action, input: @autoclosure () -> String) {
    if !eventObservers.isEmpty { eventObservers.notify(.inputReceived(input())) }
    send(action)
  }

  /// Runs an effect that changes nothing, and returns its last response, which is not reduced.
  ///
  /// A command that only prints what it loads needs no state.
  public func response(to effect: Feature.Effect) async -> Action? {
    await handler.run(effect, send: Send { _ in })
  }

  /// Processes an entry immediately, or after the entries before it if one is being processed.
  func processOrEnqueue(_ entry: QueueEntry) {
    if isProcessingQueue { return queue.append(entry) }
    isProcessingQueue = true
    process(entry)
    processQueue()
  }

  /// Processes the queue and notifies the observers, until the queue stays empty.
  func processQueue() {
    repeat {
      while !queue.isEmpty {
        let entries = queue
        queue = []
        for entry in entries { process(entry) }
      }
      // The queue is still being processed, so an action sent by an observer is enqueued and not reduced recursively.
      if !observers.isEmpty { observers.notify(loopState.state) }
      if !eventObservers.isEmpty { eventObservers.notify(.batchEnded) }
    } while !queue.isEmpty
    isProcessingQueue = false
    if !waiters.isEmpty { resumeSatisfiedWaiters() }
  }

  private func process(_ entry: QueueEntry) {
    switch entry {
    case .sent(let action):
      if isShutDown { onViolation(.sentAfterShutdown(action)) } else { reduce(action, cause: .sent(action)) }
    case .responded(let action, let run): deliver(action, from: run)
    case .ended(let run, let lastResponse): end(run, with: lastResponse)
    case .delayElapsed(let run): if runs.delayTimers.removeValue(forKey: run.id) != nil { startHandler(for: run) }
    }
  }

  func reduce(_ action: Action, ending run: Run? = nil, cause: @autoclosure () -> LoopStep<Feature>.Cause) {
    let effects = feature.reduce(&loopState.state, action)
    // Most actions have no effects.
    if effects.isEmpty && loopState.pending.isEmpty && eventObservers.isEmpty { return }
    perform(loopState.apply(effects, ending: run, by: feature), cause: cause())
  }
}

extension Store where Feature.Effect == Never {
  /// Creates a store for a feature that has no effects.
  public convenience init(_ feature: Feature, state: State) {
    self.init(feature, state: state, handler: NoEffectsHandler())
  }
}

private struct NoEffectsHandler<Action: Sendable>: EffectHandler {
  func run(_ effect: Never, send: Send<Action>) async -> Action? {}
}
