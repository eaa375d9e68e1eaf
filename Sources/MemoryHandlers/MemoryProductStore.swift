import Shop
import Tables

/// A product store in memory.
public actor MemoryProductStore: ProductStore {
  /// The current products.
  public private(set) var database: ProductDatabase
  private var faults: FaultQueue<ProductStoreError>

  /// Creates a store with products and injected faults.
  public init(_ database: ProductDatabase = ProductDatabase(), faults: FaultQueue<ProductStoreError> = FaultQueue()) {
    self.database = database
    self.faults = faults
  }

  /// Injects faults into the next calls.
  public func inject(_ faults: [FaultQueue<ProductStoreError>.Fault]) { self.faults.enqueue(faults) }

  /// Changes the database as another client would.
  ///
  /// Injected faults do not apply.
  public func modifyDatabase(_ body: @Sendable (inout ProductDatabase) throws(ProductStoreError) -> Void)
    throws(ProductStoreError)
  {
    try body(&database)
  }

  /// Returns all products.
  public func products() async throws(ProductStoreError) -> [Product] {
    try faults.perform { () throws(ProductStoreError) in database.products }
  }

  /// Stores a new product.
  public func insert(_ product: Product) async throws(ProductStoreError) -> Product {
    try faults.perform { () throws(ProductStoreError) in try database.insert(product) }
  }

  /// Stores a deleted product again.
  public func restore(_ product: Product) async throws(ProductStoreError) -> Product {
    try faults.perform { () throws(ProductStoreError) in try database.restore(product) }
  }

  /// Replaces this version of a product.
  public func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product {
    try faults.perform { () throws(ProductStoreError) in try database.update(product, expecting: version) }
  }

  /// Deletes a product.
  public func delete(_ id: Product.ID) async throws(ProductStoreError) {
    try faults.perform { () throws(ProductStoreError) in database.delete(id) }
  }

  /// Moves products to another position.
  public func move(_ ids: [Product.ID], to position: RowPosition<Product.ID>) async throws(ProductStoreError) {
    try faults.perform { () throws(ProductStoreError) in database.move(ids, to: position) }
  }

  /// Stores many products in one transaction: all of them, or none.
  ///
  /// A failed request fails at the product in the middle.
  public func storeAll(
    _ writes: [ProductWrite], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) {
    func reportProgress(_ count: Int) -> Bool {
      progress(count)
      return !Task.isCancelled
    }
    let fault = faults.removeNext()
    if case .requestFailed(let failure) = fault {
      var discarded = database
      try discarded.storeAll(Array(writes.prefix(writes.count / 2)), progress: reportProgress)
      throw ProductTransactionError(failure, at: writes.isEmpty ? nil : writes[writes.count / 2].product)
    }
    try database.storeAll(writes, progress: reportProgress)
    if case .responseLost(let failure) = fault { throw ProductTransactionError(failure, at: nil) }
  }
}

extension ProductTransactionError {
  /// Creates the error for an injected fault.
  fileprivate init(_ failure: ProductStoreError, at product: Product?) {
    if failure != .offline, let product { self = .product(product, failure) } else { self = .offline }
  }
}
