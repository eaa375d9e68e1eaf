/// The index under which a row is stored.
///
/// It does not change while the row exists.
package typealias RowHandle = Int32

/// Rows in their own order, with fast access by id.
///
/// Every row keeps its handle, so that data by handle, such as sort keys, remains valid when other rows are inserted,
/// removed or moved. Invariants:
/// - Every id has exactly one handle, and every used handle occurs in `orderedHandles` exactly once.
/// - The order keys increase along `orderedHandles`, so that the position of a row is found by binary search.
struct RowStore<Row: Identifiable & Hashable & Sendable>: Sendable where Row.ID: Sendable {
  /// The rows by handle.
  ///
  /// A free handle still holds its last row until it is used again.
  private(set) var rowsByHandle: [Row]
  /// The used handles in the order of the rows.
  private(set) var orderedHandles: [RowHandle] = []
  /// The keys that decide which of two handles comes first in the order of the rows.
  private(set) var orderKeys = StoredOrderKeys()
  private var handlesByID: HandleIndex
  private var freeHandles: [RowHandle] = []

  /// Creates a store of rows.
  ///
  /// If several rows have the same id, the last one replaces the first one and keeps its position.
  init(_ rows: some Collection<Row>) {
    // The array is kept without copying, unless it contains duplicate ids.
    rowsByHandle = Array(rows)
    handlesByID = HandleIndex(minimumCapacity: rowsByHandle.count)
    for handle in 0..<RowHandle(rowsByHandle.count) { _ = insertIntoIndex(handle) }
    if handlesByID.count < rowsByHandle.count { removeDuplicates() }
    orderedHandles = Array(0..<RowHandle(rowsByHandle.count))
  }

  private mutating func removeDuplicates() {
    let rows = rowsByHandle
    (rowsByHandle, handlesByID) = ([], HandleIndex(minimumCapacity: handlesByID.count))
    for row in rows {
      rowsByHandle.append(row)
      let known = insertIntoIndex(RowHandle(rowsByHandle.count - 1))
      if Int(known) < rowsByHandle.count - 1 { rowsByHandle[Int(known)] = rowsByHandle.removeLast() }
    }
  }

  /// Returns the handle that the index contains under the id of a row.
  private mutating func insertIntoIndex(_ handle: RowHandle) -> RowHandle {
    handlesByID.insert(handle) { [rowsByHandle] in rowsByHandle[Int($0)].id }
  }

  var count: Int { orderedHandles.count }

  func handle(of id: Row.ID) -> RowHandle? { handlesByID.handle(of: id) { rowsByHandle[Int($0)].id } }

  func row(at handle: RowHandle) -> Row { rowsByHandle[Int(handle)] }

  subscript(_ id: Row.ID) -> Row? { handle(of: id).map(row(at:)) }

  /// For each handle, whether it is used.
  var occupancy: [Bool] {
    var isUsed = [Bool](repeating: true, count: rowsByHandle.count)
    for handle in freeHandles { isUsed[Int(handle)] = false }
    return isUsed
  }

  /// Returns the position of a handle in the order of the rows.
  func index(ofHandle handle: RowHandle) -> Int {
    orderedHandles.indices.partitioningIndex(where: { orderKeys[orderedHandles[$0]] >= orderKeys[handle] })
  }

  /// Returns the position of a row in the order of the rows.
  func index(ofID id: Row.ID) -> Int? { handle(of: id).map(index(ofHandle:)) }
}

extension RowStore {
  /// Replaces the row at a handle by another version of the row, with the same id.
  mutating func replace(_ row: Row, at handle: RowHandle) { rowsByHandle[Int(handle)] = row }

  /// Inserts a new row before another row, or at the end.
  ///
  /// Returns its handle.
  mutating func insert(_ row: Row, before id: Row.ID?) -> RowHandle {
    let position = id.flatMap(index(ofID:)) ?? orderedHandles.count
    let handle = makeHandle(for: row)
    insertIntoOrder(CollectionOfOne(handle), at: position)
    return handle
  }

  /// Inserts new rows before another row, or at the end, in one pass.
  ///
  /// Returns their handles.
  mutating func insert(contentsOf rows: [Row], before id: Row.ID?) -> [RowHandle] {
    let position = id.flatMap(index(ofID:)) ?? orderedHandles.count
    let handles = rows.map { makeHandle(for: $0) }
    insertIntoOrder(handles, at: position)
    return handles
  }

  private mutating func makeHandle(for row: Row) -> RowHandle {
    let handle = freeHandles.popLast() ?? RowHandle(rowsByHandle.count)
    if Int(handle) == rowsByHandle.count { rowsByHandle.append(row) } else { rowsByHandle[Int(handle)] = row }
    return insertIntoIndex(handle)
  }

