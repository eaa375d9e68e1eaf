import Loop
import LoopTesting

/// A feature whose actions contain their own effects, so that each test defines the feature it needs.
struct ScriptedFeature: Reducer {
  typealias Effect = String
  typealias Slot = String

  struct State: Equatable, Sendable {
    var log: [String] = []
    var inactiveSlots: Set<String> = []
  }

  struct Action: Equatable, Sendable {
    var logEntry: String?
    var deactivatedSlot: String?
    var effects: Effects<ScriptedFeature>

    /// Appends an entry to the log, and returns effects.
    static func logged(_ word: String, then effects: Effects<ScriptedFeature> = .none) -> Action {
      Action(logEntry: word, effects: effects)
    }

    /// Changes nothing, and returns effects.
    static func requested(_ effects: Effects<ScriptedFeature>) -> Action { Action(effects: effects) }

    /// Makes a slot inactive, and returns effects of the same reduction.
    static func slotDeactivated(_ slot: String, then effects: Effects<ScriptedFeature> = .none) -> Action {
      Action(deactivatedSlot: slot, effects: effects)
    }
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<ScriptedFeature> {
    if let word = action.logEntry { state.log.append(word) }
    if let slot = action.deactivatedSlot { state.inactiveSlots.insert(slot) }
    return action.effects
  }

  func isActive(_ slot: String, in state: State) -> Bool { !state.inactiveSlots.contains(slot) }
}

extension Effects<ScriptedFeature> {
  /// Runs an effect in a slot.
  ///
  /// Payments may have been carried out before a restart, so they fail instead of running again.
  static func run(
    _ effect: String, in slot: String, _ policy: SlotPolicy = .latest, after delay: Duration? = nil
  ) -> Self {
    .run(
      effect, in: slot, policy, after: delay, ifLost: .logged("lost \(effect)"),
      afterRestart: effect.hasPrefix("pay") ? .report(.logged("failed \(effect)")) : .runAgain)
  }

  /// Runs an effect whose responses are discarded.
  static func fireAndForget(_ effect: String) -> Self {
    .fireAndForget(effect, runsAgainAfterRestart: !effect.hasPrefix("pay"))
  }
}

/// A store of a `ScriptedFeature`, with a handler and a clock that the test controls.
@MainActor final class StoreFixture {
  let handler: GatedHandler<String, ScriptedFeature.Action>
  let clock = TestClock()
  let violations = EventLog<String>()
  let store: Store<ScriptedFeature>

  init(endsWhenCancelled: Bool = true) {
    let handler = GatedHandler<String, ScriptedFeature.Action>(endsWhenCancelled: endsWhenCancelled)
    self.handler = handler
    store = Store(ScriptedFeature(), state: .init(), handler: handler, clock: clock) { [violations] in
      violations.append($0.description)
    }
  }

  var log: [String] { store.state.log }

  func request(_ effects: Effects<ScriptedFeature>) { store.send(.requested(effects)) }
}

/// A feature without effects.
struct Counter: Reducer {
  enum Action { case incremented, decremented, touched }

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .incremented: count += 1
    case .decremented: count -= 1
    case .touched: break
    }
    return .none
  }
}

extension Store {
  /// Calls a closure with each step before its effects start.
  @discardableResult
  func onStep(_ listen: @escaping @MainActor (LoopStep<Feature>) -> Void) -> ObservationToken {
    onEvent { if case .stepTaken(let step) = $0 { listen(step) } }
  }
}

extension LoopStep {
  /// The action that was reduced, or `nil` for an event.
  var action: Feature.Action? {
    switch cause {
    case .sent(let action), .delivered(let action, _): action
    case .ended(_, let action): action
    case .environment: nil
    }
  }
}
