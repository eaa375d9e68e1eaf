import Loop
import LoopExplorer
import LoopHistory
import TestInputs
import Testing

/// The laws that are checked for every feature.
@Suite struct BuiltInLawTests {
  @Test(arguments: [
    (
      Lamp.Flaw.inactiveSlot, "law 3: Delivery is exact. A run is requested only in an active slot",
      ["sent switchTapped"]
    ),
    (.noOutcome, "law 7: Nothing waits forever. Every pending effect has an outcome", ["sent switchTapped"]),
    (
      .busyWithoutEffect, "law 7: Nothing waits forever. Whenever something looks busy, an effect is pending",
      ["sent switchTapped"]
    ),
  ])
  fileprivate func `runs in inactive slots, effects without outcomes and endless waiting are found`(
    flaw: Lamp.Flaw, law: String, steps: [String]
  ) throws {
    let finding = try #require(try Explorer(Lamp(flaw: flaw)).explore().findings.first)
    #expect(finding.law == law)
    #expect(finding.transcript?.steps.prefix(1).map { "\($0.cause)" } == steps)
  }

  @Test(arguments: [
    (
      Lamp.Flaw.noResponse, "law 7: Nothing waits forever. Every run sends a response, however it ends",
      ["execute lamp burns"]
    ),
    (
      .respondsToFireAndForget, "law 3: Delivery is exact. A fire-and-forget effect sends no response",
      ["fire light burns"]
    ),
  ])
  fileprivate func `a contract violation that would stop a store is found`(
    flaw: Lamp.Flaw, law: String, steps: [String]
  ) throws {
    let finding = try #require(try Explorer(Lamp(flaw: flaw)).explore().findings.first)
    #expect(finding.law == law)
    #expect(finding.steps == ["switchTapped"] + steps)
    #expect(try Explorer(Lamp(flaw: flaw)).replay(finding.steps.joined(separator: "\n")).map(\.law) == [law])
    #expect(try Explorer(Lamp(flaw: flaw)).walk(seed: 1, walks: 1).finding?.law == law)
  }

  @Test func `a reducer that reads external state is found`() throws {
    let finding = try #require(try Explorer(Lamp(flaw: .impure)).explore().findings.first)
    #expect(
      finding.law
        == "law 1: Reducers are pure. The same action gives the same result in equal states"
    )
  }

  @Test func `without a flaw, nothing is found`() throws {
    let explored = try Explorer(Lamp(flaw: nil)).explore()
    #expect(explored.isVerified && explored.stateCount == 4, "\(explored)")
  }

  @Test func `without actions, an exploration is not verified`() throws {
    var explorer = Explorer(NoActionsExploration())
    explorer.always("no rain") { _ in true }
    let explored = try explorer.explore()
    #expect(!explored.isVerified)
    #expect(
      explored.findings.map(\.law) == [
        "At least one action is offered: no state offers an action, so nothing was explored"
      ])
    #expect(!"\(explored)".contains("every law holds"))
  }

  @Test func `the report lists the included and excluded parts of the state space`() throws {
    let report = try Explorer(ScopedExploration(), .init(faults: 1)).explore()
    #expect("\(report)".contains("steps, depth 0\nwith: one field, one text\nwithout: a second field\n"))
    let well = try Explorer(ScopedExploration()).explore()
    #expect("\(well)".contains("\nwithout: a second field, injected faults\n"))
    #expect(
      "\(StateSpaceDescription(includes: ["a"]))" == "with: a"
        && "\(StateSpaceDescription(excludes: ["a"]))" == "without: a"
        && "\(StateSpaceDescription())" == "")
  }

  @Test func `the report of a reached state limit names the fields with the most values`() throws {
    let bound = try #require(try Explorer(UnboundedCounter(), .init(stateLimit: 50)).explore().stateLimitReached)
    #expect(bound.stateCount == 50)
    #expect(bound.fieldVariety.first?.field == "state.count")
    #expect(
      "\(bound)".hasPrefix(
        "BOUNDED: stopped at the limit of 50 states. Fields with the most values in the last states:\n  state.count: "))
    #expect(!bound.fieldVariety.contains { $0.field == "state.name" })
    #expect(
      !bound.fieldVariety.contains { $0.field.hasPrefix("state.choices") },
      "a list of several values that never change is no reason")
  }

  /// A feature whose queue grows without limit.
  private static let overflowing = ClosureFeature { state, action in
    guard action == .began else { return .none }
    state.stage += 1
    state.number = state.stage % 3
    return .run(.one, in: .left, .queue) + .run(.other, in: .left, .queue)
  } outcomes: { effect, environment in
    [Outcome("done", .ended, in: effect == .one ? (environment + 1) % 4 : environment)]
  }

  @Test
  func `the report of a reached state limit counts the values in the state, the environment and the pending effects`()
    throws
  {
    #expect(
      "\(try Explorer(Self.overflowing, .init(pendingLimit: 8, stateLimit: 60)).explore())" == """
        60 states, 110 steps, depth 19
        BOUNDED: stopped at the limit of 60 states. Fields with the most values in the last states:
          pending effects: 4
          state.stage: 4
          state.number: 3
          environment: 2
        BOUNDED: more effects can be pending than the limit of 8: one, one, one, one, one, other, other, other, other, other
        not checked: reachable states, goals, and actions or responses that never change anything
        """)
  }

  @Test func `the report of a reached pending limit names queued effects, too`() throws {
    #expect(
      try Explorer(Self.overflowing, .init(pendingLimit: 1)).explore().pendingLimitReached?.description
        == "BOUNDED: more effects can be pending than the limit of 1: one, other")
  }

  @Test func `a normal form that removes a difference that matters is found`() throws {
    #expect(try Explorer(Countdown(forgets: 100)).explore().isVerified)
    let finding = try #require(try Explorer(Countdown(forgets: 1)).explore().findings.first)
    #expect(
      finding.law
        == "A state and its normal form have the same next steps: normalized(_:) removes a difference that matters")
  }
}

