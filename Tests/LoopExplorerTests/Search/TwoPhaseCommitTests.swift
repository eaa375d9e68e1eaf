import Explorations
import LoopExplorer
import Testing

/// Spaces whose sizes are known.
@Suite struct TwoPhaseCommitTests {
  @Test(arguments: [(3, 288), (5, 8832)], [true, false])
  func `it has as many states as it is known to have`(known: (managers: Int, states: Int), isExact: Bool) throws {
    let explored = try TwoPhaseCommitExploration(managers: known.managers).explorer(isExact: isExact).explore()
    #expect(explored.isVerified && explored.moments == known.states, "\(explored)")
  }
}
