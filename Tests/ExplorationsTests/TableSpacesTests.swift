import Explorations
import Loop
import LoopExplorer
import Tables
import TestInputs
import Testing

/// The actions that occur in the first states of each table space.
@Suite struct `The spaces of a table` {
  @Test(.enabled(if: runsExhaustively)) func `cover every action on local rows`() throws {
    try expectEverything(
      in: TableExploration.Space.allCases.filter { !$0.isRemote },
      but: [
        .appeared: "local rows need no request", .reloadTapped: "local rows cannot be reloaded",
        .rowSourceChanged: "local rows have no source", .windowLoaded: "local rows have no window",
        .windowFailed: "local rows have no window",
      ])
  }

  @Test(.enabled(if: runsExhaustively)) func `cover every action on remote rows`() throws {
    try expectEverything(in: TableExploration.Space.allCases.filter(\.isRemote), but: [:])
  }

  @Test(.enabled(if: runsExhaustively)) func `cover every change with the immediate policy`() throws {
    let played = try TableExploration.Space.allCases.filter(Self.isImmediate).reduce(into: Set()) {
      try $0.formUnion(actionNames(in: $1))
    }
    let changes: Set<TableActionName> = [
      .cellSet, .editCommitted, .cellRejected, .saveTapped, .revertTapped, .localKept, .remoteTaken, .deleteTapped,
      .delete, .rowsDeleted, .rowsDeletedAt, .rowsMoved, .rowsMovedFrom, .dropped, .cellEditUndone, .moveUndone,
      .deletionUndone, .restorationUndone, .editsUndone,
    ]
    #expect(
      changes.subtracting(played) == [],
      "No immediate space has these actions: add them to `TableExploration.Space`.")
  }

  @Test func `report which cell changed to which value`() throws {
    let log = ChangedCellLog()
    for space in TableExploration.Space.allCases where Self.isImmediate(space) && !space.hasUndo {
      let exploration = TableExploration(space)
      var explorer = Explorer(exploration, .init(stateLimit: Self.stateLimit))
      explorer.everyStep("") { before, step, _ in
        var state = before.state
        guard let action = before.action(of: step) else { return true }
        return log.append(exploration.feature.reduce(&state, action).instructions)
      }
      _ = try explorer.explore()
    }
    #expect(log.cells == ["b price integer(9)", "b price integer(7)"])
  }

  private func expectEverything(
    in spaces: [TableExploration.Space], but exceptions: KeyValuePairs<TableActionName, String>
  ) throws {
    let played = try spaces.reduce(into: Set()) { try $0.formUnion(actionNames(in: $1)) }
    let missing = TableActionName.allCases.filter { !played.contains($0) && !exceptions.map(\.key).contains($0) }
    #expect(missing == [], "No space has these actions: add them to `TableExploration.Space` or to the outcomes.")
    for (name, reason) in exceptions { #expect(!played.contains(name), "A space has this action, although \(reason).") }
  }

  /// Returns the names of the actions that change the state, including the actions of undo and redo steps.
  private func actionNames(in space: TableExploration.Space) throws -> Set<TableActionName> {
    let names = ActionNameSet()
    if space.hasUndo {
      var explorer = Explorer(TableUndoExploration(space), .init(stateLimit: 2 * Self.stateLimit))
      explorer.everyStep("") { before, step, after in
        before.state.feature == after.state.feature
          || names.insert(before.action(of: step).map { Self.actions(of: $0, before.state.history) } ?? [])
      }
      _ = try explorer.explore()
    } else {
      var explorer = Explorer(TableExploration(space), .init(stateLimit: Self.stateLimit))
      explorer.everyStep("") { before, step, after in
        before.state == after.state || names.insert([before.action(of: step)].compactMap(\.self))
      }
      _ = try explorer.explore()
    }
    return names.all
  }

  private static func isImmediate(_ space: TableExploration.Space) -> Bool {
    TableExploration(space).feature.options.changePolicy == .immediate
  }

  private static let stateLimit = 300

  private static func actions(
    of action: UndoFeature<EditableTable<TableExploration.Card>>.Action,
    _ history: UndoHistory<EditableTable<TableExploration.Card>.Action, EditableTable<TableExploration.Card>.ChangeKind>
  ) -> [EditableTable<TableExploration.Card>.Action] {
    switch action {
    case .feature(let action): [action]
    case .undo: history.undoSteps.last?.actions ?? []
    case .redo: history.redoSteps.last?.actions ?? []
    case .travelled, .groupOpened, .groupClosed: []
    }
  }

  private final class ChangedCellLog {
    var cells: Set<String> = []

    /// Records the reported cells and returns `true`, so that the call can be used as a law.
    func append(
      _ instructions: [Effects<EditableTable<TableExploration.Card>>.Instruction]
    ) -> Bool {
      for case .fireAndForget(.reportCellChange(let id, let column, let value), _) in instructions {
        cells.insert("\(id) \(column) \(value)")
      }
      return true
    }
  }

  private final class ActionNameSet {
    var all: Set<TableActionName> = []

    /// Records the names of the actions and returns `true`, so that the call can be used as a law.
    func insert(_ actions: [EditableTable<TableExploration.Card>.Action]) -> Bool {
      all.formUnion(actions.map(TableActionName.init))
      return true
    }
  }
}
