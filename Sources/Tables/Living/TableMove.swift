extension Table {
  /// Rows that go to another place in the order of their own.
  public struct Move: Hashable, Sendable {
    /// The rows, in the order in which they will stand.
    public var ids: [Row.ID]
    /// Where they will stand.
    public var place: RowPlace<Row.ID>
    /// The row right behind them, if that one is stored nowhere and so names no place for whoever keeps the rows.
    public var next: Row.ID?

    /// Makes one of its parts.
    public init(_ ids: [Row.ID], _ place: RowPlace<Row.ID>, next: Row.ID? = nil) {
      self.ids = ids
      self.place = place
      self.next = next
    }

    /// Rows that go before another, or behind all.
    public init(_ ids: [Row.ID], before id: Row.ID?) { self.init(ids, RowPlace(before: id)) }
  }
}

extension Table.Move: Codable where Row.ID: Codable {}
