import Loop
import LoopExplorer
import LoopHistory
import TestInputs
import Testing

/// Typical errors in asynchronous features.
///
/// The exploration must find each of them, by a shortest path.
@Suite struct KnownFlawTests {
  @Test func `a stale reply that reopens a closed sheet`() throws {
    #expect(
      try steps(Explorer(OpeningSheet(flaw: .reopens))) == [
        "sent openTapped", "sent closeTapped", "environment execute sheet found", "ended sheet => found",
      ])
  }

  @Test func `a spinner that never ends`() throws {
    #expect(
      try steps(Explorer(OpeningSheet(flaw: .staysOpening))) == [
        "sent openTapped", "environment execute sheet lost", "ended sheet => notFound",
      ])
  }

  @Test func `without a flaw, nothing is found in the sheet`() throws {
    let explored = try Explorer(OpeningSheet(flaw: nil)).explore()
    #expect(explored.isVerified && explored.stateCount == 5, "\(explored)")
  }

  @Test func `a property that is never reached is found`() throws {
    var explorer = Explorer(OpeningSheet(flaw: nil))
    explorer.reachable("pigs fly") { _ in false }
    #expect(try explorer.explore().findings.map(\.law) == ["Never reached: pigs fly"])
  }

  @Test func `a cycle from which a goal cannot be reached`() throws {
    let finding = try #require(try Explorer(Maze()).explore().findings.first)
    #expect(finding.law == "Cannot be reached from here: the exit")
    #expect(try #require(finding.transcript).steps.map { "\($0.cause)" } == ["sent left", "sent left"])
  }

  @Test func `faults and events of the environment are no way to a goal`() throws {
    let waiting = ClosureFeature { state, action in
      switch action {
      case .began where state.stage == 0:
        state.stage = 1
        return .run(.one, in: .left, ifLost: .refused, afterRestart: .runAgain)
      case .refused: state.stage = 2
      case .began, .leftCancelled, .rightCancelled, .ended, .numbered: break
      }
      return .none
    } outcomes: { effect, environment in
      [Outcome("done", environment == 0 ? .ended : .refused, in: environment)]
    } environmentEvents: {
      $0 == 0 ? [EnvironmentEvent("rain", in: 1)] : []
    }
    var explorer = Explorer(waiting, .init(faults: 1))
    explorer.canAlwaysReach("refused after rain", with: "rain") { $0.state.stage == 2 || $0.state.number == 1 }
    explorer.canAlwaysReach("refused") { $0.state.stage == 2 }
    let findings = try explorer.explore().findings
    #expect(findings.map(\.law).contains("Cannot be reached from here: refused"))
    #expect(findings.first { $0.law.hasSuffix(": refused") }?.steps == [])
    // After the only response, even rain does not help.
    let late = findings.first { $0.law.hasSuffix("refused after rain") }
    #expect(late?.steps == ["began", "execute left done"])
    // Replays and walks have the same rule.
    #expect(try explorer.replay("began").map(\.law) == ["Cannot be reached from here: refused"])
    #expect(try explorer.walk(seed: 1, walks: 10, maxSteps: 0).finding?.law == "Cannot be reached from here: refused")
  }

  @Test func `the shortest path to each broken law is reported`() throws {
    var explorer = Explorer(OpeningSheet(flaw: .reopens))
    explorer.always("never opening") { $0.state.sheet != .opening }
    explorer.everyStep("closing changes nothing") { before, step, after in
      step != .user(.closeTapped) || before.state == after.state
    }
    explorer.canAlwaysReach("pigs fly") { _ in false }
    let findings = try explorer.explore().findings
    #expect(
      findings.map(\.law) == [
        "never opening", "closing changes nothing", "A sheet is open only if it was requested",
        "Cannot be reached from here: pigs fly",
      ])
    #expect(
      findings.map(\.steps) == [
        ["openTapped"], ["openTapped", "closeTapped"],
        ["openTapped", "closeTapped", "execute sheet found", "deliver sheet"], [],
      ])
  }

  @Test func `laws that break in the same state or step are reported in the order of their declaration`() throws {
    var explorer = Explorer(UnboundedCounter(), .init(stateLimitAfterViolation: 10))
    for law in ["first", "second", "third"] { explorer.always(law) { $0.state.count < 2 } }
    #expect(try explorer.explore().findings.map(\.law) == ["first", "second", "third"])
    explorer = Explorer(UnboundedCounter(), .init(stateLimitAfterViolation: 10))
    for law in ["first", "second", "third"] { explorer.everyStep(law) { $2.state.count < 2 } }
    #expect(try explorer.explore().findings.map(\.law) == ["first", "second", "third"])
  }

  @Test func `two laws of the same name are both checked`() throws {
    var explorer = Explorer(UnboundedCounter(), .init(stateLimitAfterViolation: 10))
    explorer.always("small") { $0.state.count < 3 }
    explorer.always("small") { $0.state.count < 5 }
    #expect(try explorer.explore().findings.map(\.law) == ["small", "small"])
  }

  @Test func `a response that only changes the environment changes something`() throws {
    let telling = ClosureFeature { state, action in
      if action == .began && state.stage == 0 {
        state.stage = 1
        return .run(.one, in: .left)
      }
      return action == .ended ? .fireAndForget(.other) : .none
    } immediateExecution: { effect, environment in
      effect == .other ? environment + 1 : nil
    }
    #expect(try Explorer(telling).explore().isVerified)
  }

  @Test func `after a violation, an exploration ends at the limit for this case`() throws {
    var explorer = Explorer(UnboundedCounter(), .init(stateLimitAfterViolation: 10))
    explorer.always("below five") { $0.state.count < 5 }
    let report = try explorer.explore()
    #expect(report.findings.map(\.law) == ["below five"])
    #expect(report.stateLimitReached?.stateCount == report.stateCount && report.stateCount < 100)
    #expect("\(report)".contains("BOUNDED: stopped after \(report.stateCount) states, because a law is broken. "))
  }

  @Test func `a save that was executed before closing the sheet cancelled it`() throws {
    #expect(
      try steps(.closingCancels) == [
        "sent openTapped(1)", "sent saveTapped", "environment execute save(1) saved",
        "sent closeTapped",
      ])
  }

  @Test func `a reload that was read before a save and delivered after it`() throws {
    #expect(
      try steps(.acceptsStaleLists) == [
        "sent reloadTapped", "sent openTapped(1)", "sent saveTapped", "environment execute list loaded",
        "environment execute save(1) saved", "ended save(1) => saved(1, version: 1)",
        "ended list => loaded([1: 0, 2: 0])",
      ])
  }

  @Test func `a shared slot in which the save of the second product is dropped`() throws {
    #expect(
      try steps(.sharesSaveSlot) == [
        "sent openTapped(1)", "sent saveTapped", "sent openTapped(2)", "sent saveTapped",
        "environment execute allSaves saved", "ended allSaves => saved(1, version: 1)",
      ])
  }

  @Test func `a save whose response was lost and whose retry conflicts with the save itself`() throws {
    #expect(
      try steps(.forgetsUncertainSaves, faults: 1) == [
        "sent openTapped(1)", "sent saveTapped",
        "environment execute save(1) saved, lost", "ended save(1) => failed(1)",
        "sent saveTapped", "environment execute save(1) conflict",
        "ended save(1) => conflicted(1, current: 1)",
      ])
  }

  @Test func `without a flaw, nothing is found in the small editor`() throws {
    #expect(try Explorer(SmallEditor(flaw: nil)).explore().isVerified)
    let explored = try Explorer(SmallEditor(flaw: nil), .init(faults: 1)).explore()
    #expect(explored.isVerified, "\(explored)")
  }

  @Test func `a set order that leaks into an effect`() throws {
    #expect(try leakedOrderFinding(after: 0) == ["listed"])
  }

  /// The state is decoded from its text in each of the first states, and later in every 256th.
  @Test(arguments: [1, 63, 512] + (runsExhaustively ? [16_128] : []))
  func `a set order that leaks only after many steps`(
    count: Int
  ) throws {
    #expect(try leakedOrderFinding(after: count) == Array(repeating: "counted", count: count) + ["listed"])
  }

  private func leakedOrderFinding(after count: Int) throws -> [String] {
    let finding = try #require(try Explorer(LeakedOrderFeature(after: count)).explore().findings.first)
    #expect(
      finding.law
        == "law 1: Reducers are pure. The same action gives the same result in equal states"
    )
    return finding.steps
  }

  @Test func `two explorations print the same text`() throws {
    let explorer = Explorer(SmallEditor(flaw: .sharesSaveSlot))
    #expect(try "\(explorer.explore())" == "\(explorer.explore())")
  }

  @Test func `an exploration that reached a limit is not verified`() throws {
    let cut = try Explorer(SmallEditor(flaw: nil), .init(pendingLimit: 1)).explore()
    #expect(!cut.isVerified)
    #expect("\(cut)".contains("BOUNDED: more effects can be pending than the limit of 1: load, save\nnot checked: "))
    let stopped = try Explorer(OpeningSheet(flaw: nil), .init(stateLimit: 3)).explore()
    #expect(
      stopped.stateLimitReached?.stateCount == 3 && !stopped.isVerified
        && "\(stopped)".contains("BOUNDED: stopped at the limit of 3 states"))
  }

  private func steps(_ flaw: SmallEditor.Flaw, faults: Int = 0) throws -> [String] {
    try steps(Explorer(SmallEditor(flaw: flaw), .init(faults: faults)))
  }

  /// Returns the steps of the first finding.
  private func steps<Scenario>(_ explorer: Explorer<Scenario>) throws -> [String] {
    let explored = try explorer.explore()
    return try #require(explored.findings.first?.transcript, "\(explored)").steps.map { "\($0.cause)" }
  }
}
