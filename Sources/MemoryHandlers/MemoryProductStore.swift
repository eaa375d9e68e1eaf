public import Shop
public import Tables

/// A product store in memory.
public actor MemoryProductStore: ProductStore {
  /// What is kept.
  public private(set) var world: ProductDatabase
  private var faults: FaultQueue<ProductStoreError>

  /// Makes a store that keeps a shop, in which these things go wrong.
  public init(_ world: ProductDatabase = ProductDatabase(), faults: FaultQueue<ProductStoreError> = FaultQueue()) {
    self.world = world
    self.faults = faults
  }

  /// Lets things go wrong from now on.
  public func inject(_ faults: [FaultQueue<ProductStoreError>.Fault]) { self.faults.enqueue(faults) }

  /// Lets somebody else change the shop.
  public func modifyDatabase(_ body: @Sendable (inout ProductDatabase) throws(ProductStoreError) -> Void)
    throws(ProductStoreError)
  {
    try body(&world)
  }

  /// Reads all products.
  public func products() async throws(ProductStoreError) -> [Product] {
    try faults.perform { () throws(ProductStoreError) in world.products }
  }

  /// Stores a product that was not there.
  public func insert(_ product: Product) async throws(ProductStoreError) -> Product {
    try faults.perform { () throws(ProductStoreError) in try world.insert(product) }
  }

  /// Stores a change made to this version of a product.
  public func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product {
    try faults.perform { () throws(ProductStoreError) in try world.update(product, expecting: version) }
  }

  /// Removes a product.
  public func delete(_ id: Product.ID) async throws(ProductStoreError) {
    try faults.perform { () throws(ProductStoreError) in world.delete(id) }
  }

  /// Moves products to another place in the order.
  public func move(_ ids: [Product.ID], to place: RowPosition<Product.ID>) async throws(ProductStoreError) {
    try faults.perform { () throws(ProductStoreError) in world.move(ids, to: place) }
  }
}
