internal import ExplorerTool
internal import Values

/// The words of a command line behind its command, taken one by one: what is left at the end was not understood.
struct CommandArguments {
  private var words: [String]
  /// What stands behind `--`: no options, whatever they begin with.
  private let plain: [String]
  /// What the help names: every option there is.
  private let known: [String]
  let usage: String

  /// Takes the words in.
  ///
  /// The first line of the help says how the command is used.
  init(_ words: [String], help: String) throws(CommandError) {
    let options = words.prefix { $0 != "--" }
    self.words = Array(options)
    plain = Array(words.dropFirst(options.count + 1))
    usage = String(help.prefix { $0 != "\n" })
    known = help.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") && $0.count > 2 }
    if options.contains("--help") || options.contains("-h") {
      throw CommandError(status: .success, message: help)
    }
  }

  /// Takes an option without a value.
  mutating func flag(_ name: String) throws(CommandError) -> Bool {
    guard let place = try index(of: name) else { return false }
    guard words.remove(at: place) == name else { throw .usageError("\(name) takes no value\n\(usage)") }
    return true
  }

  /// Takes an option's value, from `--name value` or `--name=value`.
  mutating func value(_ name: String, isRequired isNeeded: Bool = false) throws(CommandError) -> String? {
    guard let place = try index(of: name) else {
      guard isNeeded else { return nil }
      // It may be there, mistyped.
      try rejectUnknownOption { $0.hasPrefix("--") && !known.contains($0) }
      throw .usageError("\(name) is missing\n\(usage)")
    }
    return try removeValue(at: place, of: name)
  }

  private mutating func removeValue(at place: Int, of name: String) throws(CommandError) -> String {
    let word = words.remove(at: place)
    if word != name { return String(word.dropFirst(name.count + 1)) }
    // What begins like an option is one, and more likely than a value that does.
    guard place < words.count, !words[place].hasPrefix("--") else {
      throw .usageError("\(name) lacks its value\n\(usage)")
    }
    return words.remove(at: place)
  }

  /// Whether an option is there that has not been taken.
  func containsOption(_ name: String) -> Bool { words.contains { isOption($0, named: name) } }

  /// Takes the values of an option that may be given several times, in order.
  mutating func values(_ name: String) throws(CommandError) -> [String] {
    var values: [String] = []
    while let place = words.firstIndex(where: { isOption($0, named: name) }) {
      values.append(try removeValue(at: place, of: name))
    }
    return values
  }

  /// Takes an option's value and reads it.
  mutating func value<Value>(
    _ name: String, isRequired isNeeded: Bool = false, _ read: (String) -> Value?, expected: String
  ) throws(CommandError) -> Value? {
    guard let text = try value(name, isRequired: isNeeded) else { return nil }
    guard let value = read(text) else { throw .usageError("\(name) \(text.quoted): expected \(expected)") }
    return value
  }

  /// Takes a whole number that is no less than another; an example of it is named where it makes no sense.
  mutating func integer<Number: FixedWidthInteger>(
    _ name: String, atLeast least: Number, example: Number
  ) throws(CommandError) -> Number? {
    guard let text = try value(name) else { return nil }
    if let number = Number(text), number >= least { return number }
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if isDigits && Number(text) == nil {
      throw .usageError("\(name) \(text.quoted): too large; the largest is \(Number.max)")
    }
    throw .usageError("\(name) \(text.quoted): expected a number such as \(example)")
  }

  /// Takes an option's values that are separated by commas, unless a backslash stands before one; it may be given several
  /// times.
  mutating func commaSeparatedList(_ name: String) throws(CommandError) -> [String] {
    // No word of a command line contains this character.
    let comma = "\0"
    return try values(name).flatMap { text in
      text.replacing("\\,", with: comma).split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmed.replacing(comma, with: ",")
      }
    }
  }

  /// Takes the only word that is not an option.
  func singleOperand(_ what: String) throws(CommandError) -> String { try operands(what, atLeast: 1, atMost: 1)[0] }

  /// Refuses words that are not options.
  func rejectOperands() throws(CommandError) { _ = try operands("", atMost: 0) }

  /// Takes the words that are not options.
  ///
  /// There is nothing to take after it.
  func operands(_ what: String, atLeast least: Int = 0, atMost most: Int = .max) throws(CommandError) -> [String] {
    try rejectUnknownOption { $0.hasPrefix("-") && $0 != "-" }
    let rest = words + plain
    if rest.count < least { throw .usageError("\(what) is missing\n\(usage)") }
    if rest.count > most { throw .usageError("\(rest[most].quoted) is one word too many\n\(usage)") }
    return rest
  }

  /// Refuses the first word that is no option, with the one that may have been meant.
  private func rejectUnknownOption(_ isUnknown: (String) -> Bool) throws(CommandError) {
    let names = words.map { $0.hasPrefix("--") ? String($0.prefix { $0 != "=" }) : $0 }
    guard let option = names.first(where: isUnknown) else { return }
    let hint = closestMatch(to: option, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    throw .usageError("unknown option \(option.quoted)\(hint)\n\(usage)")
  }

  private func index(of name: String) throws(CommandError) -> Int? {
    let places = words.indices.filter { isOption(words[$0], named: name) }
    if places.count > 1 { throw .usageError("\(name) is given twice\n\(usage)") }
    return places.first
  }

  private func isOption(_ word: String, named name: String) -> Bool { word == name || word.hasPrefix(name + "=") }
}
