import Interface
import Values

/// Makes random invocations of commands, with arguments that their parameters accept.
package struct InvocationGenerator {
  private var chance: SplitMix64
  private let texts: [String]

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random choices.
  ///   - texts: Texts that mean something to the application, such as IDs of rows and names of columns.
  package init(seed: UInt64, texts: [String] = []) {
    chance = SplitMix64(seed: seed)
    self.texts = texts
  }

  /// Texts that a command line must quote or that look like something else.
  private static let unusualTexts = [
    "", "a", "two words", "--flag", "-", "--", "a,b", "[x", " padded ", "\"quoted\"", "it's", "back\\slash",
    "line\nbreak", "\u{301}accent", "🇩🇪", "tab\t", "name=value", "ümlaut", "\u{202E}", "10", "true",
  ]

  /// Returns an invocation of any command of a table.
  package mutating func invocation<Feature>(of commands: CommandTable<Feature>) -> Invocation {
    invocation(of: commands.commands[Int.random(in: commands.commands.indices, using: &chance)])
  }

  /// Returns an invocation of a command.
  package mutating func invocation<Feature>(of command: Command<Feature>) -> Invocation {
    var invocation = Invocation(command.path)
    for parameter in command.parameters where !parameter.isOptional || Bool.random(using: &chance) {
      var value = value(of: parameter.kind)
      // A list whose elements are given one by one has at least one, or is left out.
      if parameter.isRepeated, value == .list([]), case .list(let kind) = parameter.kind {
        value = .list([self.value(of: kind)])
      }
      invocation.arguments[parameter.name] = value
    }
    return invocation
  }

  private mutating func value(of kind: ParameterKind) -> Value {
    switch kind {
    case .text: .text(text())
    case .integer(let range): .integer(integer(in: range))
    case .money: .money(Money(cents: Int.random(in: -9_999...9_999, using: &chance)))
    case .boolean: .boolean(Bool.random(using: &chance))
    case .instant: .instant(Instant(milliseconds: Int64.random(in: 0...1_700_000_000_000, using: &chance)))
    case .choice(let names): .text(names.randomElement(using: &chance) ?? "")
    case .json, .value: anyValue()
    case .list(let kind): .list((0..<Int.random(in: 0...3, using: &chance)).map { _ in value(of: kind) })
    }
  }

  /// Small numbers mean something more often than large ones.
  private mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    let least = range.clamped(to: -3...range.upperBound).lowerBound
    let small = least...max(least, min(range.upperBound, 9))
    // A number can be how much a command makes. Nobody has to wait for a million.
    let isHowMuch = (10_000...1_000_000_000).contains(range.upperBound)
    let large = isHowMuch ? range.clamped(to: range.lowerBound...10_000) : range
    return Int64.random(in: Bool.random(using: &chance) ? small : large, using: &chance)
  }

  private mutating func text() -> String {
    let usesKnown = Int.random(in: 0..<4, using: &chance) > 0
    return (usesKnown ? texts : Self.unusualTexts).randomElement(using: &chance) ?? ""
  }

  private mutating func anyValue() -> Value {
    let values: [Value] = [
      .null, .text(text()), 3, 2.5, true, .list([1, .text(text())]), .object(["k": .text(text())]),
      .money(Money(cents: 250)), .instant(Instant(milliseconds: 1_500)),
    ]
    return values[Int.random(in: values.indices, using: &chance)]
  }
}

/// The text of an invocation that is not parsed back to it.
package struct TextFormViolation: Error, CustomStringConvertible {
  package let description: String
}

extension CommandTable {
  /// Parses the text of an invocation, and returns it.
  ///
  /// - Throws: A violation if the text stands for something else.
  @discardableResult package func checkedText(of invocation: Invocation) throws -> String {
    let text = text(of: invocation)
    let parsed = try parse(text)
    if parsed == invocation { return text }
    throw TextFormViolation(description: "\(text) is parsed as \(parsed) instead of \(invocation)")
  }
}
