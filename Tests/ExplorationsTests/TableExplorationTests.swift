import Explorations
import LoopProof
import Testing

/// Every situation that a table of four rows can come into.
@Suite struct TableExplorationTests {
  @Test(arguments: [
    (TableExploration.Space.looking, 0, 3510), (.changing, 0, 942), (.changing, 1, 4356), (.leafing, 0, 5771),
    (.leafing, 1, 15_093),
  ])
  func `every law holds in every situation`(space: TableExploration.Space, faults: Int, moments: Int) throws {
    let explored = try TableExploration(space).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }
}
