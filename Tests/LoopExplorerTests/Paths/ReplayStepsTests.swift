import Loop
import LoopExplorer
import LoopHistory
import LoopText
import TestInputs
import Testing

/// Counterexamples as steps and as tests.
@Suite struct ReplayStepsTests {
  private let flawedExplorer = Explorer(SmallEditor(flaw: .closingCancels))

  @Test func `the steps of a finding lead to the same violation again`() throws {
    let finding = try #require(try flawedExplorer.explore().findings.first)
    #expect(finding.steps == ["openTapped(1)", "saveTapped", "execute save(1) saved", "closeTapped"])
    let again = try #require(try flawedExplorer.replay(finding.steps.joined(separator: "\n")).first)
    #expect(again.law == finding.law)
    #expect(again.transcript == finding.transcript)
    #expect(try Explorer(SmallEditor(flaw: nil)).replay(finding.steps.joined(separator: "\n")).isEmpty)
  }

  @Test func `a finding contains a test that can be pasted`() throws {
    let finding = try #require(try flawedExplorer.explore().findings.first)
    #expect(
      finding.testSource == ##"""
        @Test func `When nothing is pending, the known versions are the stored ones`() throws {
          let findings = try Explorer(SmallEditor(flaw: .closingCancels)).replay(
            #"""
            openTapped(1)
            saveTapped
            execute save(1) saved
            closeTapped
            """#)
          #expect(findings.isEmpty, "\(findings)")
        }

        """##)
    #expect("\(finding)".contains("\nas a test\n\n@Test func `When nothing"))
  }

  /// This is the pasted test, with the flaw fixed.
  @Test func `When nothing is pending, the known versions are the stored ones`() throws {
    let findings = try Explorer(SmallEditor(flaw: nil)).replay(
      #"""
      openTapped(1)
      saveTapped
      execute save(1) saved
      closeTapped
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `a goal that cannot be reached from the end of the path is found`() throws {
    var explorer = Explorer(SmallEditor(flaw: nil))
    explorer.canAlwaysReach("nothing saved") { $0.environment == [1: 0, 2: 0] }
    #expect(try explorer.replay("openTapped(1)\n\n  saveTapped  ").isEmpty)
    let findings = try explorer.replay("openTapped(1)\nsaveTapped\nexecute save(1) saved")
    #expect(findings.map(\.law) == ["Cannot be reached from here: nothing saved"])
    var limited = Explorer(SmallEditor(flaw: nil), .init(stateLimit: 2))
    limited.canAlwaysReach("nothing saved") { $0.environment == [1: 0, 2: 0] }
    #expect(
      try limited.replay("openTapped(1)\nsaveTapped\nexecute save(1) saved").map(\.law) == [
        "Not reached from here within the limits of the search: everything saved",
        "Not reached from here within the limits of the search: nothing saved",
      ])
  }

  @Test func `a violation in the initial state or by a step is found, and an action that is not offered can be sent`()
    throws
  {
    var explorer = Explorer(SmallEditor(flaw: nil))
    explorer.everyStep("An open sheet is closed before another one opens") { before, _, after in
      before.state.sheet == nil || after.state.sheet == nil || before.state.sheet == after.state.sheet
    }
    #expect(
      try explorer.replay("openTapped(1)\nopenTapped(2)").map(\.law) == [
        "An open sheet is closed before another one opens"
      ])
    let found = try #require(try explorer.explore().findings.first)
    #expect(found.steps == ["openTapped(1)", "openTapped(2)"])
    #expect(try explorer.replay("loaded([1: 0, 2: 0])").isEmpty)
    explorer.always("Nothing is ever stored") { _ in false }
    #expect(try explorer.replay("").map(\.law) == ["Nothing is ever stored"])
  }

  @Test(arguments: [
    "openTapped(1)\nexecute save(1) saved", "deliver save(1)", "openTapped(1)\nsaveTapped\nexecute save(1) conflict",
    "execute late save(1, expecting: 0) saved", "execute save(1) saved, lost", "execute save(1) saved, again conflict",
    "fire load loaded",
  ])
  func `a closed path violates nothing`(steps: String) throws {
    #expect(
      try flawedExplorer.replay(steps + "\nopenTapped(1)\nsaveTapped\nexecute save(1) saved\ncloseTapped").isEmpty)
  }

  /// A name that occurs nowhere is an error, not a closed path.
  @Test(
    arguments: cases(
      3,
      of: [
        "openTapped(1)\nsaveTapped\nexecute save(1) eaten", "execute save(1) saved, again eaten",
        "execute save(9) saved",
        "deliver allSaves",
        "deliver save(9)", "execute late save(1, expecting: 0) eaten", "fire load gone", "occur rain",
        "deliver save(1)\nopenTapped(1)\noccur rain",
      ]))
  func `a step with an unknown name is an error that contains the number of searched states`(steps: String) throws {
    let error = #expect(throws: ImpossibleStepError.self) { try flawedExplorer.replay(steps) }
    let line = try #require(steps.split(separator: "\n").last)
    #expect(error?.line == String(line))
    #expect(error?.searchedStateCount.map { (50..<10_000).contains($0) } == true, "this state space is small")
    #expect(
      error?.description.hasPrefix(
        "this step is not possible here, and its names occur in none of the "
          + "\(error?.searchedStateCount ?? 0) states nearby: \(line)\n"
      )
        == true)
  }

  @Test func `states that only an unoffered action leads to are searched if they are near the path`() throws {
    let way = "openTapped(3)\nsaveTapped\ncloseTapped\n"
    let explorer = Explorer(SmallEditor(flaw: nil))
    #expect(throws: ImpossibleStepError.self) { try explorer.replay("deliver save(3)") }
    #expect(throws: ImpossibleStepError.self) { try explorer.replay(way + "deliver save(3)") }
  }

  @Test func `only a limited number of states near the path is searched`() throws {
    let endless = ClosureFeature { state, action in
      state.stage += 1
      return action == .began ? .run(.one, in: .left) : .none
    }
    let error = #expect(throws: ImpossibleStepError.self) { try Explorer(endless).replay("deliver right") }
    #expect(error?.searchedStateCount == 10_000)
    let few = #expect(throws: ImpossibleStepError.self) {
      try Explorer(endless, .init(stateLimit: 7)).replay("deliver right")
    }
    #expect(few?.searchedStateCount == 7)
  }

  @Test func `a line that is not a step is an error even after a closed path`() throws {
    let error = #expect(throws: ImpossibleStepError.self) { try flawedExplorer.replay("deliver save(1)\nopnTapped(1)") }
    #expect(error?.line == "opnTapped(1)")
  }

  @Test(arguments: [
    "opnTapped(1)", "execute one saved", "execute save(1)", "deliver", "deliver me", "execute late save(1) saved",
    "occur", "deliver list(3)",
    "openTapped(1, 2)",
  ])
  func `a line that is not a step is an error that lists the possible steps`(line: String) {
    let error = #expect(throws: ImpossibleStepError.self) { try flawedExplorer.replay("openTapped(1)\n\(line)") }
    #expect(error?.line == line)
    #expect(
      error?.description == """
        this step is not possible here: \(line)
        possible steps:
          reloadTapped
          openTapped(1)
          openTapped(2)
          saveTapped
          closeTapped

        """)
  }
}
