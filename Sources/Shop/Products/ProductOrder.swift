import Tables

/// The order of the products in a transaction.
///
/// Successive moves are made in one pass over the products, and so are successive restorations. Their new positions are
/// in the database after `write(to:)`.
struct ProductOrder<Rows: ProductRows> {
  /// The last position, or `nil` if a change may have changed it.
  private var lastPosition: Int?
  private var moves: [(ids: [Product.ID], position: RowPosition<Product.ID>)] = []
  private var room: RoomForProducts<Rows>?

  /// Returns the position of a new product, which is the last one.
  mutating func positionAtEnd(of rows: inout Rows) throws(Rows.Failure) -> Int {
    try write(to: &rows)
    let last = if let lastPosition { lastPosition } else { try rows.lastPosition(before: nil) }
    let position = try rows.successor(of: last)
    lastPosition = position
    return position
  }

  /// Returns the position at which a deleted product is stored again: the one that it had, or the end.
  ///
  /// A product with this position is moved by one, and so is the next one until there is a gap.
  mutating func position(ofRestored product: Product, in rows: inout Rows) throws(Rows.Failure) -> Int {
    if product.position < 1 { return try positionAtEnd(of: &rows) }
    if room.map({ product.position <= $0.last }) ?? true {
      try write(to: &rows)
      room = try RoomForProducts(from: product.position, in: &rows)
      lastPosition = nil
    }
    return try room?.position(for: product.position, in: rows) ?? product.position
  }

  /// Moves products together to another position, in the given order, and renumbers all positions.
  mutating func move(
    _ ids: [Product.ID], to position: RowPosition<Product.ID>, in rows: inout Rows
  ) throws(Rows.Failure) {
    if room != nil { try write(to: &rows) }
    moves.append((ids, position))
  }

  /// Forgets a product that was deleted.
  mutating func productWasDeleted() { lastPosition = nil }

  /// Writes the positions that changed.
  mutating func write(to rows: inout Rows) throws(Rows.Failure) {
    if let changed = try room?.changedPositions(in: rows) { try setPositions(changed, in: &rows) }
    room = nil
    if !moves.isEmpty { try setPositions(positionsAfterMoves(in: &rows), in: &rows) }
    moves = []
  }

  /// Returns the new positions after the moves.
  private func positionsAfterMoves(
    in rows: inout Rows
  ) throws(Rows.Failure) -> [(row: Rows.Row, position: Int)] {
    let places = try rows.order(from: nil)
    let indices = Dictionary(places.indices.map { (places[$0].key, $0) }) { first, _ in first }
    var order = LinkedOrder(count: places.count)
    for (ids, position) in moves {
      // A position next to a product that is moved itself is the end.
      let next = order.next(at: position) { ids.contains($0) ? nil : indices[$0.key] }
      order.move(ids.compactMap { indices[$0.key] }, before: next)
    }
    return zip(1..., order).compactMap { places[$1].position == $0 ? nil : (places[$1].row, $0) }
  }

  private mutating func setPositions(
    _ positions: [(row: Rows.Row, position: Int)], in rows: inout Rows
  ) throws(Rows.Failure) {
    lastPosition = nil
    if !positions.isEmpty { try rows.setPositions(positions) }
  }
}

/// One pass over the products from a position on, in which ascending positions become free.
private struct RoomForProducts<Rows: ProductRows> {
  /// The other products that have not been passed.
  private var others: ArraySlice<ProductPlace<Rows.Row>>
  private var changed: [(row: Rows.Row, position: Int)] = []
  /// The last position that has been passed.
  private(set) var last: Int

  init(from position: Int, in rows: inout Rows) throws(Rows.Failure) {
    others = try rows.order(from: position)[...]
    last = try rows.lastPosition(before: position)
  }

  /// Passes the products before this position, and returns the position, or the end.
  mutating func position(for wanted: Int, in rows: Rows) throws(Rows.Failure) -> Int {
    var next = try rows.successor(of: last)
    while let other = others.first, max(other.position, next) < wanted {
      try pass(other, in: rows)
      next = try rows.successor(of: last)
    }
    last = others.isEmpty ? next : wanted
    return last
  }

  /// Passes the products up to the next gap, and returns all new positions.
  mutating func changedPositions(in rows: Rows) throws(Rows.Failure) -> [(row: Rows.Row, position: Int)] {
    while let other = others.first, other.position <= last { try pass(other, in: rows) }
    return changed
  }

  private mutating func pass(_ other: ProductPlace<Rows.Row>, in rows: Rows) throws(Rows.Failure) {
    others.removeFirst()
    last = try max(other.position, rows.successor(of: last))
    if last != other.position { changed.append((other.row, last)) }
  }
}
