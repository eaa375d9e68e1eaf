import Shop
import Tables

/// The products of a shop as a value, with the operations of a product store.
public struct ProductDatabase: Hashable, Codable, Sendable {
  /// The products by position.
  public private(set) var products: [Product]
  /// The last versions of deleted products, which are never used again.
  package private(set) var deletedVersions: [Product.ID: Int]

  /// Creates a database.
  public init(products: [Product] = []) { self.init(products: products, deletedVersions: [:]) }

  /// Creates a database from which products were deleted.
  package init(products: [Product], deletedVersions: [Product.ID: Int]) {
    self.products = products.sorted { $0.position < $1.position }
    self.deletedVersions = deletedVersions
  }

  /// The product with this identifier, or `nil`.
  package subscript(id: Product.ID) -> Product? { products.first { $0.id == id } }

  /// Stores a new product at the end, with version 1 or the one after its last version.
  package mutating func insert(_ product: Product) throws(ProductStoreError) -> Product {
    if let current = self[product.id] { throw .conflict(current: current) }
    if let fault = product.validationError { throw .rejected(fault) }
    var stored = product
    stored.version = (deletedVersions.removeValue(forKey: product.id) ?? 0) + 1
    stored.position = (products.last?.position ?? 0) + 1
    products.append(stored)
    return stored
  }

  /// Stores a deleted product again at the position that it had, or returns the product that exists.
  ///
  /// If another product has this position now, it and the products after it are moved by one.
  package mutating func restore(_ product: Product) throws(ProductStoreError) -> Product {
    if let current = self[product.id] { return current }
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

  /// Makes changes in their order, all of them or none.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - progress: A closure that receives the number of changes made so far, every 1,000 changes. It returns whether to
  ///     continue.
  /// - Returns: The stored products of all insertions, updates and restorations, in their order.
  /// - Throws: An error if nothing was changed.
  @discardableResult
  package mutating func apply(
    _ changes: [ProductChange], progress: (Int) -> Bool = { _ in true }
  ) throws(ProductTransactionError) -> [Product] {
    var summary = ChangeSummary()
    return try apply(changes, summary: &summary, progress: progress)
  }

  /// Makes changes in their order, all of them or none, and adds them to a summary.
  package mutating func apply(
    _ changes: [ProductChange], summary: inout ChangeSummary, progress: (Int) -> Bool
  ) throws(ProductTransactionError) -> [Product] {
    var changed = self
    var stored: [Product] = []
    for (count, change) in changes.enumerated() {
      if count.isMultiple(of: 1_000), !progress(count) { throw .cancelled }
      func store(
        _ product: Product, _ operation: () throws(ProductStoreError) -> Product
      ) throws(ProductTransactionError) {
        do throws(ProductStoreError) { stored.append(try operation()) } catch { throw .product(product, error) }
      }
      switch change {
      case .insert(let product):
        try store(product) { () throws(ProductStoreError) in try changed.insert(product) }
        summary.add(product)
      case .update(let product, let version):
        let former = changed[product.id]
        try store(product) { () throws(ProductStoreError) in try changed.update(product, expecting: version) }
        if let former { summary.change(former, to: product) }
      case .restore(let product):
        let isMissing = changed[product.id] == nil
        try store(product) { () throws(ProductStoreError) in try changed.restore(product) }
        if isMissing { summary.restore(product) }
      case .delete(let id):
        if let product = changed[id] { summary.delete(product.title) }
        changed.delete(id)
      case .move(let ids, let place):
        for id in ids { if let product = changed[id] { summary.move(product.title) } }
        changed.move(ids, to: place)
      }
    }
    if !progress(changes.count) { throw .cancelled }
    self = changed
    return stored
  }

  /// Deletes a product.
  package mutating func delete(_ id: Product.ID) {
    guard let index = products.firstIndex(where: { $0.id == id }) else { return }
    deletedVersions[id] = products.remove(at: index).version
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
