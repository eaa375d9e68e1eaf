import Explorations
import LoopProof
import Testing

/// Every situation of a form of which the world judges a value.
@Suite struct SignUpExplorationTests {
  @Test(arguments: [(0, 5240), (1, 32_260)])
  func `every law holds in every situation`(faults: Int, moments: Int) throws {
    let explored = try SignUpExploration.explored().explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }
}
