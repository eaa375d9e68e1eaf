import Documents
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads JSON byte by byte from a part of a document.
///
/// Unlike the parser in `Documents`, it makes no tree and reads no strings that are not needed.
@safe struct JSONScanner {
  enum Failure: Error {
    /// The part ends before the value does.
    case needsMore
    case invalid(at: Int, String)
  }

  private let bytes: UnsafeRawBufferPointer
  /// The number of bytes that were read.
  var index = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var nextByte: UInt8? { unsafe index < bytes.count ? bytes[index] : nil }

  /// Returns the failure for an unexpected next byte.
  func failure(expected: String) -> Failure {
    guard let byte = nextByte else { return .needsMore }
    let found = byte < 0x80 ? String(Unicode.Scalar(byte)).escapedForTerminal : "byte \(byte)"
    return .invalid(at: index, "expected \(expected), found \(found)")
  }

  @inline(__always) mutating func skipWhitespace() {
    while let byte = nextByte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  @inline(__always) mutating func expect(
    _ scalar: Unicode.Scalar, or expected: @autoclosure () -> String
  ) throws(Failure) {
    guard nextByte == UInt8(ascii: scalar) else { throw failure(expected: expected()) }
    index += 1
  }

  /// Reads the comma after a member or element and returns `true`, or reads the closing bracket and returns `false`.
  @inline(__always) mutating func acceptComma(before close: Unicode.Scalar) throws(Failure) -> Bool {
    skipWhitespace()
    guard nextByte == UInt8(ascii: ",") else {
      try expect(close, or: "a comma or \(close)")
      return false
    }
    index += 1
    return true
  }

  /// Reads a word such as `true`.
  private mutating func parseWord(_ word: StaticString, expected: String) throws(Failure) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard unsafe nextByte == word.utf8Start[offset] else { throw failure(expected: expected) }
      index += 1
    }
  }

  @inline(__always) mutating func parseBoolean() throws(Failure) -> Bool {
    let isTrue = nextByte == UInt8(ascii: "t")
    try parseWord(isTrue ? "true" : "false", expected: "true or false")
    return isTrue
  }
}

/// A text in quotation marks.
struct ScannedText {
  /// The range of the text without the quotation marks.
  fileprivate let range: Range<Int>
  fileprivate let hasEscapes: Bool
}

extension JSONScanner {
  /// Reads a text in quotation marks.
  @inline(__always) mutating func parseText(expected: String) throws(Failure) -> ScannedText {
    guard nextByte == UInt8(ascii: "\"") else { throw failure(expected: expected) }
    var (end, hasEscapes) = (index + 1, false)
    while unsafe end < bytes.count {
      let byte = unsafe bytes[end]
      if byte == UInt8(ascii: "\"") {
        let text = ScannedText(range: index + 1..<end, hasEscapes: hasEscapes)
        index = end + 1
        return text
      }
      if byte < 0x20 { throw .invalid(at: end, "expected an escape such as \\n instead of a control character") }
      if byte == UInt8(ascii: "\\") { hasEscapes = true }
      end += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    throw .needsMore
  }

  /// Returns whether a text equals a text in ASCII.
  @inline(__always) func text(_ text: ScannedText, equals word: StaticString) -> Bool {
    if text.hasEscapes { return unescaped(text) == String(describing: word) }
    guard text.range.count == word.utf8CodeUnitCount, let start = unsafe bytes.baseAddress else { return false }
    return unsafe memcmp(start + text.range.lowerBound, word.utf8Start, text.range.count) == 0
  }

  /// Returns a text after replacing escapes, or `nil` if one is invalid.
  private func unescaped(_ text: ScannedText) -> String? {
    let literal = unsafe Array(bytes[text.range.lowerBound - 1...text.range.upperBound])
    guard case .text(let value) = try? JSONNode(parsing: literal).content else { return nil }
    return value
  }

  /// Reads a UUID in quotation marks.
  @inline(__always) mutating func parseUUID() throws(Failure) -> UUID {
    let start = index
    if unsafe start + 38 <= bytes.count, unsafe bytes[start] == UInt8(ascii: "\""),
      unsafe bytes[start + 37] == UInt8(ascii: "\""),
      let uuid = uuid(at: start + 1)
    {
      index += 38
      return uuid
    }
    let text = try parseText(expected: "a UUID in quotation marks")
    if text.hasEscapes, let uuid = unescaped(text).flatMap(UUID.init(uuidString:)) { return uuid }
    throw .invalid(at: start, "expected a UUID")
  }

  /// Returns the UUID that begins at an index, or `nil` if there is none.
  @inline(__always) private func uuid(at start: Int) -> UUID? {
    let hyphen = UInt8(ascii: "-")
    guard unsafe bytes[start + 8] == hyphen, unsafe bytes[start + 13] == hyphen, unsafe bytes[start + 18] == hyphen,
      unsafe bytes[start + 23] == hyphen, let first = hexadecimal(at: start, count: 8),
      let second = hexadecimal(at: start + 9, count: 4), let third = hexadecimal(at: start + 14, count: 4),
      let fourth = hexadecimal(at: start + 19, count: 4), let fifth = hexadecimal(at: start + 24, count: 12)
    else { return nil }
    let halves = (first << 32 | second << 16 | third, fourth << 48 | fifth)
    // Both are sixteen bytes.
    return unsafe UUID(uuid: unsafeBitCast((halves.0.bigEndian, halves.1.bigEndian), to: uuid_t.self))
  }

  /// Returns the number with these digits, or `nil` if one is none.
  @inline(__always) private func hexadecimal(at start: Int, count: Int) -> UInt64? {
    var (number, isValid) = (UInt64(0), true)
    for index in start..<start + count {
      let byte = unsafe bytes[index]
      let digit = byte &- UInt8(ascii: "0")
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      isValid = isValid && (digit <= 9 || letter <= 5)
      number = number << 4 | UInt64(digit <= 9 ? digit : letter &+ 10)
    }
    return isValid ? number : nil
  }
}

extension JSONScanner {
  /// Reads a value of any type.
  ///
  /// Texts are not decoded, so that invalid escapes and invalid UTF-8 in them are ignored.
  mutating func skipValue(depth: Int = 0) throws(Failure) {
    guard depth < JSONNode.maxDepth else {
      throw .invalid(at: index, "expected at most \(JSONNode.maxDepth) levels of nesting")
    }
    skipWhitespace()
    switch nextByte {
    case UInt8(ascii: "\""): _ = try parseText(expected: "a text")
    case UInt8(ascii: "t"): try parseWord("true", expected: "true")
    case UInt8(ascii: "f"): try parseWord("false", expected: "false")
    case UInt8(ascii: "n"): try parseWord("null", expected: "null")
    case UInt8(ascii: "{"):
      try skipElements(before: "}") { scanner throws(Failure) in
        scanner.skipWhitespace()
        _ = try scanner.parseText(expected: "a key in quotation marks")
        scanner.skipWhitespace()
        try scanner.expect(":", or: "a colon")
        try scanner.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try skipElements(before: "]") { scanner throws(Failure) in try scanner.skipValue(depth: depth + 1) }
    case nil: throw .needsMore
    default: _ = try parseNumber(expected: "a value")
    }
  }

  private mutating func skipElements(
    before close: Unicode.Scalar, _ skip: (inout JSONScanner) throws(Failure) -> Void
  ) throws(Failure) {
    index += 1
    skipWhitespace()
    if nextByte == UInt8(ascii: close) {
      index += 1
      return
    }
    repeat { try skip(&self) } while try acceptComma(before: close)
  }
}
