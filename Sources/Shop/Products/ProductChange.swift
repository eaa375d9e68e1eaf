import Tables

/// One change of the stored products.
public enum ProductChange: Hashable, Codable, Sendable {
  /// Stores a new product at the end.
  case insert(Product)
  /// Replaces this version of a product.
  case update(Product, expecting: Int)
  /// Deletes a product. Deleting a missing product succeeds.
  case delete(Product.ID)
  /// Stores a deleted product again, at the position that it had.
  ///
  /// If another product has this position now, it and the products after it are moved by one. If the product exists, it
  /// stays as it is.
  case restore(Product)
  /// Moves products together to another position, in the given order, and renumbers all positions.
  ///
  /// Products that do not exist are skipped, and an ID that is given twice counts once. No version changes, so a move
  /// never conflicts with an update.
  case move([Product.ID], to: RowPosition<Product.ID>)

  /// The product that the change stores, or `nil` if it stores none.
  package var storedProduct: Product? {
    switch self {
    case .insert(let product), .update(let product, _), .restore(let product): product
    case .delete, .move: nil
    }
  }

  /// Returns the change that stores a product over a version, or as a new product if the version is `nil`.
  public static func store(_ product: Product, over version: Int?) -> ProductChange {
    version.map { .update(product, expecting: $0) } ?? .insert(product)
  }
}

/// The reason why a transaction made none of its changes.
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
