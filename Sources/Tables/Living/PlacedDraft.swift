extension Table {
  /// A row that was edited and not saved, and where it stood.
  public struct PlacedDraft: Hashable, Sendable {
    /// What was edited.
    public var draft: Draft
    /// Where the row stood.
    public var place: RowPlace<Row.ID>
    /// The row right behind it, if that one is stored nowhere too.
    public var next: Row.ID?
    /// Whether it was selected, where nothing is stored of it that could be.
    public var isSelected = false
  }
}

extension Table.PlacedDraft: Codable where Row: Codable, Row.ID: Codable {}
