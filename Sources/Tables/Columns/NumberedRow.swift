/// A row without an id of its own: it is identified by what it holds, and by how many of the same come before it.
///
/// ```swift
/// let rows = NumberedRow.numbering(["tea", "milk", "tea"])  // tea 0, milk 0, tea 1
/// ```
public struct ContentIdentifiedRow<Content: Hashable & Sendable>: Identifiable, Hashable, Sendable {
  /// What it holds.
  public var content: Content
  /// How many of the same come before it.
  public let ordinal: Int
  /// What identifies it: what it held when it was numbered.
  public let id: ID

  /// What identifies a row that has no id of its own.
  public struct ID: Hashable, Sendable {
    /// What it held when it was numbered.
    public let content: Content
    /// How many of the same came before it.
    public let ordinal: Int
  }

  private init(_ content: Content, _ ordinal: Int) {
    self.content = content
    self.ordinal = ordinal
    id = ID(content: content, ordinal: ordinal)
  }

  /// Numbers what is the same.
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
