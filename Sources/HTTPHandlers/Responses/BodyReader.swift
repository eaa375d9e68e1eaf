import Analytics

/// Reads the body of a response as it arrives.
package protocol BodyReader: SendableMetatype {
  associatedtype Output: Sendable

  /// The maximum number of bytes in the body, if it is less than that of the options.
  var maximumSize: Int { get }

  /// Reads the next bytes.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(BodyError)

  /// Returns the result at the end of the body.
  mutating func finish() throws(BodyError) -> Output
}

extension BodyReader {
  package var maximumSize: Int { .max }
}

/// An error in the body of a response, with its position.
package struct BodyError: Error, Hashable {
  /// The number of bytes before the error.
  let offset: Int
  let message: String

  var reason: EventSourceError.Reason { .invalidResponse("byte \(offset): \(message)") }
}

/// Ignores the body.
struct IgnoredBody: BodyReader {
  mutating func read(_ bytes: UnsafeRawBufferPointer) {}
  mutating func finish() {}
}
