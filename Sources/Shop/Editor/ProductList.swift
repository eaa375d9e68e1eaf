/// The load status of the product list.
public enum ListStatus: Hashable, Codable, Sendable {
  /// The list has not been requested.
  case notLoaded
  /// The list is being loaded.
  case loading
  /// The list was loaded.
  case loaded
  /// The list could not be loaded.
  case failed(ProductStoreError)
}

extension [Product] {
  /// Updates or appends a product unless a newer version is known, and returns whether the list is certainly up to
  /// date.
  ///
  /// The result is `false` in two cases. If a newer version is known, that version stays: either the response is
  /// outdated, or the product was deleted and inserted again, which restarts its version. If the product is unknown but
  /// was stored before, it may have been deleted since.
  mutating func upsertUnlessOutdated(_ product: Product) -> Bool {
    guard let index = firstIndex(where: { $0.id == product.id }) else {
      append(product)
      return product.version <= 1
    }
    if self[index].version > product.version { return false }
    self[index] = product
    return true
  }

  /// The products sorted by position and identifier, so that the order is the same in every process.
  var sortedByPosition: [Product] { sorted { ($0.position, $0.id.rawValue) < ($1.position, $1.id.rawValue) } }

  /// Removes a product and returns `true`: the list is certainly up to date.
  mutating func removeProduct(withID id: Product.ID) -> Bool {
    removeAll { $0.id == id }
    return true
  }
}

extension ProductEditor.State {
  /// The drafts whose save failed after their sheet was closed.
  ///
  /// Tapping the row of such a draft reopens its sheet. The draft of a new product appears in no other list.
  public var unsavedDrafts: [Product] { savingSheets.values.filter { !$0.form.isSaving }.map(\.draft).sortedByPosition }
}
