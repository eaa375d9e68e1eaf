public import Values

/// What is wrong with a text that was to be a document, and where.
public struct DocumentFault: Error, Hashable, Sendable {
  /// Where it stands.
  public let position: TextPosition
  /// What stands there.
  public let found: String
  /// What should.
  public let expected: String

  /// Makes one of its parts.
  public init(at position: TextPosition, found: String, expected: String) {
    self.position = position
    self.found = found
    self.expected = expected
  }

  /// What is wrong, without the place.
  public var message: String { "expected \(expected), found \(found)" }

  /// The message, and beneath it the line with a caret.
  public func shown(in text: String) -> String { "\(self)\n\(position.pointed(in: text))" }
}

extension DocumentFault: CustomStringConvertible {
  /// The place and the message.
  public var description: String { "\(position): \(message)" }
}
