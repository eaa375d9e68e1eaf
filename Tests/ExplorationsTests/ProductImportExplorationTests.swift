import Explorations
import LoopExplorer
import TestInputs
import Testing

/// All reachable states of the import of a small file.
@Suite struct ProductImportExplorationTests {
  @Test func `every law of the import holds in every reachable state`() throws {
    let explored = try Explorer(ProductImportExploration.reducedExploration()).explore()
    #expect(explored.isVerified && explored.stateCount == 4043, "\(explored)")
  }

  /// With a lost response, or an effect that is executed twice or late.
  @Test func `every law of the import holds with a fault`() throws {
    let explored = try Explorer(ProductImportExploration.reducedExploration(isShared: false), .init(faults: 1))
      .explore()
    #expect(explored.isVerified && explored.stateCount == 763, "\(explored)")
  }

  @Test(arguments: [(0, 23), (1, 113)])
  func `every law of the export holds in every reachable state`(faults: Int, stateCount: Int) throws {
    let explored = try Explorer(ProductExportExploration(), .init(faults: faults)).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  @Test func `no law of the import is seen to break on random walks with a fault`() throws {
    let walked = try Explorer(ProductImportExploration(), .init(faults: 1, pendingLimit: 6))
      .walk(seed: 1, walks: runsExhaustively ? 60 : 10, maxSteps: 100)
    #expect(walked.finding == nil, "\(walked)")
  }
}
