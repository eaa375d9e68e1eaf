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
    let seats = SeatList((among?.all ?? store.sequence).filter { needle.begins(self.text(at: $0, in: column, store)) })
    beginnings[text] = seats
    return seats
  }

  /// What a row shows in a column.
  func text(at seat: Seat, in column: Int, _ store: RowStore<Row>) -> String {
    let value = columns[column].read(store.rows[Int(seat)], beside)
    return columns[column].format.text(of: value, kind: columns[column].kind)
  }

  /// Takes a row that will change or go out of the lists in which it is.
  func leaveBeginnings(_ seat: Seat, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, store, &arrangement) { seats, arrangement in
      if let place = place(of: seat, among: seats, store, arrangement) { seats.remove(at: place) }
    }
  }

  /// Puts a row into the lists in which it belongs now.
  func enterBeginnings(_ seat: Seat, _ store: RowStore<Row>, _ arrangement: inout Arrangement) {
    changeBeginnings(of: seat, store, &arrangement) { seats, arrangement in
      seats.insert(seat, at: place(of: seat, in: seats, store, arrangement))
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
