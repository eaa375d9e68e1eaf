import Explorations
import LoopExplorer
import Tables
import Testing

/// Every situation that a table of four rows can come into; the larger spaces are walked by the optimised program.
@Suite struct TableExplorationTests {
  @Test(arguments: [
    (TableExploration.Space.arranging, 0, 3168), (.cells, 0, 782), (.changing, 0, 868), (.changing, 1, 4222),
    (.disputing, 0, 2759), (.emptying, 0, 3854), (.filling, 0, 1974), (.following, 0, 3546), (.furnishing, 0, 2184),
    (.hauling, 0, 2580), (.heeding, 0, 2296), (.insisting, 0, 949), (.leafing, 0, 3305), (.looking, 0, 3510),
    (.meeting, 0, 107), (.picking, 0, 990), (.seeking, 0, 2485), (.sifting, 0, 2817), (.stepping, 0, 696),
    (.typing, 0, 1243),
  ])
  func `every law holds in every situation`(space: TableExploration.Space, faults: Int, moments: Int) throws {
    let explored = try TableExploration(space).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test(arguments: [(TableExploration.Space.acting, 2622), (.mending, 2452), (.recovering, 1177), (.surviving, 240)])
  func `every law holds where what is done is undone`(space: TableExploration.Space, moments: Int) throws {
    let explored = try TableUndoExploration(space).explorer().explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  /// Nobody knows what became of rows that are kept elsewhere before it is answered.
  @Test func `rows that are kept elsewhere are asked to be changed, also where changes are done at once`() throws {
    var (asked, told) = (
      TableExploration(.emptying).explorer(), TableExploration(.emptying, changes: .atOnce).explorer()
    )
    (asked.limit, told.limit) = (500, 500)
    let walked = try (asked: asked.explore(), told: told.explore())
    #expect(walked.told.findings.isEmpty && "\(walked.told)" == "\(walked.asked)", "\(walked.told)")
  }
}
