/// The rows of which the text in one column begins with what was typed, in the order that is seen.
///
/// They are looked for among all rows once, and then kept up to date by what changes, so that to go on to the next of them
/// looks at no other row.
struct Beginnings: Sendable {
  /// The column, by its number.
  let column: Int
  private var lists: [String: SeatList] = [:]

  /// So many are kept; when there are more all are forgotten, and looked for when they are typed again.
  private static var most: Int { 64 }

  init(in column: Int) { self.column = column }

  /// The rows that begin with a text, if they were looked for.
  subscript(_ text: String) -> SeatList? {
    get { lists[text] }
    set {
      if newValue != nil && lists.count >= Self.most { lists = [:] }
      lists[text] = newValue
    }
  }

  /// What was typed with which a text begins.
  func beginnings(of text: String) -> [String] { lists.keys.filter { Needle($0).begins(text) } }
}

extension Arranger {
  /// The rows that begin with a text, of those that are seen.
  func seats(
    beginningWith text: String, in column: Int, _ store: RowStore<Row>, _ arrangement: inout Arrangement
  ) -> SeatList {
    var beginnings = arrangement.beginnings.take() ?? Beginnings(in: column)
    if beginnings.column != column { beginnings = Beginnings(in: column) }
    defer { arrangement.beginnings = beginnings }
    if let known = beginnings[text] { return known }
    let needle = Needle(text)
    // What begins with all of it begins with less of it, too.
    let among = beginnings[String(text.dropLast())] ?? arrangement.seen
    let seats: SeatList
    if let among, among.count < store.rows.count / 8 {
      seats = SeatList(among.all.filter { needle.begins(self.text(at: $0, in: column, store)) })
    } else {
      seats = seatsOfMany(beginningWith: needle, in: column, store, arrangement)
    }
    beginnings[text] = seats
    return seats
  }

  /// Reads all rows as they are kept, which is quicker than to fetch many one by one, and then picks those that are meant,
  /// in the order that is seen.
  private func seatsOfMany(
    beginningWith needle: Needle, in column: Int, _ store: RowStore<Row>, _ arrangement: Arrangement
  ) -> SeatList {
    var areMeant = arrangement.passes.isEmpty ? store.areTaken : arrangement.passes
    forEachStretch(of: store, &areMeant) { _, rows, marks in
      rows.narrow(marks, column, as: columns[column].format, needle.begins)
    }
    var seats: [Seat] = []
    func pick(among some: [Seat]) { for seat in some where areMeant[Int(seat)] { seats.append(seat) } }
    if let seen = arrangement.seen { seen.forEachBlock(pick) } else { pick(among: store.sequence) }
    return SeatList(seats)
  }

  /// What a row shows in a column.
  func text(at seat: Seat, in column: Int, _ store: RowStore<Row>) -> String {
    let value = columns[column].read(store.rows[Int(seat)], beside)
    return columns[column].format.text(of: value, kind: columns[column].kind)
  }

  /// Takes a row that will change or go out of the lists in which it is.
  func leaveBeginnings(_ seat: Seat, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, store, &arrangement) { seats, arrangement in
      if let spot = spotTaken(by: seat, in: seats, store, arrangement) { seats.remove(at: spot) }
    }
  }

  /// Puts a row into the lists in which it belongs now.
  func enterBeginnings(_ seat: Seat, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, store, &arrangement) { seats, arrangement in
      seats.insert(seat, at: spot(of: seat, in: seats, store, arrangement))
    }
  }

  // Kept out of the way of what mostly finds that nothing was typed.
  @inline(never) private func changeBeginnings(
    of seat: Seat, _ store: RowStore<Row>, _ arrangement: inout Arrangement,
    _ change: (inout SeatList, Arrangement) -> Void
  ) {
    guard arrangement.isSeen(seat), var beginnings = arrangement.beginnings.take() else { return }
    for text in beginnings.beginnings(of: text(at: seat, in: beginnings.column, store)) {
      if var seats = beginnings[text].take() {
        change(&seats, arrangement)
        beginnings[text] = seats
      }
    }
    arrangement.beginnings = beginnings
  }
}
