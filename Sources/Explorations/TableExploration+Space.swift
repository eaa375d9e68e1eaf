internal import Tables
internal import Values

extension TableExploration {
  /// What is done: a situation that a person would name.
  package enum Situation: String, Sendable, CaseIterable {
    /// Rows are edited, moved and deleted, and put back, all at once, and whoever keeps them is told.
    case acting
    /// Rows are searched, filtered, sorted and grouped, one way upon the other.
    case arranging
    /// The keys and the mouse go through rows that are kept elsewhere, and select them.
    case browsing
    /// Rows are carried and moved, and put back.
    case carrying
    /// The keys go through the cells.
    case cells
    /// Rows are edited, saved, moved and deleted, by this person and by somebody else.
    case changing
    /// A row that is kept elsewhere is edited while the page is turned, and saved.
    case correcting
    /// A row that is kept elsewhere is edited and saved, while somebody else changes it and tells of it.
    case disputing
    /// Rows that are kept elsewhere are selected and deleted.
    case emptying
    /// Something is typed into cells of rows that are kept elsewhere, and saved.
    case filling
    /// Rows that are kept elsewhere are laid out, scrolled and leafed through.
    case fitting
    /// Somebody else tells what becomes of the rows while they are looked at and edited.
    case following
    /// Columns are put elsewhere, hidden and made wider, and rows scrolled and leafed through.
    case furnishing
    /// Rows that are kept elsewhere are carried over a page, cell by cell.
    case hauling
    /// Somebody else tells of rows that are kept elsewhere while they are looked at and edited.
    case heeding
    /// Somebody else tells of a row that is edited, and which of the two versions stands is told at once.
    case insisting
    /// The same person leafs through rows that are kept elsewhere, two at a time.
    case leafing
    /// Rows are sorted, filtered, selected, hovered and turned over; nothing is asked of the world.
    case looking
    /// Somebody else changes the row into which something is typed.
    case meeting
    /// A row is edited while somebody else changes it, and is made again what is stored, and edited once more.
    case mending
    /// Rows are moved while they are sorted, filtered and leafed through.
    case ordering
    /// Rows that are kept elsewhere are selected by the mouse.
    case picking
    /// Rows that are kept elsewhere are deleted, and had back.
    case recovering
    /// Rows are deleted, and had back.
    case removing
    /// Rows that are kept elsewhere are searched and selected.
    case seeking
    /// A row that is kept elsewhere is edited while somebody else changes it, and made again what is stored.
    case settling
    /// Rows that are kept elsewhere are moved, and put back.
    case shifting
    /// Rows that are kept elsewhere are filtered, sorted and grouped, one way upon the other.
    case sifting
    /// The keys go through the rows.
    case stepping
    /// Edited rows outlive that somebody else deletes them, and rows beside them are deleted and moved.
    case surviving
    /// Something is typed into cells and saved, while somebody else changes what is stored.
    case typing

    /// The rows are kept elsewhere.
    package var isRemote: Bool {
      [
        .browsing, .correcting, .disputing, .emptying, .filling, .fitting, .hauling, .heeding, .leafing, .picking,
        .recovering, .seeking, .settling, .shifting, .sifting,
      ].contains(self)
    }

    /// What is done to the data can be undone, and done again.
    package var hasUndo: Bool {
      [
        .acting, .carrying, .correcting, .mending, .recovering, .removing, .settling, .shifting, .surviving,
      ].contains(self)
    }

    /// When a change is done.
    var changePolicy: TableOptions<Card>.ChangePolicy { [.acting, .insisting].contains(self) ? .atOnce : .asked }

    /// Somebody else changes what is stored, or tells of it.
    var isShared: Bool {
      [
        .changing, .disputing, .following, .heeding, .insisting, .meeting, .mending, .settling, .surviving, .typing,
      ].contains(self)
    }

    /// What is typed is taken by one row only, so that not every row comes to have a price of its own.
    func acceptsPrice(for card: Card) -> Bool {
      [.filling, .meeting, .typing].contains(self) ? card.id == "b" : true
    }

    var options: TableOptions<Card> {
      TableOptions {
        $0.selection = .several
        $0.handlesMoves = true
        $0.handlesDeletions = true
        $0.source = isRemote ? .windows(of: 2) : .here
        $0.notesChanges = changePolicy == .atOnce
        $0.navigation = [.cells, .filling, .hauling, .typing].contains(self) ? .cells : .rows
        $0.thirdPress = self == .arranging ? .restores : .flips
        if [.acting, .carrying, .ordering].contains(self) { $0.canMove = { ["a", "c"].contains($0.id) } }
        if [.hauling, .shifting].contains(self) { $0.canMove = { $0.id == "a" } }
        if [.acting, .emptying, .removing].contains(self) { $0.canDelete = { ["a", "b"].contains($0.id) } }
      }
    }

    /// What a condition compares prices with.
    var contextValues: ContextValues { ["most": 2] }

    /// What was done before it begins.
    ///
    /// As long as nobody knows how many rows there are, there is a page behind every page, and the keys would find no end.
    var preparatoryActions: [TableFeature<Card>.Action] {
      switch self {
      case .browsing, .filling, .fitting, .hauling, .heeding, .picking:
        [.reloadTapped, .windowLoaded(Array(TableExploration.cards.prefix(2)), count: 4)]
      case .cells, .looking, .stepping: [.pageSizeChanged(2)]
      case .acting, .arranging, .carrying, .changing, .correcting, .disputing, .emptying, .following, .furnishing,
        .insisting, .leafing, .meeting, .mending, .ordering, .recovering, .removing, .seeking, .settling, .shifting,
        .sifting, .surviving, .typing:
        []
      }
    }
  }
}
