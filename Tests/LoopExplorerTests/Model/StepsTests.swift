import Explorations
import Loop
import LoopExplorer
import TestInputs
import Testing

/// Each kind of step on its own.
@Suite struct StepsTests {
  private static let cancelling = ClosureFeature { state, action in
    switch action {
    case .began where state.stage == 0:
      state.stage = 1
      return .run(.one, in: .left) + .run(.other, in: .right)
    case .leftCancelled: return .cancel(.left)
    case .rightCancelled: return .cancel(.right)
    case .began, .ended, .refused, .numbered: return .none
    }
  } outcomes: { _, environment in
    [Outcome("done", .ended, in: environment + 1), Outcome("refused", .refused, in: environment)]
  }

  @Test
  func
    `an effect cancelled before its execution can be executed late, as a fault, if that changes the environment`()
    throws
  {
    let cancelled: [ExplorationStep<ClosureFeature>] = [.user(.began), .user(.leftCancelled), .user(.rightCancelled)]
    let after = try Self.cancelling.path(cancelled[0], cancelled[1], cancelled[2], faults: 2)
    #expect(after.scenarioState.lateEffects == [.one, .other])
    let late = after.nextTransitions.filter { if case .executeLate = $0.step { true } else { false } }
    #expect(late.map(\.step) == [.executeLate(.one, outcome: "done"), .executeLate(.other, outcome: "done")])
    #expect(late.map(\.scenarioState.lateEffects) == [[.other], [.one]])
    #expect(late.allSatisfy { $0.scenarioState.remainingFaults == 1 && $0.scenarioState.environment == 1 })
    let last = try Self.cancelling.path(
      cancelled[0], cancelled[1], cancelled[2], .executeLate(.one, outcome: "done"), faults: 1)
    #expect(last.scenarioState.lateEffects == [])
  }

  @Test func `neither an executed nor a queued run is executed late after it was cancelled`() throws {
    let done = try Self.cancelling.path(
      .user(.began), .execute(.left, outcome: "done"), .user(.leftCancelled), faults: 1)
    #expect(done.scenarioState.lateEffects == [] && done.scenarioState.pendingResponses.isEmpty)
    let queueing = ClosureFeature { state, action in
      action == .began ? .run(.one, in: .left, .queue) + .run(.other, in: .left, .queue) : .cancel(.left)
    }
    #expect(try queueing.path(.user(.began), .user(.leftCancelled), faults: 1).scenarioState.lateEffects == [.one])
  }

  @Test func `a queued run that is replaced takes no response from the current run`() throws {
    let replacing = ClosureFeature { state, action in
      switch action {
      case .began: return .run(.one, in: .left, .queueLatest) + .run(.other, in: .left, .queueLatest)
      case .leftCancelled: return .run(.one, in: .left, .queueLatest)
      case .ended, .rightCancelled, .refused, .numbered: return .none
      }
    }
    let replaced = try replacing.path(.user(.began), .execute(.left, outcome: "done"), .user(.leftCancelled))
    #expect(replaced.scenarioState.pendingResponses == [.left: [.ended]])
    #expect(replaced.nextTransitions.map(\.step) == [.user(.began), .deliver(.left)])
  }

  @Test func `a run that is requested by the last response of its slot's run starts, as in a store`() throws {
    let repeating = ClosureFeature { state, action in
      if action == .began { return .run(.one, in: .left, .first) }
      state.stage += 1
      return .run(.other, in: .left, .first)
    }
    let ended = try repeating.path(.user(.began), .execute(.left, outcome: "done"), .deliver(.left)).scenarioState
    #expect(ended.state.stage == 1 && ended.loopState.pending.running.map(\.effect) == [.other])
    #expect(ended.pendingResponses.isEmpty)
  }

