package import Values

/// What a row takes.
public enum RowKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// One line of text.
  case text
  /// Text of any number of lines.
  case multilineText
  /// A whole number.
  case integer
  /// A number.
  case decimal
  /// An amount of money: a number with two decimals at most.
  case money
  /// Yes or no; where nothing is said, no.
  case boolean
  /// A day.
  case date
  /// A time of day, which is kept as the instant it was on the first of January 2001.
  case time
  /// A point in time.
  case dateTime
  /// One of the options.
  case singleChoice
  /// Any of the options, or any words where there are no options; where nothing is said, none.
  case multipleChoice
  /// One of the options, of which all are in sight.
  case segmented
  /// A number between two bounds.
  case slider
  /// A number that goes up and down.
  case stepper
  /// An address for mail.
  case email
  /// An address in the web.
  case url
  /// A number to call.
  case phone
  /// A text that nobody is to see.
  case password
  /// Something to press; it has no value.
  case button
  /// Something to be told, whatever it is.
  case info
}

extension RowKind {
  /// The kind of a row that says none.
  package init(of value: Value) {
    switch value {
    case .null, .text: self = .text
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .real: self = .decimal
    case .instant: self = .dateTime
    case .list: self = .multipleChoice
    case .object: self = .info
    }
  }

  /// What a row holds that was given nothing.
  package var emptyValue: Value {
    switch self {
    case .boolean: .boolean(false)
    case .multipleChoice: .list([])
    default: .null
    }
  }

  /// Whether a person can give it a value.
  public var takesInput: Bool { self != .info && self != .button }

  /// Whether it holds a value.
  var hasValue: Bool { self != .button }

  /// What it takes, for a person.
  var expected: String {
    switch self {
    case .text, .multilineText, .password: "a text"
    case .integer: "a whole number"
    case .decimal, .slider, .stepper: "a number such as 3.5"
    case .money: "an amount such as 19.99"
    case .boolean: "true or false"
    case .date: "a date such as 2023-03-22"
    case .time: "a time such as 14:05"
    case .dateTime: "a point in time such as 2023-03-22T14:05:00Z"
    case .singleChoice, .segmented: "one of the options"
    case .multipleChoice: "options, with commas between them"
    case .email: "an address such as name@example.org"
    case .url: "an address such as https://example.org"
    case .phone: "a number such as +49 30 901820"
    case .button: "no value"
    case .info: "a value"
    }
  }
}
