/// The appearance of a table: hints for the view that draws it.
///
/// ```swift
/// let appearance = TableAppearance.stack.configured { $0.minimumWidth = 400 }
/// ```
public struct TableAppearance: Hashable, Codable, Sendable {
  /// The name of the appearance.
  public var name: String
  /// Whether header and footer scroll with the rows.
  public var scrollsHeader: Bool
  /// Whether the table has a header.
  public var hasHeader = true
  /// Whether the table has a footer, with the same titles as the header.
  public var hasFooter = false
  /// Whether at least one column is required, because only columns define the layout.
  public var requiresColumns: Bool
  /// The space around the table.
  public var padding = 0
  /// The space below the header.
  public var headerSpacing = 0
  /// The space above the footer.
  public var footerSpacing = 0
  /// The alignment of the columns if the table is wider than they are.
  public var alignment = ColumnAlignment.leading
  /// The space between rows.
  public var rowSpacing = 0
  /// The space around the contents of a row.
  public var rowPadding = 0
  /// The width below which the columns scroll horizontally.
  public var minimumWidth: Int?
  /// The symbols that show the sort direction in a title.
  public var sortIndicators = SortIndicators()

  init(_ name: String, scrollsHeader: Bool, requiresColumns: Bool) {
    self.name = name
    self.scrollsHeader = scrollsHeader
    self.requiresColumns = requiresColumns
  }

  /// A list whose titles scroll with the rows.
  public static let list = TableAppearance("list", scrollsHeader: true, requiresColumns: false)
  /// A list under fixed titles.
  public static let stack = TableAppearance("stack", scrollsHeader: false, requiresColumns: false)
  /// A grid of cells under fixed titles.
  public static let grid = TableAppearance("grid", scrollsHeader: false, requiresColumns: true)

  /// Returns a copy of this appearance with changes applied.
  public func configured(_ change: (inout TableAppearance) -> Void) -> TableAppearance {
    var appearance = self
    change(&appearance)
    return appearance
  }
}

/// The symbols that show the sort direction in a title.
public struct SortIndicators: Hashable, Codable, Sendable {
  /// The symbol for ascending order.
  public var forward: String
  /// The symbol for descending order.
  public var reverse: String
  /// The symbol for a column that is not a sort key.
  ///
  /// It should be as wide as the other symbols.
  public var unsorted: String

  /// Creates indicators from symbols.
  public init(forward: String = "▲", reverse: String = "▼", unsorted: String = " ") {
    self.forward = forward
    self.reverse = reverse
    self.unsorted = unsorted
  }
}
