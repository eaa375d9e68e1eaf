/// The rows of which the text in one column begins with what was typed, in the order that is seen.
///
/// They are looked for among all rows once, and then kept up to date by what changes, so that to go on to the next of them
/// looks at no other row.
struct Beginnings: Sendable {
  /// The column, by its number.
  let column: Int
  private var lists: [Needle: SeatList] = [:]

  /// So many are kept; when there are more all are forgotten, and looked for when they are typed again.
  private static var most: Int { 64 }

  init(in column: Int) { self.column = column }

  /// The rows that begin with what was typed, if they were looked for.
  subscript(_ needle: Needle) -> SeatList? {
    get { lists[needle] }
    set {
      if newValue != nil && lists.count >= Self.most { lists = [:] }
      lists[needle] = newValue
    }
  }

  /// What was typed with which a text begins.
  func needles(of text: String) -> [Needle] { lists.keys.filter { $0.begins(text) } }

  /// The fewest rows among which all are that begin with something, since they begin with less of it.
  func fewest(among needle: Needle) -> SeatList? {
    lists.filter { needle.begins(with: $0.key) }.values.min { $0.count < $1.count }
  }
}

extension Arranger {
  /// The rows that begin with something, of those that are seen.
  func seats(
    beginningWith needle: Needle, in column: Int, _ beside: Beside, _ store: RowStore<Row>,
    _ arrangement: inout Arrangement
  ) -> SeatList {
    var beginnings = arrangement.beginnings.take() ?? Beginnings(in: column)
    if beginnings.column != column { beginnings = Beginnings(in: column) }
    defer { arrangement.beginnings = beginnings }
    if let known = beginnings[needle] { return known }
    let seats: SeatList
    if let fewer = beginnings.fewest(among: needle), fewer.count < store.rows.count / 64 {
      seats = SeatList(fewer.all.filter { needle.begins(text(at: $0, in: column, beside, store)) })
    } else {
      seats = SeatList(seatsOfAll(beginningWith: needle, in: column, beside, store, &arrangement))
    }
    beginnings[needle] = seats
    return seats
  }

  private func seatsOfAll(
    beginningWith needle: Needle, in column: Int, _ beside: Beside, _ store: RowStore<Row>,
    _ arrangement: inout Arrangement
  ) -> [Seat] {
    var seats = initials(of: column, beside, store, &arrangement).seats(beginningLike: needle)
    seats.removeAll { !arrangement.isSeen($0) }
    if seats.count > store.rows.count / 64 {
      return picked(seats, beginningWith: needle, in: column, beside, store, arrangement)
    }
    if !needle.isToldByInitials { seats.removeAll { !needle.begins(text(at: $0, in: column, beside, store)) } }
    return order(store, arrangement).sorted(seats.sorted { store.ranks[$0] < store.ranks[$1] })
  }

  /// Many are read as they are kept, which is quicker than to fetch one by one, and picked in the order that is seen, which
  /// is quicker than to sort them.
  private func picked(
    _ seats: [Seat], beginningWith needle: Needle, in column: Int, _ beside: Beside, _ store: RowStore<Row>,
    _ arrangement: Arrangement
  ) -> [Seat] {
    var areMeant = [Bool](repeating: false, count: store.rows.count)
    for seat in seats { areMeant[Int(seat)] = true }
    if !needle.isToldByInitials {
      forEachStretch(of: store, beside, &areMeant) { _, rows, marks in
        if marks.contains(true) { rows.narrow(marks, column, as: columns[column].format, needle.begins) }
      }
    }
    var picked: [Seat] = []
    func pick(among some: [Seat]) { for seat in some where areMeant[Int(seat)] { picked.append(seat) } }
    if let seen = arrangement.seen { seen.forEachBlock(pick) } else { pick(among: store.sequence) }
    return picked
  }

  /// What a row shows in a column.
  func text(at seat: Seat, in column: Int, _ beside: Beside, _ store: RowStore<Row>) -> String {
    let value = columns[column].read(store.rows[Int(seat)], beside)
    return columns[column].format.text(of: value, kind: columns[column].kind)
  }

  /// Takes a row that will change or go out of the lists in which it is.
  func leaveBeginnings(_ seat: Seat, _ beside: Beside, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, beside, store, &arrangement) { seats, arrangement in
      if let spot = spotTaken(by: seat, in: seats, store, arrangement) { seats.remove(at: spot) }
    }
  }

  /// Puts a row into the lists in which it belongs now.
  func enterBeginnings(_ seat: Seat, _ beside: Beside, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, beside, store, &arrangement) { seats, arrangement in
      seats.insert(seat, at: spot(of: seat, in: seats, store, arrangement))
    }
  }

  // Kept out of the way of what mostly finds that nothing was typed.
  @inline(never) private func changeBeginnings(
    of seat: Seat, _ beside: Beside, _ store: RowStore<Row>, _ arrangement: inout Arrangement,
    _ change: (inout SeatList, Arrangement) -> Void
  ) {
    guard arrangement.isSeen(seat), var beginnings = arrangement.beginnings.take() else { return }
    for needle in beginnings.needles(of: text(at: seat, in: beginnings.column, beside, store)) {
      if var seats = beginnings[needle].take() {
        change(&seats, arrangement)
        beginnings[needle] = seats
      }
    }
    arrangement.beginnings = beginnings
  }
}
