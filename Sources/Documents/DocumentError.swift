import Values

/// An error in the text of a document, with its position.
public struct DocumentError: Error, Hashable, Sendable {
  /// The position of the error.
  public let position: TextPosition
  /// What was found there.
  public let found: String
  /// What was expected.
  public let expected: String
  /// The kind of the error.
  public let kind: Kind

  /// What a document does not follow.
  public enum Kind: Hashable, Sendable {
    /// The syntax of the document, or the type of a value.
    case syntax
    /// The character encoding.
    case encoding
    /// The number of fields in a line.
    case fieldCount
    /// The rule that every row has an id of its own.
    case rowID
    /// The syntax of JSON, while each line is JSON.
    case jsonLines
  }

  /// Creates an error.
  package init(at position: TextPosition, found: String, expected: String, kind: Kind = .syntax) {
    self.position = position
    self.found = found
    self.expected = expected
    self.kind = kind
  }

  /// What is wrong, without the position.
  public var message: String { "expected \(expected), found \(found)" }

  /// Returns the position and the message, followed by the line of the text and a caret below the position.
  public func description(withExcerptFrom text: String) -> String { "\(self)\n\(position.caretExcerpt(of: text))" }
}

extension DocumentError: CustomStringConvertible {
  /// The position and the message.
  public var description: String { "\(position): \(message)" }
}

extension TextPosition {
  /// Creates the position of a byte.
  package init(ofByteAt index: Int, in bytes: [UInt8]) {
    self.init()
    for index in 0..<min(index, bytes.count) {
      advance(past: bytes[index], next: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
  }
}