  @Test func `the order of effects without a slot makes no difference`() throws {
    var (one, other) = (
      try Self.cancelling.path(faults: 2).scenarioState, try Self.cancelling.path(faults: 2).scenarioState
    )
    (one.pendingFireAndForget, other.pendingFireAndForget) = ([.one, .other, .one], [.one, .one, .other])
    (one.lateEffects, other.lateEffects) = ([.other, .one], [.one, .other])
    #expect(one == other && one.hashValue == other.hashValue)
    other.pendingFireAndForget = [.one, .other, .other]
    #expect(one != other)
    let telling = ClosureFeature { state, action in
      state.stage = 1
      return .fireAndForget(.one) + .fireAndForget(.other) + .fireAndForget(.one)
    } outcomes: { effect, environment in
      [Outcome("done", in: min(environment + 1, 3))]
    }
    #expect(
      try telling.path(.user(.began)).nextTransitions.map(\.step).dropFirst() == [
        .executeFireAndForget(.one, outcome: "done"), .executeFireAndForget(.other, outcome: "done"),
      ])
  }

  @Test func `scenario states that differ in one property are not equal and have different hashes`() throws {
    let one = try Self.cancelling.path(.user(.began), faults: 2).scenarioState
    var others = [one, one, one, one]
    others[0].remainingFaults = 1
    others[1].pendingFireAndForget = [.one]
    others[2].lateEffects = [.one]
    others[3].pendingResponses[.left] = [.ended]
    #expect(Set((others + [one]).map(\.hashValue)).count == 5)
    #expect(Set(others + [one]).count == 5)
  }

  @Test func `an effect can be executed twice, as a fault, and the first response is delivered`() throws {
    let again = ExplorationStep<ClosureFeature>.execute(.left, outcome: "done", .executedTwice("done"))
    let ways = try Self.cancelling.path(.user(.began), faults: 1).nextTransitions.filter { $0.step == again }
    #expect(ways.map(\.scenarioState.environment) == [2] && ways.map(\.scenarioState.remainingFaults) == [0])
    #expect(ways.map(\.scenarioState.pendingResponses) == [[.left: [.ended]]])
  }

  @Test func `a response can be lost, as a fault, unless the failure is already an outcome`() throws {
    let lost = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left, ifLost: .refused, afterRestart: .runAgain) : .none
    } outcomes: { _, environment in
      [Outcome("done", .ended, in: environment)]
    }
    let steps = try lost.path(.user(.began), faults: 1).nextTransitions.map(\.step)
    #expect(steps.contains(.execute(.left, outcome: "done", .responseLost)))
    let refusing = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left, ifLost: .refused, afterRestart: .runAgain) : .none
    } outcomes: { _, environment in
      [Outcome("done", .ended, in: environment), Outcome("refused", .refused, in: environment)]
    }
    #expect(
      !(try refusing.path(.user(.began), faults: 1).nextTransitions.map(\.step).contains(
        .execute(.left, outcome: "done", .responseLost))))
  }

  private static let telling = ClosureFeature { state, _ in
    state.stage = min(state.stage + 1, 2)
    return .fireAndForget(.one)
  } outcomes: { _, environment in
    [Outcome("done", in: min(environment + 1, 1))]
  }

  @Test func `a fire-and-forget effect is pending until it is executed, and counts towards the limit`() throws {
    let requested = try Self.telling.path(.user(.began))
    #expect(!requested.scenarioState.isIdle && requested.scenarioState.pendingFireAndForget == [.one])
    let done = try Self.telling.path(.user(.began), .executeFireAndForget(.one, outcome: "done"))
    #expect(
      done.scenarioState.isIdle && done.scenarioState.pendingFireAndForget == [] && done.scenarioState.environment == 1)
    #expect(try Explorer(Self.telling, .init(pendingLimit: 1, stateLimit: 50)).explore().pendingLimitReached != nil)
    let endless = ClosureFeature { state, _ in
      state.stage = 1
      return .fireAndForget(.one)
    } outcomes: { _, _ in
      []
    }
    #expect(try Explorer(endless).explore().findings.map(\.law) == [BuiltInLaw.noOutcome.rawValue])
  }

  @Test func `fire-and-forget effects are executed in any order`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other)
    } outcomes: { effect, environment in
      [Outcome("done", in: effect == .one ? environment + 1 : environment * 2)]
    }
    let requested = try toy.path(.user(.began))
    #expect(
      requested.nextTransitions.map(\.step).dropFirst() == [
        .executeFireAndForget(.one, outcome: "done"), .executeFireAndForget(.other, outcome: "done"),
      ])
    let (one, other) = (
      ExplorationStep<ClosureFeature>.executeFireAndForget(.one, outcome: "done"),
      ExplorationStep<ClosureFeature>.executeFireAndForget(.other, outcome: "done")
    )
    #expect(try toy.path(.user(.began), other).scenarioState.pendingFireAndForget == [.one])
    #expect(try toy.path(.user(.began), other, one).scenarioState.environment == 1)
    #expect(try toy.path(.user(.began), one, other).scenarioState.environment == 2)
  }

  @Test func `immediately executed effects are executed in the order in which they were requested`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other) + .fireAndForget(.one)
    } immediateExecution: { effect, environment in
      effect == .one ? environment + 1 : environment * 2
    }
    let requested = try toy.path(.user(.began)).scenarioState
    #expect(requested.isIdle && requested.environment == 3)
  }

  @Test func `an effect that is not executed immediately is pending`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other)
    } immediateExecution: { effect, environment in
      effect == .other ? environment + 5 : .none
    }
    let requested = try toy.path(.user(.began)).scenarioState
    #expect(requested.pendingFireAndForget == [.one] && requested.environment == 5)
  }

  @Test func `each response of a run is delivered by its own step, and the run ends with the last one`() throws {
    let toy = ClosureFeature { state, action in
      if case .numbered(let number) = action { state.number = number }
      return action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, environment in
      [Outcome("both", .numbered(1), .numbered(2), in: environment)]
    }
    let one = try toy.path(.user(.began), .execute(.left, outcome: "both"), .deliver(.left)).scenarioState
    #expect(one.state.number == 1 && !one.isIdle && one.pendingResponses == [.left: [.numbered(2)]])
    let two = try toy.path(.user(.began), .execute(.left, outcome: "both"), .deliver(.left), .deliver(.left))
      .scenarioState
    #expect(two.state.number == 2 && two.isIdle && two.pendingResponses.isEmpty)
  }

  @Test func `a response that is reduced with different results is found`() throws {
    let calls = Calls()
    let toy = ClosureFeature { state, action in
      if action == .began { return state.stage == 0 ? .run(.one, in: .left) : .none }
      state.stage = 1 + calls.next() % 2
      return .none
    }
    #expect(try Explorer(toy).explore().findings.first?.law == BuiltInLaw.impure.rawValue)
  }

  @Test func `a state space as large as the limit is explored completely`() throws {
    let toy = ClosureFeature { state, _ in
      state.stage = 1 - state.stage
      return .none
    }
    #expect(try Explorer(toy, .init(stateLimit: 2)).explore().isVerified)
    #expect(try Explorer(toy, .init(stateLimit: 1)).explore().stateLimitReached?.stateCount == 1)
  }

  @Test(arguments: [1, 2, 10, 50, 51]) func `no more states are explored than the limit allows`(
    limit: Int
  ) throws {
    let small = try Explorer(SmallEditor(flaw: nil), .init(stateLimit: limit)).explore()
    #expect(
      small.stateCount == limit && small.stateLimitReached?.stateCount == limit
        && small.stateLimitReached?.fieldVariety.isEmpty == (limit == 1))
    let commit = try Explorer(TwoPhaseCommitExploration(managers: 5), .init(stateLimit: limit)).explore()
    #expect(commit.stateCount == limit && commit.stateLimitReached?.stateCount == limit)
    #expect("\(commit)".contains("\(limit) states, "))
  }

  @Test func `a step that changes nothing has an unchanged result`() throws {
    let raining = ClosureFeature { _, _ in
      .cancel(.left)
    } environmentEvents: {
      [EnvironmentEvent("rain", in: $0)]
    }
    #expect(try RecordedPath(raining).nextTransitions.map(\.stepResult) == [.unchanged, .unchanged])
  }

  @Test func `step laws are also checked for steps that change nothing`() throws {
    let toy = ClosureFeature { state, _ in
      state.stage = 1
      return .none
    }
    var explorer = Explorer(toy)
    explorer.everyStep("every step changes the state") { before, _, after in before.state != after.state }
    #expect(try explorer.explore().findings.first?.steps == ["began", "began"])
    #expect(try explorer.replay("began\r\nbegan").map(\.law) == ["every step changes the state"])
  }

  @Test func `if the pending limit excluded states, nothing is reported as missing`() throws {
    var explorer = Explorer(Self.cancelling, .init(pendingLimit: 1))
    explorer.reachable("begun") { $0.state.stage == 1 }
    explorer.always("at most one") { $0.loopState.pending.count <= 1 }
    let explored = try explorer.explore()
    #expect(explored.pendingLimitReached != nil && explored.findings.isEmpty)
  }

  @Test func `replaying a path finds violations of the built-in laws`() throws {
    let toy = ClosureFeature { _, _ in
      .run(.one, in: .left)
    } outcomes: { _, _ in
      []
    }
    #expect(try Explorer(toy).replay("began\nexecute left nothing").map(\.law) == [BuiltInLaw.noOutcome.rawValue])
  }

  @Test func `an incomplete hash is found unless whole states are compared`() throws {
    #expect(try Explorer(IncompleteHashFeature()).explore().findings.map(\.law) == [BuiltInLaw.incompleteHash.rawValue])
    #expect(try Explorer(IncompleteHashFeature(), .init(isExact: true)).explore().stateCount == 6)
  }

  @Test func `the line of a step names the delivered outcome before the repeated one`() throws {
    let toy = ClosureFeature { state, action in
      if case .numbered(let number) = action { state.number = number }
      return action == .began && state.stage == 0 ? .run(.one, in: .left) : .none
    } outcomes: { _, environment in
      environment == 0
        ? [Outcome("one", .numbered(1), in: 1), Outcome("two", .numbered(2), in: 2)]
        : [Outcome("more", .numbered(9), in: environment + 10)]
    }
    var explorer = Explorer(toy, .init(faults: 1, stateLimitAfterViolation: 100))
    explorer.always("the second outcome is never repeated") { !($0.state.number == 2 && $0.environment == 12) }
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.steps == ["began", "execute left two, again more", "deliver left"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [finding.law])
  }
}

/// Counts to five, and omits the count from its hash.
private struct IncompleteHashFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0

    func hash(into hasher: inout Hasher) {}
  }

  enum Action: Hashable, Codable, Sendable { case counted }

  var feature: IncompleteHashFeature { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    state.count = min(state.count + 1, 5)
    return .none
  }

  func actions(in state: State) -> [Action] { [.counted] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}
}
