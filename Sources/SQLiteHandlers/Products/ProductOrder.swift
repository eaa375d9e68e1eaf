import Shop
import Tables

/// The order of the products in a transaction.
///
/// Successive moves are made in one pass over the products, and so are successive restorations. Their new positions are
/// in the database after `write()`.
struct ProductOrder {
  let connection: SQLiteConnection
  /// The last position, or `nil` if a change may have changed it.
  private var lastPosition: Int?
  private var moves: [(ids: [Product.ID], position: RowPosition<Product.ID>)] = []
  private var room: RoomForProducts?

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Returns the position of a new product, which is the last one.
  mutating func positionAtEnd() throws(DatabaseError) -> Int {
    try write()
    let last =
      if let lastPosition { lastPosition } else { try connection.integer("SELECT max(position) FROM product") ?? 0 }
    let position = try connection.successor(of: last)
    lastPosition = position
    return position
  }

  /// Returns the position at which a deleted product is stored again: the one that it had, or the end.
  ///
  /// A product with this position is moved by one, and so is the next one until there is a gap.
  mutating func position(ofRestored product: Product) throws(DatabaseError) -> Int {
    if product.position < 1 { return try positionAtEnd() }
    if room.map({ product.position <= $0.last }) ?? true {
      try write()
      room = try RoomForProducts(from: product.position, in: connection)
      lastPosition = nil
    }
    return try room?.position(for: product.position) ?? product.position
  }

  /// Moves products together to another position, in the given order, and renumbers all positions.
  mutating func move(_ ids: [Product.ID], to position: RowPosition<Product.ID>) throws(DatabaseError) {
    if room != nil { try write() }
    moves.append((ids, position))
  }

  /// Forgets a product that was deleted.
  mutating func productWasDeleted() { lastPosition = nil }

  /// Writes the positions that changed.
  mutating func write() throws(DatabaseError) {
    if let changed = try room?.changedPositions() { try setPositions(changed) }
    room = nil
    if !moves.isEmpty { try setPositions(positionsAfterMoves()) }
    moves = []
  }

  /// Returns the new positions after the moves.
  private func positionsAfterMoves() throws(DatabaseError) -> [(number: Int64, position: Int)] {
    var rows: [(number: Int64, position: Int)] = []
    var indices: [String: Int] = [:]
    try connection.run("SELECT number, position, key FROM product ORDER BY position, number") {
      row throws(DatabaseError) in
      indices[row.text(2)] = rows.count
      rows.append((row.integer(0), row.int(1)))
    }
    var order = LinkedOrder(count: rows.count)
    for (ids, position) in moves {
      // A position next to a product that is moved itself is the end.
      let next = order.next(at: position) { ids.contains($0) ? nil : indices[$0.key] }
      order.move(ids.compactMap { indices[$0.key] }, before: next)
    }
    return zip(1..., order).compactMap { rows[$1].position == $0 ? nil : (rows[$1].number, $0) }
  }

  /// Changes the positions of products, unless the task is cancelled.
  private mutating func setPositions(_ positions: [(number: Int64, position: Int)]) throws(DatabaseError) {
    lastPosition = nil
    let update = try connection.statement("UPDATE product SET position = ? WHERE number = ?")
    for (count, row) in positions.enumerated() {
      if count.isMultiple(of: 1_000), Task.isCancelled { throw DatabaseError(connection.path, .cancelled) }
      try update.run([SQLiteValue(row.position), .integer(row.number)])
    }
  }
}

/// One pass over the products from a position on, in which ascending positions become free.
private struct RoomForProducts {
  private let connection: SQLiteConnection
  /// The other products that have not been passed.
  private var others: ArraySlice<(number: Int64, position: Int)>
  private var changed: [(number: Int64, position: Int)] = []
  /// The last position that has been passed.
  private(set) var last: Int

  init(from position: Int, in connection: SQLiteConnection) throws(DatabaseError) {
    self.connection = connection
    var others: [(number: Int64, position: Int)] = []
    try connection.run(
      "SELECT number, position FROM product WHERE position >= ? ORDER BY position, number", [SQLiteValue(position)]
    ) { row throws(DatabaseError) in others.append((row.integer(0), row.int(1))) }
    self.others = others[...]
    last =
      try connection.integer("SELECT max(position) FROM product WHERE position < ?", [SQLiteValue(position)]) ?? 0
  }

  /// Passes the products before this position, and returns the position, or the end.
  mutating func position(for wanted: Int) throws(DatabaseError) -> Int {
    var next = try connection.successor(of: last)
    while let other = others.first, max(other.position, next) < wanted {
      try pass(other)
      next = try connection.successor(of: last)
    }
    last = others.isEmpty ? next : wanted
    return last
  }

  /// Passes the products up to the next gap, and returns all new positions.
  mutating func changedPositions() throws(DatabaseError) -> [(number: Int64, position: Int)] {
    while let other = others.first, other.position <= last { try pass(other) }
    return changed
  }

  private mutating func pass(_ other: (number: Int64, position: Int)) throws(DatabaseError) {
    others.removeFirst()
    last = try max(other.position, connection.successor(of: last))
    if last != other.position { changed.append((other.number, last)) }
  }
}
