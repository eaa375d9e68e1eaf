import Explorations
import LoopProof
import Testing

/// Every situation the editor can come into with one product.
@Suite struct EditorExplorationTests {
  /// Alone and with somebody else, without faults and with one: an answer lost, a deed done twice or late.
  @Test(arguments: [(false, 0, 320), (false, 1, 2178), (true, 0, 11_030)])
  func `every law holds in every situation`(isShared: Bool, faults: Int, moments: Int) throws {
    let explored = try EditorExploration.explored(isShared: isShared).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `whole moments are as many as their fingerprints`() throws {
    let explored = try EditorExploration.explored(isShared: false).explorer(faults: 1, isExact: true).explore()
    #expect(explored.isVerified && explored.moments == 2178, "\(explored)")
  }
}
