import Documents

/// Reads the body of a response as it arrives.
package protocol BodyReader: SendableMetatype {
  associatedtype Output: Sendable

  /// The maximum number of bytes in the body, if it is less than that of the options.
  var maximumSize: Int { get }

  /// Reads the next bytes.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DocumentError)

  /// Returns the result at the end of the body.
  mutating func finish() throws(DocumentError) -> Output
}

extension BodyReader {
  package var maximumSize: Int { .max }
}

/// Ignores the body.
struct IgnoredBody: BodyReader {
  mutating func read(_ bytes: UnsafeRawBufferPointer) {}
  mutating func finish() {}
}
