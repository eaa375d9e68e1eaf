extension String {
  /// The sort key of the text in natural order, in which numbers compare by value.
  ///
  /// Keys are compared by Unicode scalars.
  ///
  /// - A number consists of digits, and optionally a decimal point and more digits. Digits with more than one point,
  ///   such as the version `1.2.10`, are a sequence of whole numbers.
  /// - A sign belongs to a number at the beginning of the text or after white space. Elsewhere it is a hyphen.
  /// - Leading zeros, and trailing zeros after the decimal point, are ignored.
  /// - Compared with other text, a number sorts like the character `0`, and a negative number like `/`, the character
  ///   before it.
  ///
  /// A number is encoded as the count of its digits, followed by the digits. In a negative number both are
  /// complemented, so that a greater magnitude sorts first.
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
    let isNegative = isSigned && text[start] == UInt8(ascii: "-")
    if groups.count == 2 {
      writeNumber(digits: groups[0], decimals: groups[1], isNegative: isNegative)
    } else {
      for (number, group) in groups.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: ".")) }
        writeNumber(digits: group, decimals: [], isNegative: isNegative && number == 0)
      }
    }
    return index
  }

  private mutating func writeNumber(digits: ArraySlice<UInt8>, decimals: ArraySlice<UInt8>, isNegative: Bool) {
    let zero = UInt8(ascii: "0")
    let digits = digits.drop { $0 == zero }
    let decimals = decimals.prefix(
      (decimals.lastIndex { $0 != zero } ?? decimals.startIndex - 1) - decimals.startIndex + 1)
    let isBelowZero = isNegative && !(digits.isEmpty && decimals.isEmpty)
    let count = min(UInt32(clamping: digits.count), Self.maxDigitCount)
    bytes.append(isBelowZero ? zero - 1 : zero)
    appendScalar(Unicode.Scalar(isBelowZero ? Self.maxDigitCount + 0x20 - count : count + 0x20))
    for digit in [digits, decimals].joined() { bytes.append(isBelowZero ? 2 * zero + 9 - digit : digit) }
    // A terminator that sorts before every digit, or after every complemented digit.
    bytes.append(isBelowZero ? zero + 10 : 1)
  }

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
