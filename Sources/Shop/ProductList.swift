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

  /// In an order that is the same in every process.
  var inOrder: [Product] { sorted { ($0.place, $0.id.rawValue) < ($1.place, $1.id.rawValue) } }

  mutating func remove(_ id: Product.ID) {
    removeAll { $0.id == id }
  }
}

extension ProductEditor.State {
  /// The drafts that wait to be opened again, because they could not be saved after their sheet was closed.
  ///
  /// Tapping the row of one brings its sheet back. A new product has no other row than this.
  public var unsaved: [Product] { aside.values.filter { $0.form.stage != .saving }.map(\.form.draft).inOrder }
}
