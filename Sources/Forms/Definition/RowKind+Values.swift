import Values

extension RowKind {
  /// Returns the value in the representation that rows of this kind store, or `nil` if they do not accept it.
  ///
  /// This checks the type only. Validation checks whether the value is allowed, such as whether it is one of the
  /// options.
  package func normalized(_ value: Value) -> Value? {
    switch (self, value) {
    case (_, .null): emptyValue
    case (.text, .text), (.multilineText, .text), (.password, .text), (.email, .text), (.url, .text), (.phone, .text),
      (.boolean, .boolean), (.dateTime, .instant), (.singleChoice, _), (.segmented, _), (.info, _):
      value
    case (.multipleChoice, .list(let values)): .list(values.withoutDuplicates)
    case (.date, .instant(let instant)): Instant(dateText: instant.dateText).map(Value.instant)
    case (.time, .instant(let instant)):
      Instant("2001-01-01\(instant.description.dropFirst(instant.dateText.count))").map(Value.instant)
    case (.integer, .real(let real)): Int64(exactly: real).map(Value.integer)
    case (.integer, .money(let money)): Int64(exactly: money.real).map(Value.integer)
    case (.decimal, .money(let money)), (.slider, .money(let money)), (.stepper, .money(let money)): .real(money.real)
    case (.integer, .integer), (.decimal, .integer), (.slider, .integer), (.stepper, .integer): value
    case (.decimal, .real(let real)), (.slider, .real(let real)), (.stepper, .real(let real)):
      real.isFinite ? value : .none
    case (.money, .text(let text)): Money(text).map(Value.money)
    case (.money, _): Money(value).map(Value.money)
    case (.date, .text(let text)), (.time, .text(let text)), (.dateTime, .text(let text)):
      parseInstant(text).map(Value.instant)
    default: .none
    }
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
    if writtenKind == .text || self == .info { return .text(text) }
    let text = text.trimmed
    if text.isEmpty { return emptyValue }
    if let writtenKind { return writtenKind.value(written: text) }
    switch self {
    case .email, .url, .phone: return .text(text)
    case .date, .time: return parseInstant(text).map(Value.instant)
    case .singleChoice, .segmented: return options.value(displayedAs: text)
    case .multipleChoice:
      let words = text.split(separator: ",").map(\.trimmed)
      if options.isEmpty { return normalized(.list(words.filter { !$0.isEmpty }.map(Value.text))) }
      if let value = options.value(displayedAs: text) { return .list([value]) }
      let values = words.map { options.value(displayedAs: $0) }
      return values.contains(nil) ? .none : normalized(.list(values.compactMap(\.self)))
    case .text, .multilineText, .password, .info, .integer, .decimal, .slider, .stepper, .money, .boolean, .dateTime,
      .button:
      return nil
    }
  }

  private func parseInstant(_ text: String) -> Instant? {
    switch self {
    case .date: Instant(dateText: text)
    case .time: Instant(timeText: text)
    default: Instant(dateOrTimestamp: text)
    }
  }
}

extension [Value] {
  /// The values without those that are the same as an earlier one.
  package var withoutDuplicates: [Value] {
    var known: Set<Value> = []
    return filter { known.insert($0.comparisonKey).inserted }
  }
}

extension [RowOption] {
  /// Returns the value of the option with this displayed text, or `nil` if there is none.
  fileprivate func value(displayedAs text: String) -> Value? { first { $0.displayText == text }?.value }
}
