internal import Values

/// A text that is looked for in others, whatever the case and the accents.
struct TextMatcher: Sendable {
  private static let folding = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
  private let bytes: [UInt8]
  /// The first byte, eight times, to be looked for in eight places at once.
  private let first: UInt64
  /// What makes a byte small that may be the first: the bit that tells a capital letter from a small one, or nothing.
  private let smallness: UInt64

  init(_ text: String) { self.init(folded: Self.folding.folded(text)) }

  /// Makes one of a text that is as it is compared already, which to fold again could change.
  init(folded text: String) {
    bytes = Array(text.utf8)
    first = UInt64(bytes.first ?? 0) &* Self.ones
    smallness = bytes.first.map { $0 &- 0x61 < 26 } ?? false ? 0x20 &* Self.ones : 0
  }

  func isContained(in text: String) -> Bool {
    if bytes.isEmpty { return true }
    // As long as a text is plain English, its letters are made small as they are looked at.
    let found = text.utf8.withContiguousStorageIfAvailable { text in
      bytes.withUnsafeBufferPointer { isContainedInASCII($0, text: UnsafeRawBufferPointer(text)) }
    }
    return found.flatMap(\.self) ?? isContained(inFolded: Array(Self.folding.folded(text).utf8))
  }

  /// Whether a text begins with it.
  func isPrefix(of text: String) -> Bool {
    let known = text.utf8.withContiguousStorageIfAvailable { isASCIIPrefix(of: $0) }
    return known.flatMap(\.self) ?? Self.folding.folded(text).utf8.starts(with: bytes)
  }

  /// Nil where what decides it is no plain letter, or something follows that is none and may belong to it.
  private func isASCIIPrefix(of text: UnsafeBufferPointer<UInt8>) -> Bool? {
    for place in bytes.indices {
      if place == text.count { return false }
      if text[place] >= 0x80 || (place + 1 < text.count && text[place + 1] >= 0x80) { return nil }
      if text[place].lowercasedASCII != bytes[place] { return false }
    }
    return true
  }

  private func isContained(inFolded text: [UInt8]) -> Bool {
    guard text.count >= bytes.count else { return false }
    return (0...text.count - bytes.count).contains { text[$0..<$0 + bytes.count].elementsEqual(bytes) }
  }
}

/// Looking at eight bytes at once.
extension TextMatcher {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Nil where something stands in the text that is no plain letter.
  private func isContainedInASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, text: UnsafeRawBufferPointer
  ) -> Bool? {
    var start = 0
    while start < text.count {
      let word: UInt64
      if text.count < 8 {
        word = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      } else {
        // The last eight begin among those before.
        start = min(start, text.count - 8)
        word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
      if word & Self.highBits != 0 { return nil }
      let rest = (word | smallness) ^ first
      var places = (rest &- Self.ones) & ~rest & Self.highBits
      while places != 0 {
        if Self.hasMatch(bytes, at: start + places.trailingZeroBitCount / 8, in: text) { return true }
        places &= places - 1
      }
      start += 8
    }
    return false
  }

  private static func hasMatch(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, in text: UnsafeRawBufferPointer
  ) -> Bool {
    guard place + bytes.count <= text.count else { return false }
    var length = 0
    while length < bytes.count, text[place + length].lowercasedASCII == bytes[length] { length += 1 }
    return length == bytes.count
  }
}

extension UInt8 {
  /// A letter without regard to its case.
  fileprivate var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
