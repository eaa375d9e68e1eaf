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

  /// Stores a deleted product again at the position that it had, with version 1.
  ///
  /// If another product has this position now, it and the products after it are moved by one.
  package mutating func restore(_ product: Product) throws(ProductStoreError) -> Product {
    let last = try insert(product)
    if product.position < 1 || product.position >= last.position { return last }
    products.removeLast()
    var restored = last
    restored.position = product.position
    let index = products.firstIndex { $0.position >= product.position } ?? products.endIndex
    products.insert(restored, at: index)
    for later in products.indices.dropFirst(index + 1) where products[later].position <= products[later - 1].position {
      products[later].position = products[later - 1].position + 1
    }
    return restored
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

  /// Stores many products, all of them or none.
  ///
  /// New products are appended in their order.
  ///
  /// - Parameters:
  ///   - writes: The products.
  ///   - progress: A closure that receives the number of products written so far, every 1,000 products. It returns
  ///     whether to continue.
  /// - Throws: An error if no product was stored.
  /// - Complexity: O(*n* + *m*), where *n* is the number of stored products and *m* that of the writes.
  package mutating func storeAll(
    _ writes: [ProductWrite], progress: (Int) -> Bool = { _ in true }
  ) throws(ProductTransactionError) {
    var written = products
    var places = Dictionary(zip(products.map(\.id), products.indices)) { first, _ in first }
    for (count, write) in writes.enumerated() {
      if count.isMultiple(of: 1_000), !progress(count) { throw .cancelled }
      let place = places[write.product.id]
      do throws(ProductStoreError) {
        let stored = try Self.stored(write, over: place.map { written[$0] }, lastPosition: written.last?.position ?? 0)
        if let place {
          written[place] = stored
        } else {
          places[stored.id] = written.count
          written.append(stored)
        }
      } catch {
        throw .product(write.product, error)
      }
    }
    if !progress(writes.count) { throw .cancelled }
    products = written
  }

  /// Returns the product that a write stores in place of the current one.
  private static func stored(
    _ write: ProductWrite, over current: Product?, lastPosition: Int
  ) throws(ProductStoreError) -> Product {
    var stored = write.product
    switch (current, write.expectedVersion) {
    case (let current?, let version) where current.version != version: throw .conflict(current: current)
    case (nil, _?): throw .notFound
    case (let current?, _): (stored.version, stored.position) = (current.version + 1, current.position)
    case (nil, nil): (stored.version, stored.position) = (1, lastPosition + 1)
    }
    if let fault = stored.validationError { throw .rejected(fault) }
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
    var moved: [Product] = []
    for id in ids {
      guard let index = products.firstIndex(where: { $0.id == id }) else { continue }
      moved.append(products.remove(at: index))
    }
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
