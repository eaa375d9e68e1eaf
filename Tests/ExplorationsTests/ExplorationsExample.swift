import Analytics
import Explorations
import LoopExplorer
import Testing

/// The code that the guide of Explorations shows.
@Suite struct `The guide of Explorations` {
  @Test func `explores the filter`() throws {
    let report = try EventListExploration.reducedExploration(maxEventCount: 3).explorer().explore()
    #expect(report.isVerified && report.stateCount == 687, "\(report)")
  }

  @Test func `finds a violation of a law that does not hold`() throws {
    var explorer = EventListExploration.reducedExploration(maxEventCount: 3).explorer()
    explorer.always("the three resources are loaded together") { scenario in
      Set(EventResource.allCases.map { scenario.state[$0] }).count == 1
    }
    let steps = try explorer.explore().findings.first?.steps
    // appeared
    // execute events loaded
    // deliver events
    #expect(steps == ["appeared", "execute events loaded", "deliver events"])
  }

  @Test func `law 6: every displayed result matches the current filter`() throws {
    let findings = try EventListExploration.reducedExploration(maxEventCount: 4).explorer(faults: 0, pending: 3).replay(
      #"""
      appeared
      execute events loaded
      filter(flag(isOnChanged(true)))
      deliver events
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }
}
