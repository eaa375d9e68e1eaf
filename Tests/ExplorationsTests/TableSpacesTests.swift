import Explorations
import Loop
import LoopExplorer
import Tables
import Testing

/// What is played in the spaces of a table, as far as their first moments show it.
@Suite struct `The spaces of a table` {
  @Test(.enabled(if: isExhaustive)) func `play everything that can happen to rows that are here`() throws {
    try expectEverything(
      in: TableExploration.Situation.allCases.filter { !$0.isRemote },
      but: [
        .reloadTapped: "there is nowhere to read them again",
        .windowLoaded: "no window is asked for",
        .windowFailed: "no window is asked for",
      ])
  }

  @Test(.enabled(if: isExhaustive)) func `play everything that can happen to rows that are kept elsewhere`() throws {
    try expectEverything(in: TableExploration.Situation.allCases.filter(\.isRemote), but: [:])
  }

  @Test func `do at once whatever else is asked for`() throws {
    let played = try TableExploration.Situation.allCases.filter(Self.isImmediate).reduce(into: Set()) {
      try $0.formUnion(actionNames(in: $1))
    }
    let changes: Set<TableActionName> = [
      .cellSet, .editCommitted, .cellRejected, .saveTapped, .revertTapped, .mineKept, .theirsTaken, .deleteTapped,
      .delete, .rowsDeleted, .rowsDeletedAt, .rowsMoved, .rowsMovedFrom, .dropped, .cellTakenBack, .placesTakenBack,
      .deletionTakenBack, .restoringTakenBack, .editsTakenBack,
    ]
    #expect(changes.subtracting(played) == [], "No space does these at once: add them to an alphabet.")
  }

  @Test func `tell which cell was changed to what`() throws {
    let told = ChangedCellLog()
    for space in TableExploration.Situation.allCases where Self.isImmediate(space) && !space.hasUndo {
      let exploration = TableExploration(space)
      var explorer = Explorer(exploration, stateLimit: Self.few)
      explorer.everyStep("") { before, step, _ in
        var state = before.state
        guard let action = before.action(of: step) else { return true }
        return told.append(exploration.feature.reduce(&state, action).instructions)
      }
      _ = try explorer.explore()
    }
    #expect(told.cells == ["b price integer(9)", "b price integer(7)"])
  }

  private func expectEverything(
    in spaces: [TableExploration.Situation], but exceptions: KeyValuePairs<TableActionName, String>
  ) throws {
    let played = try spaces.reduce(into: Set()) { try $0.formUnion(actionNames(in: $1)) }
    let missing = TableActionName.allCases.filter { !played.contains($0) && !exceptions.map(\.key).contains($0) }
    #expect(missing == [], "No space plays these: add them to an alphabet, or have the world answer them.")
    for (name, reason) in exceptions { #expect(!played.contains(name), "Some space plays it, and yet \(reason).") }
  }

  /// The names of the actions that are taken in, and of those that undoing takes in for a person.
  private func actionNames(in space: TableExploration.Situation) throws -> Set<TableActionName> {
    let names = ActionNameSet()
    if space.hasUndo {
      var explorer = Explorer(TableUndoExploration(space), stateLimit: 2 * Self.few)
      explorer.everyStep("") { before, step, after in
        before.state.feature == after.state.feature
          || names.insert(before.action(of: step).map { Self.actions(of: $0, before.state.history) } ?? [])
      }
      _ = try explorer.explore()
    } else {
      var explorer = Explorer(TableExploration(space), stateLimit: Self.few)
      explorer.everyStep("") { before, step, after in
        before.state == after.state || names.insert([before.action(of: step)].compactMap(\.self))
      }
      _ = try explorer.explore()
    }
    return names.all
  }

  private static func isImmediate(_ space: TableExploration.Situation) -> Bool {
    TableExploration(space).feature.options.changes == .atOnce
  }

  private static let few = 300

  private static func actions(
    of action: UndoFeature<TableFeature<TableExploration.Card>>.Action,
    _ history: UndoHistory<TableFeature<TableExploration.Card>.Action, TableFeature<TableExploration.Card>.Change>
  ) -> [TableFeature<TableExploration.Card>.Action] {
    switch action {
    case .feature(let action): [action]
    case .undo: history.undoSteps.last?.actions ?? []
    case .redo: history.redoSteps.last?.actions ?? []
    case .groupOpened, .groupClosed: []
    }
  }

  private final class ChangedCellLog {
    var cells: Set<String> = []

    /// Always true, as a law that only listens.
    func append(
      _ instructions: [Effects<TableFeature<TableExploration.Card>.Effect, TableFeature<TableExploration.Card>.Slot>
        .Instruction]
    ) -> Bool {
      for case .tell(.noteChange(let id, let column, let value)) in instructions {
        cells.insert("\(id) \(column) \(value)")
      }
      return true
    }
  }

  private final class ActionNameSet {
    var all: Set<TableActionName> = []

    /// Always true, as a law that only listens.
    func insert(_ actions: [TableFeature<TableExploration.Card>.Action]) -> Bool {
      all.formUnion(actions.map(TableActionName.init))
      return true
    }
  }
}
