/// What a table lets a person do, and how.
public struct TableOptions<Row: Identifiable & Hashable & Sendable>: Sendable where Row.ID: Sendable {
  /// How much can be selected at once.
  public var selection = SelectionMode.none
  /// Whether a row can be selected; any can, unless said otherwise.
  public var canSelect: (@Sendable (Row) -> Bool)?
  /// What a second press on the only row that is selected does, where one can be selected.
  public var secondPress = SecondClick.keeps

  /// Whether somebody carries moves out.
  public var handlesMoves = false
  /// Whether a row can be moved, where somebody carries it out; any can, unless said otherwise.
  public var canMove: @Sendable (Row) -> Bool = { _ in true }
  /// Whether somebody carries deletions out.
  public var handlesDeletions = false
  /// Whether a row can be deleted, where somebody carries it out; any can, unless said otherwise.
  public var canDelete: @Sendable (Row) -> Bool = { _ in true }
  /// Whether somebody wants to hear which cell was changed to what, to find it right or wrong.
  public var notesChanges = false
  /// When a change is done, where the rows are here; rows that are kept elsewhere are always asked for.
  public var changes = ChangePolicy.atOnce

  /// What a third press on a title does.
  public var thirdPress = ThirdClick.flips
  /// How many columns rows can be sorted by at once; the oldest is dropped for another.
  public var sortLimit = 3
  /// Which rows are shown at all, as code.
  ///
  /// Where rows are kept elsewhere it is asked of those that were loaded: a page shows fewer, and nobody knows how many pass.
  public var isShown: (@Sendable (Row) -> Bool)?

  /// Where the rows are.
  public var source = RowSource.here
  /// What the keys go through.
  public var navigation = TableNavigationMode.rows
  /// What is counted and added up in the header.
  public var headerAggregates: [Aggregate] = []
  /// What is counted and added up in the footer.
  public var aggregates: [Aggregate] = []
  /// What a row means by itself, which is shown behind it.
  public var background: (@Sendable (Row) -> String?)?
  /// What a row means by itself, which is shown atop of it.
  public var overlay: (@Sendable (Row) -> String?)?
  /// Which meanings of a row come before which behind it, where several meet.
  public var meanings: [RowHighlight] = [.selected, .hovered, .own]
  /// Which come before which atop of it; none is shown that is not named.
  public var overlayMeanings: [RowHighlight] = [.own]

  /// Lets a person look, sort and filter, and nothing else.
  public init() {}

  /// The usual options with something changed.
  public init(_ change: (inout TableOptions) -> Void) { change(&self) }

  /// What a second press on the row that is selected does.
  public enum SecondClick: String, Hashable, Codable, Sendable {
    /// It stays selected.
    case keeps
    /// It is not selected any more.
    case clears
  }

  /// What a third press on a title does.
  public enum ThirdClick: String, Hashable, Codable, Sendable {
    /// It sorts forwards again.
    case flips
    /// It brings the order of the rows back.
    case restores
  }

  /// When a change is done.
  public enum ChangePolicy: String, Hashable, Codable, Sendable {
    /// At once, and whoever keeps the rows is told.
    ///
    /// Handlers start in the order of the changes; one that has to wait puts what it hears into a queue.
    case atOnce
    /// When whoever keeps the rows was asked and has answered.
    case asked
  }

  /// Where the rows are.
  public enum RowSource: Hashable, Codable, Sendable {
    /// All of them in the state.
    case here
    /// Elsewhere, and in the state a window of so many, which is also a page.
    case windows(of: Int)
  }
}

extension TableOptions {
  /// Whether anything is counted and added up.
  var hasAggregates: Bool { !aggregates.isEmpty || !headerAggregates.isEmpty }
}

/// How much can be selected at once.
public enum SelectionMode: Hashable, Codable, Sendable {
  /// Nothing.
  case none
  /// At most one.
  case one
  /// Any number.
  case several
}

/// What the keys go through.
public enum TableNavigationMode: String, Hashable, Codable, Sendable {
  /// Rows: home leads to the first.
  case rows
  /// Cells: home leads to the first of the row, and with the control key held to the first of all.
  case cells
}

/// What a row means, by which it is shown otherwise.
public enum RowHighlight: String, Hashable, Codable, Sendable {
  /// It is selected.
  case selected
  /// Something points at it.
  case hovered
  /// What it means by itself.
  case own
}
