import Explorations
import LoopExplorer
import TestInputs
import Testing

/// All reachable states of the editor with one product.
@Suite struct EditorExplorationTests {
  /// Without faults, and with one: a lost response, or an effect that is executed twice or late.
  @Test(arguments: [(0, 345), (1, 1684)])
  func `every law holds in every reachable state`(faults: Int, stateCount: Int) throws {
    let explored = try Explorer(EditorExploration.reducedExploration(isShared: false), .init(faults: faults)).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  @Test func `a response that closes another product's sheet is found with the shortest counterexample`() throws {
    let played = FlawedEditor(flaw: .savedClosesAnySheet)
    var explorer = Explorer(played, .init(stateLimitAfterViolation: 1000))
    played.editor.addLawsOfEditor(to: &explorer)
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == "law 5: nothing typed is lost")
    #expect(
      finding.steps == [
        "rowTapped(p1)", "editor(form(fields(submitTapped)))",
        "editor(addTapped(id: p2, name: \"\", price: 0.00, tags: [], stock: nil, position: 0, version: 0))",
        "editor(form(fields(typed(name, \"A\"))))",
        "execute writes saved", "deliver writes",
      ])
  }

  @Test(.enabled(if: runsExhaustively)) func `comparing whole states finds as many as comparing hashes`() throws {
    let explored = try Explorer(EditorExploration.reducedExploration(isShared: false), .init(faults: 1, isExact: true))
      .explore()
    #expect(explored.isVerified && explored.stateCount == 1684, "\(explored)")
  }
}
