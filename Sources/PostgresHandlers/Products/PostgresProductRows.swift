import Shop
import Values

/// The rows of the products in a transaction.
///
/// The products that the changes name are locked and read by one statement at the beginning, and what the changes make of
/// them is written by a few statements at the end: a change takes no time of the network.
struct PostgresProductRows: ProductRows {
  typealias Failure = PostgresError

  private let connection: PostgresConnection
  /// The products that the changes name, by key.
  private var products: [String: Product]
  /// The last versions of the deleted ones.
  private var deletedVersions: [String: Int]
  /// The keys of the products that the database has.
  private var storedKeys: Set<String>
  /// The keys of the deleted products that the database has.
  private let storedDeletions: Set<String>
  /// The keys of products that are not written yet, in the order of their first change.
  private var changedKeys: [String] = []
  private var isChanged: Set<String> = []

  /// Locks and reads the products that changes name.
  init(_ connection: PostgresConnection, for changes: [ProductChange]) throws(PostgresError) {
    self.connection = connection
    // Those who change the order wait for each other, those who change single products do not.
    if changes.contains(where: \.changesOrder) { try connection.run("SELECT id FROM product_order FOR UPDATE") }
    let keys = PostgresValue.texts(changes.flatMap(\.keys).filter { !$0.utf8.contains(0) })
    products = [:]
    // The order prevents that two transactions wait for each other.
    for row in try connection.run(
      "SELECT \(Self.columns), key FROM product WHERE key = ANY ($1) ORDER BY key FOR UPDATE", [keys]
    ).rows {
      products[row.text(7)] = Product(row)
    }
    deletedVersions = [:]
    for row in try connection.run("SELECT key, version FROM deleted_product WHERE key = ANY ($1)", [keys]).rows {
      deletedVersions[row.text(0)] = row.int(1)
    }
    storedKeys = Set(products.keys)
    products.reserveCapacity(changes.count)
    isChanged.reserveCapacity(changes.count)
    storedKeys.reserveCapacity(changes.count)
    storedDeletions = Set(deletedVersions.keys)
  }

  /// The columns of a product.
  static let columns = "id, name, price, tags, stock, position, version"

  func find(_ id: Product.ID) -> (row: String, product: Product)? { products[id.key].map { (id.key, $0) } }

  mutating func insert(_ product: Product) throws(PostgresError) -> Product {
    let key = product.id.key
    var stored = product
    stored.version = try successor(of: deletedVersions.removeValue(forKey: key) ?? 0)
    set(stored, key)
    return stored
  }

  mutating func replace(_ current: Product, _ key: String, by product: Product) { set(product, key) }

  mutating func delete(_ id: Product.ID) {
    guard let product = products[id.key] else { return }
    deletedVersions[id.key] = product.version
    set(nil, id.key)
  }

  private mutating func set(_ product: Product?, _ key: String) {
    products[key] = product
    if isChanged.insert(key).inserted { changedKeys.append(key) }
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
    for place in places { products[place.row]?.position = place.position }
  }

  func corruption(_ problem: String) -> PostgresError { PostgresError(connection.address, .corrupt(problem)) }

  /// A product that is written.
  private struct ChangedRow {
    let key: String
    let product: Product
  }

  /// Writes what has changed.
  mutating func write() throws(PostgresError) {
    if changedKeys.isEmpty { return }
    var (inserted, updated): ([ChangedRow], [ChangedRow]) = ([], [])
    var deleted: [String] = []
    for key in changedKeys {
      if let product = products[key] {
        let row = ChangedRow(key: key, product: product)
        if storedKeys.insert(key).inserted { inserted.append(row) } else { updated.append(row) }
      } else if storedKeys.remove(key) != nil {
        deleted.append(key)
      }
    }
    try insert(inserted)
    try update(updated)
    try delete(deleted)
    (changedKeys, isChanged) = ([], [])
  }

  /// Writes what has changed, and the versions of the deleted products.
  mutating func finish() throws(PostgresError) {
    try write()
    let gone = storedDeletions.filter { deletedVersions[$0] == nil }
    if !gone.isEmpty { try connection.run("DELETE FROM deleted_product WHERE key = ANY ($1)", [.texts(gone.sorted())]) }
    let kept = deletedVersions.sorted { $0.key < $1.key }
    if kept.isEmpty { return }
    try connection.run(
      """
      INSERT INTO deleted_product (key, version) SELECT * FROM unnest($1, $2)
      ON CONFLICT (key) DO UPDATE SET version = greatest(deleted_product.version, excluded.version)
      """, [.texts(kept.map(\.key)), PostgresValue(kept.map(\.value))])
  }

  private func insert(_ rows: [ChangedRow]) throws(PostgresError) {
    if rows.isEmpty { return }
    var lines = ""
    for row in rows {
      let product = row.product
      let texts = [row.key, product.id.rawValue, product.name].map(\.escapedForCopy).joined(separator: "\t")
      let tags = PostgresValue.arrayText(of: product.tags).escapedForCopy
      let stock = product.stock.map { "\($0)" } ?? "\\N"
      lines += "\(texts)\t\(product.price.cents)\t\(tags)\t\(stock)\t\(product.version)\t\(product.position)\n"
    }
    try connection.copy("COPY product (key, id, name, price, tags, stock, version, position) FROM STDIN", lines)
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
