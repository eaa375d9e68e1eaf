public import Values

/// What there is to see of a table.
public struct TableScreen<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What kind of table it is.
  public let kind: TableKind
  /// The columns in sight, from the first to the last; header and footer have the same titles.
  public let titles: [ColumnHeader]
  /// The rows in sight, from above.
  public let rows: [Row]
  /// What is computed of the rows and shown in the header, in the order in which it was declared.
  public let headerAggregates: [AggregateValue]
  /// What is computed of them and shown in the footer.
  public let aggregates: [AggregateValue]
  /// Whether everything that passes is selected.
  public let selection: SelectAllState
  /// How many there are.
  public let counts: TableCounts
  /// The number of the page, from 0.
  public let page: Int
  /// How many pages there are, if that is known.
  public let pageCount: Int?
  /// How far the columns are scrolled sideways.
  public let offset: Int
  /// How far they can be: not at all where there is room for all of them.
  public let furthestOffset: Int
  /// The least width of all columns together, in what each of them is measured in.
  public let leastWidth: Int
  /// What is typed into a cell.
  public let editing: EditedCell?
  /// What a person carries.
  public let carried: MovingRows?
  /// What is being moved, the oldest first.
  public let moves: [MovingRows]
  /// Why rows could not be moved, until others shall be.
  public let moveFailure: String?
  /// Why no rows can be moved now.
  public let movesUnavailable: String?
  /// Why no rows can be deleted.
  public let deletionsUnavailable: String?
  /// What is going on with rows that are not here: they could not be brought back, say, or were edited on another page.
  public let elsewhere: [RowNotice]
  /// How far rows that are kept elsewhere are loaded.
  public let loading: TableLoadingStatus
  /// Whether the rows in sight are older than what was asked for, or than a change.
  public let isStale: Bool
  /// Why the last action was not carried out.
  public let refusal: String?

  /// A row in sight.
  public struct Row: Hashable, Sendable {
    /// The row.
    public let id: ID
    /// What it shows, column by column.
    public let cells: [TableCell]
    /// Whether it is selected.
    public let isSelected: Bool
    /// Whether something points at it.
    public let isHovered: Bool
    /// Whether the keys act on it.
    public let hasCursor: Bool
    /// The column in which they act.
    public let cursorColumn: String?
    /// Whether a person carries it.
    public let isDragged: Bool
    /// What is shown behind it.
    public let background: RowStyle?
    /// What is shown atop of it.
    public let overlay: RowStyle?
    /// The value of its group, on the first row of a group in sight.
    public let group: String?
    /// What is going on with it, for a person.
    public let notice: String?
    /// What somebody else made of it while it was edited here.
    public let conflict: RowConflict?
  }

  /// What is going on with a row.
  public struct RowNotice: Hashable, Sendable {
    /// The row.
    public let id: ID
    /// What is told to a person.
    public let text: String
  }

  /// Rows that go to another place, carried by a person or moved.
  public struct MovingRows: Hashable, Sendable {
    /// The rows, in the order in which they will stand.
    public let ids: [ID]
    /// Where they will stand, if they fall or arrive.
    public let target: RowPosition<ID>?
  }

  /// A cell that is being edited.
  public struct EditedCell: Hashable, Sendable {
    /// The row.
    public let row: ID
    /// The column.
    public let column: String
    /// What was typed.
    public let text: String
    /// What is wrong with it.
    public let fault: String?
  }
}

/// A cell in sight.
public struct TableCell: Hashable, Sendable {
  /// What it holds.
  public let value: Value
  /// What it shows.
  public let text: String
  /// Whether it was edited and is not saved.
  public let isUnsaved: Bool
  /// What was found wrong with it.
  public let fault: String?
}

/// A column's title.
public struct ColumnHeader: Hashable, Sendable {
  /// The column.
  public let id: String
  /// What it is called.
  public let text: String
  /// How the rows are sorted by it.
  public let order: SortDirection?
  /// What tells that.
  public let mark: String
  /// Which of several columns that rows are sorted by it is, from 1; nil where it is the only one, or none.
  public let rank: Int?
  /// Whether it is filtered.
  public let isFiltered: Bool
  /// Whether a press sorts.
  public let isSortable: Bool
  /// On which side its cells stand.
  public let alignment: ColumnAlignment
  /// How wide it is.
  public let width: ColumnWidth
}

/// A meaning of a row that is shown.
public enum RowStyle: Hashable, Sendable {
  /// It is selected.
  case selected
  /// Something points at it.
  case hovered
  /// What it means by itself.
  case own(String)
}

/// The other side of a row that was edited.
public enum RowConflict: Hashable, Sendable {
  /// This is stored, column by column.
  case changed([TableCell])
  /// Nothing is stored any more.
  case deleted
}

/// How many rows there are; nil where nobody knows.
public struct TableCounts: Hashable, Sendable {
  /// All.
  public let all: Int?
  /// Those that pass the filter.
  public let filtered: Int?
  /// Those that are selected.
  public let selected: Int?
  /// Those that were edited and are not saved.
  public let unsaved: Int
}

/// How far rows that are kept elsewhere are loaded.
public enum TableLoadingStatus: Hashable, Sendable {
  /// Nobody has asked for them yet; the first action does, whatever it is.
  case unasked
  /// They are here.
  case loaded
  /// They are awaited, and what is in sight is older.
  case awaited
  /// They could not be loaded, and why; what is in sight is older.
  case failed(String)
}

/// Whether everything that passes is selected.
public enum SelectAllState: String, Hashable, Codable, Sendable {
  /// Nothing of it.
  case none
  /// Something of it.
  case some
  /// All of it.
  case all
  /// Nobody knows, since not all rows are loaded.
  case unknown
}
