internal import Conditions
internal import Values

/// What it takes to arrange rows: the columns, and which rows are shown at all.
///
/// What stands beside the rows is given to each of these, and is no part of it: to take that out of a state which is being
/// changed would hold on to the columns, too.
struct Arranger<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  let columns: [Column<Row>]
  let isShown: (@Sendable (Row) -> Bool)?

  /// Sorts all rows, and finds those that pass.
  func arrange(_ beside: Beside, _ store: RowStore<Row>, by query: TableQuery) -> Arrangement {
    var arrangement = Arrangement()
    sort(beside, store, by: query.sort, &arrangement)
    filter(beside, store, by: query.filter, &arrangement)
    return arrangement
  }

  /// Sorts all rows anew.
  ///
  /// What was taken out of them for a column that they are still sorted by is used again, so that to flip the direction
  /// reads no row.
  func sort(
    _ beside: Beside, _ store: RowStore<Row>, by sort: [SortKey], _ arrangement: inout Arrangement,
    rereads: Bool = false
  ) {
    var known: [Int: SortCodes] = [:]
    if !rereads { for codes in arrangement.codes { known[codes.column] = codes } }
    arrangement.sort = sort.filter { key in columns.contains { $0.id == key.column } }
    arrangement.codes = arrangement.sort.compactMap { key in
      columns.firstIndex { $0.id == key.column }.map { known[$0] ?? SortCodes($0, of: columns, store.rows, beside) }
    }
    arrangement.take(sorted(store, arrangement), store.sequence)
  }

  private func sorted(_ store: RowStore<Row>, _ arrangement: Arrangement) -> SeatList? {
    arrangement.codes.isEmpty ? nil : SeatList(order(store, arrangement).sorted(store.sequence))
  }

  /// Finds the rows that pass, in the order in which they are sorted.
  func filter(_ beside: Beside, _ store: RowStore<Row>, by filter: RowFilter, _ arrangement: inout Arrangement) {
    let sorted = arrangement.matcher == nil ? arrangement.seen : settled(store, arrangement)
    let matcher = Matcher.ready(filter, columns, beside)
    if matcher.isEmpty && isShown == nil {
      arrangement.take(nil, [], [:])
    } else {
      let (passes, faults) = passes(beside, store, matcher)
      arrangement.take(matcher, passes, faults)
    }
    arrangement.take(sorted, store.sequence)
  }

  /// All rows as they are sorted, after some were set aside: those that have changed since are put where they belong.
  private func settled(_ store: RowStore<Row>, _ arrangement: Arrangement) -> SeatList? {
    guard var seats = arrangement.aside else { return sorted(store, arrangement) }
    if arrangement.unsettled.isEmpty { return seats }
    let order = order(store, arrangement)
    seats.removeAll(among: arrangement.unsettled, of: store.rows.count)
    var areMissing = store.areTaken
    for seat in arrangement.unsettled where areMissing[Int(seat)] {
      seats.insert(seat, at: order.spot(of: seat, in: seats))
      areMissing[Int(seat)] = false
    }
    return seats
  }

  /// Whether each row passes, by its seat, and of which this cannot be said; nobody passes on an empty one.
  func passes(_ beside: Beside, _ store: RowStore<Row>, _ matcher: Matcher) -> ([Bool], [Seat: ConditionFault]) {
    var passes = store.areTaken
    var faults: [Seat: ConditionFault] = [:]
    forEachStretch(of: store, beside, &passes) { seats, rows, marks in
      if let isShown {
        for row in marks.indices where marks[row] { marks[row] = isShown(store.rows[seats.lowerBound + row]) }
      }
      for (place, fault) in matcher.narrow(marks, &rows) { faults[Seat(seats.lowerBound + place)] = fault }
    }
    return (passes, faults)
  }

  /// So many rows are read at a time: few enough that what was read is still near when it is looked at.
  private static var stretch: Int { 1024 }

  /// Calls something with some rows after the other, and with their marks.
  func forEachStretch(
    of store: RowStore<Row>, _ beside: Beside, _ marks: inout [Bool],
    _ body: (Range<Int>, inout RowStretch<Row>, Matcher.Marks) -> Void
  ) {
    marks.withUnsafeMutableBufferPointer { marks in
      for start in stride(from: 0, to: marks.count, by: Self.stretch) {
        let seats = start..<min(start + Self.stretch, marks.count)
        var stretch = RowStretch(rows: store.rows, seats: seats, columns: columns, beside: beside)
        body(seats, &stretch, .init(rebasing: marks[seats]))
      }
    }
  }

  /// Whether one row passes, if that can be said.
  func passes(_ row: Row, _ matcher: Matcher, _ beside: Beside) throws(ConditionFault) -> Bool {
    if let isShown, !isShown(row) { return false }
    return try matcher.passes(row, columns, beside)
  }

  func order(_ store: RowStore<Row>, _ arrangement: Arrangement) -> SeatOrder {
    SeatOrder(
      codes: arrangement.codes, sort: arrangement.sort, ranks: store.ranks,
      compareRows: comparison(of: store, arrangement))
  }

  private func comparison(
    of store: RowStore<Row>, _ arrangement: Arrangement
  ) -> ((_ column: Int, Seat, Seat) -> Order)? {
    if !arrangement.codes.contains(where: \.comparesRows) { return nil }
    let columns = columns
    return { column, left, right in
      columns[column].compare?(store.row(at: left), store.row(at: right)) ?? .equal
    }
  }
}
