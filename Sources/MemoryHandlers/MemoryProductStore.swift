import Shop

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

  /// Makes changes in one transaction: all of them, or none.
  ///
  /// A failed request fails at the product in the middle.
  @discardableResult
  public func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    func reportProgress(_ count: Int) -> Bool {
      progress(count)
      return !Task.isCancelled
    }
    let fault = faults.removeNext()
    if case .requestFailed(let failure) = fault {
      var discarded = database
      try discarded.apply(Array(changes.prefix(changes.count / 2)), progress: reportProgress)
      throw ProductTransactionError(failure, at: changes.isEmpty ? nil : changes[changes.count / 2].product)
    }
    let stored = try database.apply(changes, progress: reportProgress)
    if case .responseLost(let failure) = fault { throw ProductTransactionError(failure, at: nil) }
    return stored
  }
}

extension ProductChange {
  /// The product that the change stores, or `nil` if it stores none.
  fileprivate var product: Product? {
    switch self {
    case .insert(let product), .update(let product, _), .restore(let product): product
    case .delete, .move: nil
    }
  }
}

extension ProductTransactionError {
  /// Creates the error for an injected fault.
  fileprivate init(_ failure: ProductStoreError, at product: Product?) {
    self =
      switch (failure, product) {
      case (.offline, _): .offline
      case (_, let product?): .product(product, failure)
      case (.failed(let reason), nil): .failed(reason)
      case (_, nil): .offline
      }
  }
}
