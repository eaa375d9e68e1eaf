import Shop
import Tables
import Values

/// The products in a database.
struct ProductTable {
  let connection: SQLiteConnection
  /// The summary of the changes so far.
  private(set) var summary = ChangeSummary()

  init(connection: SQLiteConnection) { self.connection = connection }

  /// Returns all products by position.
  func products() throws(DatabaseError) -> [Product] {
    var products: [Product] = []
    // The tags are read in a statement of their own, which is faster than a join.
    var tags: [Int64: [String]] = [:]
    try connection.run("SELECT product, tag FROM product_tag ORDER BY product, ordinal") { row throws(DatabaseError) in
      tags[row.integer(0), default: []].append(row.text(1))
    }
    try connection.run("SELECT \(Self.columns) FROM product ORDER BY position, number") { row throws(DatabaseError) in
      products.append(Self.product(row, tags: tags[row.integer(0)] ?? []))
    }
    return products
  }

  /// The key of a product and its last version.
  struct StoredVersion {
    let key: String
    let version: Int
  }

  /// Returns the last version of each product that the database has or has had.
  func lastVersions() throws(DatabaseError) -> [StoredVersion] {
    var versions: [StoredVersion] = []
    try connection.run("SELECT key, version FROM product UNION ALL SELECT key, version FROM deleted_product") {
      row throws(DatabaseError) in versions.append(StoredVersion(key: row.text(0), version: row.int(1)))
    }
    return versions
  }

  /// Raises the versions of products above those that another database has used.
  func raiseVersions(above versions: [StoredVersion]) throws(DatabaseError) {
    let update = try connection.statement("UPDATE product SET version = ? WHERE key = ? AND version < ?")
    let deletion = try connection.statement(
      """
      INSERT INTO deleted_product (key, version) SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM product WHERE key = ?1)
      ON CONFLICT DO UPDATE SET version = max(version, excluded.version)
      """)
    for used in versions {
      let next = SQLiteValue(try connection.successor(of: used.version))
      try update.run([next, .text(used.key), next])
      try deletion.run([.text(used.key), SQLiteValue(used.version)])
    }
  }

  /// Makes changes, and reports every 1,000 changes how many have been made.
  ///
  /// The changes before a failure have been made. The transaction must then be rolled back.
  mutating func apply(
    _ changes: [ProductChange], progress: (Int) -> Void
  ) throws(DatabaseError) -> Result<[Product], ProductTransactionError> {
    var stored: [Product] = []
    var order = ProductOrder(connection)
    for (count, change) in changes.enumerated() {
      if count.isMultiple(of: 1_000) {
        progress(count)
        if Task.isCancelled { return .failure(.cancelled) }
      }
      switch change {
      case .insert(let product):
        let result = try insert(product, &order)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .update(let product, let version):
        let result = try update(product, expecting: version, &order)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .restore(let product):
        let result = try restore(product, &order)
        guard case .success(let new) = result else { return result.transactionFailure(at: product) }
        stored.append(new)
      case .delete(let id): try delete(id, &order)
      case .move(let ids, let place):
        for id in ids { if let title = try title(of: id) { summary.move(title) } }
        try order.move(ids, to: place)
      }
    }
    try order.write()
    progress(changes.count)
    return Task.isCancelled ? .failure(.cancelled) : .success(stored)
  }

  /// Stores a new product at the end, with version 1 or the one after its last version.
  private mutating func insert(
    _ product: Product, _ order: inout ProductOrder
  ) throws(DatabaseError) -> Result<Product, ProductStoreError> {
    try order.write()
    if let current = try find(product.id)?.product { return .failure(.conflict(current: current)) }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.add(product)
    return .success(try append(product, at: order.positionAtEnd()))
  }

  /// Stores a deleted product again at the position that it had, or returns the product that exists.
  private mutating func restore(
    _ product: Product, _ order: inout ProductOrder
  ) throws(DatabaseError) -> Result<Product, ProductStoreError> {
    if let current = try find(product.id)?.product {
      try order.write()
      return .success(try find(product.id)?.product ?? current)
    }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.restore(product)
    return .success(try append(product, at: order.position(ofRestored: product)))
  }

  /// Deletes a product, and remembers its version.
  private mutating func delete(_ id: Product.ID, _ order: inout ProductOrder) throws(DatabaseError) {
    try order.write()
    guard let title = try title(of: id) else { return }
    summary.delete(title)
    order.productWasDeleted()
    try connection.run(
      """
      INSERT INTO deleted_product (key, version) SELECT key, version FROM product WHERE key = ?
      ON CONFLICT DO UPDATE SET version = max(version, excluded.version)
      """, [.text(id.key)])
    try connection.run("DELETE FROM product WHERE key = ?", [.text(id.key)])
  }

