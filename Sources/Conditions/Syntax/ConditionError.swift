import Values

/// An error in a condition, with its position.
public struct ConditionError: Error, Hashable, Sendable {
  /// The phase in which an error occurs.
  public enum Phase: String, Hashable, Codable, Sendable {
    /// Parsing the text or checking its types. The raw value is the word that JSON output uses.
    case parsing = "parse"
    /// Evaluating the condition.
    case evaluation
  }

  /// The phase in which the error occurred.
  public let phase: Phase
  /// The position of the error, or `nil` if the condition was built in Swift.
  public let position: TextPosition?
  /// What was found there.
  public let found: String
  /// What was expected.
  public let expected: String
  /// A suggestion for the fix.
  public let hint: String?
  /// The reference without a value, if that is the error.
  package let missingReference: Reference?

  init(
    _ kind: Phase = .parsing, at position: TextPosition?, found: String, expected: String, hint: String? = nil,
    missingReference: Reference? = nil
  ) {
    self.phase = kind
    self.position = position
    self.found = found
    self.expected = expected
    self.hint = hint
    self.missingReference = missingReference
  }

  /// What is wrong, without the position.
  public var message: String { "expected \(expected), found \(found)\(hint.map { "; \($0)" } ?? "")" }

  /// Returns the position and the message, followed by the line of the text and a caret below the position.
  public func description(withExcerptFrom text: String) -> String {
    position.map { "\(description)\n\($0.caretExcerpt(of: text))" } ?? description
  }
}

extension ConditionError: CustomStringConvertible {
  /// The position and the message.
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}
