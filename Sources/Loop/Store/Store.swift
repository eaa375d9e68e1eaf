/// Turns the loop: takes actions in, one after the other, starts the effects they ask for, and hears the answers.
///
/// ```swift
/// let store = Store(ProductEditor(), state: .init(), handler: ProductEditorHandler(store: products))
/// store.observe(\.sheet) { print($0) }
/// store.send(.appeared)
/// await store.settle()
/// ```
///
/// - When a ``send(_:)`` that is not nested returns, the state has changed; a nested one waits its turn.
/// - What was sent, what was answered and that a run ended stand in one queue, so the answers of a run and its end
///   arrive in order, and whether an answer is still heard is decided when its turn comes.
/// - No action of a cancelled or replaced run is ever delivered.
/// - Releasing the store cancels what is under way and releases everything else; no run holds its store.
@MainActor public final class Store<Feature: Reducer> {
  /// The state of the feature.
  public typealias State = Feature.State
  /// What the feature takes in.
  public typealias Action = Feature.Action
  typealias Run = Pending<Feature.Effect, Feature.Slot>.Run

  /// The feature that is turned.
  public let feature: Feature
  /// The state as the last turn left it.
  public var state: State { situation.state }
  /// What is under way and what waits.
  public var pending: Pending<Feature.Effect, Feature.Slot> { situation.pending }
  /// Whether the store has been shut down.
  public internal(set) var isShutDown = false

  let handler: any EffectHandler<Feature.Effect, Feature.Action>
  let timekeeper: Timekeeper
  let report: @MainActor (StoreFault<Feature>) -> Void

  var situation: Situation<Feature>
  let runs = RunTable<Feature>()
  let observers = ObserverList<State>()
  let listeners = ObserverList<StoreEvent<Feature>>()
  var settling: [CheckedContinuation<Void, Never>] = []
  var ending: [CheckedContinuation<Void, Never>] = []

  /// One entry of the queue.
  enum QueueEntry {
    case sent(Action)
    case answered(Action, LiveRun<Feature>)
    case ended(LiveRun<Feature>)
    case due(Feature.Slot)
  }

  private var queue: [QueueEntry] = []
  var isTurning = false

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - feature: What is turned.
  ///   - state: Where it begins.
  ///   - handler: What carries its effects out.
  ///   - clock: What delays are measured by.
  ///   - report: What hears of broken promises between reducer, handler and store. Without one, the first stops the
  ///     program, with a message; only an action that comes too late is let pass.
  public init(
    _ feature: Feature, state: State, handler: any EffectHandler<Feature.Effect, Feature.Action>,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @MainActor (StoreFault<Feature>) -> Void = { $0.stop() }
  ) {
    self.feature = feature
    self.situation = Situation(state)
    self.handler = handler
    self.timekeeper = Timekeeper(clock)
    self.report = report
  }

  isolated deinit {
    runs.cancelAll()
    observers.removeAll()
    listeners.removeAll()
  }

  /// Takes an action in.
  ///
  /// Unless this is called during a turn, the state has changed when it returns.
  public func send(_ action: Action) {
    enqueue(.sent(action))
  }

  /// Processes an entry at once, or after the entries before it if one is being processed.
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
      // Still within the turn: what an observer sends is enqueued instead of reduced recursively.
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
    case .answered(let action, let run): hear(action, from: run)
    case .ended(let run): end(run)
    case .due(let slot): startDelayed(in: slot)
    }
  }

  func reduce(_ action: Action, cause: @autoclosure () -> Journal<Feature>.Cause) {
    let effects = feature.reduce(&situation.state, action)
    // Most actions cause nothing.
    if effects.isEmpty && situation.pending.isEmpty && listeners.isEmpty { return }
    let change = situation.settle(effects, by: feature)
    runs.starting = change.started
    if !listeners.isEmpty { listeners.notify(.step(Journal.Entry(cause(), change))) }
    carryOut(change)
    runs.starting = []
  }
}

extension Store where Feature.Effect == Never {
  /// Makes a store for a feature that has no effects.
  public convenience init(_ feature: Feature, state: State) {
    self.init(feature, state: state, handler: NoEffects())
  }
}
