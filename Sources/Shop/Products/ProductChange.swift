/// One product of a transaction, to insert or to update.
public struct ProductWrite: Hashable, Codable, Sendable {
  /// The product to store.
  public let product: Product
  /// The version that the product replaces, or `nil` if the product is new.
  public let expectedVersion: Int?

  /// Creates a write.
  public init(_ product: Product, expecting version: Int? = nil) {
    self.product = product
    expectedVersion = version
  }
}

/// The reason why a transaction stored none of its products.
public enum ProductTransactionError: Error, Hashable, Codable, Sendable {
  /// The store could not be reached, or its response was lost. The transaction may have been executed.
  case offline
  /// The storage failed, for the reason in this message.
  case failed(String)
  /// The task of the transaction was cancelled.
  case cancelled
  /// This product could not be stored.
  case product(Product, ProductStoreError)
}

extension ProductTransactionError: CustomStringConvertible {
  /// What failed, and for which product.
  public var description: String {
    switch self {
    case .offline: "The store cannot be reached. It may have stored all products, or none."
    case .failed(let reason): "\(reason). No product was stored."
    case .cancelled: "It was cancelled. No product was stored."
    case .product(let product, let error): "\(product.reference) \(error.reason). No product was stored."
    }
  }
}

extension Product {
  /// The name and the identifier, as in `"Lamp" (p1)`.
  package var reference: String { "\"\(name)\" (\(id.rawValue))" }
}

extension ProductStoreError {
  /// The continuation of a sentence that begins with the product.
  fileprivate var reason: String {
    switch self {
    case .offline: "could not be stored: the store cannot be reached"
    case .failed(let reason): "could not be stored: \(reason)"
    case .conflict(let current):
      "was changed by another user meanwhile, to \"\(current.name)\" at \(current.price)"
    case .notFound: "was deleted by another user meanwhile"
    case .rejected(let error): "cannot be stored: \(error)"
    }
  }
}
