import Loop
import LoopExplorer
import Testing

/// The expression that creates the explorer in the source code of a test.
@Suite struct SourceTests {
  /// A scenario that is nested in another type.
  struct Space: Exploration {
    let feature = ClosureFeature.increasing
    var start: (state: ClosureFeature.State, environment: Int) { feature.start }
    func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { feature.actions(in: state) }
    func outcomes(of effect: ClosureFeature.Effect, in environment: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }

    func explorer(faults: Int) -> Explorer<Space> {
      var explorer = Explorer(self, faults: faults)
      explorer.always("the stage stays 0") { $0.state.stage == 0 }
      return explorer
    }
  }

  @Test func `by default, the expression calls the exploration's function that adds its laws`() throws {
    let finding = try #require(try Space().explorer(faults: 2).explore().findings.first)
    #expect(
      finding.testSource == ##"""
        @Test func `the stage stays 0`() throws {
          let findings = try SourceTests.Space().explorer(faults: 2).replay(
            #"""
            began
            """#)
          #expect(findings.isEmpty, "\(findings)")
        }

        """##)
    // The test as it would be pasted.
    #expect(try SourceTests.Space().explorer(faults: 2).replay("began").map(\.law) == ["the stage stays 0"])
  }

  @Test func `the name of a private or generic type has no module or context`() {
    #expect(Explorer(PrivateExploration()).sourceExpression == "PrivateExploration().explorer(faults: 0)")
    #expect(
      Explorer(GenericExploration<PrivateExploration>()).sourceExpression
        == "GenericExploration<PrivateExploration>().explorer(faults: 0)")
  }

  @Test func `an expression that is set replaces the default`() {
    var explorer = Explorer(PrivateExploration())
    explorer.sourceExpression = "hidden"
    #expect(explorer.sourceExpression == "hidden")
  }
}

extension ClosureFeature {
  fileprivate static let increasing = ClosureFeature { state, _ in
    state.stage = 1
    return .none
  }
}

private struct PrivateExploration: Exploration {
  let feature = ClosureFeature.increasing
  var start: (state: ClosureFeature.State, environment: Int) { feature.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { [] }
  func outcomes(of effect: ClosureFeature.Effect, in environment: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }
}

private struct GenericExploration<Inner: Exploration>: Exploration {
  let feature = ClosureFeature.increasing
  var start: (state: ClosureFeature.State, environment: Int) { feature.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { [] }
  func outcomes(of effect: ClosureFeature.Effect, in environment: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }
}
