internal import Conditions
internal import Values

/// One change of one row.
///
/// Where rows are kept, they change together with what is known of them: first it is found where the row stands by what was
/// known of it, and at last where it belongs by what is known now.
extension Arranger {
  /// Takes a row in, of whose id the hash is known: in place of the one at its seat, or if it has none, before another, or
  /// last; returns its seat.
  ///
  /// - Complexity: O(log *n*) comparisons, and the move of as many seats as there are in a block.
  // Written into what calls it, which so has not to hold on to the columns.
  func put(
    _ row: Row, hash: Int, at known: Seat?, before id: Row.ID?, _ beside: Beside, _ store: inout RowStore<Row>,
    _ arrangement: inout Arrangement
  ) -> Seat {
    var spot: SeatList.Spot?
    if let known {
      spot = spotTaken(by: known, store, arrangement)
      if arrangement.beginnings != nil { leaveBeginnings(known, beside, store, &arrangement) }
      store.replace(row, at: known)
    }
    let seat = known ?? store.insert(row, hash: hash, before: id)
    arrangement.noteText(at: seat)
    if !take(row, at: seat, beside, &arrangement) {
      sort(beside, store, by: arrangement.sort, &arrangement, rereads: true)
      return seat
    }
    if arrangement.beginnings != nil { enterBeginnings(seat, beside, store, &arrangement) }
    // The list is moved out and back: one that two hold is copied when it is written.
    guard var seats = arrangement.seen.take() else { return seat }
    if let spot { seats.remove(at: spot) }
    if arrangement.isSeen(seat) { seats.insert(seat, at: self.spot(of: seat, in: seats, store, arrangement)) }
    arrangement.seen = consume seats
    arrangement.note(seat, of: store.rows.count)
    return seat
  }

  /// Lets rows go.
  func remove(_ seats: [Seat], _ beside: Beside, _ store: inout RowStore<Row>, _ arrangement: inout Arrangement) {
    if seats.count > 1 {
      arrangement.beginnings = nil
      arrangement.seen?.removeAll(among: seats, of: store.rows.count)
    } else if let seat = seats.first {
      if arrangement.beginnings != nil { leaveBeginnings(seat, beside, store, &arrangement) }
      if let spot = spotTaken(by: seat, store, arrangement) { arrangement.seen?.remove(at: spot) }
    }
    for seat in seats {
      arrangement.note(seat, of: store.rows.count)
      arrangement.noteText(at: seat)
    }
    if !arrangement.passes.isEmpty { for seat in seats { arrangement.passes[Int(seat)] = false } }
    if !arrangement.faults.isEmpty { for seat in seats { arrangement.faults[seat] = nil } }
    store.remove(seats)
  }

  /// Puts rows before another, or last, in the order of their own.
  ///
  /// Where they are sorted, those that are equal change places too.
  func move(
    _ seats: [Seat], before target: Seat?, _ beside: Beside, _ store: inout RowStore<Row>,
    _ arrangement: inout Arrangement
  ) {
    store.move(seats, before: target)
    sort(beside, store, by: arrangement.sort, &arrangement)
  }

  /// Takes out of a row what it is sorted by and whether it passes, or returns false where the others must be looked at too.
  private func take(_ row: Row, at seat: Seat, _ beside: Beside, _ arrangement: inout Arrangement) -> Bool {
    arrangement.recheck(seat) { matcher throws(ConditionFault) in try passes(row, matcher, beside) }
    for number in arrangement.codes.indices {
      let value = columns[arrangement.codes[number].column].read(row, beside)
      if !arrangement.codes[number].set(value, at: seat) { return false }
    }
    return true
  }
}

extension Arranger {
  /// Where a row stands among those that are seen, on whatever page; nil where it is not seen.
  func place(of seat: Seat, _ store: RowStore<Row>, _ arrangement: Arrangement) -> Int? {
    if !arrangement.isSeen(seat) { return nil }
    guard let seats = arrangement.seen else { return store.place(of: seat) }
    return spotTaken(by: seat, in: seats, store, arrangement).map(seats.place)
  }

  /// Where a row stands in the list that is kept of those that are seen; nil where it does not, or none is kept.
  private func spotTaken(by seat: Seat, _ store: RowStore<Row>, _ arrangement: Arrangement) -> SeatList.Spot? {
    guard arrangement.isSeen(seat), let seats = arrangement.seen else { return nil }
    return spotTaken(by: seat, in: seats, store, arrangement)
  }

  /// Where a row stands in a list in the order that is seen, of which it is one.
  func spotTaken(
    by seat: Seat, in seats: SeatList, _ store: RowStore<Row>, _ arrangement: Arrangement
  ) -> SeatList.Spot? {
    let spot = spot(of: seat, in: seats, store, arrangement)
    if seats.seat(at: spot) == seat { return spot }
    // A function of somebody else's that is no total order may lead past it, and then all are asked.
    return seats.all.firstIndex(of: seat).map(seats.spot)
  }

  /// The first place at which nothing stands that comes before a row.
  func place(
    of seat: Seat, in seats: SeatList, _ store: RowStore<Row>, _ arrangement: Arrangement
  ) -> Int {
    seats.place(of: spot(of: seat, in: seats, store, arrangement))
  }

  /// The first spot at which nothing stands that comes before a row, found by halving.
  // Written into what calls it: to hand on what is being changed would copy it.
  func spot(
    of seat: Seat, in seats: SeatList, _ store: RowStore<Row>, _ arrangement: Arrangement
  ) -> SeatList.Spot {
    if arrangement.codes.count == 1 && arrangement.codes[0].isDecided(at: seat) {
      return arrangement.codes[0].spot(of: seat, in: seats, arrangement.sort[0].order, store.ranks)
    }
    return order(store, arrangement).spot(of: seat, in: seats)
  }
}
