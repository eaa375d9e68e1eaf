import Explorations
import LoopExplorer
import Testing

/// Every situation the product list can come into with undoing around it.
@Suite struct ProductListExplorationTests {
  /// Alone and with somebody else, without faults and with one: an answer lost, a deed done twice or late.
  @Test(arguments: [(false, 0, 139), (false, 1, 695), (true, 0, 2119)])
  func `what was deleted can be had back in every situation`(isShared: Bool, faults: Int, moments: Int) throws {
    let explored = try ProductListExploration.exploredFeature(.deleting, isShared: isShared)
      .explorer(faults: faults, pending: 3 + faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  /// With somebody else and with a fault it is explored in release.
  @Test func `every law of selecting holds in every situation`() throws {
    let explored = try ProductListExploration.exploredFeature(.selecting, isShared: false).explorer().explore()
    #expect(explored.isVerified && explored.moments == 889, "\(explored)")
  }

  /// With somebody else, whose changes reach the list as it is read again, it is explored in release.
  @Test(arguments: [(0, 185), (1, 444)])
  func `law 8: what is selected stays so in every situation in which the list is read again`(
    faults: Int, moments: Int
  ) throws {
    let explored = try ProductListExploration.exploredFeature(.reloading, isShared: false).explorer(faults: faults)
      .explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `what was typed can be undone in every situation`() throws {
    let explored = try ProductListExploration.exploredFeature(.typing, isShared: false).explorer().explore()
    #expect(explored.isVerified && explored.moments == 7876, "\(explored)")
  }

  @Test func `whole moments are as many as their fingerprints`() throws {
    let explored = try ProductListExploration.exploredFeature(.deleting, isShared: false)
      .explorer(faults: 1, pending: 4, isExact: true).explore()
    #expect(explored.isVerified && explored.moments == 695, "\(explored)")
  }
}
