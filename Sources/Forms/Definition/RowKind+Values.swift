package import Values

extension RowKind {
  /// A value as a row of this kind keeps it, or nil where it is none that such a row takes.
  ///
  /// Whether it is a good one, such as one of the options, is asked when the form is validated.
  package func kept(_ value: Value) -> Value? {
    if value == .null { return emptyValue }
    switch self {
    case .text, .multilineText, .password, .email, .url, .phone: if case .text = value { return value }
    case .integer: return value.asWhole
    case .decimal, .slider, .stepper: if value.isNumber { return value }
    case .money: return value.asMoney
    case .boolean: if case .boolean = value { return value }
    case .date, .time, .dateTime:
      if case .instant = value { return value }
      if case .text(let text) = value { return instant(text).map(Value.instant) }
    case .singleChoice, .segmented: return value
    case .multipleChoice: if case .list = value { return value }
    case .button: return nil
    case .info: return value
    }
    return nil
  }

  /// What stands in a row of this kind after a text was typed: the text and what it stands for, or no more than the value
  /// where that is the text.
  func entry(typed text: String, options: [RowOption]) -> Entry {
    let value = parsed(text, options: options)
    return value == .text(text) ? .value(.text(text)) : .typed(text, as: value)
  }

  /// The value that a text stands for, or nil where it stands for none.
  ///
  /// Nothing but space is no value, except where the text is the value. Of options, each is known by what is shown for it.
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
    case .decimal, .slider, .stepper: return number(text)
    case .money: return Value.text(text).asMoney
    case .boolean:
      return ["true": true, "false": false, "yes": true, "no": false][text.lowercased()].map(Value.boolean)
    case .date, .time, .dateTime: return instant(text).map(Value.instant)
    case .singleChoice, .segmented: return options.value(shownAs: text)
    case .multipleChoice:
      if options.isEmpty { return .list(text.words) }
      if let value = options.value(shownAs: text) { return .list([value]) }
      let parts = text.split(separator: ",").map { options.value(shownAs: String($0).trimmed) }
      return parts.contains(nil) ? .none : .some(.list(parts.compactMap(\.self)))
    case .button: return nil
    }
  }

  /// A number with a point: what a comma means differs from one country to the next, and is not guessed at.
  private func number(_ text: String) -> Value? {
    if let integer = Int64(text) { return .integer(integer) }
    guard text.utf8.allSatisfy("+-.0123456789eE".utf8.contains), let real = Double(text), real.isFinite else {
      return nil
    }
    return .real(real)
  }

  private func instant(_ text: String) -> Instant? {
    switch self {
    case .date: Instant(day: text)
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

  /// The value as a whole number, if it is one.
  fileprivate var asWhole: Value? {
    switch self {
    case .integer: self
    case .real(let real): Int64(exactly: real).map(Value.integer)
    case .null, .boolean, .text, .instant, .list, .object: nil
    }
  }

  /// The value as an amount of whole cents, if it is one that can be told from the next.
  fileprivate var asMoney: Value? {
    if case .text(let text) = self {
      // What is typed is not rounded: an amount of which a real cannot hold the last cent is none.
      guard let money = Money(text), Money(money.value) == money, money.cents.magnitude < 1 << 53 else { return .none }
      return money.value
    }
    return Money(self).map(\.value)
  }
}

extension String {
  /// What stands between commas, each once.
  fileprivate var words: [Value] {
    var words: [Value] = []
    for word in split(separator: ",").map({ Value.text(String($0).trimmed) }) where word != .text("") {
      if !words.contains(word) { words.append(word) }
    }
    return words
  }
}

extension [RowOption] {
  /// The value of the option that is shown like this.
  fileprivate func value(shownAs text: String) -> Value? { first { $0.shown == text }?.value }
}
