import Values

/// The kind of value that a row accepts.
public enum RowKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// A line of text.
  case text
  /// A text of any number of lines.
  case multilineText
  /// An integer.
  case integer
  /// A number.
  case decimal
  /// An amount of money: a number with at most two decimal places, which is exact.
  case money
  /// A Boolean value.
  ///
  /// A row without an initial value is `false`.
  case boolean
  /// A calendar day, stored as the instant at which it starts (UTC).
  case date
  /// A time of day, stored as an instant on January 1, 2001 (UTC).
  case time
  /// A point in time.
  case dateTime
  /// One of the options.
  case singleChoice
  /// Any number of the options, or free-form words if there are no options.
  ///
  /// A row without an initial value holds the empty list. An option is chosen at most once.
  case multipleChoice
  /// One of the options, all shown at once.
  case segmented
  /// A number between two bounds.
  case slider
  /// A number that is changed in steps.
  case stepper
  /// An email address.
  case email
  /// A web address.
  case url
  /// A phone number.
  case phone
  /// A text that is neither displayed nor encoded.
  ///
  /// The row has no initial value and is not part of a multivalued section.
  case password
  /// A button, which has no value.
  case button
  /// A read-only value of any type.
  case info
}

extension RowKind {
  /// Creates the kind of a row that declares none, from the kind of its initial value.
  init(of kind: Value.Kind?) {
    self =
      switch kind {
      case nil, .text: .text
      case .boolean: .boolean
      case .integer: .integer
      case .real: .decimal
      case .money: .money
      case .instant: .dateTime
      case .list: .multipleChoice
      case .object: .info
      }
  }

  /// The value of a row that was given none.
  package var emptyValue: Value {
    switch self {
    case .boolean: .boolean(false)
    case .multipleChoice: .list([])
    default: .null
    }
  }

  /// A Boolean value that indicates whether the user can give the row a value.
  public var acceptsInput: Bool { self != .info && self != .button }

  /// A Boolean value that indicates whether values of this kind are texts.
  package var isText: Bool { [.text, .multilineText, .email, .url, .phone, .password].contains(self) }

  /// A Boolean value that indicates whether rows of this kind have a value.
  var hasValue: Bool { self != .button }

  /// The kind of value as which a typed text is read, or `nil` if rows of this kind have a syntax of their own.
  var writtenKind: Value.Kind? {
    switch self {
    case .text, .multilineText, .password: .text
    case .integer: .integer
    case .decimal, .slider, .stepper: .real
    case .money: .money
    case .boolean: .boolean
    case .dateTime: .instant
    case .date, .time, .singleChoice, .segmented, .multipleChoice, .email, .url, .phone, .button, .info: nil
    }
  }

  /// Returns a description of valid input, for an error message about a text.
  func expectedInput(insteadOf text: String) -> String { writtenKind?.expectedInput(insteadOf: text) ?? expectedInput }

  /// A description of valid input, for error messages.
  var expectedInput: String {
    if let writtenKind { return writtenKind.expectedInput }
    return switch self {
    case .date: "a date such as 2023-03-22"
    case .time: "a time such as 14:05"
    case .singleChoice, .segmented: "one of the options"
    case .multipleChoice: "options, with commas between them"
    case .email: "an address such as name@example.org"
    case .url: "an address such as https://example.org"
    case .phone: "a number such as +49 30 901820"
    case .button: "no value"
    case .text, .multilineText, .password, .integer, .decimal, .slider, .stepper, .money, .boolean, .dateTime, .info:
      "a value"
    }
  }
}
