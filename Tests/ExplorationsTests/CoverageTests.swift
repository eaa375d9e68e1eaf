import Explorations
import LoopExplorer
import LoopTesting
import Testing

/// Every law holds in these spaces, and the documents say what was done and heard in which kind of state; where nothing
/// ever is, it is impossible, for a reason.
@Suite struct CoverageTests {
  @Test(.enabled(if: isExhaustive)) func `the editor's`() throws {
    let explored = try EditorExploration.exploredFeature().explorer().explore()
    expectCoverage(
      explored, stateCount: 11_712, .editorCoverage, .editorStatechart,
      expectedGaps: EditorExploration.expectedCoverageGaps)
  }

  @Test func `the filter's`() throws {
    let explored = try FilterExploration.exploredFeature().explorer().explore()
    expectCoverage(
      explored, stateCount: 1598, .filterCoverage, .filterStatechart,
      expectedGaps: FilterExploration.expectedCoverageGaps)
  }

  @Test func `the form's`() throws {
    let explored = try SignUpExploration.exploredFeature().explorer().explore()
    expectCoverage(
      explored, stateCount: 3822, .formCoverage, .formStatechart, expectedGaps: SignUpExploration.expectedCoverageGaps)
  }

  @Test func `the selection's`() throws {
    let explored = try ProductListExploration.exploredFeature(.selecting, isShared: false).explorer().explore()
    expectCoverage(
      explored, stateCount: 889, .selectionCoverage, .selectionStatechart,
      expectedGaps: ProductListExploration.expectedCoverageGaps)
  }

  @Test(.enabled(if: isExhaustive)) func `the deletion's`() throws {
    let explored = try ProductListExploration.exploredFeature(.deleting).explorer().explore()
    expectCoverage(
      explored, stateCount: 2119, .deletionCoverage, .deletionStatechart,
      expectedGaps: ProductListExploration.expectedCoverageGaps)
  }

  @Test func `the table's`() throws {
    let explored = try TableExploration(.changing).explorer().explore()
    expectCoverage(
      explored, stateCount: 868, .tableCoverage, .tableStatechart, expectedGaps: TableExploration.expectedCoverageGaps)
  }

  private func expectCoverage(
    _ explored: ExplorationReport, stateCount moments: Int, _ matrix: ExplorationsSnapshot,
    _ statechart: ExplorationsSnapshot,
    expectedGaps impossible: [ExpectedCoverageGap],
    line: UInt = #line
  ) {
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
    let coverage = explored.coverage
    let reasons = impossible.map { "\($0)\n" }.joined()
    expectSnapshot("\(coverage.matrix)\nImpossible\n\n\(reasons)", matrix, line: line)
    expectSnapshot(coverage.statechart, statechart, line: line)
    #expect(coverage.unexplainedGaps(expecting: impossible) == [])
  }
}
