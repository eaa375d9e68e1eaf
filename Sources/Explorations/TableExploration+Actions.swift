import Tables

extension TableExploration.Situation {
  typealias Card = TableExploration.Card
  typealias Action = TableFeature<Card>.Action

  /// The actions that the user can perform, including those that have no effect in this state.
  func actions(in state: TableFeature<Card>.State) -> [Action] {
    switch self {
    case .immediateChanges: TableActionSets.immediateChanges
    case .queries: TableActionSets.queries
    case .remoteNavigation: TableActionSets.remoteNavigation
    case .dragging: TableActionSets.dragging + (state.pendingMoves.count < 2 ? TableActionSets.moving : [])
    case .cellNavigation: TableActionSets.cellNavigation
    case .concurrentChanges: TableActionSets.concurrentChanges
    case .remoteEditing: TableActionSets.remoteEditing
    case .remoteConflicts: TableActionSets.remoteConflicts
    case .remoteDeletion: TableActionSets.remoteDeletion
    case .remoteCellEntry: TableActionSets.remoteCellEntry
    case .remoteLayout: TableActionSets.remoteLayout
    case .updates: TableActionSets.updates
    case .layout: TableActionSets.layout
    case .remoteDragging: TableActionSets.remoteDragging + (state.pendingMoves.isEmpty ? [.dropped] : [])
    case .remoteUpdates: TableActionSets.remoteUpdates
    case .immediateConflicts: TableActionSets.immediateConflicts
    case .remotePaging: TableActionSets.remotePaging
    case .viewing: TableActionSets.viewing
    case .editConflicts: TableActionSets.editConflicts
    case .editReverting: TableActionSets.editReverting
    case .movingWhileSorted:
      TableActionSets.movingWhileSorted + (state.pendingMoves.count < 2 ? TableActionSets.upserting : [])
    case .remoteSelection: TableActionSets.remoteSelection
    case .remoteRestoring: TableActionSets.remoteRestoring
    case .deletion: state.pendingOperations.values.contains(where: \.isPending) ? [] : TableActionSets.deletion
    case .remoteSearch: TableActionSets.remoteSearch
    case .remoteReverting: TableActionSets.remoteReverting
    case .remoteMoving: TableActionSets.pageTurning + (state.pendingMoves.isEmpty ? TableActionSets.remoteMoving : [])
    case .remoteQueries: TableActionSets.remoteQueries
    case .rowNavigation: TableActionSets.rowNavigation
    case .deletionWhileEditing: TableActionSets.deletionWhileEditing
    case .cellEntry: TableActionSets.cellEntry
    }
  }
}
