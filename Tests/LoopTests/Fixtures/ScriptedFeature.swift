import Loop

/// A feature whose actions contain their own effects, so that each test defines the feature it needs.
struct ScriptedFeature: Reducer {
  struct State: Equatable, Sendable {
    var log: [String] = []
    var inactiveSlots: Set<String> = []
  }

  struct Action: Equatable, Sendable {
    var logEntry: String?
    var deactivatedSlot: String?
    var effects: Effects<String, String>

    /// Appends an entry to the log, and returns effects.
    static func logged(_ word: String, then effects: Effects<String, String> = .none) -> Action {
      Action(logEntry: word, effects: effects)
    }

    /// Changes nothing, and returns effects.
    static func requested(_ effects: Effects<String, String>) -> Action { Action(effects: effects) }

    /// Makes a slot inactive, and returns effects of the same reduction.
    static func slotDeactivated(_ slot: String, then effects: Effects<String, String> = .none) -> Action {
      Action(deactivatedSlot: slot, effects: effects)
    }
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<String, String> {
    if let word = action.logEntry { state.log.append(word) }
    if let slot = action.deactivatedSlot { state.inactiveSlots.insert(slot) }
    return action.effects
  }

  func isActive(_ slot: String, in state: State) -> Bool { !state.inactiveSlots.contains(slot) }
}

/// A store of a `ScriptedFeature`, with a handler and a clock that the test controls.
@MainActor final class StoreFixture {
  let handler: GatedHandler<String, ScriptedFeature.Action>
  let clock = ManualClock()
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

  func request(_ effects: Effects<String, String>) { store.send(.requested(effects)) }
}

/// A feature without effects.
struct Counter: Reducer {
  enum Action { case incremented, decremented, touched }

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Never, Never> {
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
  func onStep(_ listen: @escaping @MainActor (Journal<Feature>.Entry) -> Void) -> ObservationToken {
    onEvent { if case .stepTaken(let entry) = $0 { listen(entry) } }
  }
}

extension Journal.Entry {
  /// The action that was reduced, or `nil` if a run ended without a response.
  var action: Feature.Action? {
    switch cause {
    case .sent(let action), .delivered(let action, _): action
    case .ended(_, let action): action
    case .note: nil
    }
  }
}
