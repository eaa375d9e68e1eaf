internal import Conditions
internal import Values

/// The rows as they are seen: what they are sorted by, in which order, and which of them pass.
///
/// It follows from the rows and the query, and so is no part of what a table remembers. It is kept up to date by what
/// changes: a row that changes is put where it belongs by binary search.
struct Arrangement: Sendable {
  /// What the rows are sorted by.
  var codes: [SortCodes] = []
  /// In which direction each, and by which column.
  var sort: [SortKey] = []
  /// All rows in the order in which they are sorted, or `nil` if they keep the order of their own.
  var sorted: SeatList?
  /// The rows that pass the filter, in their order, or `nil` if every row passes.
  var filtered: SeatList?
  /// The filter, ready to be asked; absent where every row passes.
  var matcher: Matcher?
  /// Whether a row passes, by its seat; nothing where all do.
  var passes: [Bool] = []
  /// Why the filter could not be asked of some rows, by their seats.
  var faults: [Seat: ConditionFault] = [:]

  /// Whether a row is seen at all, on whatever page.
  func isSeen(_ seat: Seat) -> Bool { passes.isEmpty || passes[Int(seat)] }

  /// The rows that are seen, or `nil` if these are all rows in the order of their own.
  var seen: SeatList? { filtered ?? sorted }
}

extension Arrangement {
  /// Removes rows from both lists by a comparator that finds them there.
  mutating func remove(_ seats: [Seat], by order: SeatOrder, of count: Int) {
    if seats.count == 1 {
      sorted?.remove(seats[0], by: order)
      if isSeen(seats[0]) { filtered?.remove(seats[0], by: order) }
    } else {
      sorted?.removeAll(among: seats, of: count)
      filtered?.removeAll(among: seats, of: count)
    }
  }

  /// Inserts a row into both lists where it belongs.
  mutating func insert(_ seat: Seat, by order: SeatOrder) {
    sorted?.insert(seat, by: order)
    if isSeen(seat) { filtered?.insert(seat, by: order) }
  }

  /// Evaluates the filter for one row; one of which it cannot be said does not pass.
  mutating func recheck(_ seat: Seat, _ passes: (Matcher) throws(ConditionFault) -> Bool) {
    guard let matcher else { return }
    if Int(seat) == self.passes.count { self.passes.append(false) }
    do throws(ConditionFault) {
      self.passes[Int(seat)] = try passes(matcher)
      faults[seat] = nil
    } catch {
      self.passes[Int(seat)] = false
      faults[seat] = error
    }
  }

  /// Picks the rows that pass, in the order in which all are sorted.
  mutating func updateFiltered(_ sequence: [Seat]) {
    if matcher == nil { return filtered = nil }
    let count = sorted?.count ?? sequence.count
    // Each is written, and overwritten by the next if it does not pass: a branch that cannot be predicted costs more.
    let seats = [Seat](unsafeUninitializedCapacity: count) { seats, count in
      passes.withUnsafeBufferPointer { passes in
        func pick(among some: [Seat]) {
          for seat in some {
            seats[count] = seat
            count += passes[Int(seat)] ? 1 : 0
          }
        }
        if let sorted { sorted.forEachBlock(pick) } else { pick(among: sequence) }
      }
    }
    filtered = SeatList(seats)
  }
}
