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
  package init(at position: TextPosition, found: String, expected: String) {
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

extension TextPosition {
  /// The position of a byte.
  package init(at index: Int, in bytes: [UInt8]) {
    self.init()
    for index in 0..<min(index, bytes.count) {
      advance(past: bytes[index], next: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
  }
}

extension [UInt8] {
  /// The bytes without the byte order mark at their beginning, if there is one.
  package var withoutMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
