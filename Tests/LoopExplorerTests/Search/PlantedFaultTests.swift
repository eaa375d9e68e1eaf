import Loop
import LoopExplorer
import LoopHistory
import Testing

/// Faults of the kind that everybody has written once.
///
/// Each must be found, by the shortest way.
@Suite struct KnownFlawTests {
  @Test func `a stale reply that reopens a closed sheet`() throws {
    #expect(
      try steps(OpeningSheet(flaw: .reopens).explorer) == [
        "user openTapped", "user closeTapped", "world read is carried out: found", "result sheet => found",
      ])
  }

  @Test func `a spinner that never ends`() throws {
    #expect(
      try steps(OpeningSheet(flaw: .spins).explorer) == [
        "user openTapped", "world read is carried out: lost", "result sheet => notFound",
      ])
  }

  @Test func `without a flaw, nothing is found`() throws {
    let explored = try OpeningSheet(flaw: nil).explorer.explore()
    #expect(explored.isVerified && explored.moments == 5, "\(explored)")
  }

  @Test func `what never happens is said`() throws {
    var explorer = Explorer(OpeningSheet(flaw: nil))
    explorer.reachable("pigs fly") { _ in false }
    #expect(try explorer.explore().findings.map(\.law) == ["Never seen: pigs fly"])
  }

  @Test func `a cycle that does not lead out again`() throws {
    let finding = try #require(try Maze().explorer.explore().findings.first)
    #expect(finding.law == "Cannot be reached from here: the exit")
    #expect(try #require(finding.transcript).steps.map { "\($0.cause)" } == ["user left", "user left"])
  }

  @Test func `a save that was already done when closing the sheet cancelled it`() throws {
    #expect(
      try steps(.closingCancels) == [
        "user openTapped(1)", "user saveTapped", "world save(1, expecting: 0) is carried out: saved",
        "user closeTapped",
      ])
  }

  @Test func `a reload that was read before a save and answered after it`() throws {
    #expect(
      try steps(.takesStaleLists) == [
        "user reloadTapped", "user openTapped(1)", "user saveTapped", "world load is carried out: loaded",
        "world save(1, expecting: 0) is carried out: saved", "result one(1) => saved(1, version: 1)",
        "result list => loaded([1: 0, 2: 0])",
      ])
  }

  @Test func `a slot for all products in which the second one's save is dropped`() throws {
    #expect(
      try steps(.oneSlot) == [
        "user openTapped(1)", "user saveTapped", "user openTapped(2)", "user saveTapped",
        "world save(1, expecting: 0) is carried out: saved", "result all => saved(1, version: 1)",
      ])
  }

  @Test func `a save that was carried out, whose answer was lost, and whose retry is in conflict with itself`() throws {
    #expect(
      try steps(.forgetsWhatItSent, faults: 1) == [
        "user openTapped(1)", "user saveTapped",
        "world save(1, expecting: 0) is carried out: saved, and its answer is lost", "result one(1) => failed(1)",
        "user saveTapped", "world save(1, expecting: 0) is carried out: conflict",
        "result one(1) => conflicted(1, current: 1)",
      ])
  }

  @Test func `without a flaw, nothing is found in the small editor`() throws {
    #expect(try SmallEditor(flaw: nil).explorer().explore().isVerified)
    let explored = try SmallEditor(flaw: nil).explorer(faults: 1).explore()
    #expect(explored.isVerified, "\(explored)")
  }

  @Test func `the order of a set that leaks into an effect`() throws {
    #expect(try leakedOrderFinding(after: 0) == ["listed"])
  }

  /// The state is read back from its text in each of the first moments, and then in each 64th.
  @Test(arguments: [1, 255, 640, 16_320]) func `the order of a set that leaks only after a while`(
    count: Int
  ) throws {
    #expect(try leakedOrderFinding(after: count) == Array(repeating: "counted", count: count) + ["listed"])
  }

  private func leakedOrderFinding(after count: Int) throws -> [String] {
    let finding = try #require(try Explorer(LeakedOrderFeature(after: count)).explore().findings.first)
    #expect(finding.law == "law 1: Pure. The same action comes out differently in the same state, or in its equal")
    return finding.steps
  }

  @Test func `two explorations print the same`() throws {
    let explorer = SmallEditor(flaw: .oneSlot).explorer()
    #expect(try "\(explorer.explore())" == "\(explorer.explore())")
  }

  @Test func `a bound that was reached is not called verified`() throws {
    let cut = try SmallEditor(flaw: nil).explorer(pending: 1).explore()
    #expect(!cut.isVerified)
    #expect("\(cut)".contains("BOUNDED: more can be pending than the 1 that were followed: load, save\nnot judged: "))
    let stopped = try Explorer(OpeningSheet(flaw: nil), stateLimit: 3).explore()
    #expect(
      stopped.bound?.moments == 3 && !stopped.isVerified
        && "\(stopped)".contains("BOUNDED: given up at the limit of 3 moments"))
  }

  private func steps(_ flaw: SmallEditor.Flaw, faults: Int = 0) throws -> [String] {
    try steps(SmallEditor(flaw: flaw).explorer(faults: faults))
  }

  /// The steps of the first finding.
  private func steps<Played>(_ explorer: Explorer<Played>) throws -> [String] {
    let explored = try explorer.explore()
    return try #require(explored.findings.first?.transcript, "\(explored)").steps.map { "\($0.cause)" }
  }
}
