import Documents
import Values

/// Reads a small JSON document as a whole.
struct DocumentReader<Output: Sendable>: BodyReader {
  let maximumSize: Int
  private var bytes: [UInt8] = []
  private let decode: (JSONNode) throws(DocumentError) -> Output

  init(maximumSize: Int, _ decode: @escaping (JSONNode) throws(DocumentError) -> Output) {
    self.maximumSize = maximumSize
    self.decode = decode
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes += bytes }

  mutating func finish() throws(BodyError) -> Output {
    do {
      return try decode(try JSONNode(parsing: bytes))
    } catch {
      throw BodyError(offset: bytes.offset(of: error.position), message: error.message)
    }
  }
}

extension [UInt8] {
  /// Returns the number of bytes before a position.
  fileprivate func offset(of target: TextPosition) -> Int {
    var position = TextPosition()
    for (index, byte) in enumerated() {
      // The bytes of a character after its first one have the position of the next character.
      if position >= target, byte & 0xC0 != 0x80 { return index }
      position.advance(past: byte, next: index + 1 < count ? self[index + 1] : nil)
    }
    return count
  }
}
