import Analytics
import Explorations
import LoopExplorer
import Tables
import Testing

/// The code that the guide of Explorations shows.
@Suite struct `The guide of Explorations` {
  @Test func `explores the filter`() throws {
    let report = try Explorer(EventListExploration.reducedExploration(maxEventCount: 3)).explore()
    #expect(report.isVerified && report.stateCount == 320, "\(report)")
  }

  @Test func `finds a violation of a law that does not hold`() throws {
    var explorer = Explorer(EventListExploration.reducedExploration(maxEventCount: 3))
    explorer.always("rows are never shown without their number") { scenario in
      scenario.state.table.rowCount == 0 || scenario.state.eventCount.value != nil
    }
    let steps = try explorer.explore().findings.first?.steps
    // table(appeared)
    // execute window loaded
    // deliver window
    #expect(steps == ["table(appeared)", "execute window loaded", "deliver window"])
  }

  @Test func `law 6: every displayed result matches the current filter`() throws {
    let findings = try Explorer(EventListExploration.reducedExploration(maxEventCount: 4)).replay(
      #"""
      table(appeared)
      execute window loaded
      filter(flag(isOnChanged(true)))
      deliver window
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }
}
