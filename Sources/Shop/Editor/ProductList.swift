/// Whether the products have been read from their store.
public enum ListStatus: Hashable, Codable, Sendable {
  /// Nobody has asked yet.
  case unread
  /// The answer is awaited.
  case reading
  /// They are as the store had them.
  case read
  /// The store did not answer.
  case failed(ProductStoreError)
}

extension [Product] {
  /// Puts a product in its place or at the end, and tells whether that is certainly how it stands.
  ///
  /// It is not where another version is known that looks newer, which stays: this one may have been overtaken, or the
  /// other deleted and made anew. And it is not where one that was stored before is not known at all: it may be gone.
  mutating func upsertUnlessOutdated(_ product: Product) -> Bool {
    guard let place = firstIndex(where: { $0.id == product.id }) else {
      append(product)
      return product.version <= 1
    }
    if self[place].version > product.version { return false }
    self[place] = product
    return true
  }

  /// In an order that is the same in every process.
  var sortedByPosition: [Product] { sorted { ($0.place, $0.id.rawValue) < ($1.place, $1.id.rawValue) } }

  /// Removes a product, which is certain.
  mutating func removeProduct(withID id: Product.ID) -> Bool {
    removeAll { $0.id == id }
    return true
  }
}

extension ProductEditor.State {
  /// The drafts that wait to be opened again, because they could not be saved after their sheet was closed.
  ///
  /// Tapping the row of one brings its sheet back. A new product has no other row than this.
  public var unsavedDrafts: [Product] { aside.values.filter { !$0.form.isSaving }.map(\.draft).sortedByPosition }
}
