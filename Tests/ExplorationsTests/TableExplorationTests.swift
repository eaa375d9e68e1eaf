import Explorations
import Loop
import LoopProof
import Tables
import Testing

/// Every situation that a table of four rows can come into; the larger spaces are walked by the optimised program.
@Suite struct TableExplorationTests {
  @Test(arguments: [
    (TableExploration.Space.arranging, 0, 3168), (.cells, 0, 782), (.changing, 0, 898), (.changing, 1, 4383),
    (.disputing, 0, 2759), (.following, 0, 3546), (.furnishing, 0, 2184), (.hauling, 0, 2580), (.leafing, 0, 3305),
    (.looking, 0, 3510),
    (.meeting, 0, 107), (.seeking, 0, 2485), (.stepping, 0, 696), (.typing, 0, 1243),
  ])
  func `every law holds in every situation`(space: TableExploration.Space, faults: Int, moments: Int) throws {
    let explored = try TableExploration(space).explorer(faults: faults).explore()
    #expect(explored.isVerified && explored.moments == moments, "\(explored)")
  }

  @Test func `every law holds where rows that are elsewhere are deleted and had back`() throws {
    let explored = try TableUndoExploration(.recovering).explorer().explore()
    #expect(explored.isVerified && explored.moments == 1177, "\(explored)")
  }
}

/// What is played in the spaces of a table, as far as their first moments show it.
@Suite struct `The spaces of a table` {
  @Test func `play everything that can happen to one`() throws {
    let played = try TableExploration.Space.allCases.reduce(into: Set()) { try $0.formUnion(names(in: $1)) }
    let missing = TableActionName.allCases.filter { !played.contains($0) }
    #expect(missing == [], "No space plays these: add them to an alphabet, or have the world answer them.")
  }

  /// The names of the actions that are taken in, and of those that undoing takes in for a person.
  private func names(in space: TableExploration.Space) throws -> Set<TableActionName> {
    let names = Names()
    if space.isUndone {
      var explorer = Explorer(TableUndoExploration(space), faults: 1, limit: Self.few)
      explorer.everyStep("") { before, step, _ in
        names.add(before.action(of: step).map { Self.actions(of: $0, before.state.history) } ?? [])
      }
      _ = try explorer.explore()
    } else {
      var explorer = Explorer(TableExploration(space), faults: 1, limit: Self.few)
      explorer.everyStep("") { before, step, _ in names.add([before.action(of: step)].compactMap(\.self)) }
      _ = try explorer.explore()
    }
    return names.all
  }

  private static let few = 500

  private static func actions(
    of action: Undoing<Table<TableExploration.Card>>.Action,
    _ history: UndoHistory<Table<TableExploration.Card>.Action, Table<TableExploration.Card>.Change>
  ) -> [Table<TableExploration.Card>.Action] {
    switch action {
    case .feature(let action): [action]
    case .undo: history.undoSteps.last?.actions ?? []
    case .redo: history.redoSteps.last?.actions ?? []
    case .groupOpened, .groupClosed: []
    }
  }

  private final class Names {
    var all: Set<TableActionName> = []

    /// Always true, as a law that only listens.
    func add(_ actions: [Table<TableExploration.Card>.Action]) -> Bool {
      all.formUnion(actions.map(TableActionName.init))
      return true
    }
  }
}
