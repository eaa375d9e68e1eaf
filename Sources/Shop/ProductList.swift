/// Whether the products have been read from their store.
public enum ListStatus: Hashable, Codable, Sendable {
  /// Nobody has asked yet.
  case unread
  /// The answer is awaited.
  case reading
  /// They are as the store had them.
  case read
  /// The store did not answer.
  case failed(StoreFailure)
}

extension [Product] {
  /// Puts a product in its place or at the end.
  ///
  /// What is known to be newer stays.
  mutating func put(_ product: Product) {
    guard let place = firstIndex(where: { $0.id == product.id }) else { return append(product) }
    if self[place].version <= product.version { self[place] = product }
  }

  mutating func remove(_ id: Product.ID) {
    removeAll { $0.id == id }
  }
}
