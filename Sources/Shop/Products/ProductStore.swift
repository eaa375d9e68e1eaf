import Tables
import Values

/// The storage of products: a port that memory, a file or a database implements.
public protocol ProductStore: Sendable {
  /// Returns all products.
  func products() async throws(ProductStoreError) -> [Product]

  /// Makes changes in their order in one transaction: all of them, or none.
  ///
  /// A new product that exists already, or an update of another version than the stored one, fails the transaction, as
  /// an invalid product does. So does cancelling the task before the transaction is committed.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - progress: A closure that receives the number of changes made so far, from time to time. It is called before
  ///     the transaction is committed, on any thread.
  /// - Returns: The stored products of all insertions, updates and restorations, in their order, with their positions
  ///   and versions.
  /// - Throws: An error if nothing was changed, or if that is unknown.
  @discardableResult
  func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product]
}

extension ProductStore {
  /// Stores a new product.
  ///
  /// Returns the stored product, with its position and version.
  public func insert(_ product: Product) async throws(ProductStoreError) -> Product {
    try await apply(storing: .insert(product))
  }

  /// Replaces this version of a product.
  ///
  /// Returns the stored product.
  public func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product {
    try await apply(storing: .update(product, expecting: version))
  }

  /// Makes changes without reporting progress, and throws the error of the product that could not be stored.
  @discardableResult
  public func apply(_ changes: [ProductChange]) async throws(ProductStoreError) -> [Product] {
    do throws(ProductTransactionError) { return try await apply(changes) { _ in } } catch {
      throw ProductStoreError(error)
    }
  }

  private func apply(storing change: ProductChange) async throws(ProductStoreError) -> Product {
    let stored = try await apply([change])
    guard let product = stored.first else { preconditionFailure("A store returns each product that it stores.") }
    return product
  }
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

extension ProductStoreError {
  /// Creates the error of a transaction, which is that of the product that could not be stored.
  package init(_ error: ProductTransactionError) {
    switch error {
    case .offline: self = .offline
    case .failed(let reason): self = .failed(reason)
    case .cancelled: self = .failed("It was cancelled")
    case .product(_, let error): self = error
    }
  }
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

extension DataKind {
  /// The products of the shop.
  public static let products = DataKind("products")
}
