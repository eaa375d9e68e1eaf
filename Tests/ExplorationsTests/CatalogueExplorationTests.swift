import Explorations
import LoopProof
import Testing

/// Every situation the product list can come into with undoing around it.
@Suite struct CatalogueExplorationTests {
  /// Alone and with somebody else, without faults and with one: an answer lost, a deed done twice or late.
  @Test(arguments: [(false, 0, 261), (false, 1, 980), (true, 0, 5642)])
  func `what was deleted can be had back in every situation`(isShared: Bool, faults: Int, moments: Int) throws {
    let explored = try CatalogueExploration.explored(.deleting, isShared: isShared).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test(arguments: [(0, 1912), (1, 7129)])
  func `every law of selecting holds in every situation`(faults: Int, moments: Int) throws {
    let explored = try CatalogueExploration.explored(.selecting, isShared: false).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `what was typed can be undone in every situation`() throws {
    let explored = try CatalogueExploration.explored(.typing, isShared: false).explorer().explore()
    #expect(explored.isVerified && explored.moments == 4097, "\(explored)")
  }

  @Test func `whole moments are as many as their fingerprints`() throws {
    let explored = try CatalogueExploration.explored(.deleting, isShared: false).explorer(faults: 1, isExact: true)
      .explore()
    #expect(explored.isVerified && explored.moments == 980, "\(explored)")
  }
}
