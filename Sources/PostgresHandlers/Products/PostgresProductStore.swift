import Shop
import Values

/// The products in a database on a server.
public struct PostgresProductStore: ProductStore, ChangeLog {
  private let database: PostgresDatabase

  /// Creates a store in a database.
  public init(_ database: PostgresDatabase) { self.database = database }

  /// Returns all products.
  public func products() async throws(ProductStoreError) -> [Product] {
    try await read { connection throws(PostgresError) in
      try connection.run(
        "SELECT \(PostgresProductRows.columns) FROM product ORDER BY position, number"
      ).rows.map { Product($0) }
    }
  }

  /// Makes changes in one transaction: all of them, or none.
  ///
  /// A product with the character U+0000, which PostgreSQL cannot store, fails the transaction.
  @discardableResult
  public func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    for product in changes.lazy.compactMap(\.storedProduct) {
      if let reason = Self.refusal(of: product) { throw .product(product, .failed(reason)) }
    }
    let recorder = database.recorder
    let result: Result<[Product], ProductTransactionError>
    do throws(PostgresError) {
      result = try await database.write(changing: .products) { connection throws(PostgresError) in
        var transaction = ProductTransaction(try PostgresProductRows(connection, for: changes))
        let result = try transaction.apply(changes, progress: progress)
        guard case .success = result else { return result }
        try transaction.rows.finish()
        if let recorder, let text = transaction.summary.text { try connection.record(text, by: recorder) }
        return result
      }
    } catch {
      switch error.reason {
      case .cancelled: throw .cancelled
      case .outcomeUnknown: throw .offline
      default: throw .failed("\(error)")
      }
    }
    return try result.get()
  }

  /// Returns the reason why a product cannot be stored, or `nil` if it can.
  static func refusal(of product: Product) -> String? {
    product.fieldWithNullCharacter.map { "the \($0) contains the character U+0000, which PostgreSQL cannot store" }
  }

  /// Returns the latest changes, the newest first.
  public func latestChanges(_ count: Int) async throws(ProductStoreError) -> [RecordedChange] {
    try await read { connection throws(PostgresError) in
      try connection.run(
        "SELECT number, time, author, summary FROM change_log ORDER BY number DESC LIMIT $1", [PostgresValue(count)]
      ).rows.map {
        RecordedChange(
          id: $0.int(0), time: Instant(milliseconds: $0.integer(1)), author: $0.text(2), summary: $0.text(3))
      }
    }
  }

  private func read<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(ProductStoreError) -> Success {
    do throws(PostgresError) { return try await database.read(operation) } catch { throw .failed("\(error)") }
  }
}

extension PostgresConnection {
  /// Adds a change to the record, and removes some of the oldest ones if there are too many.
  fileprivate func record(_ summary: String, by recorder: ChangeRecorder) throws(PostgresError) {
    let change = recorder.record(summary, id: 0)
    let id = try integer(
      "INSERT INTO change_log (time, author, summary) VALUES ($1, $2, $3) RETURNING number",
      [.integer(change.time.milliseconds), .text(change.author), .text(change.summary)])
    // Others may be removing the same ones.
    try run(
      """
      DELETE FROM change_log WHERE number IN (
        SELECT number FROM change_log WHERE number <= $1 ORDER BY number LIMIT 100 FOR UPDATE SKIP LOCKED)
      """, [PostgresValue((id ?? 0) - RecordedChange.keptCount)])
  }
}

extension Product {
  /// The name of a field with the character U+0000, or `nil` if there is none.
  fileprivate var fieldWithNullCharacter: String? {
    func hasNull(_ text: String) -> Bool { text.utf8.contains(0) }
    if hasNull(id.rawValue) { return "ID" }
    if hasNull(name) { return "name" }
    return tags.contains(where: hasNull) ? "list of tags" : nil
  }
}
