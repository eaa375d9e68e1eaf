import Explorations
import LoopExplorer
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

  /// Alone, and with somebody else whose changes reach the list as it is read again.
  @Test(arguments: [(false, 0, 185), (false, 1, 444), (true, 0, 15_021)])
  func `law 8: what is selected stays so in every situation in which the list is read again`(
    isShared: Bool, faults: Int, moments: Int
  ) throws {
    let explored = try CatalogueExploration.explored(.reloading, isShared: isShared).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `what was typed can be undone in every situation`() throws {
    let explored = try CatalogueExploration.explored(.typing, isShared: false).explorer().explore()
    #expect(explored.isVerified && explored.moments == 7876, "\(explored)")
  }

  @Test func `whole moments are as many as their fingerprints`() throws {
    let explored = try CatalogueExploration.explored(.deleting, isShared: false).explorer(faults: 1, isExact: true)
      .explore()
    #expect(explored.isVerified && explored.moments == 980, "\(explored)")
  }
}
