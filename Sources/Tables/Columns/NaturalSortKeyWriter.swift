extension String {
  /// The sort key of the text in natural order, in which numbers compare by value.
  ///
  /// Keys are compared by Unicode scalars.
  ///
  /// - A number consists of digits, and optionally a decimal point and more digits. Digits with more than one point are
  ///   a version, whose parts are whole numbers: `1.2.9` sorts before `1.2.10`.
  /// - A version sorts after the decimal number that it begins with, as in `2.1, 2.1.1, 2.15, 2.2`. If its second part
  ///   has several digits, it sorts after all such decimal numbers, as in `2.1, 2.9, 2.10.1, 3`.
  /// - A sign belongs to a number at the beginning of the text or after white space. Elsewhere it is a hyphen.
  /// - Leading zeros, and trailing zeros after the decimal point, are ignored.
  /// - Compared with other text, a number sorts like the character `0`, and a negative number like `/`, the character
  ///   before it.
  ///
  /// Each part of a number or version is encoded as the count of its digits, followed by the digits. The first decimal
  /// of a number is encoded like a part of a version, so that numbers and versions can be compared. In a negative number
  /// every byte is complemented, so that a greater magnitude sorts first.
  var naturalSortKey: String {
    let bytes = Array(utf8)
    guard bytes.contains(where: \.isDigit) else { return self }
    var writer = NaturalSortKeyWriter()
    var index = 0
    while index < bytes.count {
      let isSigned =
        bytes[index].isSign && index + 1 < bytes.count && bytes[index + 1].isDigit
        && (index == 0 || bytes[index - 1].isWhitespace)
      if isSigned || bytes[index].isDigit {
        index = writer.writeNumber(in: bytes, from: index, isSigned: isSigned)
      } else {
        writer.bytes.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes a sort key in which the encoded numbers sort by value.
private struct NaturalSortKeyWriter {
  var bytes: [UInt8] = []

  /// Writes the number that begins at an index, and returns its end index.
  mutating func writeNumber(in text: [UInt8], from start: Int, isSigned: Bool) -> Int {
    var index = isSigned ? start + 1 : start
    var groups: [ArraySlice<UInt8>] = []
    while true {
      let end = text[index...].firstIndex { !$0.isDigit } ?? text.count
      groups.append(text[index..<end])
      index = end
      guard index + 1 < text.count, text[index] == UInt8(ascii: "."), text[index + 1].isDigit else { break }
      index += 1
    }
    let isBelowZero =
      isSigned && text[start] == UInt8(ascii: "-") && groups.joined().contains { $0 != UInt8(ascii: "0") }
    bytes.append(isBelowZero ? Self.zero - 1 : Self.zero)
    if groups.count == 2 {
      writeDecimalNumber(groups[0], decimals: groups[1], isBelowZero: isBelowZero)
    } else {
      for (number, group) in groups.enumerated() {
        if number > 0 { writeMark(.continuation, isBelowZero: isBelowZero) }
        writeWholeNumber(group, isBelowZero: isBelowZero)
      }
    }
    writeMark(.end, isBelowZero: isBelowZero)
    return index
  }

  private mutating func writeDecimalNumber(
    _ whole: ArraySlice<UInt8>, decimals: ArraySlice<UInt8>, isBelowZero: Bool
  ) {
    writeWholeNumber(whole, isBelowZero: isBelowZero)
    guard let last = decimals.lastIndex(where: { $0 != Self.zero }) else { return }
    writeMark(.continuation, isBelowZero: isBelowZero)
    writeWholeNumber(decimals.prefix(1), isBelowZero: isBelowZero)
    writeDigits(decimals[...last].dropFirst(), isBelowZero: isBelowZero)
  }

  private mutating func writeWholeNumber(_ digits: ArraySlice<UInt8>, isBelowZero: Bool) {
    let digits = digits.drop { $0 == Self.zero }
    let count = min(UInt32(clamping: digits.count), Self.maxDigitCount)
    // Keys are also compared as if their letters were small: the scalar is none of ASCII.
    appendScalar(Unicode.Scalar(isBelowZero ? Self.maxDigitCount + 0x80 - count : count + 0x80))
    writeDigits(digits, isBelowZero: isBelowZero)
  }

  private mutating func writeDigits(_ digits: ArraySlice<UInt8>, isBelowZero: Bool) {
    for digit in digits { bytes.append(isBelowZero ? 2 * Self.zero + 9 - digit : digit) }
  }

  /// What follows the digits of a part; both marks sort before every digit.
  private enum Mark: UInt8 {
    case end = 1
    case continuation = 2
  }

  private mutating func writeMark(_ mark: Mark, isBelowZero: Bool) {
    bytes.append(isBelowZero ? Self.zero + 12 - mark.rawValue : mark.rawValue)
  }

  private static let zero = UInt8(ascii: "0")
  private static let maxDigitCount: UInt32 = 0xD000

  private mutating func appendScalar(_ scalar: Unicode.Scalar?) {
    if let scalar { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isSign: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "+") }
  fileprivate var isWhitespace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}
