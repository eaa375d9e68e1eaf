internal import Conditions
internal import Values

/// The rows as they are seen: what they are sorted by, in which order, and which of them pass.
///
/// It follows from the rows and the query, and so is no part of what a table remembers. It is kept up to date by what
/// changes: a row that changes is put where it belongs by binary search.
struct VisibleRows: Sendable {
  /// What the rows are sorted by.
  var codes: [CollationKeys] = []
  /// In which direction each, and by which column.
  var sort: [SortKey] = []
  /// All rows in the order in which they are sorted, or `nil` if they keep the order of their own.
  var sorted: ChunkedList?
  /// The rows that pass the filter, in their order, or `nil` if every row passes.
  var filtered: ChunkedList?
  /// The filter, ready to be asked; absent where every row passes.
  var matcher: CompiledFilter?
  /// Whether a row passes, by its seat; nothing where all do.
  var passes: [Bool] = []
  /// Why the filter could not be asked of some rows, by their seats.
  var faults: [RowHandle: ConditionError] = [:]

  /// Whether a row is seen at all, on whatever page.
  func isVisible(_ seat: RowHandle) -> Bool { passes.isEmpty || passes[Int(seat)] }

  /// The rows that are seen, or `nil` if these are all rows in the order of their own.
  var visibleHandles: ChunkedList? { filtered ?? sorted }
}

extension VisibleRows {
  /// Removes rows from both lists by a comparator that finds them there.
  mutating func remove(_ seats: [RowHandle], sortedBy order: RowComparator, handleCount count: Int) {
    if seats.count == 1 {
      sorted?.remove(seats[0], sortedBy: order)
      if isVisible(seats[0]) { filtered?.remove(seats[0], sortedBy: order) }
    } else {
      sorted?.removeAll(in: seats, handleCount: count)
      filtered?.removeAll(in: seats, handleCount: count)
    }
  }

  /// Inserts a row into both lists where it belongs.
  mutating func insert(_ seat: RowHandle, sortedBy order: RowComparator) {
    sorted?.insert(seat, sortedBy: order)
    if isVisible(seat) { filtered?.insert(seat, sortedBy: order) }
  }

  /// Evaluates the filter for one row; one of which it cannot be said does not pass.
  mutating func updateMatch(of seat: RowHandle, evaluating passes: (CompiledFilter) throws(ConditionError) -> Bool) {
    guard let matcher else { return }
    if Int(seat) == self.passes.count { self.passes.append(false) }
    do throws(ConditionError) {
      self.passes[Int(seat)] = try passes(matcher)
      faults[seat] = nil
    } catch {
      self.passes[Int(seat)] = false
      faults[seat] = error
    }
  }

  /// Picks the rows that pass, in the order in which all are sorted.
  mutating func updateMatchingHandles(among sequence: [RowHandle]) {
    if matcher == nil { return filtered = nil }
    let count = sorted?.count ?? sequence.count
    // Each is written, and overwritten by the next if it does not pass: a branch that cannot be predicted costs more.
    let seats = [RowHandle](unsafeUninitializedCapacity: count) { seats, count in
      passes.withUnsafeBufferPointer { passes in
        func pick(among some: [RowHandle]) {
          for seat in some {
            seats[count] = seat
            count += passes[Int(seat)] ? 1 : 0
          }
        }
        if let sorted { sorted.forEachChunk(pick) } else { pick(among: sequence) }
      }
    }
    filtered = ChunkedList(seats)
  }
}
