import Loop
import LoopExplorer
import Testing

/// Runs that complete some time after their last response.
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

  @Test func `a run that completes late occupies its slot until a separate step`() throws {
    let answered = try Self.requesting.path(.user(.began), .execute(.left, outcome: "done"), faults: 1)
    #expect(answered.nextTransitions.map(\.step).contains(.deliver(.left, completesLate: true)))
    var lingering = answered
    #expect(try lingering.apply(.deliver(.left, completesLate: true)) == .changed)
    #expect(
      lingering.scenarioState.state.stage == 0 && !lingering.scenarioState.isIdle
        && lingering.scenarioState.remainingFaults == 0)
    #expect(lingering.nextTransitions.map(\.step) == [.user(.began), .deliver(.left)])
    #expect(try lingering.apply(.deliver(.left)) == .changed)
    #expect(lingering.scenarioState.isIdle && lingering.scenarioState.pendingResponses.isEmpty)
    #expect(
      lingering.journal.entries.map(\.cause) == [
        .sent(.began), .note("one is executed: done"), .delivered(.ended, in: .left), .ended(in: .left),
      ])
  }

  @Test
  func `without remaining faults a run ends with its last response, and only the last response can complete late`()
    throws
  {
    #expect(
      try Self.requesting.path(.user(.began), .execute(.left, outcome: "done")).nextTransitions.map(\.step) == [
        .user(.began), .deliver(.left),
      ])
    let twice = ClosureFeature { _, action in
      action == .began ? .run(.one, in: .left) : .none
    } outcomes: { _, environment in
      [Outcome("both", .numbered(1), .numbered(2), in: environment)]
    }
    let steps = try twice.path(.user(.began), .execute(.left, outcome: "both"), faults: 1).nextTransitions.map(\.step)
    #expect(!steps.contains(.deliver(.left, completesLate: true)))
  }

  @Test func `a run that is replaced by the reduction of its last response does not complete late`() throws {
    let replacing = ClosureFeature { _, _ in .run(.one, in: .left) }
    let steps = try replacing.path(.user(.began), .execute(.left, outcome: "done"), faults: 1).nextTransitions.map(
      \.step)
    #expect(steps.contains(.deliver(.left)) && !steps.contains(.deliver(.left, completesLate: true)))
  }

  @Test func `a run that is requested again too early and dropped is found and can be replayed`() throws {
    let explorer = Explorer(BusyExploration(wrapped: Self.requesting), faults: 1)
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == BuiltInLaw.busyWithNothingPending.rawValue)
    #expect(finding.steps == ["began", "execute left done", "deliver left, completes late", "began", "deliver left"])
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [finding.law])
    #expect(try Explorer(BusyExploration(wrapped: Self.requesting)).explore().isVerified)
  }

  @Test func `a random walk finds the same violation and shrinks it to the same steps`() throws {
    let walked = try Explorer(BusyExploration(wrapped: Self.requesting), faults: 3).walk(seed: 1, walks: 1000)
    #expect(
      walked.finding?.steps == ["began", "execute left done", "deliver left, completes late", "began", "deliver left"])
  }
}

/// A scenario that looks busy in every stage but the first.
private struct BusyExploration: Exploration {
  let wrapped: ClosureFeature

  var feature: ClosureFeature { wrapped }
  var start: (state: ClosureFeature.State, environment: Int) { wrapped.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { wrapped.actions(in: state) }
  func outcomes(of effect: ClosureFeature.Effect, in environment: Int) -> [Outcome<ClosureFeature.Action, Int>] {
    wrapped.outcomes(of: effect, in: environment)
  }
  func isBusy(_ state: ClosureFeature.State) -> Bool { state.stage != 0 }
}
