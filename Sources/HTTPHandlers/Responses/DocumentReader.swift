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

  mutating func finish() throws(DocumentError) -> Output { try decode(try JSONNode(parsing: bytes)) }
}
