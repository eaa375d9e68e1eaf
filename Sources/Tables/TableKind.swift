/// What kind of table it is to look at: hints for whoever draws it.
///
/// ```swift
/// let kind = TableKind.stack.changed { $0.minimumWidth = 400 }
/// ```
public struct TableKind: Hashable, Codable, Sendable {
  /// What it is called.
  public var name: String
  /// Whether header and footer scroll with the rows.
  public var scrollsTitles: Bool
  /// Whether there is a header.
  public var hasHeader = true
  /// Whether there is a footer, with the same titles.
  public var hasFooter = false
  /// Whether the columns must be told, since there is nothing else to lay the cells out by.
  public var needsColumns: Bool
  /// How much room is left around the table.
  public var padding = 0
  /// How much room is left below the header.
  public var headerSpacing = 0
  /// How much room is left above the footer.
  public var footerSpacing = 0
  /// On which side the columns stand where there is more room than they take.
  public var alignment = ColumnAlignment.leading
  /// How much room is left between rows.
  public var rowSpacing = 0
  /// How much room is left around a row.
  public var rowPadding = 0
  /// Below this width the columns scroll sideways.
  public var minimumWidth: Int?
  /// What tells in a title how the rows are sorted.
  public var marks = SortIndicators()

  init(_ name: String, scrollsHeader scrollsTitles: Bool, needsColumns: Bool) {
    self.name = name
    self.scrollsTitles = scrollsTitles
    self.needsColumns = needsColumns
  }

  /// Rows below one another, and the titles among them.
  public static let list = TableKind("list", scrollsHeader: true, needsColumns: false)
  /// Rows below one another, under titles that stay.
  public static let stack = TableKind("stack", scrollsHeader: false, needsColumns: false)
  /// Cells beside and below one another, under titles that stay.
  public static let grid = TableKind("grid", scrollsHeader: false, needsColumns: true)

  /// The same kind with something changed.
  public func configured(_ change: (inout TableKind) -> Void) -> TableKind {
    var kind = self
    change(&kind)
    return kind
  }
}

/// What tells in a title how the rows are sorted.
public struct SortIndicators: Hashable, Codable, Sendable {
  /// The least first.
  public var forward: String
  /// The greatest first.
  public var reverse: String
  /// Not by this column; it takes as much room as the others.
  public var neutral: String

  /// Makes marks, or the usual ones.
  public init(forward: String = "▲", reverse: String = "▼", unsorted neutral: String = " ") {
    self.forward = forward
    self.reverse = reverse
    self.neutral = neutral
  }
}
