import Values

/// Reads many cells of one column.
///
/// It is compiled where the type of a row is known, and so reads a million rows without asking what a row is; numbers and
/// texts it hands over as what they are, without making values of them.
struct BatchCellReader<Row: Sendable>: Sendable {
  typealias MatchFlags = UnsafeMutableBufferPointer<Bool>
  typealias CodeBuffer = UnsafeMutableBufferPointer<UInt64>

  /// What cells hold, in the order of their seats.
  let values: @Sendable (_ rows: [Row], _ seats: Range<Int>, ContextValues) -> [Value]

  /// Writes the numbers of cells in an encoding, or returns false where it has none for one of them.
  let encode: @Sendable (_ rows: [Row], _ seats: Range<Int>, ContextValues, SortEncoding, CodeBuffer) -> Bool

  /// Asks something of the texts in the cells that are marked, of null as of nothing, and takes the mark off those of
  /// which it does not hold; or returns false where a cell holds anything else.
  let narrow:
    @Sendable (_ rows: [Row], _ seats: Range<Int>, ContextValues, MatchFlags, _ holds: (String) -> Bool) -> Bool

  init(_ read: @escaping @Sendable (Row, ContextValues) -> Value) {
    values = { rows, seats, beside in
      var values: [Value] = []
      values.reserveCapacity(seats.count)
      for seat in seats { values.append(read(rows[seat], beside)) }
      return values
    }
    encode = { rows, seats, beside, encoding, codes in
      // What is asked of every cell is asked once, so that of a number nothing is left to be asked.
      switch encoding {
      case .integers: Self.encodeCells(rows, at: seats, into: codes) { SortEncoding.integerCode(read($0, beside)) }
      case .reals: Self.encodeCells(rows, at: seats, into: codes) { SortEncoding.realCode(read($0, beside)) }
      case .instants: Self.encodeCells(rows, at: seats, into: codes) { SortEncoding.instantCode(read($0, beside)) }
      case .texts, .mixed: false
      }
    }
    narrow = { rows, seats, beside, marks, holds in
      for (place, seat) in seats.enumerated() where marks[place] {
        switch read(rows[seat], beside) {
        case .text(let text): marks[place] = holds(text)
        case .null: marks[place] = holds("")
        case .boolean, .integer, .real, .instant, .list, .object: return false
        }
      }
      return true
    }
  }

  static func encodeCells(
    _ rows: [Row], at seats: Range<Int>, into codes: CodeBuffer, code: (Row) -> UInt64?
  ) -> Bool {
    for (place, seat) in seats.enumerated() {
      guard let code = code(rows[seat]) else { return false }
      codes[place] = code
    }
    return true
  }
}
