internal import Tables

extension TableExploration.Situation {
  typealias Card = TableExploration.Card
  typealias Action = TableFeature<Card>.Action

  /// What is done, whatever comes of it.
  func actions(in state: TableFeature<Card>.State) -> [Action] {
    switch self {
    case .acting: TableActionSets.acting
    case .arranging: TableActionSets.arranging
    case .browsing: TableActionSets.browsing
    case .carrying: TableActionSets.carrying + (state.moves.count < 2 ? TableActionSets.moving : [])
    case .cells: TableActionSets.cells
    case .changing: TableActionSets.changing
    case .correcting: TableActionSets.correcting
    case .disputing: TableActionSets.disputing
    case .emptying: TableActionSets.emptying
    case .filling: TableActionSets.filling
    case .fitting: TableActionSets.fitting
    case .following: TableActionSets.following
    case .furnishing: TableActionSets.furnishing
    case .hauling: TableActionSets.hauling + (state.moves.isEmpty ? [.dropped] : [])
    case .heeding: TableActionSets.heeding
    case .insisting: TableActionSets.insisting
    case .leafing: TableActionSets.leafing
    case .looking: TableActionSets.looking
    case .meeting: TableActionSets.meeting
    case .mending: TableActionSets.mending
    case .ordering: TableActionSets.ordering + (state.moves.count < 2 ? TableActionSets.putting : [])
    case .picking: TableActionSets.picking
    case .recovering: TableActionSets.recovering
    case .removing: state.errands.values.contains(where: \.isPending) ? [] : TableActionSets.removing
    case .seeking: TableActionSets.seeking
    case .settling: TableActionSets.settling
    case .shifting: TableActionSets.turning + (state.moves.isEmpty ? TableActionSets.shifting : [])
    case .sifting: TableActionSets.sifting
    case .stepping: TableActionSets.stepping
    case .surviving: TableActionSets.deletionWhileEditing
    case .typing: TableActionSets.typing
    }
  }
}
