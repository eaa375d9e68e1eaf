internal import Values

/// How the text in one column begins, in two bytes for each row: so much that few rows are read but those that are looked for,
/// and that most of the others are not even passed by.
///
/// What changes is noted, and read when somebody looks.
struct Initials: Sendable {
  /// The column, by its number.
  let column: Int
  /// The two bytes, by the rows' seats.
  private var codes: [UInt16] = []
  /// Which stretches of seats have rows that begin in some way, or had: for each way a bit for each of many stretches, and
  /// then the same for as many stretches more.
  private var presence: [UInt64] = []
  /// The seats of which it is not known any more how the text begins, or whether there is a row.
  private var unsettled: [Seat] = []
  /// How many of them never were read.
  private var unread = 0

  /// What no text begins with.
  private static var nothing: UInt16 { .max }
  /// How many seats a stretch has.
  private static var stretch: Int { 1024 }
  /// How many ways to begin are told apart.
  private static var ways: Int { 2048 }

  init(of column: Int, count: Int) {
    self.column = column
    codes.reserveCapacity(count)
  }

  /// How many rows are to be read when somebody looks.
  var unsettledCount: Int { unsettled.count }

  /// Takes in how the next rows begin; those of which that is not told soon are noted.
  mutating func append(_ some: [UInt16?]) {
    let first = codes.count
    for code in some {
      if code == nil { unsettled.append(Seat(codes.count)) }
      codes.append(code ?? Self.nothing)
    }
    unread = unsettled.count
    while presence.count * Self.stretch * UInt64.bitWidth < codes.count * Self.ways {
      presence += Array(repeating: 0, count: Self.ways)
    }
    presence.withUnsafeMutableBufferPointer { presence in
      for seat in first..<codes.count { Self.show(codes[seat], at: seat, presence) }
    }
  }

  /// Notes that a row has come, changed or gone, or returns false where to read all anew is no more work by now.
  mutating func note(_ seat: Seat) -> Bool {
    unsettled.append(seat)
    return unsettled.count - unread <= codes.count / 8
  }

  /// Notes rows that have gone.
  mutating func note(_ seats: [Seat]) { unsettled += seats }

  /// Reads what was noted: the text at a seat, or nil where there is no row.
  mutating func settle(_ text: (Seat) -> String?) {
    if unsettled.isEmpty { return }
    let (read, last) = (unsettled, unsettled.max() ?? 0)
    append(Array(repeating: Self.nothing, count: max(0, Int(last) + 1 - codes.count)))
    for seat in read {
      let code = text(seat).map(Needle.initials) ?? Self.nothing
      codes[Int(seat)] = code
      presence.withUnsafeMutableBufferPointer { Self.show(code, at: Int(seat), $0) }
    }
    (unsettled, unread) = ([], 0)
  }

  /// Says that a row begins with both bytes, and with the first.
  private static func show(_ code: UInt16, at seat: Int, _ presence: UnsafeMutableBufferPointer<UInt64>) {
    let (block, bit) = place(of: seat / stretch)
    presence[block + way(code)] |= bit
    presence[block + way(code & 0xFF00)] |= bit
  }

  /// Where it is told of a stretch how its rows begin, and by which bit.
  private static func place(of stretch: Int) -> (block: Int, bit: UInt64) {
    (stretch / UInt64.bitWidth * ways, 1 << UInt64(stretch % UInt64.bitWidth))
  }

  /// The number of a way to begin, which few others share.
  private static func way(_ code: UInt16) -> Int { Int((code &* 0x9E37) >> 5) }
}

extension Initials {
  /// Whether a row may begin with a needle, as far as two bytes tell.
  func mayBegin(_ seat: Seat, with needle: Needle) -> Bool {
    (codes[Int(seat)] ^ needle.initials.bytes) & needle.initials.mask == 0
  }

  /// The seats of rows that begin as a needle does, as far as two bytes tell.
  func seats(beginningLike needle: Needle) -> [Seat] {
    let (wanted, mask) = needle.initials
    let way = Self.way(wanted)
    var seats: [Seat] = []
    for start in stride(from: 0, to: codes.count, by: Self.stretch) {
      let (block, bit) = Self.place(of: start / Self.stretch)
      if presence[block + way] & bit == 0 { continue }
      collect(start..<min(start + Self.stretch, codes.count), wanted, mask, &seats)
    }
    return seats
  }

  private func collect(_ stretch: Range<Int>, _ wanted: UInt16, _ mask: UInt16, _ seats: inout [Seat]) {
    codes.withUnsafeBufferPointer { codes in
      for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 64) {
        let some = start..<min(start + 64, stretch.upperBound)
        // Whether any does is asked of all at once, and which does only where there is one.
        var least = UInt16.max
        for seat in some { least = min(least, (codes[seat] ^ wanted) & mask) }
        if least == 0 { for seat in some where (codes[seat] ^ wanted) & mask == 0 { seats.append(Seat(seat)) } }
      }
    }
  }
}

extension Arranger {
  /// How all rows begin in a column now.
  func initials(of column: Int, _ beside: Beside, _ store: RowStore<Row>, _ arrangement: inout Arrangement) -> Initials
  {
    var initials =
      arrangement.initials.take().flatMap { $0.column == column ? $0 : nil } ?? readInitials(of: column, beside, store)
    initials.settle { seat in store.isTaken(seat) ? text(at: seat, in: column, beside, store) : nil }
    arrangement.initials = initials
    return initials
  }

  /// Reads how all texts in a column begin.
  func readInitials(of column: Int, _ beside: Beside, _ store: RowStore<Row>) -> Initials {
    var initials = Initials(of: column, count: store.rows.count)
    var marks = [Bool](repeating: true, count: store.rows.count)
    forEachStretch(of: store, beside, &marks) { _, rows, _ in
      initials.append(rows.map(column, as: columns[column].format, Needle.plainInitials))
    }
    initials.note(store.emptySeats)
    return initials
  }
}
