/// A text that is never encoded and never printed, such as a password.
///
/// It exists only in memory. Sessions, transcripts and logs contain nothing in its place, and decoding gives
/// an empty text.
public struct Secret: Hashable, Sendable {
  /// The text.
  public var text: String

  /// Creates a secret.
  public init(_ text: String) { self.text = text }
}

extension Secret: Codable {
  /// Creates an empty secret, because none was encoded.
  public init(from decoder: any Decoder) { text = "" }

  /// Encodes nothing: `nil`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots, whatever the text is.
  public var description: String { "•••" }
  /// Three dots, whatever the text is.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not print the text.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
