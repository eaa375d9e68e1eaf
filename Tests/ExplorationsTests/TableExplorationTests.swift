import Explorations
import LoopExplorer
import Tables
import Testing

/// Every situation that a table of four rows can come into, in the smallest spaces; the optimized program explores the others,
/// which `large-spaces.txt` lists.
@Suite struct TableExplorationTests {
  @Test(arguments: [(TableExploration.Situation.cells, 782), (.meeting, 107), (.stepping, 696)])
  func `every law holds in every situation`(space: TableExploration.Situation, moments: Int) throws {
    let explored = try TableExploration(space).explorer().explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `every law holds where what is done is undone`() throws {
    let explored = try TableUndoExploration(.surviving).explorer().explore()
    #expect(explored.isVerified && explored.moments == 240, "\(explored)")
  }

  /// Nobody knows what became of rows that are kept elsewhere before it is answered.
  @Test func `rows that are kept elsewhere are asked to be changed, also where changes are done at once`() throws {
    var (asked, told) = (
      TableExploration(.emptying).explorer(), TableExploration(.emptying, changePolicy: .atOnce).explorer()
    )
    let limit = isExhaustive ? 500 : 100
    (asked.limit, told.limit) = (limit, limit)
    let walked = try (asked: asked.explore(), told: told.explore())
    #expect(walked.told.findings.isEmpty && "\(walked.told)" == "\(walked.asked)", "\(walked.told)")
  }
}
