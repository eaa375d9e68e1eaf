import Loop
import LoopExplorer
import LoopHistory
import Testing

/// The laws that are held without asking.
@Suite struct BuiltInLawTests {
  @Test(arguments: [
    (Lamp.Flaw.dead, "law 3: Exact. What is asked for serves something: its slot is alive", ["user lit"]),
    (.endless, "law 7: Nobody waits for ever. Whatever is pending has an outcome", ["user lit"]),
    (.forgetful, "law 7: Nobody waits for ever. Whenever something looks busy, something is pending", ["user lit"]),
  ])
  fileprivate func `what is asked for in vain, or awaited in vain, is found`(
    flaw: Lamp.Flaw, law: String, steps: [String]
  ) throws {
    let finding = try #require(try Explorer(Lamp(flaw: flaw)).explore().findings.first)
    #expect(finding.law == law)
    #expect(finding.transcript?.steps.prefix(1).map { "\($0.cause)" } == steps)
  }

  @Test(arguments: [
    (
      Lamp.Flaw.mute, "law 7: Nobody waits for ever. Whatever is asked is answered, however it ends",
      ["execute lamp burns"]
    ),
    (.talkative, "law 3: Exact. What is only told has no answer: nobody would hear it", ["tell light burns"]),
  ])
  fileprivate func `what would stop a store is found`(flaw: Lamp.Flaw, law: String, steps: [String]) throws {
    let finding = try #require(try Explorer(Lamp(flaw: flaw)).explore().findings.first)
    #expect(finding.law == law)
    #expect(finding.steps == ["lit"] + steps)
    #expect(try Explorer(Lamp(flaw: flaw)).replay(finding.steps.joined(separator: "\n")).map(\.law) == [law])
    #expect(try Explorer(Lamp(flaw: flaw)).walk(seed: 1, walks: 1).finding?.law == law)
  }

  @Test func `a feature that looks at something else than its state is found`() throws {
    let finding = try #require(try Explorer(Lamp(flaw: .moody)).explore().findings.first)
    #expect(finding.law == "law 1: Pure. The same action comes out differently in the same state, or in its equal")
  }

  @Test func `without a flaw nothing is found`() throws {
    let explored = try Explorer(Lamp(flaw: nil)).explore()
    #expect(explored.isVerified && explored.moments == 4, "\(explored)")
  }

  @Test func `where nothing is ever done, nothing is said to hold`() throws {
    var explorer = Explorer(NoActionsExploration())
    explorer.always("no rain") { _ in true }
    let explored = try explorer.explore()
    #expect(!explored.isVerified)
    #expect(
      explored.findings.map(\.law) == ["Something is done: no state offers an action, so that nothing was explored"])
    #expect(!"\(explored)".contains("every law holds"))
  }

  @Test func `what the space holds and leaves out is said with what was found`() throws {
    let told = try Explorer(ScopedExploration(), faults: 1).explore()
    #expect("\(told)".contains("steps, depth 0\nwith: one field, one text\nwithout: a second field\n"))
    let well = try Explorer(ScopedExploration()).explore()
    #expect("\(well)".contains("\nwithout: a second field, anything that goes wrong\n"))
    #expect(
      "\(ExplorationScope(includes: ["a"]))" == "with: a" && "\(ExplorationScope(excludes: ["a"]))" == "without: a"
        && "\(ExplorationScope())" == "")
  }

  @Test func `a bound names the fields that explode`() throws {
    let bound = try #require(try Explorer(UnboundedCounter(), stateLimit: 50).explore().bound)
    #expect(bound.moments == 50)
    #expect(bound.variety.first?.field == "state.count")
    #expect(
      "\(bound)".hasPrefix(
        "BOUNDED: given up at the limit of 50 moments. Among the last, the values that differ most:\n  state.count: "))
    #expect(!bound.variety.contains { $0.field == "state.name" })
  }

  /// It spills over: what it asks for waits in a queue.
  private static let overflowing = ClosureFeature { state, action in
    guard action == .began else { return .none }
    state.stage += 1
    state.number = state.stage % 3
    return .run(.one, in: .left, .queue) + .run(.other, in: .left, .queue)
  } outcomes: { effect, world in
    [Outcome("done", .ended, in: effect == .one ? (world + 1) % 4 : world)]
  }

  @Test func `a bound counts each field of the state, the world, and what is pending, the most varied first`() throws {
    #expect(
      "\(try Explorer(Self.overflowing, stateLimit: 60).explore())" == """
        60 moments, 110 steps, depth 19
        BOUNDED: given up at the limit of 60 moments. Among the last, the values that differ most:
          state.stage: 4
          what is pending: 4
          state.number: 3
          world: 2
        BOUNDED: more can be pending than the 8 that were followed: one, one, one, one, one, other, other, other, other, other
        not judged: what is to be seen or to stay in reach, and what is in vain
        """)
  }

  @Test func `a bound names what waits in a queue, too`() throws {
    #expect(
      try Explorer(Self.overflowing, pendingLimit: 1).explore().cut?.description
        == "BOUNDED: more can be pending than the 1 that were followed: one, other")
  }
}

