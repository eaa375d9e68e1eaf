import Values

extension RowKind {
  /// Returns the value in the representation that rows of this kind store, or `nil` if they do not accept it.
  ///
  /// This checks the type only. Validation checks whether the value is allowed, such as whether it is one of the
  /// options.
  package func normalized(_ value: Value) -> Value? {
    if value == .null { return emptyValue }
    switch self {
    case .text, .multilineText, .password, .email, .url, .phone: if case .text = value { return value }
    case .integer: return value.asInteger
    case .decimal, .slider, .stepper: if value.isNumber { return value }
    case .money: return value.asMoney
    case .boolean: if case .boolean = value { return value }
    case .date, .time, .dateTime:
      if case .instant = value { return value }
      if case .text(let text) = value { return parseInstant(text).map(Value.instant) }
    case .singleChoice, .segmented: return value
    case .multipleChoice: if case .list = value { return value }
    case .button: return nil
    case .info: return value
    }
    return nil
  }

  /// Returns the entry for a text that was typed into a row of this kind.
  ///
  /// The entry holds the text and its parsed value, or only the value if the text itself is the value.
  func entry(typed text: String, options: [RowOption]) -> FieldEntry {
    let value = parsed(text, options: options)
    return value == .text(text) ? .value(.text(text)) : .typed(text, as: value)
  }

  /// Returns the value that a text represents, or `nil` if it represents none.
  ///
  /// White space means no value, except in kinds whose value is the text itself. An option is recognized by its
  /// displayed text.
  func parsed(_ text: String, options: [RowOption]) -> Value? {
    switch self {
    case .text, .multilineText, .password, .info: return .text(text)
    case .email, .url, .phone, .integer, .decimal, .slider, .stepper, .money, .boolean, .date, .time, .dateTime,
      .singleChoice, .segmented, .multipleChoice, .button:
      let text = text.trimmed
      return text.isEmpty ? emptyValue : parsed(trimmed: text, options)
    }
  }

  private func parsed(trimmed text: String, _ options: [RowOption]) -> Value? {
    switch self {
    case .text, .multilineText, .password, .info, .email, .url, .phone: return .text(text)
    case .integer: return Int64(text).map(Value.integer)
    case .decimal, .slider, .stepper: return parseNumber(text)
    case .money: return Value.text(text).asMoney
    case .boolean:
      return ["true": true, "false": false, "yes": true, "no": false][text.lowercased()].map(Value.boolean)
    case .date, .time, .dateTime: return parseInstant(text).map(Value.instant)
    case .singleChoice, .segmented: return options.value(displayedAs: text)
    case .multipleChoice:
      if options.isEmpty { return .list(text.commaSeparatedWords) }
      if let value = options.value(displayedAs: text) { return .list([value]) }
      let parts = text.split(separator: ",").map { options.value(displayedAs: String($0).trimmed) }
      return parts.contains(nil) ? .none : .some(.list(parts.compactMap(\.self)))
    case .button: return nil
    }
  }

  /// Parses a number with a decimal point.
  ///
  /// Commas are not accepted, because their meaning differs between countries.
  private func parseNumber(_ text: String) -> Value? {
    if let integer = Int64(text) { return .integer(integer) }
    guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains), let real = Double(text), real.isFinite else {
      return nil
    }
    return .real(real)
  }

  private func parseInstant(_ text: String) -> Instant? {
    switch self {
    case .date: Instant(dateText: text)
    case .time: Instant("2001-01-01T\(text):00Z") ?? Instant("2001-01-01T\(text)Z")
    default: Instant(text)
    }
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer: true
    case .real(let real): real.isFinite
    default: false
    }
  }

  /// The value as an integer, or `nil` if it is not integral.
  fileprivate var asInteger: Value? {
    switch self {
    case .integer: self
    case .real(let real): Int64(exactly: real).map(Value.integer)
    case .null, .boolean, .text, .instant, .list, .object: nil
    }
  }

  /// The value as an amount of whole cents, or `nil` if it has no exact representation.
  fileprivate var asMoney: Value? {
    if case .text(let text) = self {
      // Input is not rounded. An amount too large for a `Double` to represent its cents is rejected.
      guard let money = Money(text), Money(money.value) == money, money.cents.magnitude < 1 << 53 else { return .none }
      return money.value
    }
    return Money(self).map(\.value)
  }
}

extension String {
  /// The distinct texts between commas.
  fileprivate var commaSeparatedWords: [Value] {
    var words: [Value] = []
    for word in split(separator: ",").map({ Value.text(String($0).trimmed) }) where word != .text("") {
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}

extension [RowOption] {
  /// Returns the value of the option with this displayed text, or `nil` if there is none.
  fileprivate func value(displayedAs text: String) -> Value? { first { $0.displayText == text }?.value }
}
