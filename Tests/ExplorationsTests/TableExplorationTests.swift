import Explorations
import LoopExplorer
import Tables
import TestInputs
import Testing

/// All reachable states of a table of four rows, in the smallest spaces.
///
/// The optimized program explores the others, which `large-spaces.txt` lists.
@Suite struct TableExplorationTests {
  @Test(arguments: [(TableExploration.Space.cellNavigation, 782), (.editConflicts, 107), (.rowNavigation, 696)])
  func `every law holds in every reachable state`(space: TableExploration.Space, stateCount: Int) throws {
    let explored = try Explorer(TableExploration(space)).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  @Test func `every law holds in every reachable state with undo`() throws {
    let explored = try Explorer(TableUndoExploration(.deletionWhileEditing)).explore()
    #expect(explored.isVerified && explored.stateCount == 240, "\(explored)")
  }

  /// The result of a change of remote rows is unknown until the response arrives.
  @Test func `the immediate change policy does not apply to remote rows`() throws {
    let options = ExplorationOptions(stateLimit: runsExhaustively ? 500 : 100)
    let walked = (
      confirmed: try Explorer(TableExploration(.remoteDeletion), options).explore(),
      immediate: try Explorer(TableExploration(.remoteDeletion, changePolicy: .immediate), options).explore()
    )
    #expect(walked.immediate.findings.isEmpty && "\(walked.immediate)" == "\(walked.confirmed)", "\(walked.immediate)")
  }
}
