import Explorations
import LoopExplorer
import LoopTesting
import TestInputs
import Testing

/// Every law holds in these spaces, and the snapshots show which actions and responses occur in which kind of state.
///
/// Combinations that cannot occur are listed with a reason.
@Suite struct CoverageTests {
  @Test(.enabled(if: runsExhaustively)) func `the coverage snapshots of the editor are current`() throws {
    let explored = try Explorer(EditorExploration.reducedExploration()).explore()
    expectCoverage(
      explored, stateCount: 11_298, .editorCoverage, .editorStatechart,
      expectedGaps: EditorExploration.expectedCoverageGaps)
  }

  @Test func `the coverage snapshots of the filter are current`() throws {
    let explored = try Explorer(EventListExploration.reducedExploration()).explore()
    expectCoverage(
      explored, stateCount: 780, .filterCoverage, .filterStatechart,
      expectedGaps: EventListExploration.expectedCoverageGaps)
  }

  @Test func `the coverage snapshots of the form are current`() throws {
    let explored = try Explorer(SignUpExploration.reducedExploration()).explore()
    expectCoverage(
      explored, stateCount: 3775, .formCoverage, .formStatechart, expectedGaps: SignUpExploration.expectedCoverageGaps)
  }

  @Test func `the coverage snapshots of the selection are current`() throws {
    let explored = try Explorer(ProductListExploration.reducedExploration(.selecting, isShared: false)).explore()
    expectCoverage(
      explored, stateCount: 384, .selectionCoverage, .selectionStatechart,
      expectedGaps: ProductListExploration.expectedCoverageGaps)
  }

  @Test(.enabled(if: runsExhaustively)) func `the coverage snapshots of the deletion are current`() throws {
    let explored = try Explorer(ProductListExploration.reducedExploration(.deleting)).explore()
    expectCoverage(
      explored, stateCount: 3045, .deletionCoverage, .deletionStatechart,
      expectedGaps: ProductListExploration.expectedCoverageGaps)
  }

  @Test func `the coverage snapshots of the table are current`() throws {
    let explored = try Explorer(TableExploration(.concurrentChanges)).explore()
    expectCoverage(
      explored, stateCount: 868, .tableCoverage, .tableStatechart, expectedGaps: TableExploration.expectedCoverageGaps)
  }

  private func expectCoverage(
    _ explored: ExplorationReport, stateCount: Int, _ matrix: ExplorationsSnapshot,
    _ statechart: ExplorationsSnapshot,
    expectedGaps: [ExpectedCoverageGap],
    line: UInt = #line
  ) {
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
    let coverage = explored.coverage
    let reasons = expectedGaps.map { "\($0)\n" }.joined()
    expectSnapshot("\(coverage.matrix)\nImpossible\n\n\(reasons)", matrix, line: line)
    expectSnapshot(coverage.statechart, statechart, line: line)
    #expect(coverage.unexplainedGapsAndUnusedReasons(expecting: expectedGaps) == [])
  }
}
