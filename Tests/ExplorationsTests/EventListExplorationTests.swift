import Explorations
import LoopExplorer
import Testing

/// All reachable states of the event list with the flag filter.
@Suite struct EventListExplorationTests {
  /// With a log that does not change, and with one more event that arrives.
  @Test(arguments: [(3, 320), (4, 780)])
  func `every law holds in every reachable state`(longest: Int, stateCount: Int) throws {
    let explored = try Explorer(EventListExploration.reducedExploration(maxEventCount: longest)).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  @Test(arguments: [(0, 178), (1, 331)])
  func `no recorded event is lost in any reachable state`(faults: Int, stateCount: Int) throws {
    let explored = try Explorer(EventListExploration.recordingExploration(), .init(faults: faults)).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }
}
