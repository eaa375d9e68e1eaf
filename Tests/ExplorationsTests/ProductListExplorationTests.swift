import Explorations
import LoopExplorer
import TestInputs
import Testing

/// All reachable states of the product list with undo.
@Suite struct ProductListExplorationTests {
  /// Without faults and with one: a lost response, or an effect that is executed twice or late.
  ///
  /// `.ci/run` explores the space with another user in a release build.
  @Test(arguments: [(0, 296), (1, 918)])
  func `a deleted product can be restored in every reachable state`(faults: Int, stateCount: Int) throws {
    let explored = try Explorer(
      ProductListExploration.reducedExploration(.deleting, isShared: false), .init(faults: faults, pendingLimit: 4)
    ).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  /// `.ci/run` explores the space with another user and with a fault in a release build.
  @Test func `every law of selection holds in every reachable state`() throws {
    let explored = try Explorer(ProductListExploration.reducedExploration(.selecting, isShared: false)).explore()
    #expect(explored.isVerified && explored.stateCount == 384, "\(explored)")
  }

  /// `.ci/run` explores the space with another user, whose changes reach the list on reload, in a release build.
  @Test func `law 8: the selection survives reloading in every reachable state`() throws {
    let explored = try Explorer(ProductListExploration.reducedExploration(.reloading, isShared: false)).explore()
    #expect(explored.isVerified && explored.stateCount == 45, "\(explored)")
  }

  @Test(arguments: [(0, 296)] + (runsExhaustively ? [(1, 918)] : []))
  func `comparing whole states finds as many as comparing hashes`(faults: Int, stateCount: Int) throws {
    let explored = try Explorer(
      ProductListExploration.reducedExploration(.deleting, isShared: false),
      .init(faults: faults, pendingLimit: 4, isExact: true)
    ).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }
}
