import Explorations
import LoopExplorer
import LoopTesting
import Testing

/// Every law holds in these spaces, and the documents say what was done and heard in which kind of state; where nothing
/// ever is, it is impossible, for a reason.
@Suite struct CoverageTests {
  @Test(.enabled(if: isExhaustive)) func `the editor's`() throws {
    let explored = try EditorExploration.explored().explorer().explore()
    expect(explored, moments: 11_712, .editorCoverage, .editorStatechart, impossible: EditorExploration.impossible)
  }

  @Test func `the filter's`() throws {
    let explored = try FilterExploration.explored().explorer().explore()
    expect(explored, moments: 1598, .filterCoverage, .filterStatechart, impossible: FilterExploration.impossible)
  }

  @Test func `the form's`() throws {
    let explored = try SignUpExploration.explored().explorer().explore()
    expect(explored, moments: 3822, .formCoverage, .formStatechart, impossible: SignUpExploration.impossible)
  }

  @Test func `the selection's`() throws {
    let explored = try CatalogueExploration.explored(.selecting, isShared: false).explorer().explore()
    expect(
      explored, moments: 889, .selectionCoverage, .selectionStatechart, impossible: CatalogueExploration.impossible)
  }

  @Test(.enabled(if: isExhaustive)) func `the deletion's`() throws {
    let explored = try CatalogueExploration.explored(.deleting).explorer().explore()
    expect(explored, moments: 2119, .deletionCoverage, .deletionStatechart, impossible: CatalogueExploration.impossible)
  }

  @Test func `the table's`() throws {
    let explored = try TableExploration(.changing).explorer().explore()
    expect(explored, moments: 868, .tableCoverage, .tableStatechart, impossible: TableExploration.impossible)
  }

  private func expect(
    _ explored: Explored, moments: Int, _ matrix: ExplorationsSnapshot, _ statechart: ExplorationsSnapshot,
    impossible: [Impossible],
    line: UInt = #line
  ) {
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
    let coverage = explored.coverage
    let reasons = impossible.map { "\($0)\n" }.joined()
    expectSnapshot("\(coverage.matrix)\nImpossible\n\n\(reasons)", matrix, line: line)
    expectSnapshot(coverage.statechart, statechart, line: line)
    #expect(coverage.unexplained(by: impossible) == [])
  }
}
