import Shop
import Tables

/// The products in a database.
public struct SQLiteProductStore: ProductStore {
  private let database: SQLiteDatabase

  /// Creates a store in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Returns all products.
  public func products() async throws(ProductStoreError) -> [Product] {
    do throws(DatabaseError) {
      return try await database.read { connection throws(DatabaseError) in
        try connection.transaction(.reading) { () throws(DatabaseError) in
          try ProductTable(connection: connection).products()
        }
      }
    } catch {
      throw ProductStoreError(error)
    }
  }

  /// Stores a new product.
  public func insert(_ product: Product) async throws(ProductStoreError) -> Product {
    try await write { table throws(DatabaseError) in try table.insert(product) }
  }

  /// Stores a deleted product again.
  public func restore(_ product: Product) async throws(ProductStoreError) -> Product {
    try await write { table throws(DatabaseError) in try table.restore(product) }
  }

  /// Replaces this version of a product.
  public func update(_ product: Product, expecting version: Int) async throws(ProductStoreError) -> Product {
    try await write { table throws(DatabaseError) in try table.update(product, expecting: version) }
  }

  /// Deletes a product.
  public func delete(_ id: Product.ID) async throws(ProductStoreError) {
    try await write { table throws(DatabaseError) in .success(try table.delete(id)) }
  }

  /// Moves products to another position.
  public func move(_ ids: [Product.ID], to position: RowPosition<Product.ID>) async throws(ProductStoreError) {
    try await write { table throws(DatabaseError) in .success(try table.move(ids, to: position)) }
  }

  /// Stores many products in one transaction: all of them, or none.
  public func storeAll(
    _ writes: [ProductWrite], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) {
    let result: Result<Void, ProductTransactionError>
    do throws(DatabaseError) {
      result = try await database.writeProducts { table throws(DatabaseError) in
        try table.storeAll(writes, progress: progress)
      }
    } catch {
      throw error.reason == .cancelled ? .cancelled : .failed("\(error)")
    }
    try result.get()
  }

  private func write<Success: Sendable>(
    _ operation: @escaping @Sendable (ProductTable) throws(DatabaseError) -> Result<Success, ProductStoreError>
  ) async throws(ProductStoreError) -> Success {
    let result: Result<Success, ProductStoreError>
    do throws(DatabaseError) { result = try await database.writeProducts(operation) } catch {
      throw ProductStoreError(error)
    }
    return try result.get()
  }
}

extension SQLiteDatabase {
  /// Changes products in a transaction, which is rolled back if the operation returns a failure.
  fileprivate func writeProducts<Success: Sendable, Failure>(
    _ operation: @escaping @Sendable (ProductTable) throws(DatabaseError) -> Result<Success, Failure>
  ) async throws(DatabaseError) -> Result<Success, Failure> {
    try await write { connection throws(DatabaseError) in
      try connection.transaction(changing: .products) { () throws(DatabaseError) in
        try operation(ProductTable(connection: connection))
      }
    }
  }
}

extension ProductStoreError {
  fileprivate init(_ error: DatabaseError) { self = .failed("\(error)") }
}
