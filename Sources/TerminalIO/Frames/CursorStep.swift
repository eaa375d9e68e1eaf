/// A part of a movement of the cursor.
enum CursorStep {
  case none
  /// A control character several times.
  case character(UInt8, count: Int)
  /// A control sequence with a number.
  case sequence(Int, final: UInt8)
  /// A position, whose numbers begin at zero.
  case position(row: Int, column: Int)

  /// The number of bytes.
  var cost: Int {
    switch self {
    case .none: 0
    case .character(_, let count): count
    case .sequence(let number, _): 3 + (number == 1 ? 0 : number.digitCount)
    case .position(let row, let column):
      3 + (row == 0 ? 0 : (row + 1).digitCount) + (column == 0 ? 0 : 1 + (column + 1).digitCount)
    }
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .character(let character, let count):
      for _ in 0..<count { bytes.append(character) }
    case .sequence(let number, let final): bytes.appendSequence(number, final: final)
    case .position(let row, let column):
      bytes.append(contentsOf: [0x1B, UInt8(ascii: "[")])
      if row > 0 { bytes.append(decimal: row + 1) }
      if column > 0 {
        bytes.append(UInt8(ascii: ";"))
        bytes.append(decimal: column + 1)
      }
      bytes.append(UInt8(ascii: "H"))
    }
  }

  /// The shortest step to a column from another one, or from an unknown one.
  static func horizontal(from column: Int?, to target: Int) -> CursorStep {
    if column == target { return .none }
    if target == 0 { return .character(UInt8(ascii: "\r"), count: 1) }
    let absolute = sequence(target + 1, final: UInt8(ascii: "G"))
    guard let column else { return absolute }
    let relative =
      column < target
      ? sequence(target - column, final: UInt8(ascii: "C"))
      : column - target < 4
        ? character(0x08, count: column - target) : sequence(column - target, final: UInt8(ascii: "D"))
    return relative.cost <= absolute.cost ? relative : absolute
  }

  /// The shortest step to a row from another one, in the same column.
  static func vertical(from row: Int, to target: Int) -> CursorStep {
    if row == target { return .none }
    let absolute = sequence(target + 1, final: UInt8(ascii: "d"))
    let relative =
      row < target
      ? sequence(target - row, final: UInt8(ascii: "B")) : sequence(row - target, final: UInt8(ascii: "A"))
    return relative.cost <= absolute.cost ? relative : absolute
  }
}

extension Int {
  /// The number of decimal digits of a number that is not negative.
  var digitCount: Int { self < 10 ? 1 : self < 100 ? 2 : self < 1000 ? 3 : 1 + (self / 10).digitCount }
}

extension [UInt8] {
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a control sequence, without the number if it is one.
  mutating func appendSequence(_ number: Int, final: UInt8) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if number != 1 { append(decimal: number) }
    append(final)
  }

  /// Appends a control sequence with two numbers.
  mutating func appendSequence(from first: Int, through last: Int, final: UInt8) {
    append(0x1B)
    append(UInt8(ascii: "["))
    append(decimal: first)
    append(UInt8(ascii: ";"))
    append(decimal: last)
    append(final)
  }

  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a scalar in UTF-8.
  mutating func append(scalar value: UInt32) {
    if value < 0x80 {
      append(UInt8(value))
    } else if let scalar = Unicode.Scalar(value) {
      append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
