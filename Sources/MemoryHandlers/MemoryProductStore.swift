import Shop

/// A product store in memory.
public actor MemoryProductStore: ProductStore, ChangeLog {
  /// The current products.
  public private(set) var database: ProductDatabase
  private var faults: FaultQueue<ProductStoreError>
  private let recorder: ChangeRecorder?
  /// The recorded changes, the oldest first.
  private var log: [RecordedChange] = []

  /// Creates a store with products and injected faults.
  ///
  /// - Parameters:
  ///   - database: The products.
  ///   - faults: The faults of the next calls.
  ///   - recorder: What records who changes the products, or `nil` if that is not recorded.
  public init(
    _ database: ProductDatabase = ProductDatabase(), faults: FaultQueue<ProductStoreError> = FaultQueue(),
    recordedBy recorder: ChangeRecorder? = nil
  ) {
    self.database = database
    self.faults = faults
    self.recorder = recorder
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
    var summary = ChangeSummary()
    let stored = try database.apply(changes, summary: &summary, progress: reportProgress)
    if let recorder, let text = summary.text {
      log.append(recorder.record(text, id: (log.last?.id ?? 0) + 1))
      if log.count > RecordedChange.keptCount { log.removeFirst() }
    }
    if case .responseLost(let failure) = fault { throw ProductTransactionError(failure, at: nil) }
    return stored
  }
}

extension MemoryProductStore {
  /// Returns the latest changes, the newest first.
  public func latestChanges(_ count: Int) async throws(ProductStoreError) -> [RecordedChange] {
    try faults.perform { () throws(ProductStoreError) in log.suffix(count).reversed() }
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
