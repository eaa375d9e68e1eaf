extension Table {
  /// A row that was edited and not saved, and where it stood.
  public struct PlacedDraft: Hashable, Sendable {
    /// What was edited.
    public var draft: Draft
    /// Where the row stood.
    public var place: RowPlace<Row.ID>
  }
}

extension Table.PlacedDraft: Codable where Row: Codable, Row.ID: Codable {}
