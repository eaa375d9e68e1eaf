import ConsoleIO
import Values

/// The arguments after the command of a command line.
///
/// Reading an option removes it. Options that remain when the operands are read are unknown.
struct CommandArguments {
  private var remainingWords: [String]
  /// The words after `--`, which are never options.
  private let wordsAfterSeparator: [String]
  /// All options that the help mentions.
  private let knownOptions: [String]
  let usage: String

  /// Creates the arguments of a command.
  ///
  /// The first line of the help is the usage line that error messages show. The help must mention every option, and the
  /// options of the shell that were given.
  /// - Throws: The help as an error with the status success if the words contain `--help` or `-h`.
  init(_ words: [String], help: String, given: [String] = []) throws(CommandError) {
    let options = words.prefix { $0 != "--" }
    self.remainingWords = Array(options)
    wordsAfterSeparator = Array(words.dropFirst(options.count + 1))
    usage = String(help.prefix { $0 != "\n" })
    knownOptions = Help.options(in: help)
    if options.contains("--help") || options.contains("-h") {
      throw CommandError(status: .success, message: help)
    }
    for name in given where !help.contains(["-o", "--json"].contains(name) ? "--output" : name) {
      throw .usageError("unknown option \(name.quoted)", usage: usage)
    }
  }

  /// All words that have not been read, with `--` before the words that are never options.
  var allWords: [String] { remainingWords + (wordsAfterSeparator.isEmpty ? [] : ["--"] + wordsAfterSeparator) }

  /// Removes an option without a value, and returns whether it was present.
  mutating func popFlag(_ name: String) throws(CommandError) -> Bool {
    guard let place = try index(of: name) else { return false }
    guard remainingWords.remove(at: place) == name else { throw .usageError("\(name) takes no value", usage: usage) }
    return true
  }

  /// Removes an option and returns its value, from `--name value` or `--name=value`.
  mutating func popValue(_ name: String, isRequired: Bool = false) throws(CommandError) -> String? {
    guard let place = try index(of: name) else {
      guard isRequired else { return nil }
      // An option with a typing error is reported as unknown, not as missing.
      try rejectUnknownOption { $0.hasPrefix("--") && !knownOptions.contains($0) }
      throw .usageError("missing required option \(name)", usage: usage)
    }
    return try removeValue(at: place, of: name)
  }

  private mutating func removeValue(at place: Int, of name: String) throws(CommandError) -> String {
    let word = remainingWords.remove(at: place)
    if word != name { return String(word.dropFirst(name.count + 1)) }
    // A word that begins with dashes is more likely to be the next option than a value.
    guard place < remainingWords.count, !remainingWords[place].hasPrefix("--") else {
      throw .usageError("missing value for \(name)", usage: usage)
    }
    return remainingWords.remove(at: place)
  }

  /// Returns whether an option is present and has not been removed.
  func containsOption(_ name: String) -> Bool { remainingWords.contains { isOption($0, named: name) } }

  /// Removes all occurrences of an option that can be repeated, and returns their values in order.
  mutating func popValues(_ name: String) throws(CommandError) -> [String] {
    var values: [String] = []
    while let place = remainingWords.firstIndex(where: { isOption($0, named: name) }) {
      values.append(try removeValue(at: place, of: name))
    }
    return values
  }

  /// Removes an option and returns its value converted by a closure.
  mutating func popValue<Value>(
    _ name: String, isRequired: Bool = false, _ read: (String) -> Value?, expected: String
  ) throws(CommandError) -> Value? {
    guard let text = try popValue(name, isRequired: isRequired) else { return nil }
    guard let value = read(text) else { throw .usageError("\(name) \(text.quoted): expected \(expected)") }
    return value
  }

  /// Removes an option and returns its value as a whole number with the given minimum.
  ///
  /// The error message for an invalid number contains the example.
  mutating func popInteger<Number: FixedWidthInteger>(
    _ name: String, atLeast least: Number, example: Number
  ) throws(CommandError) -> Number? {
    guard let text = try popValue(name) else { return nil }
    if let number = Number(text), number >= least { return number }
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if isDigits && Number(text) == nil {
      throw .usageError("\(name) \(text.quoted): too large; the largest is \(Number.max)")
    }
    throw .usageError("\(name) \(text.quoted): expected a number such as \(example)")
  }

  /// Removes all occurrences of an option and returns its values, which are separated by commas.
  mutating func popCommaSeparatedList(_ name: String) throws(CommandError) -> [String] {
    try popValues(name).flatMap(\.commaSeparatedParts)
  }

  /// Returns the only operand.
  func singleOperand(_ placeholder: String) throws(CommandError) -> String {
    try operands(placeholder, atLeast: 1, atMost: 1)[0]
  }

  /// Throws an error if there are operands.
  func rejectOperands() throws(CommandError) { _ = try operands("", atMost: 0) }

  /// Returns the operands, which are the words that are not options.
  ///
  /// Call it after all options have been read: it rejects the remaining ones as unknown.
  func operands(_ placeholder: String, atLeast least: Int = 0, atMost most: Int = .max) throws(CommandError) -> [String]
  {
    try rejectUnknownOption { $0.hasPrefix("-") && $0 != "-" }
    let rest = remainingWords + wordsAfterSeparator
    if rest.count < least { throw .usageError("missing argument \(placeholder)", usage: usage) }
    if rest.count > most { throw .usageError("unexpected argument \(rest[most].quoted)", usage: usage) }
    return rest
  }

  /// Throws an error for the first unknown option, with the most similar known one.
  private func rejectUnknownOption(_ isUnknown: (String) -> Bool) throws(CommandError) {
    let names = remainingWords.map { $0.hasPrefix("--") ? String($0.prefix { $0 != "=" }) : $0 }
    guard let option = names.first(where: isUnknown) else { return }
    let suggestion = closestMatch(to: option, among: knownOptions).map { "did you mean \"\($0)\"?" }
    throw CommandError(
      status: .usage, message: "unknown option \(option.quoted)", suggestion: suggestion, usage: usage)
  }

  private func index(of name: String) throws(CommandError) -> Int? {
    let places = remainingWords.indices.filter { isOption(remainingWords[$0], named: name) }
    if places.count > 1 { throw .usageError("\(name) is given twice", usage: usage) }
    return places.first
  }

  private func isOption(_ word: String, named name: String) -> Bool { word == name || word.hasPrefix(name + "=") }
}
