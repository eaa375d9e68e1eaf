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

    func addLaws(to explorer: inout Explorer<Space>) {
      explorer.always("the stage stays 0") { $0.state.stage == 0 }
    }
  }

  @Test func `by default, the expression creates the exploration without arguments`() throws {
    let finding = try #require(try Explorer(Space(), .init(faults: 2)).explore().findings.first)
    #expect(
      finding.testSource == ##"""
        @Test func `the stage stays 0`() throws {
          let findings = try Explorer(SourceTests.Space(), .init(faults: 2)).replay(
            #"""
            began
            """#)
          #expect(findings.isEmpty, "\(findings)")
        }

        """##)
    // The test as it would be pasted.
    #expect(try Explorer(SourceTests.Space(), .init(faults: 2)).replay("began").map(\.law) == ["the stage stays 0"])
  }

  @Test func `the name of a private or generic type has no module or context`() {
    #expect(PrivateExploration().sourceExpression == "PrivateExploration()")
    #expect(
      GenericExploration<PrivateExploration>().sourceExpression == "GenericExploration<PrivateExploration>()")
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