/// A lamp that is switched on by an effect.
private struct Lamp: Exploration, OneFailureFeature {
  enum Flaw { case inactiveSlot, noOutcome, busyWithoutEffect, impure, noResponse, respondsToFireAndForget }
  enum State: Codable { case off, lighting, on }
  enum Action: Codable { case switchTapped, burns }
  enum Effect: Codable { case light }
  enum Slot: Codable { case lamp }

  static let lostResponse = Action.burns
  let flaw: Flaw?
  /// External state that a pure reducer must not read.
  let callCounter = Calls()
  var feature: Lamp { self }
  var start: (state: State, environment: Bool) { (.off, false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch (state, action) {
    case (.off, .switchTapped):
      state = flaw == .impure && !callCounter.next().isMultiple(of: 2) ? .on : .lighting
      return flaw == .busyWithoutEffect
        ? .none : flaw == .respondsToFireAndForget ? .fireAndForget(.light) : .run(.light, in: .lamp)
    case (.lighting, .burns): state = .on
    case (.on, .switchTapped): state = .off
    case (.off, .burns), (.lighting, .switchTapped), (.on, .burns): break
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { flaw != .inactiveSlot && state == .lighting }
  func actions(in state: State) -> [Action] { [.switchTapped] }
  func isBusy(_ state: State) -> Bool { state == .lighting }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    switch flaw {
    case .noOutcome: []
    case .noResponse: [Outcome("burns", in: environment)]
    case nil, .inactiveSlot, .busyWithoutEffect, .impure, .respondsToFireAndForget:
      [Outcome("burns", .burns, in: environment)]
    }
  }
}

/// Counts without a limit.
struct UnboundedCounter: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var name = "x"
    var choices = ["red", "green", "blue"]
  }

  enum Action: Codable { case counted, doubled }

  var feature: UnboundedCounter { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .counted: state.count += 1
    case .doubled: state.count *= 2
    }
    return .none
  }

  func actions(in state: State) -> [Action] { [.counted, .doubled] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}
}

/// A scenario with an environment event, but without actions.
private struct NoActionsExploration: Exploration {
  let feature = Lamp(flaw: nil)
  var start: (state: Lamp.State, environment: Bool) { (.off, false) }
  func actions(in state: Lamp.State) -> [Lamp.Action] { [] }
  func outcomes(of effect: Lamp.Effect, in environment: Bool) -> [Outcome<Lamp.Action, Bool>] { [] }
  func environmentEvents(in environment: Bool) -> [EnvironmentEvent<Bool>] { [EnvironmentEvent("rain", in: true)] }
}

private struct ScopedExploration: Exploration {
  let feature = Lamp(flaw: nil)
  let scope = StateSpaceDescription(includes: ["one field", "one text"], excludes: ["a second field"])
  var start: (state: Lamp.State, environment: Bool) { (.off, false) }
  func actions(in state: Lamp.State) -> [Lamp.Action] { [] }
  func outcomes(of effect: Lamp.Effect, in environment: Bool) -> [Outcome<Lamp.Action, Bool>] { [] }
}

/// A number that counts down, and a normal form that forgets all numbers from a limit on.
private struct Countdown: Exploration, Reducer {
  enum Action: Hashable, Codable { case started, counted }

  let forgets: Int
  var feature: Countdown { self }
  var start: (state: Int, environment: Bool) { (0, false) }

  func reduce(_ number: inout Int, _ action: Action) -> Effects<Self> {
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
