internal import Documents
public import Values

/// A validation error of a row.
public enum FieldError: Hashable, Codable, Sendable {
  /// The typed text cannot be parsed.
  case misunderstood(String, expected: String)
  /// The row is required and has no value.
  case missing
  /// The value does not have the format that the row's kind requires.
  case unfit(expected: String)
  /// The value is not one of the options.
  case noOption(Value)
  /// The text has fewer Unicode scalars, or the list fewer elements, than the minimum.
  case tooShort(min: Int)
  /// The text has more Unicode scalars, or the list more elements, than the maximum.
  case tooLong(max: Int)
  /// The number is less than the minimum.
  case tooSmall(min: Value)
  /// The number is greater than the maximum.
  case tooLarge(max: Value)
  /// The text does not match the pattern.
  case mismatched(pattern: String)
  /// An error with a custom message, from a predicate, a remote check, or outside the form.
  case told(String)
}

extension FieldError: CustomStringConvertible {
  /// The error message for the user.
  public var description: String {
    switch self {
    case .misunderstood(let text, let expected): "expected \(expected), found \(text.quotedExcerpt)"
    case .missing: "is required"
    case .unfit(let expected): "expected \(expected)"
    case .noOption(let value): "\(value.messageExcerpt) is not one of the options"
    case .tooShort(let least): "is too short: at least \(least)"
    case .tooLong(let most): "is too long: at most \(most)"
    case .tooSmall(let least): "is too small: at least \(least.messageExcerpt)"
    case .tooLarge(let most): "is too large: at most \(most.messageExcerpt)"
    case .mismatched(let pattern): "does not match \(pattern.quotedExcerpt)"
    case .told(let text): text
    }
  }
}
