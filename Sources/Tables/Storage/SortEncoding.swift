import Values

/// How values become numbers of 64 bits in the same order.
///
/// Null, and what is no number, is zero in each.
enum SortEncoding: Sendable {
  /// Whole numbers and booleans.
  case integers
  /// Numbers that are the same as a binary fraction, and booleans.
  case reals
  /// Points in time.
  case instants
  /// Texts, of which the number holds the beginning.
  case texts
  /// Anything: the number holds its rank and a beginning.
  case mixed

  /// What a text is that goes on behind its number.
  private static let unfinished: UInt64 = 9

  /// The number of a value, or nil where this encoding has none for it.
  func code(for value: Value) -> UInt64? {
    switch self {
    case .integers: return Self.integerCode(value)
    case .reals: return Self.realCode(value)
    case .instants: return Self.instantCode(value)
    case .texts:
      if case .text(let text) = value { return Self.textCode(text, fromByte: 0) }
      return value.typeRank == 0 ? 0 : nil
    case .mixed: return value.typeRank == 0 ? 0 : value.typeRank << 56 | Self.prefixCode(of: value) >> 8
    }
  }

  /// Whether equal codes stand for values of which neither is less.
  func isExact(code: UInt64) -> Bool {
    switch self {
    case .integers, .reals, .instants: true
    case .texts: code & 0xFF != Self.unfinished
    case .mixed: code == 0
    }
  }

  private static func prefixCode(of value: Value) -> UInt64 {
    switch value {
    case .null, .list, .object: 0
    case .boolean(let isTrue): code(for: isTrue ? 1.0 : 0.0)
    case .integer(let integer): code(for: Double(integer))
    case .real(let real): code(for: real)
    case .instant(let instant): UInt64(bitPattern: instant.milliseconds) ^ signBit
    case .text(let text): text.bigEndianWord(atByte: 0)
    }
  }

  /// The number of what a text holds from a byte on: seven bytes, and one that tells how many of them there are, so that
  /// what ends comes before what goes on.
  static func textCode(_ text: String, fromByte start: Int) -> UInt64 {
    text.bigEndianWord(atByte: start) & ~0xFF | UInt64(min(max(text.utf8.count - start, 0), 8)) + 1
  }

  /// How many bytes of a text a number holds.
  static let textStep = 7

  /// The encoding in which most values that begin like this have a number.
  init(suiting value: Value) {
    self =
      switch value {
      case .null, .boolean, .integer: .integers
      case .real: .reals
      case .instant: .instants
      case .text: .texts
      case .list, .object: .mixed
      }
  }

  /// The encoding to try where a value has no number in this one.
  func fallback(for value: Value) -> SortEncoding {
    switch (self, value) {
    case (.integers, .real): .reals
    default: .mixed
    }
  }
}

/// The numbers of values that are numbers themselves, or nil where there is none.
extension SortEncoding {
  static func integerCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .integer(let integer): code(for: integer)
    case .boolean(let isTrue): code(for: isTrue ? 1 : 0)
    case .real(let real): real.isNaN ? 0 : nil
    case .text, .instant, .list, .object: nil
    }
  }

  static func realCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .real(let real): real.isNaN ? 0 : code(for: real)
    case .integer(let integer): Double(exactly: integer).map { code(for: $0) }
    case .boolean(let isTrue): code(for: isTrue ? 1.0 : 0.0)
    case .text, .instant, .list, .object: nil
    }
  }

  static func instantCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .instant(let instant): code(for: instant.milliseconds)
    case .real(let real): real.isNaN ? 0 : nil
    case .boolean, .integer, .text, .list, .object: nil
    }
  }

  static var signBit: UInt64 { get { 1 << 63 } }

  /// The least and the greatest there are would be null's.
  static func code(for integer: Int64) -> UInt64? {
    integer == .min || integer == .max ? nil : UInt64(bitPattern: integer) ^ signBit
  }

  /// Zero has no sign here.
  static func code(for real: Double) -> UInt64 {
    let bits = (real + 0.0).bitPattern
    return bits & signBit == 0 ? bits | signBit : ~bits
  }
}

extension String {
  /// Eight bytes from a place on, the first the weightiest, and zeros behind the end.
  func bigEndianWord(atByte place: Int) -> UInt64 {
    let word = utf8.withContiguousStorageIfAvailable { bytes -> UInt64 in
      var word: UInt64 = 0
      let end = min(bytes.count, place + 8)
      if place < end { for index in place..<end { word = word << 8 | UInt64(bytes[index]) } }
      let missing = place + 8 - max(end, place)
      return missing >= 8 ? 0 : word << (8 * UInt64(missing))
    }
    if let word { return word }
    var native = self
    native.makeContiguousUTF8()
    return native.bigEndianWord(atByte: place)
  }
}
