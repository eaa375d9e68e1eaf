import Documents
import Tables

/// How a document is read as a table.
public struct ReadingOptions: Hashable, Sendable {
  /// The character between the fields of CSV, or `nil` to infer it.
  public var separator: FieldSeparator?
  /// A Boolean value that indicates whether the first line of CSV contains the column names.
  ///
  /// Without names, the columns are `column1`, `column2` and so on.
  public var hasHeader = true
  /// What to do with lines of CSV that have more or fewer fields than the first line.
  public var raggedLines = RaggedLines.refuse
  /// What identifies the rows.
  public var rowIdentity = RowIdentity.automatic

  /// Creates the default options.
  public init() {}
}

/// What identifies the rows of a document.
public enum RowIdentity: Hashable, Sendable {
  /// The column `id`, if each of its cells occurs once and is not null; otherwise the number of the row.
  case automatic
  /// A column, whose cells must be unique and not null.
  case column(String)
  /// The number of the row, from 1.
  case number

  /// The name of the column that identifies the rows if its cells are suitable.
  var columnName: String? {
    switch self {
    case .automatic: "id"
    case .column(let name): name
    case .number: nil
    }
  }
}
