internal import Conditions
internal import Values

/// Sorts and filters rows: it holds the columns, and which rows are shown at all.
///
/// Context values are passed to each function and not stored, since to take them out of a state that is being changed
/// would copy it.
struct Arranger<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  let columns: [Column<Row>]
  let isShown: (@Sendable (Row) -> Bool)?

  /// Sorts all rows anew.
  ///
  /// The codes of columns that rows are still sorted by are used again, so that to flip the direction reads no row.
  func sort(
    _ beside: Beside, _ store: RowStore<Row>, by sort: [SortKey], _ arrangement: inout Arrangement,
    rereads: Bool = false
  ) {
    let known = rereads ? [] : arrangement.codes
    arrangement.sort = sort.filter { columns.index(of: $0.column) != nil }
    arrangement.codes = arrangement.sort.compactMap { key in
      columns.index(of: key.column).map { number in
        known.first { $0.column == number } ?? SortCodes(number, of: columns, store.rows, beside)
      }
    }
    arrangement.sorted =
      arrangement.codes.isEmpty ? nil : SeatList(order(store, arrangement).sorted(store.sequence))
    arrangement.updateFiltered(store.sequence)
  }

  /// Finds the rows that pass, in the order in which they are sorted.
  func filter(_ beside: Beside, _ store: RowStore<Row>, by filter: RowFilter, _ arrangement: inout Arrangement) {
    let matcher = Matcher.ready(filter, columns, beside)
    if matcher.isEmpty && isShown == nil {
      (arrangement.matcher, arrangement.passes, arrangement.faults) = (nil, [], [:])
    } else {
      arrangement.matcher = matcher
      (arrangement.passes, arrangement.faults) = passes(beside, store, matcher)
    }
    arrangement.updateFiltered(store.sequence)
  }

  /// So many rows are read at a time: few enough that what was read is still near when it is looked at.
  private static var stretch: Int { 1024 }

  /// Whether each row passes, by its seat, and of which this cannot be said; nobody passes on an empty one.
  func passes(_ beside: Beside, _ store: RowStore<Row>, _ matcher: Matcher) -> ([Bool], [Seat: ConditionFault]) {
    var passes = store.areTaken
    var faults: [Seat: ConditionFault] = [:]
    passes.withUnsafeMutableBufferPointer { passes in
      for start in stride(from: 0, to: passes.count, by: Self.stretch) {
        let seats = start..<min(start + Self.stretch, passes.count)
        let marks = Matcher.Marks(rebasing: passes[seats])
        var rows = RowStretch(rows: store.rows, seats: seats, columns: columns, beside: beside)
        if let isShown {
          for row in marks.indices where marks[row] { marks[row] = isShown(store.rows[seats.lowerBound + row]) }
        }
        for (place, fault) in matcher.narrow(marks, &rows) { faults[Seat(seats.lowerBound + place)] = fault }
      }
    }
    return (passes, faults)
  }

  /// Whether one row passes, if that can be said.
  func passes(_ row: Row, _ matcher: Matcher, _ beside: Beside) throws(ConditionFault) -> Bool {
    if let isShown, !isShown(row) { return false }
    return try matcher.passes(row, columns, beside)
  }

  private func order(_ store: RowStore<Row>, _ arrangement: Arrangement) -> SeatOrder {
    var compareRows: ((_ column: Int, Seat, Seat) -> Order)?
    if arrangement.codes.contains(where: \.comparesRows) {
      compareRows = { [columns] column, left, right in
        columns[column].compare?(store.row(at: left), store.row(at: right)) ?? .equal
      }
    }
    return SeatOrder(
      codes: arrangement.codes, sort: arrangement.sort, ranks: store.ranks, compareRows: compareRows)
  }
}

// A change of one row: it is removed from the lists by what was known of it, and inserted by what is known now.
extension Arranger {
  /// Puts a row in place of the one at its seat, or if it has none, before another, or last; returns its seat.
  ///
  /// - Complexity: O(log *n*) comparisons, and the move of as many seats as there are in a block.
  func put(
    _ row: Row, at known: Seat?, before id: Row.ID?, _ beside: Beside, _ store: inout RowStore<Row>,
    _ arrangement: inout Arrangement
  ) -> Seat {
    if let known {
      arrangement.remove([known], by: order(store, arrangement), of: store.rows.count)
      store.replace(row, at: known)
    }
    let seat = known ?? store.insert(row, before: id)
    arrangement.recheck(seat) { matcher throws(ConditionFault) in try passes(row, matcher, beside) }
    for number in arrangement.codes.indices {
      let value = columns[arrangement.codes[number].column].read(row, beside)
      if !arrangement.codes[number].set(value, at: seat) {
        // There is no code for it beside the others.
        sort(beside, store, by: arrangement.sort, &arrangement, rereads: true)
        return seat
      }
    }
    arrangement.insert(seat, by: order(store, arrangement))
    return seat
  }

  /// Lets rows go.
  func remove(_ seats: [Seat], _ store: inout RowStore<Row>, _ arrangement: inout Arrangement) {
    arrangement.remove(seats, by: order(store, arrangement), of: store.rows.count)
    for seat in seats {
      if !arrangement.passes.isEmpty { arrangement.passes[Int(seat)] = false }
      arrangement.faults[seat] = nil
    }
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

  /// Where a row stands among those that are seen, on whatever page; nil where it is not seen.
  func place(of seat: Seat, _ store: RowStore<Row>, _ arrangement: Arrangement) -> Int? {
    if !arrangement.isSeen(seat) { return nil }
    guard let seats = arrangement.seen else { return store.place(of: seat) }
    return seats.spot(of: seat, by: order(store, arrangement)).map(seats.place)
  }
}
