internal import Values

/// A text that is looked for in others, whatever the case and the accents.
struct Needle: Sendable {
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(Self.folding.folded(text).utf8) }

  func isIn(_ text: String) -> Bool {
    // As long as a text is plain English, its letters are made small as they are looked at.
    let found = text.utf8.withContiguousStorageIfAvailable { text in
      bytes.withUnsafeBufferPointer { Self.isFound($0, in: text) }
    }
    return found.flatMap(\.self) ?? holds(Array(Self.folding.folded(text).utf8))
  }

  /// Nil where something stands in the text that is no plain letter.
  @inline(__always) private static func isFound(
    _ bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    guard let first = bytes.first else { return true }
    var isPlain: UInt8 = 0
    var start = 0
    while start < text.count {
      let byte = text[start]
      isPlain |= byte
      if byte.small == first && start + bytes.count <= text.count {
        var length = 1
        while length < bytes.count, text[start + length].small == bytes[length] { length += 1 }
        if length == bytes.count { return isPlain < 0x80 ? true : nil }
      }
      start += 1
    }
    return isPlain < 0x80 ? false : nil
  }

  private func holds(_ text: [UInt8]) -> Bool {
    guard text.count >= bytes.count else { return false }
    return (0...text.count - bytes.count).contains { text[$0..<$0 + bytes.count].elementsEqual(bytes) }
  }
}

extension UInt8 {
  /// A letter without regard to its case.
  @inline(__always) fileprivate var small: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
