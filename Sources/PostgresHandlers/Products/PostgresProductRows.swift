import Shop
import Values

/// The rows of the products in a transaction.
///
/// The products that the changes name are locked and read by one statement at the beginning, and what the changes make of
/// them is written by a few statements at the end: a change takes no time of the network.
struct PostgresProductRows: ProductRows {
  typealias Failure = PostgresError

  /// What the changes so far have made of a key, and whether the database has it.
  private struct Entry {
    /// The product after the changes so far, or `nil` if there is none.
    var product: Product?
    /// Whether the database has a product.
    var isStored = false
    /// Whether the database has another product than this one.
    var isChanged = false
    /// The last version of the product, if it is deleted.
    var deletedVersion: Int?
    /// Whether the database has the last version of a deleted product.
    var hasStoredDeletion = false

    /// Replaces the product, and returns whether it was not changed before.
    mutating func set(_ product: Product?, deletedVersion: Int?) -> Bool {
      defer { isChanged = true }
      (self.product, self.deletedVersion) = (product, deletedVersion)
      return !isChanged
    }
  }

  private let connection: PostgresConnection
  /// What the changes name, by key.
  private var entries: [String: Entry] = [:]
  /// The keys of the changed entries, in the order of their first change.
  private var changedKeys: [String] = []

  /// Locks and reads the products that changes name.
  init(_ connection: PostgresConnection, for changes: [ProductChange]) throws(PostgresError) {
    self.connection = connection
    // Those who change the order wait for each other, those who change single products do not.
    if changes.contains(where: \.changesOrder) { try connection.run("SELECT id FROM product_order FOR UPDATE") }
    let keys = PostgresValue.texts(changes.flatMap(\.keys).filter { !$0.utf8.contains(0) })
    entries.reserveCapacity(changes.count)
    // The order prevents that two transactions wait for each other.
    for row in try connection.run(
      "SELECT \(Self.columns), key FROM product WHERE key = ANY ($1) ORDER BY key FOR UPDATE", [keys]
    ).rows {
      entries[row.text(7)] = Entry(product: Product(row), isStored: true)
    }
    for row in try connection.run("SELECT key, version FROM deleted_product WHERE key = ANY ($1)", [keys]).rows {
      entries[row.text(0), default: Entry()].deletedVersion = row.int(1)
      entries[row.text(0)]?.hasStoredDeletion = true
    }
  }

  /// The columns of a product.
  static let columns = "id, name, price, tags, stock, position, version"

  func find(_ id: Product.ID) -> (row: String, product: Product)? {
    let key = id.key
    return entries[key]?.product.map { (key, $0) }
  }

  mutating func insert(_ product: Product) throws(PostgresError) -> Product {
    let key = product.id.key
    var stored = product
    stored.version = try successor(of: entries[key]?.deletedVersion ?? 0)
    set(stored, key, deletedVersion: nil)
    return stored
  }

  mutating func replace(_ current: Product, _ key: String, by product: Product) {
    set(product, key, deletedVersion: entries[key]?.deletedVersion)
  }

  mutating func delete(_ id: Product.ID) {
    let key = id.key
    if let product = entries[key]?.product { set(nil, key, deletedVersion: product.version) }
  }

  private mutating func set(_ product: Product?, _ key: String, deletedVersion: Int?) {
    if entries[key, default: Entry()].set(product, deletedVersion: deletedVersion) { changedKeys.append(key) }
  }

  mutating func lastPosition(before position: Int?) throws(PostgresError) -> Int {
    try write()
    guard let position else { return try connection.integer("SELECT max(position) FROM product") ?? 0 }
    return try connection.integer("SELECT max(position) FROM product WHERE position < $1", [PostgresValue(position)])
      ?? 0
  }

  mutating func order(from position: Int?) throws(PostgresError) -> [ProductPlace<String>] {
    try write()
    return try connection.run(
      "SELECT key, position FROM product \(position == nil ? "" : "WHERE position >= $1 ")ORDER BY position, number",
      position.map { [PostgresValue($0)] } ?? []
    ).rows.map { ProductPlace(row: $0.text(0), position: $0.int(1), key: $0.text(0)) }
  }

  mutating func setPositions(_ places: [(row: String, position: Int)]) throws(PostgresError) {
    try write()
    try connection.run(
      """
      UPDATE product SET position = changed.position FROM unnest($1, $2) AS changed (key, position)
      WHERE product.key = changed.key
      """, [.texts(places.map(\.row)), PostgresValue(places.map(\.position))])
    for place in places { entries[place.row]?.product?.position = place.position }
  }

  func corruption(_ problem: String) -> PostgresError { PostgresError(connection.address, .corrupt(problem)) }

