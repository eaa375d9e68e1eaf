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
  /// One carrying-out of an effect of the feature.
  public typealias Run = Pending<Feature.Effect, Feature.Slot>.Run

  /// The feature that is turned.
  public let feature: Feature
  /// The state as the last turn left it.
  public var state: State { situation.state }
  /// What is under way and what waits.
  public var pending: Pending<Feature.Effect, Feature.Slot> { situation.pending }

  let handler: any EffectHandler<Feature.Effect, Feature.Action>
  let timekeeper: Timekeeper
  let report: @MainActor (StoreFault<Feature>) -> Void

  // Exclusivity goes unchecked where every turn passes: what runs during an access (a reducer, a slot's hash) is not
  // isolated, so it cannot reach the store.
  var situation: Situation<Feature>
  var isTurning = false
  var hasEnded = false
  var queue = TurnQueue<Feature>()
  let observers = Audience<State>()
  let watchers = Audience<Transition<Feature>>()
  /// Those who are told that a run has ended, and what starts in its place.
  let endWatchers = Audience<Journal<Feature>.Entry>()
  /// Those who are told that the store is about to be shut down.
  let shutdownWatchers = Audience<Void>()

  /// Every run whose handler has not returned, heard or not.
  var live: [Run.ID: LiveRun<Feature>] = [:]
  /// How many of those were told, not asked, and are heard out.
  var telling = 0
  /// What the turn under way has decided to start, and may not have started: a snapshot that is taken now holds it.
  var starting: [Run] = []
  var delayed: [Feature.Slot: Delayed<Feature>] = [:]
  var timers: [Feature.Slot: Timer] = [:]
  var settling: [CheckedContinuation<Void, Never>] = []
  var ending: [CheckedContinuation<Void, Never>] = []

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
    for run in live.values { run.silence() }
    for timer in timers.values { timer.task.cancel() }
    observers.disperse()
    watchers.disperse()
    endWatchers.disperse()
    shutdownWatchers.disperse()
  }

  /// Takes an action in.
  ///
  /// Unless this is called during a turn, the state has changed when it returns.
  public func send(_ action: Action) {
    if isTurning || hasEnded { return enqueue(.sent(action)) }
    isTurning = true
    reduce(action, from: .sent)
    turn()
  }

  func enqueue(_ turn: Turn<Feature>) {
    queue.append(turn)
    if isTurning { return }
    isTurning = true
    self.turn()
  }

  /// Works the queue off and tells the observers, until there is nothing left to do.
  func turn() {
    repeat {
      if !queue.isEmpty { workOff() }
      // Still within the turn: an observer that sends waits in the queue instead of recursing.
      if !observers.isEmpty { observers.tell(situation.state) }
    } while !queue.isEmpty
    isTurning = false
    if !settling.isEmpty || !ending.isEmpty { resumeWaiters() }
  }

  func workOff() {
    while let next = queue.next() { take(next) }
  }

  func take(_ turn: Turn<Feature>) {
    switch turn {
    case .sent(let action):
      if hasEnded { report(.sentAfterShutdown(action)) } else { reduce(action, from: .sent) }
    case .answered(let action, let run): hear(action, from: run)
    case .ended(let run): end(run)
    case .due(let slot): startDelayed(in: slot)
    }
  }

  func reduce(_ action: Action, from origin: Transition<Feature>.Origin) {
    let effects = feature.reduce(&situation.state, action)
    if effects.isEmpty && situation.pending.isEmpty && watchers.isEmpty { return }
    settle(effects, of: action, from: origin)
  }

  func settle(
    _ effects: Effects<Feature.Effect, Feature.Slot>, of action: Action, from origin: Transition<Feature>.Origin
  ) {
    let change = situation.settle(effects, by: feature)
    if !change.started.isEmpty { starting = change.started }
    if !watchers.isEmpty { watchers.tell(Transition(origin, action, change)) }
    if !change.isEmpty { carryOut(change) }
  }
}

extension Store where Feature.Effect == Never {
  /// Makes a store for a feature that has no effects.
  public convenience init(_ feature: Feature, state: State) {
    self.init(feature, state: state, handler: NoEffects())
  }
}

/// One entry of the store's queue.
enum Turn<Feature: Reducer>: Sendable {
  case sent(Feature.Action)
  case answered(Feature.Action, LiveRun<Feature>)
  case ended(LiveRun<Feature>)
  case due(Feature.Slot)
}

/// First in, first out, in two arrays that take turns, so that an endless chain needs no more room than a short one.
struct TurnQueue<Feature: Reducer> {
  var leaving: [Turn<Feature>] = []
  var place = 0
  var arriving: [Turn<Feature>] = []

  init() {}

  var isEmpty: Bool { place == leaving.count && arriving.isEmpty }

  mutating func append(_ turn: Turn<Feature>) { arriving.append(turn) }

  mutating func next() -> Turn<Feature>? {
    if place == leaving.count {
      if arriving.isEmpty && leaving.isEmpty { return nil }
      leaving.removeAll(keepingCapacity: true)
      place = 0
      swap(&leaving, &arriving)
      if leaving.isEmpty { return nil }
    }
    defer { place += 1 }
    return leaving[place]
  }
}
