public import Shop
package import Tables

/// A shop's products, as the value that a store keeps: what a change does to them, without a store around it.
public struct ProductDatabase: Hashable, Codable, Sendable {
  /// The products in the order that was given by hand.
  public private(set) var products: [Product]

  /// Makes a shop.
  public init(products: [Product] = []) {
    self.products = products.sorted { $0.place < $1.place }
  }

  /// The product known by this identifier.
  package subscript(id: Product.ID) -> Product? { products.first { $0.id == id } }

  /// Stores a product that was not there, in the last place.
  package mutating func insert(_ product: Product) throws(ProductStoreError) -> Product {
    if let current = self[product.id] { throw .conflict(current: current) }
    if let fault = product.validationError { throw .rejected(fault) }
    var stored = product
    stored.version = 1
    stored.place = (products.last?.place ?? 0) + 1
    products.append(stored)
    return stored
  }

  /// Stores a change made to this version of a product.
  package mutating func update(_ product: Product, expecting version: Int) throws(ProductStoreError) -> Product {
    guard let place = products.firstIndex(where: { $0.id == product.id }) else { throw .gone }
    guard products[place].version == version else { throw .conflict(current: products[place]) }
    if let fault = product.validationError { throw .rejected(fault) }
    var stored = product
    stored.version = version + 1
    stored.place = products[place].place
    products[place] = stored
    return stored
  }

  /// Removes a product.
  package mutating func delete(_ id: Product.ID) {
    products.removeAll { $0.id == id }
  }

  /// Moves products to another place in the order, one behind the other, and numbers all places anew.
  ///
  /// Beside a product that does not exist is behind all others.
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
    for index in products.indices { products[index].place = index + 1 }
  }
}
