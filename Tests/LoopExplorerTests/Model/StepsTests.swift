import Explorations
import Loop
import LoopExplorer
import Testing

/// Each kind of step, one at a time.
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
  } outcomes: { _, world in
    [Outcome("done", .ended, in: world + 1), Outcome("refused", .refused, in: world)]
  }

  @Test func `what was cancelled before the deed is done late once, for one fault, where it changes the world`() throws
  {
    let cancelled: [ExplorationStep<ClosureFeature>] = [.user(.began), .user(.leftCancelled), .user(.rightCancelled)]
    let after = try Self.cancelling.path(cancelled[0], cancelled[1], cancelled[2], faults: 2)
    #expect(after.moment.late == [.one, .other])
    let late = after.nextTransitions.filter { if case .late = $0.step { true } else { false } }
    #expect(late.map(\.step) == [.late(.one, outcome: "done"), .late(.other, outcome: "done")])
    #expect(late.map(\.moment.late) == [[.other], [.one]])
    #expect(late.allSatisfy { $0.moment.faults == 1 && $0.moment.world == 1 })
    let last = try Self.cancelling.path(
      cancelled[0], cancelled[1], cancelled[2], .late(.one, outcome: "done"), faults: 1)
    #expect(last.moment.late == [])
  }

  @Test func `what was cancelled after the deed does not come late, and neither does what only waited`() throws {
    let done = try Self.cancelling.path(.user(.began), .deed(.left, outcome: "done"), .user(.leftCancelled), faults: 1)
    #expect(done.moment.late == [] && done.moment.answers.isEmpty)
    let queueing = ClosureFeature { state, action in
      action == .began ? .run(.one, in: .left, .queue) + .run(.other, in: .left, .queue) : .cancel(.left)
    }
    #expect(try queueing.path(.user(.began), .user(.leftCancelled), faults: 1).moment.late == [.one])
  }

  @Test func `moments that differ in one part only differ, and in their hashes`() throws {
    let one = try Self.cancelling.path(.user(.began), faults: 2).moment
    var others = [one, one, one, one]
    others[0].faults = 1
    others[1].told = [.one]
    others[2].late = [.one]
    others[3].answers[.left] = [.ended]
    #expect(Set((others + [one]).map(\.hashValue)).count == 5)
    #expect(Set(others + [one]).count == 5)
  }

  @Test func `a deed is done once more for one fault, and the first answer is heard`() throws {
    let again = ExplorationStep<ClosureFeature>.deed(.left, outcome: "done", .again("done"))
    let ways = try Self.cancelling.path(.user(.began), faults: 1).nextTransitions.filter { $0.step == again }
    #expect(ways.map(\.moment.world) == [2] && ways.map(\.moment.faults) == [0])
    #expect(ways.map(\.moment.answers) == [[.left: [.ended]]])
  }

  @Test func `an answer is lost for one fault, unless to be refused is an outcome already`() throws {
    let lost = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, world in
      [Outcome("done", .ended, in: world)]
    } responsesWhenLost: {
      [.refused]
    }
    let steps = try lost.path(.user(.began), faults: 1).nextTransitions.map(\.step)
    #expect(steps.contains(.deed(.left, outcome: "done", .lost)))
    let refusing = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, world in
      [Outcome("done", .ended, in: world), Outcome("refused", .refused, in: world)]
    } responsesWhenLost: {
      [.refused]
    }
    #expect(
      !(try refusing.path(.user(.began), faults: 1).nextTransitions.map(\.step).contains(
        .deed(.left, outcome: "done", .lost))))
  }

  private static let telling = ClosureFeature { state, _ in
    state.stage = min(state.stage + 1, 2)
    return .fireAndForget(.one)
  } outcomes: { _, world in
    [Outcome("done", in: min(world + 1, 1))]
  }

  @Test func `what was told is on its way until it is done, and counts`() throws {
    let told = try Self.telling.path(.user(.began))
    #expect(!told.moment.isIdle && told.moment.told == [.one])
    let done = try Self.telling.path(.user(.began), .told(.one, outcome: "done"))
    #expect(done.moment.isIdle && done.moment.told == [] && done.moment.world == 1)
    #expect(try Explorer(Self.telling, pendingLimit: 1, stateLimit: 50).explore().cut != nil)
    let endless = ClosureFeature { state, _ in
      state.stage = 1
      return .fireAndForget(.one)
    } outcomes: { _, _ in
      []
    }
    #expect(try Explorer(endless).explore().findings.map(\.law) == [BuiltInLaw.endless.rawValue])
  }

  @Test func `what was told is done in any order`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other)
    } outcomes: { effect, world in
      [Outcome("done", in: effect == .one ? world + 1 : world * 2)]
    }
    let told = try toy.path(.user(.began))
    #expect(
      told.nextTransitions.map(\.step).dropFirst() == [.told(.one, outcome: "done"), .told(.other, outcome: "done")])
    let (one, other) = (
      ExplorationStep<ClosureFeature>.told(.one, outcome: "done"),
      ExplorationStep<ClosureFeature>.told(.other, outcome: "done")
    )
    #expect(try toy.path(.user(.began), other).moment.told == [.one])
    #expect(try toy.path(.user(.began), other, one).moment.world == 1)
    #expect(try toy.path(.user(.began), one, other).moment.world == 2)
  }

  @Test func `what the world takes in before anything else happens is done in the order in which it was told`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other) + .fireAndForget(.one)
    } immediateExecution: { effect, world in
      effect == .one ? world + 1 : world * 2
    }
    let told = try toy.path(.user(.began)).moment
    #expect(told.isIdle && told.world == 3)
  }

  @Test func `what the world takes in later is on its way, beside what it has taken in`() throws {
    let toy = ClosureFeature { state, _ in
      .fireAndForget(.one) + .fireAndForget(.other)
    } immediateExecution: { effect, world in
      effect == .other ? world + 5 : .none
    }
    let told = try toy.path(.user(.began)).moment
    #expect(told.told == [.one] && told.world == 5)
  }

  @Test func `each answer of a run is heard by itself, and the run ends with the last`() throws {
    let toy = ClosureFeature { state, action in
      if case .numbered(let number) = action { state.number = number }
      return action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, world in
      [Outcome("both", .numbered(1), .numbered(2), in: world)]
    }
    let one = try toy.path(.user(.began), .deed(.left, outcome: "both"), .answer(.left)).moment
    #expect(one.state.number == 1 && !one.isIdle && one.answers == [.left: [.numbered(2)]])
    let two = try toy.path(.user(.began), .deed(.left, outcome: "both"), .answer(.left), .answer(.left)).moment
    #expect(two.state.number == 2 && two.isIdle && two.answers.isEmpty)
  }

  @Test func `an answer that comes out differently is found`() throws {
    let calls = Calls()
    let toy = ClosureFeature { state, action in
      if action == .began { return state.stage == 0 ? .run(.one, in: .left) : .none }
      state.stage = 1 + calls.next() % 2
      return .none
    }
    #expect(try Explorer(toy).explore().findings.first?.law == BuiltInLaw.impure.rawValue)
  }

  @Test func `a space as large as the limit is walked whole`() throws {
    let toy = ClosureFeature { state, _ in
      state.stage = 1 - state.stage
      return .none
    }
    #expect(try Explorer(toy, stateLimit: 2).explore().isVerified)
    #expect(try Explorer(toy, stateLimit: 1).explore().bound?.moments == 1)
  }

  @Test(arguments: [1, 2, 10, 50, 51]) func `no more moments are walked than the limit allows`(
    limit: Int
  ) throws {
    let small = try Explorer(SmallEditor(flaw: nil), stateLimit: limit).explore()
    #expect(small.moments == limit && small.bound?.moments == limit && small.bound?.variety.isEmpty == (limit == 1))
    let commit = try Explorer(TwoPhaseCommitExploration(managers: 5), stateLimit: limit).explore()
    #expect(commit.moments == limit && commit.bound?.moments == limit)
    #expect("\(commit)".contains("\(limit) moments, "))
  }

  @Test func `what changes nothing leads nowhere`() throws {
    let raining = ClosureFeature { _, _ in
      .cancel(.left)
    } environmentEvents: {
      [EnvironmentEvent("rain", in: $0)]
    }
    #expect(try RecordedPath(raining).nextTransitions.map(\.course) == [.nowhere, .nowhere])
  }

  @Test func `a step law is held against what changes nothing too`() throws {
    let toy = ClosureFeature { state, _ in
      state.stage = 1
      return .none
    }
    var explorer = Explorer(toy)
    explorer.everyStep("everything counts") { before, _, after in before.state != after.state }
    #expect(try explorer.explore().findings.first?.steps == ["began", "began"])
    #expect(try explorer.replay("began\r\nbegan").map(\.law) == ["everything counts"])
  }

  @Test func `where something was not followed, nothing is said to be missing, and no more is pending`() throws {
    var explorer = Explorer(Self.cancelling, pendingLimit: 1)
    explorer.reachable("begun") { $0.state.stage == 1 }
    explorer.always("at most one") { $0.situation.pending.count <= 1 }
    let explored = try explorer.explore()
    #expect(explored.cut != nil && explored.findings.isEmpty)
  }

  @Test func `a broken law of every feature is found by following`() throws {
    let toy = ClosureFeature { _, _ in
      .run(.one, in: .left)
    } outcomes: { _, _ in
      []
    }
    #expect(try Explorer(toy).replay("began\nexecute left nothing").map(\.law) == [BuiltInLaw.endless.rawValue])
  }

  @Test func `a hash that leaves something out is found, where whole moments are not kept`() throws {
    #expect(try Explorer(IncompleteHashFeature()).explore().findings.map(\.law) == [BuiltInLaw.alike.rawValue])
    #expect(try Explorer(IncompleteHashFeature(), isExact: true).explore().moments == 6)
  }

  @Test func `a step says of the outcomes of a deed that is done again which was heard`() throws {
    let toy = ClosureFeature { state, action in
      if case .numbered(let number) = action { state.number = number }
      return action == .began && state.stage == 0 ? .run(.one, in: .left) : .none
    } outcomes: { _, world in
      world == 0
        ? [Outcome("one", .numbered(1), in: 1), Outcome("two", .numbered(2), in: 2)]
        : [Outcome("more", .numbered(9), in: world + 10)]
    }
    var explorer = Explorer(toy, faults: 1)
    explorer.always("never the second, twice") { !($0.state.number == 2 && $0.world == 12) }
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.steps == ["began", "execute left two, again more", "deliver left"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [finding.law])
  }
}

/// Counts to five, and hashes nothing of it.
private struct IncompleteHashFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0

    func hash(into hasher: inout Hasher) {}
  }

  enum Action: Hashable, Codable, Sendable { case counted }

  var feature: IncompleteHashFeature { self }
  var start: (state: State, world: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    state.count = min(state.count + 1, 5)
    return .none
  }

  func actions(in state: State) -> [Action] { [.counted] }
  func outcomes(of effect: Never, in world: Bool) -> [Outcome<Action, Bool>] {}
}
