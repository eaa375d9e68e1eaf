public import Shop
public import Tables

/// A product store in memory.
public actor MemoryProductStore: ProductStore {
  /// What is kept.
  public private(set) var world: ShopWorld
  private var faults: Faults<StoreFailure>

  /// Makes a store that keeps a shop, in which these things go wrong.
  public init(_ world: ShopWorld = ShopWorld(), faults: Faults<StoreFailure> = Faults()) {
    self.world = world
    self.faults = faults
  }

  /// Lets things go wrong from now on.
  public func inject(_ faults: [Faults<StoreFailure>.Fault]) { self.faults.add(faults) }

  /// Lets somebody else change the shop.
  public func change(_ body: @Sendable (inout ShopWorld) throws(StoreFailure) -> Void) throws(StoreFailure) {
    try body(&world)
  }

  /// Reads all products.
  public func products() async throws(StoreFailure) -> [Product] {
    try faults.meet { () throws(StoreFailure) in world.products }
  }

  /// Stores a product that was not there.
  public func insert(_ product: Product) async throws(StoreFailure) -> Product {
    try faults.meet { () throws(StoreFailure) in try world.insert(product) }
  }

  /// Stores a change made to this version of a product.
  public func update(_ product: Product, expecting version: Int) async throws(StoreFailure) -> Product {
    try faults.meet { () throws(StoreFailure) in try world.update(product, expecting: version) }
  }

  /// Removes a product.
  public func delete(_ id: Product.ID) async throws(StoreFailure) {
    try faults.meet { () throws(StoreFailure) in world.delete(id) }
  }

  /// Moves products to another place in the order.
  public func move(_ ids: [Product.ID], to place: RowPlace<Product.ID>) async throws(StoreFailure) {
    try faults.meet { () throws(StoreFailure) in world.move(ids, to: place) }
  }
}
