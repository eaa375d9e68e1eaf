import Documents
import Values

// The text form of an invocation: the path, the values of positional parameters, and `--name=value` for the others.
// Words are quoted as in a shell. A user can leave out the equals sign. For a flag, `--name` alone means true.
extension CommandTable {
  /// Returns an invocation as text, which ``parse(_:)`` reads.
  public func text(of invocation: Invocation) -> String {
    guard let command = self[invocation.path] else { return invocation.path }
    return words(of: invocation, command).map(\.commandLineWord).joined(separator: " ")
  }

  private func words(of invocation: Invocation, _ command: Command<Feature>) -> [String] {
    var positional: [String] = []
    var named: [String] = []
    var isPositional = true
    for parameter in command.parameters {
      guard let value = invocation.arguments[parameter.name] else {
        // A later value without a name would be taken for this one.
        isPositional = isPositional && !parameter.isPositional
        continue
      }
      if parameter.isPositional, isPositional, let words = parameter.positionalWords(for: value),
        !(positional.isEmpty && continuesPath(command.path, with: words[0]))
      {
        positional += words
      } else {
        isPositional = isPositional && !parameter.isPositional
        named += parameter.options(for: value)
      }
    }
    return [command.path] + positional + named
  }

  /// Returns whether a word after a path would be read as a part of a longer path.
  private func continuesPath(_ path: String, with word: String) -> Bool {
    let longer = "\(path).\(word)"
    return commands.contains { $0.path == longer || $0.path.hasPrefix("\(longer).") }
  }

  /// Parses the text of an invocation.
  public func parse(_ text: String) throws(InvocationError) -> Invocation {
    let (words, isUnterminated) = try text.commandLineWords()
    var isRestRead = false
    let result = Result { () throws(InvocationError) in
      try parse(words: words.map(\.text)) { index in
        isRestRead = true
        // Quotation marks within a text belong to it, those around it do not.
        let isQuoted = index == words.count - 1 && words[index].isQuoted
        return isQuoted ? words[index].text : String(text.unicodeScalars[words[index].start...]).trimmed
      }
    }
    if isUnterminated && !isRestRead { throw .unterminatedQuote }
    return try result.get()
  }

  /// Returns the words of a line without their quotation marks.
  package func words(ofLine line: String) throws(InvocationError) -> [String] {
    let (words, isUnterminated) = try line.commandLineWords()
    if isUnterminated { throw .unterminatedQuote }
    return words.map(\.text)
  }

  /// Parses the words of an invocation, of which the first ones are the path: `products.add` or `products add`.
  public func parse(words: [String]) throws(InvocationError) -> Invocation {
    try parse(words: words) { words[$0...].joined(separator: " ") }
  }

  /// Parses words, with a function that returns the text from a word to the end.
  private func parse(words: [String], _ textFromWord: (Int) -> String) throws(InvocationError) -> Invocation {
    let pathWords = words.prefix(maxPathWordCount).prefix { !$0.hasPrefix("-") }
    for count in (1...max(1, pathWords.count)).reversed() {
      guard let command = self[words.prefix(count).joined(separator: ".")] else { continue }
      let rest = Array(words.dropFirst(count))
      let arguments = try command.description.parseArguments(rest) { textFromWord(count + $0) }
      return Invocation(command.path, arguments)
    }
    throw unknownCommandError(pathWords)
  }

  private func unknownCommandError(_ words: ArraySlice<String>) -> InvocationError {
    let paths = listed.map(\.path)
    let similar = (1...3).reversed().lazy.compactMap { count in
      closestMatch(to: words.prefix(count).joined(separator: "."), among: paths)
    }
    return InvocationError(
      .unknownCommand, "unknown command \((words.first ?? "").jsonQuoted)",
      hint: similar.first.map { "did you mean \($0)?" })
  }
}

extension CommandDescription {
  /// Returns the values that words of a shell stand for, by the names of the parameters.
  ///
  /// A word that begins with a dash and a letter is an option.
  ///
  /// - Throws: An error if a word has no meaning, or if a value is missing or not valid.
  package func arguments(ofWords words: [String]) throws(InvocationError) -> [String: Value] {
    try parseArguments(words, inShell: true) { words[$0...].joined(separator: " ") }
  }

