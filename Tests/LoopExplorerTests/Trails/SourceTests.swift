import Loop
import LoopExplorer
import Testing

/// How the test makes its explorer as which a counterexample is told.
@Suite struct SourceTests {
  /// A space within another type.
  struct Space: Exploration {
    let feature = ClosureFeature.increasing
    var start: (state: ClosureFeature.State, world: Int) { feature.start }
    func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { feature.actions(in: state) }
    func outcomes(of effect: ClosureFeature.Effect, in world: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }

    func explorer(faults: Int) -> Explorer<Space> {
      var explorer = Explorer(self, faults: faults)
      explorer.always("nothing rises") { $0.state.stage == 0 }
      return explorer
    }
  }

  @Test func `without a word it is the function of the exploration that holds its laws`() throws {
    let finding = try #require(try Space().explorer(faults: 2).explore().findings.first)
    #expect(
      finding.test == ##"""
        @Test func `nothing rises`() throws {
          let findings = try SourceTests.Space().explorer(faults: 2).follow(
            #"""
            began
            """#)
          #expect(findings.isEmpty, "\(findings)")
        }

        """##)
    // What was told, as it would be pasted.
    #expect(try SourceTests.Space().explorer(faults: 2).replay("began").map(\.law) == ["nothing rises"])
  }

  @Test func `a type that nobody else can name is called as it is called here`() {
    #expect(Explorer(PrivateExploration()).sourceExpression == "PrivateExploration().explorer(faults: 0)")
    #expect(
      Explorer(GenericExploration<PrivateExploration>()).sourceExpression
        == "GenericExploration<PrivateExploration>().explorer(faults: 0)")
  }

  @Test func `what is said is what is told`() {
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
  var start: (state: ClosureFeature.State, world: Int) { feature.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { [] }
  func outcomes(of effect: ClosureFeature.Effect, in world: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }
}

private struct GenericExploration<Inner: Exploration>: Exploration {
  let feature = ClosureFeature.increasing
  var start: (state: ClosureFeature.State, world: Int) { feature.start }
  func actions(in state: ClosureFeature.State) -> [ClosureFeature.Action] { [] }
  func outcomes(of effect: ClosureFeature.Effect, in world: Int) -> [Outcome<ClosureFeature.Action, Int>] { [] }
}
