extension Table {
  /// A row that was deleted, and where it stood.
  public struct PlacedRow: Hashable, Sendable {
    /// The row as it was stored.
    public var row: Row
    /// Where it stood; behind all, too, if it went with everything that was loaded and nobody knows.
    ///
    /// Of rows that are kept elsewhere and come sorted or filtered nobody here knows more than beside which it was seen: put
    /// there, it is seen where it was, unless rows that are sorted alike are on a page that is not loaded; but not for certain
    /// where it stood among those that are not seen, or in another order.
    public var place: RowPlace<Row.ID>
    /// The row right behind it, if that one is stored nowhere and so names no place for whoever keeps the rows.
    public var next: Row.ID?
    /// The row as it was edited, if that was not saved.
    public var edited: Row?
    /// Whether it was selected.
    public var isSelected: Bool

    /// Makes one of its parts.
    public init(
      _ row: Row, _ place: RowPlace<Row.ID>, next: Row.ID? = nil, edited: Row? = nil, isSelected: Bool = false
    ) {
      self.row = row
      self.place = place
      self.next = next
      self.edited = edited
      self.isSelected = isSelected
    }
  }
}

extension Table.PlacedRow: Codable where Row: Codable, Row.ID: Codable {}
