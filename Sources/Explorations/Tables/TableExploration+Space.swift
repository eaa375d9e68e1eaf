import LoopExplorer
import Tables
import Values

extension TableExploration {
  /// A space: a set of options and actions that cover one use of the table.
  package struct Space: CaseIterable, CustomStringConvertible, Sendable {
    typealias Action = EditableTable<Card>.Action
    typealias ViewAction = TableFeature<Card>.Action

    /// What another user does to the stored rows, and whether the table is notified instead.
    enum OtherUser { case absent, notifies, changesOneRow, deletesTwoRows }

    /// The name of the space, which is that of its constant.
    package let description: String
    /// A Boolean value that indicates whether the rows are remote.
    package var isRemote = false
    /// A Boolean value that indicates whether changes of the data can be undone and redone.
    package var hasUndo = false
    /// Whether a change applies immediately or after the server confirmed it.
    var changePolicy = EditingOptions<Card>.ChangePolicy.afterConfirmation
    /// Whether an edited row is saved when a cell is committed.
    var savesCommittedCells = false
    var otherUser = OtherUser.absent
    var navigation = CursorUnit.rows
    var thirdHeaderClick = TableOptions<Card>.ThirdHeaderClickBehavior.togglesDirection
    // In some spaces only some rows can be changed, which keeps the number of states small.
    var editableRows = allRows
    var movableRows = allRows
    var deletableRows = allRows
    /// The actions that lead to the initial state.
    var preparatoryActions: [ViewAction] = []
    /// The actions of the user in the view, and the rows that arrive there.
    ///
    /// Some of them have no effect in some states.
    var viewActions: [ViewAction] = []
    /// The changes that the user makes.
    var actions: [Action] = []
    /// Further actions, which are possible while fewer moves are pending than the limit.
    var moves: (actions: [Action], limit: Int) = ([], 0)
    /// A Boolean value that indicates whether the user acts only when no operation is pending.
    var waitsForResponses = false
    private let includes: String
    private let excludes: String

    private static let allRows: Set<String> = ["a", "b", "c", "d", "e"]

    /// Creates a space.
    ///
    /// The descriptions need not mention windows and undo: they are added.
    init(
      _ name: String, with includes: String, without excludes: String, _ configure: (inout Space) -> Void
    ) {
      description = name
      self.includes = includes
      self.excludes = excludes
      configure(&self)
    }

    /// What the space includes and excludes.
    var scope: StateSpaceDescription {
      StateSpaceDescription(
        includes: (isRemote ? ["four rows in windows of two"] : []) + [includes]
          + (hasUndo ? ["undoing and redoing the last step"] : []),
        excludes: [excludes])
    }

    var options: EditingOptions<Card> {
      EditingOptions {
        $0.view.selection = .multiple
        $0.supportsMoves = true
        $0.supportsDeletions = true
        $0.view.rowSource = isRemote ? .remote(windowSize: 2) : .local
        $0.changePolicy = changePolicy
        $0.reportsCellChanges = changePolicy == .immediate
        $0.savesCommittedCells = savesCommittedCells
        $0.view.navigation = navigation
        $0.view.thirdHeaderClick = thirdHeaderClick
        $0.canMove = { movableRows.contains($0.id) }
        $0.canDelete = { deletableRows.contains($0.id) }
      }
    }

    /// All spaces.
    package static let allCases: [Space] = [
      .immediateChanges, .queries, .dragging, .cellNavigation, .cellSaving, .concurrentChanges, .updates, .layout,
      .immediateConflicts, .viewing, .editConflicts, .editReverting, .movingWhileSorted, .deletion, .rowNavigation,
      .deletionWhileEditing, .cellEntry,
      .remoteNavigation, .remoteEditing, .remoteConflicts, .remoteDeletion, .remoteCellEntry, .remoteLayout,
      .remoteDragging, .remoteUpdates, .remotePaging, .remoteSelection, .remoteRestoring, .remoteSearch,
      .remoteReverting, .remoteMoving, .remoteQueries,
    ]

    static func keyPresses(_ codes: TableKeyPress.Code...) -> [ViewAction] {
      codes.map { .keyPressed(TableKeyPress($0)) }
    }

    /// The settings of the table at first, and after a user changed them.
    static let layoutSettings: [TableSettings] = {
      let table = TableExploration(.viewing).feature.view
      var state = table.initialState(TableExploration.cards)
      let first = table.settings(of: state)
      for action: ViewAction in [
        .headerClicked("price"), .groupingChanged(to: "price"), .columnResized("id", 40), .pageSizeChanged(3),
      ] { _ = table.reduce(&state, action) }
      return [first, table.settings(of: state)]
    }()
  }
}
