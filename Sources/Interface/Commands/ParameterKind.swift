import Documents
import Values

/// The values that a parameter accepts.
public indirect enum ParameterKind: Hashable, Sendable {
  /// Any text.
  case text
  /// A whole number in a range.
  case integer(ClosedRange<Int64>)
  /// An amount of money.
  case money
  /// True or false.
  case boolean
  /// A point in time, or the beginning of a day.
  case instant
  /// One of these texts.
  case choice([String])
  /// Any JSON value.
  case json
  /// Any value: JSON, or else the text itself.
  case value
  /// A list of values of one kind.
  case list(of: ParameterKind)

  /// What a value looks like, for error messages and help.
  public var expectation: String {
    switch self {
    case .text: "a text"
    case .integer(let range):
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "a whole number"
      case (let least, .max): "a whole number from \(least)"
      case (let least, let most): "a whole number from \(least) to \(most)"
      }
    case .money: "an amount with at most two decimals, such as 19.99"
    case .boolean: "true or false"
    case .instant: "a date such as 2023-03-22 or 2023-03-22T10:00:00Z"
    case .choice(let names):
      names.count <= 16
        ? names.joinedWithOr : "\(names.prefix(8).joined(separator: ", ")) or one of \(names.count - 8) others"
    case .json: "a JSON value"
    case .value: "a value"
    case .list(let kind): "\(kind.expectation), or several"
    }
  }

  /// Returns what is wrong with a word, if more can be said than what is expected.
  func problem(with word: String) -> String? {
    guard self == .money else { return nil }
    do throws(MoneyError) { _ = try Money(parsing: word) } catch { return "\(error)" }
    return nil
  }

  /// The words that it accepts, or `nil` if it accepts others.
  public var words: [String]? {
    switch self {
    case .choice(let names): names
    case .boolean: ["true", "false"]
    case .list(let kind): kind.words
    case .text, .integer, .money, .instant, .json, .value: nil
    }
  }

  /// A Boolean value that indicates whether every number is accepted, or every one that is not negative.
  var acceptsAnyNumber: Bool {
    switch self {
    case .integer(let range): range.lowerBound <= 1 && range.upperBound == .max
    case .list(let kind): kind.acceptsAnyNumber
    case .text, .money, .boolean, .instant, .choice, .json, .value: false
    }
  }

  /// A Boolean value that indicates whether every word is accepted.
  var acceptsAnyText: Bool {
    switch self {
    case .text, .value: true
    case .list(let kind): kind.acceptsAnyText
    case .integer, .money, .boolean, .instant, .choice, .json: false
    }
  }

  /// Returns the value that a word of a command line stands for, or `nil` if the word is not accepted.
  func value(ofWord word: String) -> Value? {
    switch self {
    case .text: .text(word)
    case .integer: Value.Kind.integer.value(written: word).flatMap(accepted)
    case .money: Value.Kind.money.value(written: word)
    case .boolean: Value.Kind.boolean.value(written: word)
    case .instant: Value.Kind.instant.value(written: word)
    case .choice(let names):
      (names.first { $0 == word } ?? names.first { $0.isSpelledLike(word) }).map(Value.text)
    case .json: try? JSONNode(parsing: word).value
    case .value: (try? JSONNode(parsing: word).value) ?? .text(word)
    case .list(let kind):
      // A text can begin with a bracket, too.
      (word.hasPrefix("[") ? (try? JSONNode(parsing: word).value).flatMap(accepted) : nil)
        ?? Self.accepted(word.isEmpty ? [] : word.partsBetweenCommas, kind.value(ofWord:))
    }
  }

  /// Returns the word that stands for an accepted value.
  func word(for value: Value) -> String {
    switch (self, value) {
    case (.list(let kind), .list(let values)):
      // A comma, a backslash, a space at an end or a bracket would be read differently. So would a single empty text.
      let words = values.map { kind.word(for: $0) }
      let isPlain = words.allSatisfy {
        !$0.isEmpty && !$0.unicodeScalars.contains { [",", "\\"].contains($0) } && !$0.hasPrefix("[")
          && $0 == $0.trimmed
      }
      return isPlain ? words.joined(separator: ",") : JSONNode(value: value).text
    case (.value, .text(let text)) where (try? JSONNode(parsing: text)) == nil: return text
    case (.json, _), (.value, _): return JSONNode(value: value).text
    case (_, .text(let text)): return text
    case (_, .boolean(let isTrue)): return "\(isTrue)"
    case (_, .integer(let integer)): return "\(integer)"
    case (_, .real(let real)): return "\(real)"
    case (_, .money(let money)): return "\(money)"
    case (_, .instant(let instant)): return "\(instant)"
    case (_, .null), (_, .list), (_, .object): return JSONNode(value: value).text
    }
  }

  /// Returns the accepted form of a value, for example of a member of a JSON object, or `nil` if it is not accepted.
  func accepted(_ value: Value) -> Value? {
    switch (self, value) {
    case (.text, .text), (.boolean, .boolean), (.money, .money), (.instant, .instant), (.json, _), (.value, _):
      return value
    case (.integer(let range), .integer(let integer)): return range.contains(integer) ? .some(value) : .none
    case (.money, .integer), (.money, .real): return Money(value)?.value
    case (.money, .text(let text)), (.instant, .text(let text)), (.choice, .text(let text)):
      return self.value(ofWord: text)
    case (.list(let kind), .list(let values)): return Self.accepted(values, kind.accepted)
    default: return nil
    }
  }

  private static func accepted<Element>(_ elements: [Element], _ value: (Element) -> Value?) -> Value? {
    let values = elements.compactMap(value)
    return values.count == elements.count ? .list(values) : nil
  }
}

extension String {
  /// The parts between commas, without white space around them.
  ///
  /// A backslash before a comma makes the comma part of the value.
  package var partsBetweenCommas: [String] {
    var parts = [""]
    var isEscaped = false
    for scalar in unicodeScalars {
      if isEscaped {
        isEscaped = false
        parts[parts.count - 1].unicodeScalars += scalar == "," ? [scalar] : ["\\", scalar]
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "," {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    if isEscaped { parts[parts.count - 1] += "\\" }
    return parts.map(\.trimmed)
  }
}

extension String {
  /// Returns whether two names differ only in hyphens and capital letters, such as `utf-8` and `UTF8`.
  fileprivate func isSpelledLike(_ other: String) -> Bool {
    lowercased().replacing("-", with: "") == other.lowercased().replacing("-", with: "")
  }
}
