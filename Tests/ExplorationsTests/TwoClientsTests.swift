import Explorations
import LoopExplorer
import Testing

@Suite struct `The exploration of two clients` {
  @Test func `verifies the laws of the protocol`() throws {
    let explored = try Explorer(TwoClientsExploration(changes: 1)).explore()
    #expect(explored.isVerified && explored.stateCount == 728, "\(explored)")
  }

  @Test func `finds that another card is deleted if rows are not compared`() throws {
    let explored = try Explorer(
      TwoClientsExploration(comparesRows: false), ExplorationOptions(stateLimitAfterViolation: 0)
    ).explore()
    #expect(explored.findings.first?.description.contains("a command deletes the card that its user saw") == true)
  }
}
