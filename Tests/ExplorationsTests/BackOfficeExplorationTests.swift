import Explorations
import LoopExplorer
import TestInputs
import Testing

/// The reachable states of the back office with undo.
@Suite struct BackOfficeExplorationTests {
  @Test func `law 6: while changes are watched, what is shown is what is stored`() throws {
    let explored = try Explorer(BackOfficeExploration.changesExploration()).explore()
    #expect(explored.isVerified && explored.stateCount == 141, "\(explored)")
  }

  @Test func `no law of the back office is seen to break on random walks with a fault`() throws {
    let walked = try Explorer(BackOfficeExploration(), .init(faults: 1, pendingLimit: 6))
      .walk(seed: 1, walks: runsExhaustively ? 60 : 5, maxSteps: 100)
    #expect(walked.finding == nil, "\(walked)")
  }
}
