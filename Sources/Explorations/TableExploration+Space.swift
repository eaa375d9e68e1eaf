import Tables
import Values

extension TableExploration {
  /// A space: a set of options and actions that cover one use of the table.
  package enum Situation: String, Sendable, CaseIterable {
    /// Rows are edited, moved, deleted and restored.
    ///
    /// Each change applies immediately and is then sent to the server.
    case immediateChanges
    /// Rows are searched, filtered, sorted and grouped in any combination.
    case queries
    /// Remote rows are navigated and selected with the keyboard and the mouse.
    case remoteNavigation
    /// Rows are dragged and moved, with undo.
    case dragging
    /// Cells are navigated with the keyboard.
    case cellNavigation
    /// Rows are edited, saved, moved and deleted by the user, and changed and deleted by another user.
    case concurrentChanges
    /// A remote row is edited and saved while the page changes, with undo.
    case remoteEditing
    /// A remote row is edited and saved while another user changes it and the table is notified.
    case remoteConflicts
    /// Remote rows are selected and deleted.
    case remoteDeletion
    /// Text is typed into cells of remote rows and saved.
    case remoteCellEntry
    /// Columns of remote rows are arranged, and the rows are scrolled and paged.
    case remoteLayout
    /// The table is notified of changed rows while they are viewed and edited.
    case updates
    /// Columns are moved, hidden and resized, and rows are scrolled and paged.
    case layout
    /// Remote rows are dragged over a page while the keyboard moves between cells.
    case remoteDragging
    /// The table is notified of changed remote rows while they are viewed and edited.
    case remoteUpdates
    /// The table is notified that another user changed an edited row, and resolving the conflict applies immediately.
    case immediateConflicts
    /// Remote rows are paged, sorted and deleted.
    case remotePaging
    /// Rows are sorted, filtered, selected, hovered and paged.
    ///
    /// No effect is run.
    case viewing
    /// Another user changes the row whose cell is being edited.
    case editConflicts
    /// A row is edited while another user changes it, is reverted, and is edited again.
    case editReverting
    /// Rows are moved while they are sorted, filtered and paged.
    case movingWhileSorted
    /// Remote rows are selected with the mouse.
    case remoteSelection
    /// Remote rows are deleted and restored.
    case remoteRestoring
    /// Rows are deleted and restored.
    case deletion
    /// Remote rows are searched and selected.
    case remoteSearch
    /// A remote row is edited while another user changes it, and is reverted.
    case remoteReverting
    /// Remote rows are moved, with undo.
    case remoteMoving
    /// Remote rows are filtered, sorted and grouped in any combination.
    case remoteQueries
    /// Rows are navigated with the keyboard.
    case rowNavigation
    /// Another user deletes edited rows, which stay in the table.
    case deletionWhileEditing
    /// Text is typed into cells and saved while another user changes the stored rows.
    case cellEntry

    /// A Boolean value that indicates whether the rows are remote.
    package var isRemote: Bool {
      [
        .remoteNavigation, .remoteEditing, .remoteConflicts, .remoteDeletion, .remoteCellEntry, .remoteLayout,
        .remoteDragging, .remoteUpdates, .remotePaging, .remoteSelection,
        .remoteRestoring, .remoteSearch, .remoteReverting, .remoteMoving, .remoteQueries,
      ].contains(self)
    }

    /// A Boolean value that indicates whether changes of the data can be undone and redone.
    package var hasUndo: Bool {
      [
        .immediateChanges, .dragging, .remoteEditing, .editReverting, .remoteRestoring, .deletion, .remoteReverting,
        .remoteMoving, .deletionWhileEditing,
      ].contains(self)
    }

    /// Whether a change applies immediately or after the server confirmed it.
    var changePolicy: TableOptions<Card>.ChangePolicy {
      [.immediateChanges, .immediateConflicts].contains(self) ? .immediate : .afterConfirmation
    }

    /// A Boolean value that indicates whether another user changes the stored rows.
    var isShared: Bool {
      [
        .concurrentChanges, .remoteConflicts, .updates, .remoteUpdates, .immediateConflicts, .editConflicts,
        .editReverting, .remoteReverting, .deletionWhileEditing, .cellEntry,
      ].contains(self)
    }

    /// Returns whether a card accepts a typed price.
    ///
    /// In some spaces only one does, which keeps the number of states small.
    func acceptsPrice(for card: Card) -> Bool {
      [.remoteCellEntry, .editConflicts, .cellEntry].contains(self) ? card.id == "b" : true
    }

    var options: TableOptions<Card> {
      TableOptions {
        $0.selection = .multiple
        $0.supportsMoves = true
        $0.supportsDeletions = true
        $0.rowSource = isRemote ? .remote(windowSize: 2) : .local
        $0.reportsCellChanges = changePolicy == .immediate
        $0.navigation =
          [.cellNavigation, .remoteCellEntry, .remoteDragging, .cellEntry].contains(self) ? .cells : .rows
        $0.thirdClick = self == .queries ? .removesSort : .togglesDirection
        if [.immediateChanges, .dragging, .movingWhileSorted].contains(self) {
          $0.canMove = { ["a", "c"].contains($0.id) }
        }
        if [.remoteDragging, .remoteMoving].contains(self) { $0.canMove = { $0.id == "a" } }
        if [.immediateChanges, .remoteDeletion, .deletion].contains(self) {
          $0.canDelete = { ["a", "b"].contains($0.id) }
        }
      }
    }

    /// The context value that the condition compares prices with.
    var contextValues: ContextValues { ["most": 2] }

    /// The actions that lead to the initial state.
    ///
    /// Remote spaces with keyboard navigation or layout load the first window. While the number of rows is unknown,
    /// every page has a next page, and the number of states is unlimited.
    var preparatoryActions: [TableFeature<Card>.Action] {
      switch self {
      case .remoteNavigation, .remoteCellEntry, .remoteLayout, .remoteDragging, .remoteUpdates, .remoteSelection:
        [.reloadTapped, .windowLoaded(Array(TableExploration.cards.prefix(2)), count: 4)]
      case .cellNavigation, .viewing, .rowNavigation: [.pageSizeChanged(2)]
      case .immediateChanges, .queries, .dragging, .concurrentChanges, .remoteEditing, .remoteConflicts,
        .remoteDeletion, .updates, .layout,
        .immediateConflicts, .remotePaging, .editConflicts, .editReverting, .movingWhileSorted, .remoteRestoring,
        .deletion, .remoteSearch, .remoteReverting, .remoteMoving,
        .remoteQueries, .deletionWhileEditing, .cellEntry:
        []
      }
    }
  }
}
