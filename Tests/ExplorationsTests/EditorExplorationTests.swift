import Explorations
import LoopExplorer
import Testing

/// Every situation the editor can come into with one product.
@Suite struct EditorExplorationTests {
  /// Without faults and with one: an answer lost, a deed done twice or late.
  @Test(arguments: [(0, 345), (1, 2352)])
  func `every law holds in every situation`(faults: Int, moments: Int) throws {
    let explored = try EditorExploration.exploredFeature(isShared: false).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `an answer that closes another product's sheet is found by the shortest way`() throws {
    let played = FlawedEditor(fault: .savedClosesAnySheet)
    var explorer = Explorer(played, pendingLimit: 3)
    played.editor.addLaws(to: &explorer)
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.law == "law 5: nothing typed is lost")
    #expect(
      finding.steps == [
        "rowTapped(p1)", "form(fields(submitTapped))",
        "addTapped(id: p2, name: \"\", price: 0.00, tags: [], place: 0, version: 0)",
        "form(fields(typed(name, \"A\")))",
        "execute write(p1) saved", "deliver write(p1)",
      ])
  }

  @Test(.enabled(if: isExhaustive)) func `whole moments are as many as their fingerprints`() throws {
    let explored = try EditorExploration.exploredFeature(isShared: false).explorer(faults: 1, isExact: true).explore()
    #expect(explored.isVerified && explored.moments == 2352, "\(explored)")
  }
}