  /// A product that is written.
  private struct ChangedRow {
    let key: String
    let product: Product

    /// The line of the product in the input of COPY.
    var copyLine: String {
      let tags = PostgresValue.arrayText(of: product.tags).escapedForCopy
      let stock = product.stock.map { "\($0)" } ?? "\\N"
      let texts = "\(key.escapedForCopy)\t\(product.id.rawValue.escapedForCopy)\t\(product.name.escapedForCopy)"
      return "\(texts)\t\(product.price.cents)\t\(tags)\t\(stock)\t\(product.version)\t\(product.position)\n"
    }
  }

  /// Writes what has changed.
  mutating func write() throws(PostgresError) {
    if changedKeys.isEmpty { return }
    var (inserted, updated): ([ChangedRow], [ChangedRow]) = ([], [])
    var deleted: [String] = []
    for key in changedKeys {
      guard let entry = entries[key] else { continue }
      if let product = entry.product {
        let row = ChangedRow(key: key, product: product)
        if entry.isStored { updated.append(row) } else { inserted.append(row) }
      } else if entry.isStored {
        deleted.append(key)
      }
      entries[key]?.isStored = entry.product != nil
      entries[key]?.isChanged = false
    }
    changedKeys = []
    try insert(inserted)
    try update(updated)
    try delete(deleted)
  }

  /// Writes what has changed, and the versions of the deleted products.
  mutating func finish() throws(PostgresError) {
    try write()
    var gone: [String] = []
    var kept: [(key: String, version: Int)] = []
    for (key, entry) in entries {
      if let version = entry.deletedVersion {
        kept.append((key, version))
      } else if entry.hasStoredDeletion {
        gone.append(key)
      }
    }
    if !gone.isEmpty { try connection.run("DELETE FROM deleted_product WHERE key = ANY ($1)", [.texts(gone.sorted())]) }
    if kept.isEmpty { return }
    kept.sort { $0.key < $1.key }
    try connection.run(
      """
      INSERT INTO deleted_product (key, version) SELECT * FROM unnest($1, $2)
      ON CONFLICT (key) DO UPDATE SET version = greatest(deleted_product.version, excluded.version)
      """, [.texts(kept.map(\.key)), PostgresValue(kept.map(\.version))])
  }

  private func insert(_ rows: [ChangedRow]) throws(PostgresError) {
    if rows.isEmpty { return }
    try connection.copy(
      "COPY product (key, id, name, price, tags, stock, version, position) FROM STDIN", rows.lazy.map(\.copyLine))
  }

  /// Replaces all of some products but their positions, which others may change at the same time.
  private func update(_ rows: [ChangedRow]) throws(PostgresError) {
    if rows.isEmpty { return }
    try connection.run(
      """
      UPDATE product SET id = new.id, name = new.name, price = new.price, tags = new.tags::text[], stock = new.stock,
        version = new.version
      FROM unnest($1, $2, $3, $4, $5, $6, $7) AS new (key, id, name, price, tags, stock, version)
      WHERE product.key = new.key
      """, Self.values(of: rows))
  }

  private func delete(_ keys: [String]) throws(PostgresError) {
    if !keys.isEmpty { try connection.run("DELETE FROM product WHERE key = ANY ($1)", [.texts(keys)]) }
  }

  /// The lists of the keys, IDs, names, prices, tags, stocks and versions of products.
  private static func values(of rows: [ChangedRow]) -> [PostgresValue] {
    [
      .texts(rows.map(\.key)), .texts(rows.map(\.product.id.rawValue)), .texts(rows.map(\.product.name)),
      PostgresValue(rows.map(\.product.price.cents)),
      .texts(rows.map { PostgresValue.arrayText(of: $0.product.tags) }),
      .integers(rows.map { $0.product.stock.map(Int64.init) }), PostgresValue(rows.map(\.product.version)),
    ]
  }
}

extension Product {
  /// Creates a product from the columns ``PostgresProductRows/columns``.
  init(_ row: PostgresRow) {
    self.init(
      id: ID(rawValue: row.text(0)), name: row.text(1), price: Money(cents: row.int(2)), tags: row.texts(3),
      stock: row.isNull(4) ? nil : row.int(4), position: row.int(5), version: row.int(6))
  }
}

extension ProductChange {
  /// Whether the change gives products another position.
  fileprivate var changesOrder: Bool {
    switch self {
    case .insert, .restore, .move: true
    case .update, .delete: false
    }
  }

  /// The keys of the products that the change names.
  fileprivate var keys: [String] {
    switch self {
    case .insert(let product), .update(let product, _), .restore(let product): [product.id.key]
    case .delete(let id): [id.key]
    case .move(let ids, _): ids.map(\.key)
    }
  }
}