  /// Replaces this version of a product.
  private mutating func update(
    _ product: Product, expecting version: Int, _ order: inout ProductOrder
  ) throws(DatabaseError) -> Result<Product, ProductStoreError> {
    try order.write()
    guard let (number, current) = try find(product.id) else { return .failure(.notFound) }
    if current.version != version { return .failure(.conflict(current: current)) }
    if let fault = product.validationError { return .failure(.rejected(fault)) }
    summary.change(current, to: product)
    return .success(try replace(current, number, by: product))
  }
}

extension Result<Product, ProductStoreError> {
  /// Returns the failure of a transaction that fails at a product.
  fileprivate func transactionFailure(at product: Product) -> Result<[Product], ProductTransactionError> {
    map { [$0] }.mapError { .product(product, $0) }
  }
}

extension ProductTable {
  private static let columns = "number, id, name, price, position, version, stock"

  private static func product(_ row: SQLiteRow, tags: [String]) -> Product {
    Product(
      id: Product.ID(rawValue: row.text(1)), name: row.text(2), price: Money(cents: row.int(3)), tags: tags,
      stock: row.int(6) < 0 ? nil : row.int(6), position: row.int(4), version: row.int(5))
  }

  private func find(_ id: Product.ID) throws(DatabaseError) -> (number: Int64, product: Product)? {
    var found: (number: Int64, product: Product)?
    try connection.run("SELECT \(Self.columns) FROM product WHERE key = ?", [.text(id.key)]) {
      row throws(DatabaseError) in found = (row.integer(0), Self.product(row, tags: []))
    }
    guard var found else { return nil }
    try connection.run("SELECT tag FROM product_tag WHERE product = ? ORDER BY ordinal", [.integer(found.number)]) {
      row throws(DatabaseError) in found.product.tags.append(row.text(0))
    }
    return found
  }

  /// Returns the name of a product, or `nil` if it does not exist.
  private func title(of id: Product.ID) throws(DatabaseError) -> String? {
    var title: String?
    try connection.run("SELECT name, id FROM product WHERE key = ?", [.text(id.key)]) { row throws(DatabaseError) in
      title = row.text(0).isEmpty ? row.text(1) : row.text(0)
    }
    return title
  }

  private func append(_ product: Product, at position: Int) throws(DatabaseError) -> Product {
    var stored = product
    let key = SQLiteValue.text(product.id.key)
    let deletedVersion = try connection.integer("SELECT version FROM deleted_product WHERE key = ?", [key])
    if deletedVersion != nil { try connection.run("DELETE FROM deleted_product WHERE key = ?", [key]) }
    stored.version = try connection.successor(of: deletedVersion ?? 0)
    stored.position = position
    try connection.run(
      "INSERT INTO product (key, id, name, price, position, version, stock) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        key, .text(product.id.rawValue), .text(product.name), SQLiteValue(product.price.cents), SQLiteValue(position),
        SQLiteValue(stored.version), SQLiteValue(product.stock ?? -1),
      ])
    try insertTags(product.tags, of: connection.lastInsertedRow)
    return stored
  }

  private func replace(_ current: Product, _ number: Int64, by product: Product) throws(DatabaseError) -> Product {
    var stored = product
    stored.version = try connection.successor(of: current.version)
    stored.position = current.position
    try connection.run(
      "UPDATE product SET id = ?, name = ?, price = ?, version = ?, stock = ? WHERE number = ?",
      [
        .text(product.id.rawValue), .text(product.name), SQLiteValue(product.price.cents),
        SQLiteValue(stored.version), SQLiteValue(product.stock ?? -1), .integer(number),
      ])
    if stored.tags != current.tags {
      try connection.run("DELETE FROM product_tag WHERE product = ?", [.integer(number)])
      try insertTags(product.tags, of: number)
    }
    return stored
  }

  private func insertTags(_ tags: [String], of number: Int64) throws(DatabaseError) {
    for (ordinal, tag) in tags.enumerated() {
      try connection.run(
        "INSERT INTO product_tag (product, ordinal, tag) VALUES (?, ?, ?)",
        [.integer(number), SQLiteValue(ordinal), .text(tag)])
    }
  }
}

extension SQLiteConnection {
  /// Returns the next position or version, unless the database contains one that nothing can have stored.
  func successor(of number: Int) throws(DatabaseError) -> Int {
    if number == .max { throw DatabaseError(path, .corrupt("a position or version is too large")) }
    return number + 1
  }
}

extension Product.ID {
  /// The text under which equal IDs are equal in the database.
  var key: String { rawValue.canonicallyComposed }
}
