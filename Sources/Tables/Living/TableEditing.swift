extension Table {
  /// A cell that is being edited.
  public struct Editing: Hashable, Sendable {
    /// The row.
    public var row: Row.ID
    /// The column.
    public var column: String
    /// What was typed.
    public var text: String
    /// What is wrong with it.
    public var fault: String?
    /// What stood there before anything was typed.
    public var original: String
    /// The row as it was stored when the edit began; nil where it was not any more.
    public var stored: Row?

    /// Whether anything was typed that would be lost.
    public var isTyped: Bool { text != original }
  }
}

extension Table.Editing: Codable where Row: Codable, Row.ID: Codable {}
