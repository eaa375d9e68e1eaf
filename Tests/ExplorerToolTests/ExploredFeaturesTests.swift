import LoopHistory
import Explorations
import LoopExplorer
import TestInputs
import Testing
import Values

@testable import ExplorerTool

/// `explore`, random walks and `step` use the same feature under one name.
@Suite struct `The explored features` {
  @Test func `have unique names in order`() {
    let names = ExploredFeatures.all.map(\.name)
    #expect(names == Set(names).sorted())
  }

  @Test func `a step with a lost response can be typed in a step session`() throws {
    var play = try StepSession(EditorExploration())
    let lines = [
      "rowTapped(p1)", "editor(form(fields(typed(name, \"A\"))))", "editor(form(fields(submitTapped)))",
      "execute writes saved, lost",
      "deliver writes",
    ]
    #expect(
      lines.map { play.handleLine($0) }.last?.hasSuffix(
        "  editor.sheet.form.notice: nil -> saveFailed(offline)\n  effect - writes\n") == true)
  }

  @Test(arguments: cases(7, of: ExploredFeatures.all.map(\.name)))
  func `every step of a random path can be typed in a step session`(name: String) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    try expectStepsWork(feature)
  }

  /// Follows a random path through the space, with faults, and types each step in a session.
  ///
  /// Steps that change nothing are left out, because no shortest path contains them.
  private func expectStepsWork(_ feature: some NamedExploration) throws {
    var trail = try RecordedPath(feature.exploredScenario, faults: 3)
    var play = try StepSession(feature.walkedScenario)
    var random = SplitMix64(seed: 1)
    for _ in 0..<caseCount(10, exhaustive: 15) {
      guard let way = trail.nextTransitions.filter({ $0.stepResult == .changed }).randomElement(using: &random) else {
        return
      }
      _ = try trail.apply(way.step)
      let line = try way.step.line
      let said = play.handleLine(line)
      let steps = try play.path.transcript.steps.count
      guard steps == (try trail.transcript.steps.count) else {
        Issue.record("\(line) is rejected in the step session: \(said)\nafter\n\(try trail.transcript)")
        return
      }
    }
  }
}
