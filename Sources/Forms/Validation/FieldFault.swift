internal import Documents
public import Values

/// What is wrong with what stands in a row.
public enum FieldFault: Hashable, Codable, Sendable {
  /// A text was typed that stands for nothing that the row takes.
  case misunderstood(String, expected: String)
  /// There is no value, and there must be one.
  case missing
  /// The value is not what rows of this kind take.
  case unfit(expected: String)
  /// The value is not among the options.
  case noOption(Value)
  /// A text has fewer scalars, or a list fewer members.
  case tooShort(min: Int)
  /// A text has more scalars, or a list more members.
  case tooLong(max: Int)
  /// A number is less.
  case tooSmall(min: Value)
  /// A number is more.
  case tooLarge(max: Value)
  /// A text does not match.
  case mismatched(pattern: String)
  /// Something was told that is wrong: by a condition, by a check, or from outside.
  case told(String)
}

extension FieldFault: CustomStringConvertible {
  /// The fault as it is told to a person.
  public var description: String {
    switch self {
    case .misunderstood(let text, let expected): "expected \(expected), found \(text.short)"
    case .missing: "is required"
    case .unfit(let expected): "expected \(expected)"
    case .noOption(let value): "\(value.told) is not one of the options"
    case .tooShort(let least): "is too short: at least \(least)"
    case .tooLong(let most): "is too long: at most \(most)"
    case .tooSmall(let least): "is too small: at least \(least.told)"
    case .tooLarge(let most): "is too large: at most \(most.told)"
    case .mismatched(let pattern): "does not match \(pattern.short)"
    case .told(let text): text
    }
  }
}
