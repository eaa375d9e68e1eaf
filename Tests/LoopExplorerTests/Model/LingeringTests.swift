import Loop
import LoopExplorer
import Testing

/// A run may go on for a while after its last answer.
@Suite struct LateCompletionTests {
  private static let requesting = ClosureFeature { state, action in
    switch action {
    case .began where state.stage == 0:
      state.stage = 1
      return .run(.one, in: .left, .first)
    case .ended: state.stage = 0
    case .began, .leftCancelled, .rightCancelled, .refused, .numbered: break
    }
    return .none
  }

  @Test func `for one fault a run has its slot until a step of its own`() throws {
    let answered = try Self.requesting.path(.user(.began), .deed(.left, outcome: "done"), faults: 1)
    #expect(answered.nextTransitions.map(\.step).contains(.answer(.left, lingers: true)))
    var lingering = answered
    #expect(try lingering.apply(.answer(.left, lingers: true)) == .onwards)
    #expect(lingering.moment.state.stage == 0 && !lingering.moment.isIdle && lingering.moment.faults == 0)
    #expect(lingering.nextTransitions.map(\.step) == [.user(.began), .answer(.left)])
    #expect(try lingering.apply(.answer(.left)) == .onwards)
    #expect(lingering.moment.isIdle && lingering.moment.answers.isEmpty)
    #expect(
      lingering.journal.entries.map(\.cause) == [
        .sent(.began), .noted("one is carried out: done"), .answered(.ended, in: .left), .ended(in: .left),
      ])
  }

  @Test func `without a fault left it ends with its last answer, and before that it does not linger`() throws {
    #expect(
      try Self.requesting.path(.user(.began), .deed(.left, outcome: "done")).nextTransitions.map(\.step) == [
        .user(.began), .answer(.left),
      ])
    let twice = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, world in
      [Outcome("both", .numbered(1), .numbered(2), in: world)]
    }
    let steps = try twice.path(.user(.began), .deed(.left, outcome: "both"), faults: 1).nextTransitions.map(\.step)
    #expect(!steps.contains(.answer(.left, lingers: true)))
  }

  @Test func `what its last answer replaced does not linger`() throws {
    let replacing = ClosureFeature { _, _ in .run(.one, in: .left) }
    let steps = try replacing.path(.user(.began), .deed(.left, outcome: "done"), faults: 1).nextTransitions.map(\.step)
    #expect(steps.contains(.answer(.left)) && !steps.contains(.answer(.left, lingers: true)))
  }

  @Test func `what is asked again too early, and so waited for in vain, is found and can be followed`() throws {
    let explorer = Explorer(BusyExploration(toy: Self.requesting), faults: 1)
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == BuiltInLaw.busy.rawValue)
    #expect(finding.steps == ["began", "execute left done", "deliver left, lingering", "began", "deliver left"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [finding.law])
    #expect(try Explorer(BusyExploration(toy: Self.requesting)).explore().isVerified)
  }

  @Test func `a walk finds it too, and shrinks it to the same`() throws {
    let walked = try Explorer(BusyExploration(toy: Self.requesting), faults: 3).walk(seed: 1, walks: 1000)
    #expect(
      walked.finding?.steps == ["began", "execute left done", "deliver left, lingering", "began", "deliver left"])
  }
}

/// A toy that looks busy in every stage but the first.
private struct BusyExploration: Exploration {
  let toy: ClosureFeature

  var feature: ClosureFeature { toy }
  var start: (state: ClosureFeature.State, world: Int) { toy.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { toy.actions(in: state) }
  func outcomes(of effect: ClosureFeature.Effect, in world: Int) -> [Outcome<ClosureFeature.Action, Int>] {
    toy.outcomes(of: effect, in: world)
  }
  func isBusy(_ state: ClosureFeature.State) -> Bool { state.stage != 0 }
}
