import LoopHistory
import Explorations
import Foundation
import LoopExplorer
import Testing

@testable import ExplorerTool

/// What is explored, walked and played under one name is one feature in one world.
@Suite struct `What is explored under a name` {
  @Test func `has names in order, each once`() {
    let names = ExploredFeatures.all.map(\.name)
    #expect(names == Set(names).sorted())
  }

  @Test func `a step in which an answer is lost can be typed where it is played`() throws {
    var play = try StepSession(EditorExploration())
    let lines = [
      "rowTapped(p1)", "form(fields(typed(name, \"A\")))", "form(fields(submitTapped))",
      "execute write(p1) saved, lost",
      "deliver write(p1)",
    ]
    #expect(
      lines.map { play.handleLine($0) }.last?.hasSuffix(
        "  sheet.form.notice: nil -> failed(offline)\n  effect - write(p1)\n") == true)
  }

  @Test(arguments: ExploredFeatures.all.map(\.name), seeds)
  func `whatever can be done in its space can be typed where it is played`(name: String, seed: UInt64) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    try expectStepsWork(feature, seed)
  }

  /// Takes a way through the space by chance, with whatever may go wrong, and types it.
  ///
  /// What leads nowhere is left out: it is on no shortest way.
  private func expectStepsWork(_ feature: some NamedExploration, _ seed: UInt64) throws {
    var trail = try RecordedPath(feature.explorer(3, 3).played, faults: 3)
    var play = try StepSession(feature.walkedScenario)
    var random = SplitMix64(seed: seed)
    for _ in 0..<(isExhaustive ? 40 : 20) {
      guard let way = trail.nextTransitions.filter({ $0.course == .onwards }).randomElement(using: &random) else {
        return
      }
      _ = try trail.apply(way.step)
      let line = try way.step.line
      let said = play.handleLine(line)
      let steps = try play.transcript.steps.count
      guard steps == (try trail.transcript.steps.count) else {
        Issue.record("\(line) cannot be typed where it is played: \(said)\nafter\n\(try trail.transcript)")
        return
      }
    }
  }
}

/// A Boolean value that indicates whether the tests take more and longer ways: `.ci/run` sets the variable.
private let isExhaustive = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"

/// The random ways through each feature.
private let seeds: ClosedRange<UInt64> = isExhaustive ? 1...4 : 1...1
