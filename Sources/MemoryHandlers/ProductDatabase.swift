import Shop
import Tables

/// The products of a shop as a value, with the operations of a product store.
public struct ProductDatabase: Hashable, Codable, Sendable {
  /// The products by position.
  public private(set) var products: [Product]

  /// Creates a database.
  public init(products: [Product] = []) {
    self.products = products.sorted { $0.position < $1.position }
  }

  /// The product with this identifier, or `nil`.
  package subscript(id: Product.ID) -> Product? { products.first { $0.id == id } }

  /// Stores a new product at the end, with version 1.
  package mutating func insert(_ product: Product) throws(ProductStoreError) -> Product {
    if let current = self[product.id] { throw .conflict(current: current) }
    if let fault = product.validationError { throw .rejected(fault) }
    var stored = product
    stored.version = 1
    stored.position = (products.last?.position ?? 0) + 1
    products.append(stored)
    return stored
  }

  /// Replaces this version of a product.
  ///
  /// The position stays, and the version increases by one.
  package mutating func update(_ product: Product, expecting version: Int) throws(ProductStoreError) -> Product {
    guard let place = products.firstIndex(where: { $0.id == product.id }) else { throw .notFound }
    guard products[place].version == version else { throw .conflict(current: products[place]) }
    if let fault = product.validationError { throw .rejected(fault) }
    var stored = product
    stored.version = version + 1
    stored.position = products[place].position
    products[place] = stored
    return stored
  }

  /// Deletes a product.
  package mutating func delete(_ id: Product.ID) {
    products.removeAll { $0.id == id }
  }

  /// Moves products together to another position, in the given order, and renumbers all positions.
  ///
  /// A position relative to a missing or a moved product means the end.
  package mutating func move(_ ids: [Product.ID], to place: RowPosition<Product.ID>) {
    let moved = ids.compactMap { self[$0] }
    products.removeAll { ids.contains($0.id) }
    let index =
      switch place {
      case .before(let id): products.firstIndex { $0.id == id }
      case .after(let id): products.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil as Int?
      }
    products.insert(contentsOf: moved, at: index ?? products.count)
    for index in products.indices { products[index].position = index + 1 }
  }
}
