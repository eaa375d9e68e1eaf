import Shop
import Tables
import Values

/// The products in a database.
struct ProductTable {
  let connection: SQLiteConnection

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
      let next = SQLiteValue(try successor(of: used.version))
      try update.run([next, .text(used.key), next])
      try deletion.run([.text(used.key), SQLiteValue(used.version)])
    }
  }
}

extension ProductTable: ProductRows {
  private static let columns = "number, id, name, price, position, version, stock"

  private static func product(_ row: SQLiteRow, tags: [String]) -> Product {
    Product(
      id: Product.ID(rawValue: row.text(1)), name: row.text(2), price: Money(cents: row.int(3)), tags: tags,
      stock: row.int(6) < 0 ? nil : row.int(6), position: row.int(4), version: row.int(5))
  }

  func find(_ id: Product.ID) throws(DatabaseError) -> (row: Int64, product: Product)? {
    var found: (row: Int64, product: Product)?
    try connection.run("SELECT \(Self.columns) FROM product WHERE key = ?", [.text(id.key)]) {
      row throws(DatabaseError) in found = (row.integer(0), Self.product(row, tags: []))
    }
    guard var found else { return nil }
    try connection.run("SELECT tag FROM product_tag WHERE product = ? ORDER BY ordinal", [.integer(found.row)]) {
      row throws(DatabaseError) in found.product.tags.append(row.text(0))
    }
    return found
  }

  func insert(_ product: Product) throws(DatabaseError) -> Product {
    var stored = product
    let key = SQLiteValue.text(product.id.key)
    let deletedVersion = try connection.integer("SELECT version FROM deleted_product WHERE key = ?", [key])
    if deletedVersion != nil { try connection.run("DELETE FROM deleted_product WHERE key = ?", [key]) }
    stored.version = try successor(of: deletedVersion ?? 0)
    try connection.run(
      "INSERT INTO product (key, id, name, price, position, version, stock) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        key, .text(product.id.rawValue), .text(product.name), SQLiteValue(product.price.cents),
        SQLiteValue(product.position), SQLiteValue(stored.version), SQLiteValue(product.stock ?? -1),
      ])
    try insertTags(product.tags, of: connection.lastInsertedRow)
    return stored
  }

  func replace(_ current: Product, _ number: Int64, by product: Product) throws(DatabaseError) {
    try connection.run(
      "UPDATE product SET id = ?, name = ?, price = ?, version = ?, stock = ? WHERE number = ?",
      [
        .text(product.id.rawValue), .text(product.name), SQLiteValue(product.price.cents),
        SQLiteValue(product.version), SQLiteValue(product.stock ?? -1), .integer(number),
      ])
    if product.tags == current.tags { return }
    try connection.run("DELETE FROM product_tag WHERE product = ?", [.integer(number)])
    try insertTags(product.tags, of: number)
  }

  func delete(_ id: Product.ID) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO deleted_product (key, version) SELECT key, version FROM product WHERE key = ?
      ON CONFLICT DO UPDATE SET version = max(version, excluded.version)
      """, [.text(id.key)])
    try connection.run("DELETE FROM product WHERE key = ?", [.text(id.key)])
  }

  func lastPosition(before position: Int?) throws(DatabaseError) -> Int {
    guard let position else { return try connection.integer("SELECT max(position) FROM product") ?? 0 }
    return try connection.integer("SELECT max(position) FROM product WHERE position < ?", [SQLiteValue(position)]) ?? 0
  }

  func order(from position: Int?) throws(DatabaseError) -> [ProductPlace<Int64>] {
    var places: [ProductPlace<Int64>] = []
    try connection.run(
      "SELECT number, position, key FROM product \(position == nil ? "" : "WHERE position >= ? ")ORDER BY position, number",
      position.map { [SQLiteValue($0)] } ?? []
    ) { row throws(DatabaseError) in
      places.append(ProductPlace(row: row.integer(0), position: row.int(1), key: row.text(2)))
    }
    return places
  }

  /// Changes the positions of products, unless the task is cancelled.
  func setPositions(_ places: [(row: Int64, position: Int)]) throws(DatabaseError) {
    let update = try connection.statement("UPDATE product SET position = ? WHERE number = ?")
    for (count, place) in places.enumerated() {
      if count.isMultiple(of: 1_000), Task.isCancelled { throw DatabaseError(connection.path, .cancelled) }
      try update.run([SQLiteValue(place.position), .integer(place.row)])
    }
  }

  func corruption(_ problem: String) -> DatabaseError { DatabaseError(connection.path, .corrupt(problem)) }

  private func insertTags(_ tags: [String], of number: Int64) throws(DatabaseError) {
    for (ordinal, tag) in tags.enumerated() {
      try connection.run(
        "INSERT INTO product_tag (product, ordinal, tag) VALUES (?, ?, ?)",
        [.integer(number), SQLiteValue(ordinal), .text(tag)])
    }
  }
}
