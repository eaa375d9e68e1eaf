import Explorations
import LoopExplorer
import Testing

/// Every situation of a form of which the world judges a value.
@Suite struct SignUpExplorationTests {
  @Test func `every law holds in every situation`() throws {
    let explored = try SignUpExploration.explored().explorer().explore()
    #expect(explored.isVerified && explored.moments == 3822, "\(explored)")
  }
}