  fileprivate func parseArguments(
    _ words: [String], inShell: Bool = false, _ textFromWord: (Int) -> String
  ) throws(InvocationError) -> [String: Value] {
    var values: [String: Value] = [:]
    var operands: [Int] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest.indices
        break
      }
      // A combining mark after the equals sign belongs to the value.
      let scalars = word.unicodeScalars.dropFirst(2)
      let name = scalars.prefix { $0 != "=" }
      // A number or a condition can begin with dashes, too.
      guard word.hasPrefix("--"), String(name).isOptionName else {
        let isShortOption = word.hasPrefix("-") && String(word.dropFirst().prefix { $0 != "=" }).isOptionName
        if inShell, isShortOption { throw unknownOptionError(word) }
        operands.append(rest.startIndex - 1)
        continue
      }
      guard let parameter = parameters.first(where: { $0.name == String(name) }) else {
        throw unknownOptionError("--\(String(name))", among: parameters.filter { !inShell || !$0.isPositional })
      }
      let valueWord: String
      if name.endIndex < scalars.endIndex {
        valueWord = String(scalars[name.endIndex...].dropFirst())
      } else if parameter.isFlag {
        valueWord = "true"
      } else {
        // A word that begins with dashes is more likely to be the next option than a value.
        guard let next = rest.popFirst(), !next.hasPrefix("--") else {
          throw InvocationError(
            .missingParameter, "--\(parameter.name) has no value", hint: "expected \(parameter.expectation)")
        }
        valueWord = next
      }
      guard let value = parameter.value(ofWord: valueWord) else { throw parameter.valueError(valueWord) }
      try set(value, of: parameter, &values)
    }
    try parseOperands(operands, words, textFromWord, &values)
    for parameter in parameters where !parameter.isOptional && values[parameter.name] == nil {
      throw parameter.missingError(of: path)
    }
    return values
  }

  /// Returns the error for an option that does not exist, which contains the most similar one.
  private func unknownOptionError(_ option: String, among known: [ParameterDescription] = []) -> InvocationError {
    let hint = closestMatch(to: option, among: known.map { "--\($0.name)" }).map { "did you mean \($0)?" }
    return InvocationError(.unknownParameter, "\(path) has no option \(option.jsonQuoted)", hint: hint)
  }

  /// Assigns words without a name to the positional parameters that have no value yet.
  ///
  /// A list takes all that remain. Each of them is one element or several, separated by commas.
  private func parseOperands(
    _ operands: [Int], _ words: [String], _ textFromWord: (Int) -> String, _ values: inout [String: Value]
  ) throws(InvocationError) {
    var operands = operands[...]
    for parameter in parameters where parameter.isPositional && values[parameter.name] == nil {
      guard let first = operands.popFirst() else { break }
      var word = words[first]
      if case .list = parameter.kind {
        var elements: [Value] = []
        for index in [first] + operands {
          guard case .list(let more)? = parameter.value(ofWord: words[index]) else {
            throw parameter.valueError(words[index])
          }
          elements += more
        }
        operands = []
        values[parameter.name] = .list(elements)
        continue
      }
      if parameter.takesRest {
        // The text keeps its quotation marks and its white space, unless there are options between its words.
        let isWhole = first + operands.count == words.count - 1
        word = isWhole ? textFromWord(first) : ([first] + operands).map { words[$0] }.joined(separator: " ")
        operands = []
      }
      guard let value = parameter.kind.value(ofWord: word) else { throw parameter.valueError(word) }
      values[parameter.name] = value
    }
    if let index = operands.first {
      throw InvocationError(.invalidText, "unexpected word \(words[index].jsonQuoted)")
    }
  }

  private func set(_ value: Value, of parameter: ParameterDescription, _ values: inout [String: Value])
    throws(InvocationError)
  {
    switch (parameter.kind, values[parameter.name], value) {
    case (_, nil, _): values[parameter.name] = value
    case (.list, .list(let earlier)?, .list(let more)): values[parameter.name] = .list(earlier + more)
    default: throw InvocationError(.invalidValue, "--\(parameter.name) is given twice")
    }
  }
}

extension String {
  /// A Boolean value that indicates whether an option can have this name, which a number or a condition is not.
  fileprivate var isOptionName: Bool {
    unicodeScalars.first?.properties.isAlphabetic == true && !contains(where: \.isWhitespace)
  }
}

