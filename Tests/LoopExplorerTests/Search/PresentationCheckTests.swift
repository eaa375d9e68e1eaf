import Loop
import LoopExplorer
import Testing

/// Replaced children, and normal forms that are wrong.
@Suite struct PresentationCheckTests {
  private let law = "law 3: Delivery is exact. The slots of a child are inactive after it was dismissed or replaced"

  @Test(arguments: [false, true])
  fileprivate func `law 3: a run that a replaced child leaves to its successor is found`(isTurned: Bool) throws {
    let explorer = Explorer(Drawer(asksChild: false, opensTurned: isTurned))
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == law)
    #expect(finding.steps == ["openTapped", "child(turnTapped)"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [law])
    #expect(try explorer.walk(seed: 1, walks: 20).finding?.law == law)
  }

  /// Both children are presented once, so the number of one presentation is that of the other.
  @Test func `law 3: a second child of the same type does not hide that a parent does not ask the first one`() throws {
    let findings = try Explorer(Cupboard(flaw: .doesNotAskLeft)).explore().findings
    #expect(findings.map(\.law) == [law])
    #expect(findings.first?.steps == ["leftTapped"])
    #expect(try Explorer(Cupboard(flaw: nil)).explore().isVerified)
  }

  @Test func `law 3: a parent that asks another child of the same type is found`() throws {
    let findings = try Explorer(Cupboard(flaw: .asksTheOther)).explore().findings
    #expect(findings.map(\.law).contains("law 3: Delivery is exact. A run is requested only in an active slot"))
  }

  @Test func `law 3: a child that does not ask the child that it presents is found`() throws {
    #expect(try Explorer(Chest(asksInnerChild: true)).explore().isVerified)
    #expect(try Explorer(Chest(asksInnerChild: false)).explore().findings.map(\.law) == [law])
    // The number of the outer presentation is another one than when the slot was first seen.
    let findings = try Explorer(Chest(asksInnerChild: true, stopsAsking: true)).explore().findings
    #expect(findings.map(\.law) == [law])
    #expect(findings.first?.steps.contains("replaced") == true)
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
  struct State: Hashable, Codable {
    var child = Presented<Knob>()
    /// In a jammed drawer, the child is not asked.
    var isJammed = false
  }
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
    case .child(let slot): asksChild && !state.isJammed ? knob.isActive(slot, in: state.child) : true
    }
  }

  func actions(in state: State) -> [Action] { [.openTapped, .closeTapped, .child(.turnTapped)] }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    [Outcome("turned", .child(.turned), in: environment), Outcome("stuck", .child(.stuck), in: environment)]
  }
}

/// A parent that presents two children of one type.
private struct Cupboard: Exploration, Reducer {
  enum Flaw { case doesNotAskLeft, asksTheOther }

  struct State: Hashable, Codable { var left = Presented<Knob>(Knob.State()), right = Presented<Knob>(Knob.State()) }
  enum Action: Hashable, Codable { case leftTapped, leftClosed, rightTapped, left(Knob.Action), right(Knob.Action) }
  typealias Effect = Knob.Effect
  enum Slot: Hashable, Codable { case left(Presented<Knob>.Slot), right(Presented<Knob>.Slot) }

  let flaw: Flaw?
  let knob = Knob()
  var feature: Cupboard { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .leftTapped: return knob.reduce(&state.left, .turnTapped).lift({ $0 }, Slot.left)
    case .rightTapped: return knob.reduce(&state.right, .turnTapped).lift({ $0 }, Slot.right)
    case .leftClosed: state.left.dismiss()
    case .left(let action): return knob.reduce(&state.left, action).lift({ $0 }, Slot.left)
    case .right(let action): return knob.reduce(&state.right, action).lift({ $0 }, Slot.right)
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .left(let slot):
      flaw == .doesNotAskLeft || knob.isActive(slot, in: flaw == .asksTheOther ? state.right : state.left)
    case .right(let slot): knob.isActive(slot, in: flaw == .asksTheOther ? state.left : state.right)
    }
  }

  func actions(in state: State) -> [Action] { [.leftTapped, .rightTapped, .leftClosed] }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    // The effect does not know which knob is turned.
    [Outcome("turned", .left(.turned), in: environment), Outcome("other", .right(.turned), in: environment)]
  }
}

/// A parent that presents a drawer, which presents a knob.
private struct Chest: Exploration, Reducer {
  struct State: Hashable, Codable { var drawer = Presented<Drawer>(Drawer.State()) }
  enum Action: Hashable, Codable { case drawer(Drawer.Action), replaced }
  typealias Effect = Drawer.Effect
  enum Slot: Hashable, Codable { case drawer(Presented<Drawer>.Slot) }

  let drawer: Drawer
  let stopsAsking: Bool
  init(asksInnerChild: Bool, stopsAsking: Bool = false) {
    drawer = Drawer(asksChild: asksInnerChild, opensTurned: false)
    self.stopsAsking = stopsAsking
  }
  var feature: Chest { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .drawer(let action): return drawer.reduce(&state.drawer, action).lift({ $0 }, Slot.drawer)
    case .replaced: state.drawer.present(Drawer.State(isJammed: stopsAsking))
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .drawer(let slot): drawer.isActive(slot, in: state.drawer)
    }
  }

  func actions(in state: State) -> [Action] { [.replaced] + drawer.actions(in: Drawer.State()).map { .drawer($0) } }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    drawer.outcomes(of: effect, in: environment).map { $0.lift(Action.drawer) }
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
