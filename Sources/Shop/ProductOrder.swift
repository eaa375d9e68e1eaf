/// In which order products are shown.
public struct ProductOrder: Hashable, Codable, Sendable {
  /// What they are sorted by.
  public enum Column: String, Hashable, Codable, Sendable, CaseIterable {
    /// The order that the shopkeeper gave by hand.
    case place
    /// What they are called.
    case name
    /// What they cost.
    case price
  }

  /// What they are sorted by.
  public var column = Column.place
  /// Whether the last comes first.
  public var isDescending = false

  /// Makes an order.
  public init(_ column: Column = .place, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// Takes in that a column's title was pressed: another sorts forwards, the same flips.
  public mutating func press(_ pressed: Column) {
    self = ProductOrder(pressed, isDescending: pressed == column && !isDescending)
  }

  /// Sorts products.
  ///
  /// Those that are equal in the column stay as they were, in both directions.
  public func sorted(_ products: [Product]) -> [Product] {
    switch column {
    case .place: sorted(products, by: \.place)
    case .name: sorted(products, by: \.name)
    case .price: sorted(products, by: \.price)
    }
  }

  private func sorted(_ products: [Product], by value: (Product) -> some Comparable) -> [Product] {
    products.sorted { isDescending ? value($1) < value($0) : value($0) < value($1) }
  }
}
