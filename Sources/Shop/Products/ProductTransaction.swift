import Tables
import Values

/// The rows of the products in a database, which a ``ProductTransaction`` reads and writes.
package protocol ProductRows<Failure> {
  /// The error of the database.
  associatedtype Failure: Error
  /// What identifies a row.
  associatedtype Row

  /// Returns a product and its row, or `nil` if it does not exist.
  func find(_ id: Product.ID) throws(Failure) -> (row: Row, product: Product)?

  /// Inserts a product at its position, with version 1 or the one after its last version, and returns it.
  mutating func insert(_ product: Product) throws(Failure) -> Product

  /// Replaces all of a product but its position.
  mutating func replace(_ current: Product, _ row: Row, by product: Product) throws(Failure)

  /// Deletes a product, and remembers its version.
  mutating func delete(_ id: Product.ID) throws(Failure)

  /// Returns the last position, or the last one before another position, or 0 if there is none.
  mutating func lastPosition(before position: Int?) throws(Failure) -> Int

  /// Returns the rows in their order, or those from a position on.
  mutating func order(from position: Int?) throws(Failure) -> [ProductPlace<Row>]

  /// Changes the positions of rows.
  mutating func setPositions(_ places: [(row: Row, position: Int)]) throws(Failure)

  /// Returns the error of a number in the database that nothing can have stored.
  func corruption(_ problem: String) -> Failure
}

/// The row of a product, and its place in the order.
package struct ProductPlace<Row> {
  package let row: Row
  package let position: Int
  /// The key of the product.
  package let key: String

  /// Creates a place.
  package init(row: Row, position: Int, key: String) {
    (self.row, self.position, self.key) = (row, position, key)
  }
}

extension ProductRows {
  /// Returns the next position or version, unless the database contains one that nothing can have stored.
  package func successor(of number: Int) throws(Failure) -> Int {
    if number == .max { throw corruption("a position or version is too large") }
    return number + 1
  }
}

extension Product.ID {
  /// The text under which equal IDs are equal in a database.
  package var key: String { rawValue.canonicallyComposed }
}

/// Changes of the products in one transaction of a database.
package struct ProductTransaction<Rows: ProductRows> {
  /// The rows.
  package var rows: Rows
  /// The summary of the changes so far.
  package private(set) var summary = ChangeSummary()
  private var order = ProductOrder<Rows>()

  /// Creates a transaction that has changed nothing.
  package init(_ rows: Rows) { self.rows = rows }

  /// Makes changes, and reports every 1,000 changes how many have been made.
  ///
  /// The changes before a failure have been made. The transaction must then be rolled back.
  package mutating func apply(
    _ changes: [ProductChange], progress: (Int) -> Void
  ) throws(Rows.Failure) -> Result<[Product], ProductTransactionError> {
    var stored: [Product] = []
    for (count, change) in changes.enumerated() {
      if count.isMultiple(of: 1_000) {
        progress(count)
        if Task.isCancelled { return .failure(.cancelled) }
      }
      switch change {
      case .insert(let product):
        let result = try insert(product)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .update(let product, let version):
        let result = try update(product, expecting: version)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .restore(let product):
        let result = try restore(product)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .delete(let id): try delete(id)
      case .move(let ids, let place):
        for id in ids { if let product = try rows.find(id)?.product { summary.move(product.title) } }
        try order.move(ids, to: place, in: &rows)
      }
    }
    try order.write(to: &rows)
    progress(changes.count)
    return Task.isCancelled ? .failure(.cancelled) : .success(stored)
  }

  /// Stores a new product at the end, with version 1 or the one after its last version.
  private mutating func insert(_ product: Product) throws(Rows.Failure) -> Result<Product, ProductStoreError> {
    try order.write(to: &rows)
    if let current = try rows.find(product.id)?.product { return .failure(.conflict(current: current)) }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.add(product)
    return .success(try append(product, at: order.positionAtEnd(of: &rows)))
  }

  /// Stores a deleted product again at the position that it had, or returns the product that exists.
  private mutating func restore(_ product: Product) throws(Rows.Failure) -> Result<Product, ProductStoreError> {
    if let current = try rows.find(product.id)?.product {
      try order.write(to: &rows)
      return .success(try rows.find(product.id)?.product ?? current)
    }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.restore(product)
    return .success(try append(product, at: order.position(ofRestored: product, in: &rows)))
  }

  private mutating func append(_ product: Product, at position: Int) throws(Rows.Failure) -> Product {
    var new = product
    new.position = position
    return try rows.insert(new)
  }

  /// Deletes a product, and remembers its version.
  private mutating func delete(_ id: Product.ID) throws(Rows.Failure) {
    try order.write(to: &rows)
    guard let product = try rows.find(id)?.product else { return }
    summary.delete(product.title)
    order.productWasDeleted()
    try rows.delete(id)
  }

  /// Replaces this version of a product.
  private mutating func update(
    _ product: Product, expecting version: Int
  ) throws(Rows.Failure) -> Result<Product, ProductStoreError> {
    try order.write(to: &rows)
    guard let (row, current) = try rows.find(product.id) else { return .failure(.notFound) }
    if current.version != version { return .failure(.conflict(current: current)) }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.change(current, to: product)
    var stored = product
    stored.version = try rows.successor(of: current.version)
    stored.position = current.position
    try rows.replace(current, row, by: stored)
    return .success(stored)
  }
}

extension Result<Product, ProductStoreError> {
  /// Returns the failure of a transaction that fails at a product.
  fileprivate func transactionFailure(at product: Product) -> Result<[Product], ProductTransactionError> {
    map { [$0] }.mapError { .product(product, $0) }
  }
}
