import Tables

/// The storage of products: a port that memory, a file or a database implements.
public protocol ProductStore: Sendable {
  /// Returns all products.
  func products() async throws(ProductStoreError) -> [Product]

  /// Stores a new product. Returns the stored product, with its position and version.
  func insert(_ product: Product) async throws(ProductStoreError) -> Product

  /// Stores a deleted product again, at the position that it had. Returns the stored product.
  ///
  /// If another product has this position now, it and the products after it are moved by one.
  func restore(_ product: Product) async throws(ProductStoreError) -> Product

  /// Replaces this version of a product. Returns the stored product.
  func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product

  /// Deletes a product. Deleting a missing product succeeds.
  func delete(_ id: Product.ID) async throws(ProductStoreError)

  /// Moves products together to another position, in the given order, and renumbers all positions.
  ///
  /// Products that do not exist are skipped, and an ID that is given twice counts once. No version changes, so a move never conflicts with an update.
  func move(_ ids: [Product.ID], to position: RowPosition<Product.ID>) async throws(ProductStoreError)

  /// Stores many products in one transaction: all of them, or none.
  ///
  /// New products are appended in their order. A product that exists already, or has another version than expected,
  /// fails the transaction, as an invalid product does. So does cancelling the task before the transaction is
  /// committed.
  ///
  /// - Parameters:
  ///   - writes: The products, each with an identifier of its own.
  ///   - progress: A closure that receives the number of products written so far, from time to time. It is called
  ///     before the transaction is committed, on any thread.
  /// - Throws: An error if no product was stored, or if that is unknown.
  func storeAll(
    _ writes: [ProductWrite], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError)
}

/// An error of a product store.
public enum ProductStoreError: Error, Hashable, Codable, Sendable {
  /// The store could not be reached, or its response was lost. The request may have been executed.
  case offline
  /// The storage failed, for the reason in this message. Nothing was stored.
  case failed(String)
  /// Another client has stored a product with this identifier in the meantime.
  case conflict(current: Product)
  /// The product no longer exists.
  case notFound
  /// The product is invalid.
  case rejected(ProductValidationError)
}

extension ProductStoreError: CustomStringConvertible {
  /// The message for the user: what failed and what to do next.
  public var description: String {
    switch self {
    case .offline: "The store cannot be reached. Try again."
    case .failed(let reason): "\(reason)."
    case .conflict(let current):
      "Another user has changed it to \"\(current.name)\" at \(current.price). "
        + "Save again to keep your changes."
    case .notFound: "It has been deleted meanwhile. Save again to keep your version as a new product."
    case .rejected(let error): "It cannot be saved: \(error)."
    }
  }
}
