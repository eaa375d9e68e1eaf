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
}
