/// A row whose data has no id.
///
/// The row is identified by its content and the number of equal rows before it.
///
/// ```swift
/// let rows = ContentIdentifiedRow.makeRows(from: ["tea", "milk", "tea"])  // ordinals 0, 0, 1
/// ```
public struct ContentIdentifiedRow<Content: Hashable & Sendable>: Identifiable, Hashable, Sendable {
  /// The content of the row.
  public var content: Content
  /// The number of rows before this one that had the same content when the rows were made.
  public let ordinal: Int
  /// The id: the content and the ordinal when the row was made.
  ///
  /// It does not change with the content.
  public let id: ID

  /// The id of a row that is identified by its content.
  public struct ID: Hashable, Sendable {
    /// The content of the row when it was made.
    public let content: Content
    /// The number of rows before it with the same content.
    public let ordinal: Int

    package init(content: Content, ordinal: Int) {
      self.content = content
      self.ordinal = ordinal
    }
  }

  /// Creates a row with the number of equal rows before it.
  package init(_ content: Content, _ ordinal: Int) {
    self.content = content
    self.ordinal = ordinal
    id = ID(content: content, ordinal: ordinal)
  }

  /// Returns a row for each element, and numbers the rows that have the same content.
  public static func makeRows(from contents: some Sequence<Content>) -> [ContentIdentifiedRow] {
    var counts: [Content: Int] = [:]
    return contents.map { content in
      let ordinal = counts[content, default: 0]
      counts[content] = ordinal + 1
      return ContentIdentifiedRow(content, ordinal)
    }
  }
}

extension ContentIdentifiedRow: Codable where Content: Codable {}
extension ContentIdentifiedRow.ID: Codable where Content: Codable {}
