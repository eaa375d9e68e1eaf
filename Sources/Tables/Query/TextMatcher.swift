import Values

/// Finds a text in other texts.
///
/// Case and accents are ignored.
struct TextMatcher: Sendable {
  static let compareOptions = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
  private let foldedBytes: [UInt8]
  /// The first byte, repeated eight times, to compare it with eight bytes at once.
  private let repeatedFirstByte: UInt64
  /// A mask that makes an ASCII letter lowercase, repeated eight times; zero if the first byte is not a letter.
  private let lowercaseMask: UInt64

  init(_ text: String) {
    foldedBytes = Array(Self.compareOptions.folded(text).utf8)
    repeatedFirstByte = UInt64(foldedBytes.first ?? 0) &* Self.onesInEveryByte
    lowercaseMask = foldedBytes.first.map { $0 &- 0x61 < 26 } ?? false ? 0x20 &* Self.onesInEveryByte : 0
  }

  func isContained(in text: String) -> Bool {
    if foldedBytes.isEmpty { return true }
    // While the text is ASCII, letters are made lowercase as they are compared, which avoids folding the whole text.
    let found = text.utf8.withContiguousStorageIfAvailable { text in
      foldedBytes.withUnsafeBufferPointer { isContainedInASCII($0, text: UnsafeRawBufferPointer(text)) }
    }
    return found.flatMap(\.self) ?? isContained(inFolded: Array(Self.compareOptions.folded(text).utf8))
  }

  private func isContained(inFolded text: [UInt8]) -> Bool {
    guard text.count >= foldedBytes.count else { return false }
    return (0...text.count - foldedBytes.count).contains {
      text[$0..<$0 + foldedBytes.count].elementsEqual(foldedBytes)
    }
  }
}

/// Compares eight bytes at once (SIMD within a register).
extension TextMatcher {
  private static let onesInEveryByte: UInt64 = 0x0101_0101_0101_0101
  private static let highBitInEveryByte: UInt64 = 0x8080_8080_8080_8080

  /// Returns `nil` if the text is not entirely ASCII.
  private func isContainedInASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, text: UnsafeRawBufferPointer
  ) -> Bool? {
    var start = 0
    while start < text.count {
      let word: UInt64
      if text.count < 8 {
        word = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      } else {
        // The last word overlaps the one before it.
        start = min(start, text.count - 8)
        word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
      if word & Self.highBitInEveryByte != 0 { return nil }
      let rest = (word | lowercaseMask) ^ repeatedFirstByte
      var places = (rest &- Self.onesInEveryByte) & ~rest & Self.highBitInEveryByte
      while places != 0 {
        if Self.hasMatch(bytes, at: start + places.trailingZeroBitCount / 8, in: text) { return true }
        places &= places - 1
      }
      start += 8
    }
    return false
  }

  private static func hasMatch(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, in text: UnsafeRawBufferPointer
  ) -> Bool {
    guard index + bytes.count <= text.count else { return false }
    var length = 0
    while length < bytes.count, text[index + length].lowercasedASCII == bytes[length] { length += 1 }
    return length == bytes.count
  }
}

extension UInt8 {
  /// The byte with an ASCII letter made lowercase.
  fileprivate var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
