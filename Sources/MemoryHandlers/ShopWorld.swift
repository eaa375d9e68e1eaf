public import Shop

/// A shop's products, as the value that a store keeps: what a change does to them, without a store around it.
public struct ShopWorld: Hashable, Codable, Sendable {
  /// The products in the order that was given by hand.
  public private(set) var products: [Product]

  /// Makes a shop.
  public init(products: [Product] = []) {
    self.products = products.sorted { $0.place < $1.place }
  }

  /// The product known by this identifier.
  public subscript(id: Product.ID) -> Product? { products.first { $0.id == id } }

  /// Stores a product that was not there, in the last place.
  public mutating func insert(_ product: Product) throws(StoreFailure) -> Product {
    if let current = self[product.id] { throw .conflict(current: current) }
    if let fault = product.fault { throw .rejected(fault) }
    var stored = product
    stored.version = 1
    stored.place = (products.last?.place ?? 0) + 1
    products.append(stored)
    return stored
  }

  /// Stores a change made to this version of a product.
  public mutating func update(_ product: Product, expecting version: Int) throws(StoreFailure) -> Product {
    guard let place = products.firstIndex(where: { $0.id == product.id }) else { throw .gone }
    guard products[place].version == version else { throw .conflict(current: products[place]) }
    if let fault = product.fault { throw .rejected(fault) }
    var stored = product
    stored.version = version + 1
    stored.place = products[place].place
    products[place] = stored
    return stored
  }

  /// Removes a product.
  public mutating func delete(_ id: Product.ID) {
    products.removeAll { $0.id == id }
  }
}
