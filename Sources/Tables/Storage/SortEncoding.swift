import Values

/// How values are encoded as 64-bit sort codes that have the same order as the values.
///
/// In every encoding the code of null and NaN is zero.
enum SortEncoding: Sendable {
  /// Integers and booleans.
  case integers
  /// Numbers that `Double` represents exactly, amounts of money with at most 15 digits, and booleans.
  case reals
  /// Points in time.
  case instants
  /// Texts. The code contains the first bytes.
  case texts
  /// Any value. The code contains the type rank and the first bytes.
  case mixed

  /// The last byte of the code of a text that is longer than the code.
  private static let truncatedTextMarker: UInt64 = 9

  /// Returns the code of a value, or `nil` if the encoding has no code for it.
  func code(for value: Value) -> UInt64? {
    switch self {
    case .integers: return Self.integerCode(value)
    case .reals: return Self.realCode(value)
    case .instants: return Self.instantCode(value)
    case .texts: return value.textOrNull.map { $0.map(Self.textCode) ?? 0 }
    case .mixed: return Self.mixedCode(value)
    }
  }

  static func mixedCode(_ value: Value) -> UInt64 {
    value.typeRank == 0 ? 0 : value.typeRank << 56 | prefixCode(of: value) >> 8
  }

  /// A Boolean value that indicates whether values with equal codes are always equal.
  var isExact: Bool { self != .texts && self != .mixed }

  /// Returns whether values with this code are always equal.
  func isExact(code: UInt64) -> Bool {
    switch self {
    case .integers, .reals, .instants: true
    case .texts: code & 0xFF != Self.truncatedTextMarker
    case .mixed: code == 0
    }
  }

  private static func prefixCode(of value: Value) -> UInt64 {
    switch value {
    case .null, .list, .object: 0
    case .boolean(let isTrue): code(for: isTrue ? 1.0 : 0.0)
    case .integer(let integer): code(for: Double(integer))
    case .real(let real): code(for: real)
    case .money(let money): code(for: money.real)
    case .instant(let instant): UInt64(bitPattern: instant.milliseconds) ^ signBit
    case .text(let text): text.bigEndianPrefix
    }
  }

  /// Returns the code of a text from a byte on.
  ///
  /// It consists of seven bytes of the text and a byte that increases with the number of bytes that remain, so that a
  /// text sorts before its extensions.
  static func textCode(_ text: UnsafeBufferPointer<UInt8>, fromByte start: Int = 0) -> UInt64 {
    text.bigEndianWord(atByte: start) & ~0xFF | UInt64(min(max(text.count - start, 0), 8)) + 1
  }

  /// Returns the code of a text.
  static func textCode(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { textCode($0) }
  }

  /// The number of bytes of a text that a code contains.
  static let textBytesPerCode = 7
}

/// The codes of values for each numeric encoding, or `nil` if there is none.
extension SortEncoding {
  @inline(__always) static func integerCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .integer(let integer): code(for: integer)
    case .boolean(let isTrue): code(for: isTrue ? 1 : 0)
    case .real(let real): real.isNaN ? 0 : nil
    case .text, .money, .instant, .list, .object: nil
    }
  }

  @inline(__always) static func realCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .real(let real): real.isNaN ? 0 : code(for: real)
    case .integer(let integer): Double(exactly: integer).map { code(for: $0) }
    case .money(let money): money.hasExactReal ? code(for: money.real) : nil
    case .boolean(let isTrue): code(for: isTrue ? 1.0 : 0.0)
    case .text, .instant, .list, .object: nil
    }
  }

  @inline(__always) static func instantCode(_ value: Value) -> UInt64? {
    switch value {
    case .null: 0
    case .instant(let instant): code(for: instant.milliseconds)
    case .real(let real): real.isNaN ? 0 : nil
    case .boolean, .integer, .money, .text, .list, .object: nil
    }
  }

  static var signBit: UInt64 { get { 1 << 63 } }

  /// Returns the code of an integer, or `nil` for the least and the greatest one: their codes are reserved for null.
  static func code(for integer: Int64) -> UInt64? {
    integer == .min || integer == .max ? nil : UInt64(bitPattern: integer) ^ signBit
  }

  /// Returns the code of a real number.
  ///
  /// Adding zero turns negative zero into zero, so that both have the same code.
  static func code(for real: Double) -> UInt64 {
    let bits = (real + 0.0).bitPattern
    return bits & signBit == 0 ? bits | signBit : ~bits
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns eight bytes from an index on as a big-endian number, padded with zeros at the end.
  fileprivate func bigEndianWord(atByte start: Int) -> UInt64 {
    if count >= 8 && start <= count {
      // Near the end, the last eight bytes are read, and those before the index are shifted out.
      let place = Swift.min(start, count - 8)
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: place, as: UInt64.self)
      return UInt64(bigEndian: word) << UInt64(8 * (start - place))
    }
    let part = dropFirst(start).prefix(8)
    return part.reduce(0) { $0 << 8 | UInt64($1) } << (8 * (8 - part.count))
  }
}

extension String {
  /// The first eight bytes as a big-endian number, padded with zeros at the end.
  fileprivate var bigEndianPrefix: UInt64 {
    var text = self
    return text.withUTF8 { $0.bigEndianWord(atByte: 0) }
  }
}
