import Documents
import Values

/// A validation error of a row.
public enum FieldError: Hashable, Codable, Sendable {
  /// The typed text cannot be parsed.
  case unparseable(String, expected: String)
  /// The row is required and has no value.
  case missing
  /// The value does not have the format that the row's kind requires.
  case invalid(expected: String)
  /// The value is not one of the options.
  case notAnOption(Value)
  /// The text has fewer Unicode scalars, or the list fewer elements, than the minimum.
  case tooShort(min: Int)
  /// The text has more Unicode scalars, or the list more elements, than the maximum.
  case tooLong(max: Int)
  /// The number is less than the minimum.
  case tooSmall(min: Value)
  /// The number is greater than the maximum.
  case tooLarge(max: Value)
  /// The text does not match the pattern.
  case patternMismatch(pattern: String)
  /// An error with a custom message, from a predicate, a remote check, or outside the form.
  case custom(String)
}

extension FieldError: CustomStringConvertible {
  /// The error message for the user.
  public var description: String {
    switch self {
    case .unparseable(let text, let expected): "expected \(expected), found \(text.quotedExcerpt)"
    case .missing: "is required"
    case .invalid(let expected): "expected \(expected)"
    case .notAnOption(let value): "\(value.messageExcerpt) is not one of the options"
    case .tooShort(let least): "is too short: at least \(least)"
    case .tooLong(let most): "is too long: at most \(most)"
    case .tooSmall(let least): "is too small: at least \(least.messageExcerpt)"
    case .tooLarge(let most): "is too large: at most \(most.messageExcerpt)"
    case .patternMismatch(let pattern): "does not match \(pattern.quotedExcerpt)"
    case .custom(let text): text
    }
  }

  /// Returns the error message with the name of the row.
  package func description(withName name: String) -> String {
    switch self {
    case .missing, .tooShort, .tooLong, .tooSmall, .tooLarge, .patternMismatch: "\(name) \(self)"
    case .unparseable, .invalid, .notAnOption, .custom: "\(name): \(self)"
    }
  }
}