extension ParameterDescription {
  /// Returns the value that a word stands for, or `nil` if it is not accepted.
  package func value(ofWord word: String) -> Value? {
    if isRepeated, case .list(let element) = kind { return element.value(ofWord: word).map { .list([$0]) } }
    return kind.value(ofWord: word)
  }

  /// Returns the options that stand for a value.
  fileprivate func options(for value: Value) -> [String] {
    if isFlag, value == true { return ["--\(name)"] }
    if isRepeated, case .list(let elements) = value { return elements.map { "--\(name)=\(elementWord(for: $0))" } }
    return ["--\(name)=\(kind.word(for: value))"]
  }

  /// Returns the word for an element of a repeated list.
  fileprivate func elementWord(for value: Value) -> String {
    if isRepeated, case .list(let element) = kind { return element.word(for: value) }
    return kind.word(for: .list([value]))
  }

  /// Returns the words of a positional value, or `nil` if it must be written with its name.
  fileprivate func positionalWords(for value: Value) -> [String]? {
    var words = [kind.word(for: value)]
    if case (.list, .list(let values)) = (kind, value) { words = values.map(elementWord) }
    return words.isEmpty || words.contains { $0.hasPrefix("--") } ? nil : words
  }
}

extension String {
  /// The word with quotation marks if a command line would divide it or read it differently.
  package var commandLineWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0123456789-_./:@%+=,".unicodeScalars.contains($0) }
    return isPlain ? self : jsonQuoted
  }

  /// Returns the words of a command line.
  ///
  /// White space separates words. Double quotation marks allow JSON escapes, single ones none, and a backslash outside
  /// quotation marks precedes a literal character.
  ///
  /// If a quotation mark has no counterpart, the text after it is the end of the last word.
  fileprivate func commandLineWords() throws(InvocationError) -> (words: [CommandLineWord], isUnterminated: Bool) {
    var words: [CommandLineWord] = []
    var word: CommandLineWord?
    var rest = unicodeScalars[...]
    var index = rest.startIndex
    func append(_ text: String, isQuoted: Bool = false) {
      word = CommandLineWord(
        text: (word?.text ?? "") + text, start: word?.start ?? index, isQuoted: word == nil && isQuoted)
    }
    while let scalar = rest.first {
      index = rest.startIndex
      rest.removeFirst()
      switch scalar {
      case "\"":
        guard let quoted = rest.prefixUpToClosingQuote else {
          append(String(rest))
          return (words + [word].compactMap(\.self), true)
        }
        rest = rest[quoted.endIndex...].dropFirst()
        let source = "\"\(String(quoted))\""
        guard case .text(let text)? = try? JSONNode(parsing: source).value else {
          throw InvocationError(.invalidText, "\(source) is not a JSON string")
        }
        append(text, isQuoted: true)
      case "'":
        guard let end = rest.firstIndex(of: "'") else {
          append(String(rest))
          return (words + [word].compactMap(\.self), true)
        }
        let quoted = String(rest[..<end])
        rest = rest[end...].dropFirst()
        append(quoted, isQuoted: true)
      case "\\":
        guard let escaped = rest.popFirst() else { throw InvocationError(.invalidText, "nothing follows the last \\") }
        append(String(escaped))
      case _ where scalar.properties.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: append(String(scalar))
      }
    }
    if let word { words.append(word) }
    return (words, false)
  }
}

/// A word of a command line.
private struct CommandLineWord {
  let text: String
  /// Where the word begins in the command line.
  let start: String.Index
  /// Whether the word consists of one text in quotation marks.
  let isQuoted: Bool
}

extension Substring.UnicodeScalarView {
  /// The text before the next quotation mark that has no backslash before it, or `nil` if there is none.
  fileprivate var prefixUpToClosingQuote: Self? {
    var isEscaped = false
    for index in indices {
      if !isEscaped, self[index] == "\"" { return self[..<index] }
      isEscaped = !isEscaped && self[index] == "\\"
    }
    return nil
  }
}

extension InvocationError {
  fileprivate static var unterminatedQuote: InvocationError {
    InvocationError(.invalidText, "unterminated quoted text")
  }
}
