import Loop
import LoopExplorer
import LoopHistory
import Testing

/// Typical errors in asynchronous features.
///
/// The exploration must find each of them, by a shortest path.
@Suite struct KnownFlawTests {
  @Test func `a stale reply that reopens a closed sheet`() throws {
    #expect(
      try steps(OpeningSheet(flaw: .reopens).explorer) == [
        "user openTapped", "user closeTapped", "environment read is executed: found", "result sheet => found",
      ])
  }

  @Test func `a spinner that never ends`() throws {
    #expect(
      try steps(OpeningSheet(flaw: .staysOpening).explorer) == [
        "user openTapped", "environment read is executed: lost", "result sheet => notFound",
      ])
  }

  @Test func `without a flaw, nothing is found in the sheet`() throws {
    let explored = try OpeningSheet(flaw: nil).explorer.explore()
    #expect(explored.isVerified && explored.stateCount == 5, "\(explored)")
  }

  @Test func `a property that is never reached is found`() throws {
    var explorer = Explorer(OpeningSheet(flaw: nil))
    explorer.reachable("pigs fly") { _ in false }
    #expect(try explorer.explore().findings.map(\.law) == ["Never reached: pigs fly"])
  }

  @Test func `a cycle from which a goal cannot be reached`() throws {
    let finding = try #require(try Maze().explorer.explore().findings.first)
    #expect(finding.law == "Cannot be reached from here: the exit")
    #expect(try #require(finding.transcript).steps.map { "\($0.cause)" } == ["user left", "user left"])
  }

  @Test func `a save that was executed before closing the sheet cancelled it`() throws {
    #expect(
      try steps(.closingCancels) == [
        "user openTapped(1)", "user saveTapped", "environment save(1, expecting: 0) is executed: saved",
        "user closeTapped",
      ])
  }

  @Test func `a reload that was read before a save and delivered after it`() throws {
    #expect(
      try steps(.acceptsStaleLists) == [
        "user reloadTapped", "user openTapped(1)", "user saveTapped", "environment load is executed: loaded",
        "environment save(1, expecting: 0) is executed: saved", "result save(1) => saved(1, version: 1)",
        "result list => loaded([1: 0, 2: 0])",
      ])
  }

  @Test func `a shared slot in which the save of the second product is dropped`() throws {
    #expect(
      try steps(.sharesSaveSlot) == [
        "user openTapped(1)", "user saveTapped", "user openTapped(2)", "user saveTapped",
        "environment save(1, expecting: 0) is executed: saved", "result allSaves => saved(1, version: 1)",
      ])
  }

  @Test func `a save whose response was lost and whose retry conflicts with the save itself`() throws {
    #expect(
      try steps(.forgetsUncertainSaves, faults: 1) == [
        "user openTapped(1)", "user saveTapped",
        "environment save(1, expecting: 0) is executed: saved, and its response is lost", "result save(1) => failed(1)",
        "user saveTapped", "environment save(1, expecting: 0) is executed: conflict",
        "result save(1) => conflicted(1, current: 1)",
      ])
  }

  @Test func `without a flaw, nothing is found in the small editor`() throws {
    #expect(try SmallEditor(flaw: nil).explorer().explore().isVerified)
    let explored = try SmallEditor(flaw: nil).explorer(faults: 1).explore()
    #expect(explored.isVerified, "\(explored)")
  }

  @Test func `a set order that leaks into an effect`() throws {
    #expect(try leakedOrderFinding(after: 0) == ["listed"])
  }

  /// The state is decoded from its text in each of the first states, and later in every 64th.
  @Test(arguments: [1, 255, 640, 16_320]) func `a set order that leaks only after many steps`(
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
    let explorer = SmallEditor(flaw: .sharesSaveSlot).explorer()
    #expect(try "\(explorer.explore())" == "\(explorer.explore())")
  }

  @Test func `an exploration that reached a limit is not verified`() throws {
    let cut = try SmallEditor(flaw: nil).explorer(pending: 1).explore()
    #expect(!cut.isVerified)
    #expect("\(cut)".contains("BOUNDED: more effects can be pending than the limit of 1: load, save\nnot checked: "))
    let stopped = try Explorer(OpeningSheet(flaw: nil), stateLimit: 3).explore()
    #expect(
      stopped.stateLimitReached?.stateCount == 3 && !stopped.isVerified
        && "\(stopped)".contains("BOUNDED: stopped at the limit of 3 states"))
  }

  private func steps(_ flaw: SmallEditor.Flaw, faults: Int = 0) throws -> [String] {
    try steps(SmallEditor(flaw: flaw).explorer(faults: faults))
  }

  /// Returns the steps of the first finding.
  private func steps<Scenario>(_ explorer: Explorer<Scenario>) throws -> [String] {
    let explored = try explorer.explore()
    return try #require(explored.findings.first?.transcript, "\(explored)").steps.map { "\($0.cause)" }
  }
}
