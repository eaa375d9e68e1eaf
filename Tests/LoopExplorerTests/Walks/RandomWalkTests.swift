import Loop
import LoopExplorer
import TestInputs
import Testing

/// What random walks find, and how far the paths shrink.
@Suite struct RandomWalkTests {
  static let seeds: [UInt64] = cases(3, of: [1, 2, 3, 4, 5, 1 << 40, .max])

  @Test(arguments: seeds) func `every known flaw is found and shrinks to a shortest path`(seed: UInt64) throws {
    let options = ExplorationOptions(stateLimitAfterViolation: 0)
    try expectTheShortest(Explorer(OpeningSheet(flaw: .reopens)), seed)
    try expectTheShortest(Explorer(OpeningSheet(flaw: .staysOpening)), seed)
    for flaw in [SmallEditor.Flaw.closingCancels, .acceptsStaleLists, .sharesSaveSlot] {
      try expectTheShortest(Explorer(SmallEditor(flaw: flaw), options), seed)
    }
    try expectTheShortest(
      Explorer(
        SmallEditor(flaw: .forgetsUncertainSaves), ExplorationOptions(faults: 1, stateLimitAfterViolation: 0)), seed)
    try expectTheShortest(Explorer(Maze()), seed)
    try expectTheShortest(Explorer(LeakedOrderFeature(after: 0)), seed)
  }

  @Test(arguments: seeds) func `without a flaw, walks find nothing and reach every property`(seed: UInt64) throws {
    let count = caseCount(30, exhaustive: 60)
    #expect(try Explorer(SmallEditor(flaw: nil), .init(faults: 2)).walk(seed: seed, walks: count).finding == nil)
    let walked = try Explorer(OpeningSheet(flaw: nil)).walk(seed: seed, walks: count)
    #expect("\(walked)" == "seed \(seed): \(count) walks, \(count * 100) steps\nno law was seen to break")
  }

  @Test func `the same seed gives the same report`() throws {
    let explorer = Explorer(SmallEditor(flaw: .forgetsUncertainSaves), .init(faults: 1))
    let words = try "\(explorer.walk(seed: 7, walks: 1000))"
    #expect(try words == "\(explorer.walk(seed: 7, walks: 1000))")
    #expect(try words != "\(explorer.walk(seed: 8, walks: 1000))")
  }

  @Test(arguments: seeds) func `the seed in the report repeats the walk that found the violation`(seed: UInt64) throws {
    let explorer = Explorer(SmallEditor(flaw: .forgetsUncertainSaves), .init(faults: 1))
    let first = try #require(try explorer.walk(seed: seed, walks: 1000, maxSteps: 30).discovery)
    let again = try explorer.walk(seed: first.seed, walks: 1, maxSteps: 30)
    #expect(again.discovery?.stepCount == first.stepCount)
    #expect(again.finding?.steps == first.finding.steps)
  }

  @Test func `the test of a finding fails when it is pasted`() throws {
    let explorer = Explorer(OpeningSheet(flaw: .staysOpening))
    let finding = try #require(try explorer.walk(seed: 1, walks: 100).finding)
    #expect(try explorer.replay(finding.steps.joined(separator: "\n")).map(\.law) == [finding.law])
    #expect(finding.testSource?.contains("try Explorer(OpeningSheet(flaw: .staysOpening)).replay(") == true)
  }

  @Test func `a property that was not reached is reported, but is not a finding`() throws {
    var explorer = Explorer(OpeningSheet(flaw: nil))
    explorer.reachable("pigs fly") { _ in false }
    let walked = try explorer.walk(seed: 1, walks: 10)
    #expect(walked.finding == nil && walked.unreachedProperties == ["pigs fly"])
    #expect("\(walked)".contains("\nnot reached: pigs fly\n"))
  }

  /// Expects that the walks find the same law as the exploration, on a path of the same length.
  private func expectTheShortest<Scenario>(_ explorer: Explorer<Scenario>, _ seed: UInt64) throws {
    let shortest = try #require(try explorer.explore().findings.first)
    let walked = try explorer.walk(seed: seed, walks: 2000)
    let finding = try #require(walked.finding, "\(walked)")
    #expect(finding.law == shortest.law)
    #expect(finding.steps.count == shortest.steps.count, "\(walked)")
  }
}
