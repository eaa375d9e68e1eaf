import Explorations
import LoopExplorer
import Testing

/// Every situation the event list can come into with one switch.
@Suite struct FilterExplorationTests {
  /// Over a log that stays as it is, and over one to which an event comes.
  @Test(arguments: [(3, 687), (4, 1598)])
  func `every law holds in every situation`(longest: Int, moments: Int) throws {
    let explored = try FilterExploration.exploredFeature(maxEventCount: longest).explorer().explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }
}
