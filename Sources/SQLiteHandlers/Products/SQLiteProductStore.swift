import Shop

/// The products in a database.
public struct SQLiteProductStore: ProductStore, ChangeLog {
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

  /// Makes changes in one transaction: all of them, or none.
  @discardableResult
  public func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    let result: Result<[Product], ProductTransactionError>
    do throws(DatabaseError) {
      result = try await database.writeProducts { transaction throws(DatabaseError) in
        try transaction.apply(changes, progress: progress)
      }
    } catch {
      throw error.reason == .cancelled ? .cancelled : .failed("\(error)")
    }
    return try result.get()
  }
}

extension SQLiteProductStore {
  /// Returns the latest changes, the newest first.
  public func latestChanges(_ count: Int) async throws(ProductStoreError) -> [RecordedChange] {
    do throws(DatabaseError) {
      return try await database.read { connection throws(DatabaseError) in try connection.latestChanges(count) }
    } catch {
      throw ProductStoreError(error)
    }
  }
}

extension SQLiteDatabase {
  /// Changes products in a transaction, which is rolled back if the operation returns a failure.
  fileprivate func writeProducts<Success: Sendable, Failure>(
    _ operation:
      @escaping @Sendable (inout ProductTransaction<ProductTable>) throws(DatabaseError) -> Result<Success, Failure>
  ) async throws(DatabaseError) -> Result<Success, Failure> {
    let recorder = recorder
    return try await write { connection throws(DatabaseError) in
      try connection.transaction(changing: .products) { () throws(DatabaseError) in
        var transaction = ProductTransaction(ProductTable(connection: connection))
        let result = try operation(&transaction)
        if case .success = result, let recorder, let text = transaction.summary.text {
          try connection.record(text, by: recorder)
        }
        return result
      }
    }
  }
}

extension ProductStoreError {
  fileprivate init(_ error: DatabaseError) { self = .failed("\(error)") }
}
