internal import Values

/// One change of one row.
///
/// Where rows are kept, they change together with what is known of them: first it is found where the row stands by what was
/// known of it, and at last where it belongs by what is known now.
extension Arranger {
  /// Takes a row in: in place of the one with its id, or before another, or last.
  ///
  /// - Complexity: O(log *n*) comparisons, and the move of as many seats as there are in a block.
  func put(_ row: Row, before id: Row.ID? = nil, _ store: inout RowStore<Row>, _ arrangement: inout Arrangement) {
    guard let seat = store.seat(of: row.id) else {
      let seat = store.insert(row, before: id)
      return enter(row, at: seat, from: (nil, nil), store, &arrangement)
    }
    let places = places(of: seat, store, arrangement)
    store.replace(row, at: seat)
    enter(row, at: seat, from: places, store, &arrangement)
  }

  private func enter(
    _ row: Row, at seat: Seat, from places: Places, _ store: RowStore<Row>, _ arrangement: inout Arrangement
  ) {
    if take(row, at: seat, &arrangement) {
      settle(seat, from: places, store, &arrangement)
    } else {
      sort(store, by: arrangement.sort, &arrangement, rereads: true)
    }
  }

  /// Lets rows go.
  func remove(_ seats: [Seat], _ store: inout RowStore<Row>, _ arrangement: inout Arrangement) {
    if seats.count == 1 {
      let places = places(of: seats[0], store, arrangement)
      if let place = places.sorted { arrangement.sorted?.remove(at: place) }
      if let place = places.passing { arrangement.passing?.remove(at: place) }
    } else {
      arrangement.sorted?.removeAll(among: seats, of: store.rows.count)
      arrangement.passing?.removeAll(among: seats, of: store.rows.count)
    }
    if !arrangement.passes.isEmpty { for seat in seats { arrangement.passes[Int(seat)] = false } }
    if !arrangement.faults.isEmpty { for seat in seats { arrangement.faults[seat] = nil } }
    store.remove(seats)
  }

  /// Puts rows before another, or last, in the order of their own.
  ///
  /// Where they are sorted, those that are equal change places too.
  func move(
    _ seats: [Seat], before target: Seat?, _ store: inout RowStore<Row>, _ arrangement: inout Arrangement
  ) {
    store.move(seats, before: target)
    if arrangement.sorted != nil {
      sort(store, by: arrangement.sort, &arrangement)
    } else if !arrangement.passes.isEmpty {
      arrangement.selectPassing(store.sequence)
    }
  }

  /// Takes out of a row what it is sorted by and whether it passes, or returns false where the others must be looked at too.
  private func take(_ row: Row, at seat: Seat, _ arrangement: inout Arrangement) -> Bool {
    if let matcher = arrangement.matcher, isShown != nil || !matcher.isEmpty {
      let (passes, fault) = passes(row, matcher)
      if Int(seat) == arrangement.passes.count {
        arrangement.passes.append(passes)
      } else {
        arrangement.passes[Int(seat)] = passes
      }
      arrangement.faults[seat] = fault
    }
    for number in arrangement.codes.indices {
      let column = columns[arrangement.codes[number].column]
      if !arrangement.codes[number].set(column.read(row, beside), at: seat) { return false }
    }
    return true
  }
}

/// Where a row stands among all that are sorted, and among those that pass; nil where it does not, or nothing is kept.
private typealias Places = (sorted: Int?, passing: Int?)

extension Arranger {
  private func places(of seat: Seat, _ store: RowStore<Row>, _ arrangement: Arrangement) -> Places {
    let order = order(store, arrangement)
    let passes = arrangement.isSeen(seat)
    return (
      arrangement.sorted.flatMap { order.position(of: seat, in: $0) },
      passes ? arrangement.passing.flatMap { order.position(of: seat, in: $0) } : nil
    )
  }

  /// Puts a row where it belongs now.
  private func settle(
    _ seat: Seat, from places: Places, _ store: RowStore<Row>, _ arrangement: inout Arrangement
  ) {
    let order = order(store, arrangement)
    // Each list is moved out and back: one that two hold is copied when it is written.
    if var sorted = arrangement.sorted.take() {
      settle(seat, from: places.sorted, isIn: true, &sorted, order)
      arrangement.sorted = sorted
    }
    if var passing = arrangement.passing.take() {
      settle(seat, from: places.passing, isIn: arrangement.isSeen(seat), &passing, order)
      arrangement.passing = passing
    }
  }

  private func settle(
    _ seat: Seat, from place: Int?, isIn: Bool, _ seats: inout SeatList, _ order: SeatOrder
  ) {
    if let place { seats.remove(at: place) }
    if isIn { seats.insert(seat, at: order.place(of: seat, in: seats)) }
  }

  /// Where a row stands among those that are seen, on whatever page; nil where it is not seen.
  func place(of seat: Seat, _ store: RowStore<Row>, _ arrangement: Arrangement) -> Int? {
    if !arrangement.isSeen(seat) { return nil }
    guard let seats = arrangement.passing ?? arrangement.sorted else { return store.place(of: seat) }
    return order(store, arrangement).position(of: seat, in: seats)
  }
}