  /// Removes rows.
  mutating func remove(_ handles: [RowHandle]) {
    removeFromOrder(handles)
    for handle in handles {
      handlesByID.remove(rowsByHandle[Int(handle)].id) { [rowsByHandle] in rowsByHandle[Int($0)].id }
    }
    freeHandles += handles
  }

  /// Makes moves one after the other, in one pass.
  ///
  /// A move skips rows that are missing, and a position next to a missing row is the end.
  mutating func apply(_ moves: some Sequence<(ids: [Row.ID], position: RowPosition<Row.ID>)>) {
    var order = LinkedOrder(count: orderedHandles.count)
    for move in moves {
      order.move(move.ids.compactMap(index(ofID:)), before: order.next(at: move.position, index(ofID:)))
    }
    orderedHandles = order.map { [orderedHandles] in orderedHandles[$0] }
    renumberOrderKeys()
  }

  private mutating func removeFromOrder(_ handles: [RowHandle]) {
    if handles.count == 1 {
      orderedHandles.remove(at: index(ofHandle: handles[0]))
    } else {
      orderedHandles.removeAll(in: handles, handleCount: rowsByHandle.count)
    }
  }

  /// Inserts handles into the order, with keys between those of their neighbors.
  private mutating func insertIntoOrder(_ handles: some Collection<RowHandle>, at position: Int) {
    let before = position > 0 ? orderKeys[orderedHandles[position - 1]] : nil
    let after = position < orderedHandles.count ? orderKeys[orderedHandles[position]] : nil
    orderedHandles.insert(contentsOf: handles, at: position)
    switch (before, after) {
    case (_, nil):
      var last = before ?? -StoredOrderKeys.spacing
      for handle in handles {
        last = max(last, Int64(handle - 1) * StoredOrderKeys.spacing) + StoredOrderKeys.spacing
        setOrderKey(of: handle, to: last)
      }
    case (let before, let after?):
      let before = before ?? after - StoredOrderKeys.spacing * Int64(handles.count + 1)
      let step = (after - before) / Int64(handles.count + 1)
      if step > 0 {
        for (number, handle) in handles.enumerated() { setOrderKey(of: handle, to: before + step * Int64(number + 1)) }
      } else {
        renumberOrderKeys()
      }
    }
  }

  private mutating func setOrderKey(of handle: RowHandle, to key: Int64) {
    orderKeys.setKey(key, for: handle, handleCount: rowsByHandle.count)
  }

  private mutating func renumberOrderKeys() {
    for (position, handle) in orderedHandles.enumerated() {
      setOrderKey(of: handle, to: Int64(position) * StoredOrderKeys.spacing)
    }
  }
}

extension [RowHandle] {
  /// Removes many handles in one pass.
  ///
  /// `handleCount` is the number of handles that the row store has given out.
  mutating func removeAll(in handles: [RowHandle], handleCount: Int) {
    var isRemoved = [Bool](repeating: false, count: handleCount)
    for handle in handles { isRemoved[Int(handle)] = true }
    removeAll { isRemoved[Int($0)] }
  }
}

extension RowStore: Hashable {
  /// Returns whether both stores have the same rows in the same order.
  ///
  /// Handles are not compared.
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count
      && zip(left.orderedHandles, right.orderedHandles).allSatisfy { left.row(at: $0) == right.row(at: $1) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for handle in orderedHandles { hasher.combine(row(at: handle)) }
  }
}

extension RowStore: Codable where Row: Codable {
  init(from decoder: any Decoder) throws { self.init(try [Row](from: decoder)) }

  func encode(to encoder: any Encoder) throws { try orderedHandles.map(row(at:)).encode(to: encoder) }
}

/// The keys that decide which of two handles comes first in the order of the rows.
///
/// No keys are stored while the order of the rows is the order of their handles.
struct StoredOrderKeys: Sendable {
  private var keys: [Int64] = []

  /// The distance between consecutive keys.
  ///
  /// Many rows can be inserted between two others before all keys are renumbered.
  static var spacing: Int64 { 1 << 20 }

  subscript(handle: RowHandle) -> Int64 { keys.isEmpty ? Int64(handle) * Self.spacing : keys[Int(handle)] }

  /// Sets the key of a handle.
  ///
  /// `handleCount` is the number of handles that the store has given out.
  mutating func setKey(_ key: Int64, for handle: RowHandle, handleCount: Int) {
    if keys.isEmpty && self[handle] == key { return }
    if keys.isEmpty { keys.reserveCapacity(handleCount) }
    for index in keys.count..<handleCount { keys.append(Int64(index) * Self.spacing) }
    keys[Int(handle)] = key
  }
}
