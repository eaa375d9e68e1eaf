import Loop
import LoopExplorer
import Testing

/// Replaced children, and normal forms that are wrong.
@Suite struct PresentationCheckTests {
  @Test(arguments: [false, true])
  fileprivate func `law 3: a run that a replaced child leaves to its successor is found`(isTurned: Bool) throws {
    let explorer = Explorer(Drawer(asksChild: false, opensTurned: isTurned))
    let law = "law 3: Delivery is exact. No run of a child delivers to its successor"
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == law)
    // An equal child is found, too, although the state is equal.
    #expect(finding.steps == ["openTapped", "child(turnTapped)", "openTapped"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [law])
    #expect(try explorer.walk(seed: 1, walks: 20).finding?.law == law)
  }

  @Test func `a child that is presented again and again has finitely many states`() throws {
    let explored = try Explorer(Drawer(asksChild: true, opensTurned: false)).explore()
    #expect(explored.isVerified, "\(explored)")
    #expect(explored.stateCount == 9)
  }

  @Test func `a normal form that removes a difference that matters is found`() throws {
    #expect(try Explorer(Countdown(forgets: 100)).explore().isVerified)
    let finding = try #require(try Explorer(Countdown(forgets: 1)).explore().findings.first)
    #expect(
      finding.law
        == "A state and its normal form have the same next steps: normalized(_:) removes a difference that matters")
  }
}

/// A drawer that presents a child, and that may not ask the child which of its slots are active.
private struct Drawer: Exploration, Reducer {
  struct State: Hashable, Codable { var child = Presented<Knob>() }
  enum Action: Hashable, Codable { case openTapped, closeTapped, child(Knob.Action) }
  typealias Effect = Knob.Effect
  enum Slot: Hashable, Codable { case child(Presented<Knob>.Slot) }

  let asksChild: Bool
  let opensTurned: Bool
  let knob = Knob()
  var feature: Drawer { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .openTapped: state.child.present(.init(isTurned: opensTurned))
    case .closeTapped: state.child.dismiss()
    case .child(let action): return knob.reduce(&state.child, action).lift({ $0 }, Slot.child)
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .child(let slot): asksChild ? knob.isActive(slot, in: state.child) : true
    }
  }

  func actions(in state: State) -> [Action] { [.openTapped, .closeTapped, .child(.turnTapped)] }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    [Outcome("turned", .child(.turned), in: environment), Outcome("stuck", .child(.stuck), in: environment)]
  }
}

/// A child whose run does not show in its state.
private struct Knob: Reducer {
  struct State: Hashable, Codable { var isTurned = false }
  enum Action: Hashable, Codable { case turnTapped, turned, stuck }
  enum Effect: Hashable, Codable { case turn }
  enum Slot: Hashable, Codable { case turning }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .turnTapped: return .run(.turn, in: .turning)
    case .turned: state.isTurned.toggle()
    case .stuck: state.isTurned = false
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

/// A number that counts down, and a normal form that forgets all numbers from a limit on.
private struct Countdown: Exploration, Reducer {
  enum Action: Hashable, Codable { case started, counted }

  let forgets: Int
  var feature: Countdown { self }
  var start: (state: Int, environment: Bool) { (0, false) }

  func reduce(_ number: inout Int, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .started: number = 3
    case .counted: number = max(0, number - 1)
    }
    return .none
  }

  func actions(in number: Int) -> [Action] { [.started, .counted] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}

  func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    if scenarioState.loopState.state <= forgets { return nil }
    var normalized = copy scenarioState
    normalized.loopState.state = forgets
    return normalized
  }
}