/// A lamp that is lit by an effect.
private struct Lamp: Exploration, Reducer {
  enum Flaw { case dead, endless, forgetful, moody, mute, talkative }
  enum State: Codable { case off, lighting, on }
  enum Action: Codable { case lit, burns }
  enum Effect: Codable { case light }
  enum Slot: Codable { case lamp }

  let flaw: Flaw?
  /// What no reducer may look at.
  let calls = Calls()
  var feature: Lamp { self }
  var start: (state: State, world: Bool) { (.off, false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch (state, action) {
    case (.off, .lit):
      state = flaw == .moody && !calls.next().isMultiple(of: 2) ? .on : .lighting
      return flaw == .forgetful ? .none : flaw == .talkative ? .fireAndForget(.light) : .run(.light, in: .lamp)
    case (.lighting, .burns): state = .on
    case (.on, .lit): state = .off
    case (.off, .burns), (.lighting, .lit), (.on, .burns): break
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { flaw != .dead && state == .lighting }
  func actions(in state: State) -> [Action] { [.lit] }
  func isBusy(_ state: State) -> Bool { state == .lighting }

  func outcomes(of effect: Effect, in world: Bool) -> [Outcome<Action, Bool>] {
    switch flaw {
    case .endless: []
    case .mute: [Outcome("burns", in: world)]
    case nil, .dead, .forgetful, .moody, .talkative: [Outcome("burns", .burns, in: world)]
    }
  }
}

/// Counts for ever.
private struct UnboundedCounter: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var name = "x"
  }

  enum Action: Codable { case counted, doubled }

  var feature: UnboundedCounter { self }
  var start: (state: State, world: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .counted: state.count += 1
    case .doubled: state.count *= 2
    }
    return .none
  }

  func actions(in state: State) -> [Action] { [.counted, .doubled] }
  func outcomes(of effect: Never, in world: Bool) -> [Outcome<Action, Bool>] {}
}

/// A space in which it may rain, and nobody does anything.
private struct NoActionsExploration: Exploration {
  let feature = Lamp(flaw: nil)
  var start: (state: Lamp.State, world: Bool) { (.off, false) }
  func actions(in state: Lamp.State) -> [Lamp.Action] { [] }
  func outcomes(of effect: Lamp.Effect, in world: Bool) -> [Outcome<Lamp.Action, Bool>] { [] }
  func environmentEvents(in world: Bool) -> [EnvironmentEvent<Bool>] { [EnvironmentEvent("rain", in: true)] }
}

private struct ScopedExploration: Exploration {
  let feature = Lamp(flaw: nil)
  let scope = ExplorationScope(includes: ["one field", "one text"], excludes: ["a second field"])
  var start: (state: Lamp.State, world: Bool) { (.off, false) }
  func actions(in state: Lamp.State) -> [Lamp.Action] { [] }
  func outcomes(of effect: Lamp.Effect, in world: Bool) -> [Outcome<Lamp.Action, Bool>] { [] }
}
