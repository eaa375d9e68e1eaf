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

  /// Returns the code of a value, or `nil` if the encoding has no code for it.
  func code(for value: Value, _ options: SortOptions) -> UInt64? {
    switch self {
    case .integers: Self.integerCode(value)
    case .reals: Self.realCode(value)
    case .instants: Self.instantCode(value)
    case .texts: Self.textCode(value, options)
    case .mixed: Self.mixedCode(value, options)
    }
  }

  /// A Boolean value that indicates whether values with equal codes are always equal.
  var isExact: Bool { self != .texts && self != .mixed }

  /// Returns whether values with this code are always equal: null is, texts are not.
  func isExact(code: UInt64) -> Bool { isExact || code == 0 }

  private static func prefixCode(of value: Value, isCaseSensitive: Bool) -> UInt64 {
    switch value {
    case .null, .list, .object: 0
    case .boolean(let isTrue): code(for: isTrue ? 1.0 : 0.0)
    case .integer(let integer): code(for: Double(integer))
    case .real(let real): code(for: real)
    case .money(let money): code(for: money.real)
    case .instant(let instant): UInt64(bitPattern: instant.milliseconds) ^ signBit
    case .text(let text): text.bigEndianPrefix(isCaseSensitive: isCaseSensitive)
    }
  }
}

/// The codes of values for each encoding, or `nil` if there is none.
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

  /// Returns the first bytes of a text, so that it sorts before its extensions.
  @inline(__always) static func textCode(_ value: Value, _ options: SortOptions) -> UInt64? {
    switch value {
    case .null: 0
    case .text(let text):
      max(options.collationKey(for: text).bigEndianPrefix(isCaseSensitive: options.isCaseSensitive), 1)
    case .real(let real): real.isNaN ? 0 : nil
    case .boolean, .integer, .money, .instant, .list, .object: nil
    }
  }

  /// Returns the rank of the type of any value, and the first bytes of the value.
  static func mixedCode(_ value: Value, _ options: SortOptions) -> UInt64 {
    let key = options.collationKey(for: value)
    return key.typeRank == 0
      ? 0 : key.typeRank << 56 | prefixCode(of: key, isCaseSensitive: options.isCaseSensitive) >> 8
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

extension String {
  /// Returns the first eight bytes as a big-endian number, padded with zeros at the end.
  ///
  /// Unless the case matters, small letters take the place of A to Z.
  @inline(__always) fileprivate func bigEndianPrefix(isCaseSensitive: Bool) -> UInt64 {
    var text = self
    let word = text.withUTF8 { bytes in
      if bytes.count >= 8 { return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self)) }
      var word: UInt64 = 0
      for index in bytes.indices { word |= UInt64(bytes[index]) << (56 - 8 * UInt64(index)) }
      return word
    }
    return isCaseSensitive ? word : word.withSmallLetters
  }
}

extension UInt64 {
  /// The eight bytes, with small letters in place of A to Z.
  fileprivate var withSmallLetters: UInt64 {
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    let ascii = self & (0x7F * everyByte)
    // The highest bit of each byte says whether it is at least A, and whether it is greater than Z.
    let (isAtLeastA, isAboveZ) = (ascii + (0x80 - 0x41) * everyByte, ascii + (0x7F - 0x5A) * everyByte)
    let isCapital = isAtLeastA & ~isAboveZ & ~self & (0x80 * everyByte)
    return self | isCapital >> 2
  }
}
