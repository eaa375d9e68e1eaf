public import Values

/// What is wrong with a condition, and where.
public struct ConditionFault: Error, Hashable, Sendable {
  /// When it was found.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// While the text was read.
    case parse
    /// While the condition was evaluated.
    case evaluation
  }

  /// When it was found.
  public let kind: Kind
  /// Where it stands; nil for what was built in Swift and stands nowhere.
  public let position: TextPosition?
  /// What stands there.
  public let found: String
  /// What should.
  public let expected: String
  /// What may help.
  public let hint: String?
  /// What has no value and should have one, if that is the fault.
  package let missing: Reference?

  init(
    _ kind: Kind = .parse, at position: TextPosition?, found: String, expected: String, hint: String? = nil,
    missing: Reference? = nil
  ) {
    self.kind = kind
    self.position = position
    self.found = found
    self.expected = expected
    self.hint = hint
    self.missing = missing
  }

  /// What is wrong, without the place.
  public var message: String { "expected \(expected), found \(found)\(hint.map { "; \($0)" } ?? "")" }

  /// The message, and beneath it the line with a caret.
  public func shown(in text: String) -> String {
    position.map { "\(description)\n\($0.pointed(in: text))" } ?? description
  }
}

extension ConditionFault: CustomStringConvertible {
  /// The place and the message.
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}
