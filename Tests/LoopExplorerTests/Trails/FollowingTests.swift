import Loop
import LoopExplorer
import LoopHistory
import LoopText
import Testing

/// A counterexample as steps and as a test.
@Suite struct ReplayStepsTests {
  private let broken = SmallEditor(flaw: .closingCancels).explorer()

  @Test func `a finding tells its way as steps that lead there again`() throws {
    let finding = try #require(try broken.explore().findings.first)
    #expect(finding.steps == ["openTapped(1)", "saveTapped", "execute one(1) saved", "closeTapped"])
    let again = try #require(try broken.replay(finding.steps.joined(separator: "\n")).first)
    #expect(again.law == finding.law)
    #expect(again.transcript == finding.transcript)
    #expect(try SmallEditor(flaw: nil).explorer().replay(finding.steps.joined(separator: "\n")).isEmpty)
  }

  @Test func `a finding tells its way as a test that can be pasted`() throws {
    let finding = try #require(try broken.explore().findings.first)
    #expect(
      finding.test == ##"""
        @Test func `When nothing is on its way, what is shown is what is stored`() throws {
          let findings = try SmallEditor(flaw: .closingCancels).explorer(faults: 0).follow(
            #"""
            openTapped(1)
            saveTapped
            execute one(1) saved
            closeTapped
            """#)
          #expect(findings.isEmpty, "\(findings)")
        }

        """##)
    #expect("\(finding)".contains("\nas a test\n\n@Test func `When nothing"))
  }

  /// This is what was pasted, with the flaw mended.
  @Test func `When nothing is on its way, what is shown is what is stored`() throws {
    let findings = try SmallEditor(flaw: nil).explorer(faults: 0).replay(
      #"""
      openTapped(1)
      saveTapped
      execute one(1) saved
      closeTapped
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `a goal that is out of reach from the end is found`() throws {
    var explorer = Explorer(SmallEditor(flaw: nil))
    explorer.canAlwaysReach("nothing saved") { $0.world == [1: 0, 2: 0] }
    #expect(try explorer.replay("openTapped(1)\n\n  saveTapped  ").isEmpty)
    let findings = try explorer.replay("openTapped(1)\nsaveTapped\nexecute one(1) saved")
    #expect(findings.map(\.law) == ["Cannot be reached from here: nothing saved"])
    explorer.limit = 2
    #expect(
      try explorer.replay("openTapped(1)\nsaveTapped\nexecute one(1) saved").map(\.law) == [
        "Not reached from here, as far as it was followed: nothing saved"
      ])
  }

  @Test func `a law that is broken at the start, by a step, or by no action of the alphabet is found`() throws {
    var explorer = Explorer(SmallEditor(flaw: nil))
    explorer.everyStep("A sheet is never changed for another") { before, _, after in
      before.state.sheet == nil || after.state.sheet == nil || before.state.sheet == after.state.sheet
    }
    #expect(try explorer.replay("openTapped(1)\nopenTapped(2)").map(\.law) == ["A sheet is never changed for another"])
    let found = try #require(try explorer.explore().findings.first)
    #expect(found.steps == ["openTapped(1)", "openTapped(2)"])
    #expect(try explorer.replay("saved(1, version: 9)").isEmpty)
    explorer.always("Nothing is ever stored") { _ in false }
    #expect(try explorer.replay("").map(\.law) == ["Nothing is ever stored"])
  }

  @Test(arguments: [
    "openTapped(1)\nexecute one(1) saved", "deliver one(1)", "openTapped(1)\nsaveTapped\nexecute one(1) conflict",
    "execute late save(1, expecting: 0) saved", "execute one(1) saved, lost", "execute one(1) saved, again conflict",
    "tell load loaded", "deliver list, lingering",
  ])
  func `a way that is closed by now breaks nothing`(steps: String) throws {
    #expect(try broken.replay(steps + "\nopenTapped(1)\nsaveTapped\nexecute one(1) saved\ncloseTapped").isEmpty)
  }

  /// A slot, an outcome, an effect or a happening that there is nowhere is no way that was closed.
  @Test(arguments: [
    "openTapped(1)\nsaveTapped\nexecute one(1) eaten", "execute one(1) saved, again eaten", "execute one(9) saved",
    "deliver all",
    "deliver one(9)", "execute late save(1, expecting: 0) eaten", "tell load gone", "occur rain",
    "deliver one(1)\nopenTapped(1)\noccur rain",
  ])
  func `what names nothing that is anywhere is said, with how far it was looked for`(steps: String) throws {
    let fault = #expect(throws: ImpossibleStepError.self) { try broken.replay(steps) }
    let line = try #require(steps.split(separator: "\n").last)
    #expect(fault?.line == String(line))
    #expect(fault?.moments.map { (50..<10_000).contains($0) } == true, "the whole of this space is small")
    #expect(
      fault?.description.hasPrefix(
        "this cannot happen here, and what it names is in none of the \(fault?.moments ?? 0) moments around: \(line)\n")
        == true)
  }

  @Test func `what only an action leads to that nobody offers is around the way, too`() throws {
    let way = "openTapped(3)\nsaveTapped\ncloseTapped\n"
    let explorer = SmallEditor(flaw: nil).explorer()
    #expect(throws: ImpossibleStepError.self) { try explorer.replay("deliver one(3)") }
    #expect(throws: ImpossibleStepError.self) { try explorer.replay(way + "deliver one(3)") }
  }

  @Test func `of a space without end only what is near is looked at`() throws {
    let endless = ClosureFeature { state, action in
      state.stage += 1
      return action == .began ? .run(.one, in: .left) : .none
    }
    let fault = #expect(throws: ImpossibleStepError.self) { try Explorer(endless).replay("deliver right") }
    #expect(fault?.moments == 10_000)
    let few = #expect(throws: ImpossibleStepError.self) { try Explorer(endless, stateLimit: 7).replay("deliver right") }
    #expect(few?.moments == 7)
  }

  @Test func `behind a way that is closed, a line that tells no step is said all the same`() throws {
    let fault = #expect(throws: ImpossibleStepError.self) { try broken.replay("deliver one(1)\nopnTapped(1)") }
    #expect(fault?.line == "opnTapped(1)")
  }

  @Test(arguments: [
    "opnTapped(1)", "execute one saved", "execute one(1)", "deliver", "deliver me", "execute late one(1) saved",
    "occur", "deliver list(3)",
    "openTapped(1, 2)",
  ])
  func `what tells no step is said, with what can be done`(line: String) {
    let fault = #expect(throws: ImpossibleStepError.self) { try broken.replay("openTapped(1)\n\(line)") }
    #expect(fault?.line == line)
    #expect(
      fault?.description == """
        this cannot happen here: \(line)
        what can:
          reloadTapped
          openTapped(1)
          openTapped(2)
          saveTapped
          closeTapped

        """)
  }
}
