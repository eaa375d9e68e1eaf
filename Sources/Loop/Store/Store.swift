/// Runs a feature: reduces actions one at a time, starts the effects they return, and sends their responses back in.
///
/// ```swift
/// let store = Store(ProductEditor(), state: .init(), handler: ProductEditorHandler(store: products))
/// store.observe(\.sheet) { print($0) }
/// store.send(.appeared)
/// await store.waitUntilIdle()
/// ```
///
/// - ``send(_:)`` returns after the action has been reduced. During a reduction or a notification it enqueues the
///   action instead.
/// - Sent actions, responses and ends of runs go through one queue. The responses of a run and its end are therefore
///   processed in order, and a response is discarded if its run was cancelled before the response is processed.
/// - No action of a cancelled or replaced run is ever delivered.
/// - Releasing the store cancels all runs and removes all observers. Runs do not retain the store.
@MainActor public final class Store<Feature: Reducer> {
  /// The state of the feature.
  public typealias State = Feature.State
  /// The actions of the feature.
  public typealias Action = Feature.Action
  typealias Run = PendingRuns<Feature.Effect, Feature.Slot>.Run

  /// The feature that the store runs.
  public let feature: Feature
  /// The current state.
  public var state: State { situation.state }
  /// The current and queued runs.
  public var pending: PendingRuns<Feature.Effect, Feature.Slot> { situation.pending }
  /// A Boolean value that indicates whether the store has been shut down.
  public internal(set) var isShutDown = false

  let handler: any EffectHandler<Feature.Effect, Feature.Action>
  let timekeeper: ClockAdapter
  let report: @MainActor (ContractViolation<Feature>) -> Void

  var situation: LoopState<Feature>
  let runs = RunTable<Feature>()
  let observers = ObserverList<State>()
  let listeners = ObserverList<StoreEvent<Feature>>()
  var settling: [CheckedContinuation<Void, Never>] = []
  var ending: [CheckedContinuation<Void, Never>] = []

  /// An entry of the queue.
  enum QueueEntry {
    case sent(Action)
    case answered(Action, LiveRun<Feature>)
    case ended(LiveRun<Feature>)
    case due(Feature.Slot)
  }

  private var queue: [QueueEntry] = []
  var isTurning = false

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - feature: The feature to run.
  ///   - state: The initial state.
  ///   - handler: The handler that runs the effects.
  ///   - clock: The clock that measures delays.
  ///   - report: A closure that is called with violations of the contract between reducer, handler and store. By
  ///     default, a violation stops the program with a message, except for actions sent after a shutdown.
  public init(
    _ feature: Feature, state: State, handler: any EffectHandler<Feature.Effect, Feature.Action>,
    clock: any Clock<Duration> = ContinuousClock(),
    onViolation report: @escaping @MainActor (ContractViolation<Feature>) -> Void = { $0.stopProgram() }
  ) {
    self.feature = feature
    self.situation = LoopState(initialState: state)
    self.handler = handler
    self.timekeeper = ClockAdapter(clock)
    self.report = report
  }

  isolated deinit {
    runs.cancelAll()
    observers.removeAll()
    listeners.removeAll()
  }

  /// Sends an action to the feature.
  ///
  /// The action has been reduced when this method returns, unless it is called during a reduction or a notification:
  /// then the action is enqueued.
  public func send(_ action: Action) {
    enqueue(.sent(action))
  }

  /// Processes an entry immediately, or after the entries before it if one is being processed.
  func enqueue(_ entry: QueueEntry) {
    if isTurning { return queue.append(entry) }
    isTurning = true
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
      if !observers.isEmpty { observers.notify(situation.state) }
      if !listeners.isEmpty { listeners.notify(.batchEnded) }
    } while !queue.isEmpty
    isTurning = false
    if !settling.isEmpty || !ending.isEmpty { resumeWaiters() }
  }

  private func process(_ entry: QueueEntry) {
    switch entry {
    case .sent(let action):
      if isShutDown { report(.sentAfterShutdown(action)) } else { reduce(action, cause: .sent(action)) }
    case .answered(let action, let run): deliver(action, from: run)
    case .ended(let run): handlerReturned(for: run)
    case .due(let slot): startDelayed(in: slot)
    }
  }

  func reduce(_ action: Action, cause: @autoclosure () -> Journal<Feature>.Cause) {
    let effects = feature.reduce(&situation.state, action)
    // Most actions have no effects.
    if effects.isEmpty && situation.pending.isEmpty && listeners.isEmpty { return }
    let change = situation.apply(effects, by: feature)
    runs.starting = change.started
    if !listeners.isEmpty { listeners.notify(.step(Journal.Entry(cause(), change))) }
    apply(change)
    runs.starting = []
  }
}

extension Store where Feature.Effect == Never {
  /// Creates a store for a feature that has no effects.
  public convenience init(_ feature: Feature, state: State) {
    self.init(feature, state: state, handler: NoEffectsHandler())
  }
}
