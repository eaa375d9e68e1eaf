internal import Tables

extension TableExploration.Space {
  typealias Card = TableExploration.Card
  typealias Action = Table<Card>.Action

  /// What is done, whatever comes of it.
  func actions(in state: Table<Card>.State) -> [Action] {
    switch self {
    case .acting: TableAlphabet.acting
    case .arranging: TableAlphabet.arranging
    case .browsing: TableAlphabet.browsing
    case .carrying: TableAlphabet.carrying + (state.moves.count < 2 ? TableAlphabet.moving : [])
    case .cells: TableAlphabet.cells
    case .changing: TableAlphabet.changing
    case .correcting: TableAlphabet.correcting
    case .disputing: TableAlphabet.disputing
    case .emptying: TableAlphabet.emptying
    case .filling: TableAlphabet.filling
    case .fitting: TableAlphabet.fitting
    case .following: TableAlphabet.following
    case .furnishing: TableAlphabet.furnishing
    case .hauling: TableAlphabet.hauling + (state.moves.isEmpty ? [.dropped] : [])
    case .heeding: TableAlphabet.heeding
    case .insisting: TableAlphabet.insisting
    case .leafing: TableAlphabet.leafing
    case .looking: TableAlphabet.looking
    case .meeting: TableAlphabet.meeting
    case .mending: TableAlphabet.mending
    case .ordering: TableAlphabet.ordering + (state.moves.count < 2 ? TableAlphabet.putting : [])
    case .picking: TableAlphabet.picking
    case .recovering: TableAlphabet.recovering
    case .removing: state.errands.values.contains(where: \.isAwaited) ? [] : TableAlphabet.removing
    case .seeking: TableAlphabet.seeking
    case .settling: TableAlphabet.settling
    case .shifting: TableAlphabet.turning + (state.moves.isEmpty ? TableAlphabet.shifting : [])
    case .sifting: TableAlphabet.sifting
    case .stepping: TableAlphabet.stepping
    case .surviving: TableAlphabet.surviving
    case .typing: TableAlphabet.typing
    }
  }
}
