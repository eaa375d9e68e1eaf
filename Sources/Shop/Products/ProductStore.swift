public import Tables

/// Where products are kept: the port that memory, a file or a database implements.
public protocol ProductStore: Sendable {
  /// Reads all products.
  func products() async throws(ProductStoreError) -> [Product]

  /// Stores a product that was not there. Returns it as stored, in its place and with its version.
  func insert(_ product: Product) async throws(ProductStoreError) -> Product

  /// Stores a change made to this version of a product. Returns it as stored.
  func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product

  /// Removes a product. One that is gone already is removed.
  func delete(_ id: Product.ID) async throws(ProductStoreError)

  /// Moves products to another place in the shopkeeper's order, one behind the other, and numbers all places anew.
  ///
  /// Products that do not exist are skipped. No version changes: a move is in conflict with no edit.
  func move(_ ids: [Product.ID], to place: RowPosition<Product.ID>) async throws(ProductStoreError)
}

/// Why a store did not do what it was asked for.
public enum ProductStoreError: Error, Hashable, Codable, Sendable {
  /// It could not be reached, or its answer was lost: the deed may have been done.
  case offline
  /// Somebody else has stored something under this identifier since.
  case conflict(current: Product)
  /// There is no such product any more.
  case gone
  /// No product may look like this.
  case rejected(ProductError)
}

extension ProductStoreError: CustomStringConvertible {
  /// What went wrong and what can be done, for a person.
  public var description: String {
    switch self {
    case .offline: "The store cannot be reached. Try again."
    case .conflict(let current):
      "Somebody else has changed it meanwhile, to \"\(current.name)\" at \(current.price). "
        + "Save again to keep what you changed."
    case .gone: "It has been deleted meanwhile. Save again to keep your version as a new product."
    case .rejected(let fault): "It cannot be saved: \(fault)."
    }
  }
}
