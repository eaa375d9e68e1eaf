import Tables
import Values

extension CommandTable {
  /// Returns the lines that can begin with a text, which ends at the cursor: the last word is completed to the path of a
  /// command, to the name of a parameter, or to a word that the parameter suggests.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - state: The state, on which the words of some parameters depend, or `nil` without one.
  ///   - screen: The screen, whose rows have the IDs that a parameter suggests, or `nil` without one.
  ///   - paths: A closure that returns the paths of the files and folders that begin with a text.
  /// - Returns: The lines.
  public func completions(
    of text: String, in state: State? = nil, on screen: Screen? = nil, paths: (String) -> [String] = { _ in [] }
  ) -> [String] {
    if let (suggestions, start) = suggestionsForRest(of: text, in: state) {
      let word = String(text[start...])
      return candidates(among: [suggestions], for: word, screen, paths) { $0 }.map { text[..<start] + $0 }
    }
    var start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    var words = text[..<start].split(separator: " ").map(String.init)
    // The value of an option can follow a space or an equals sign.
    if text[start...].hasPrefix("--"), let sign = text[start...].firstIndex(of: "=") {
      words.append(String(text[start..<sign]))
      start = text.index(after: sign)
    }
    let (before, word) = (text[..<start], text[start...])
    let suggestions = suggestions(after: words, for: String(word), in: state)
    let candidates = candidates(among: suggestions, for: String(word), screen, paths) {
      // A folder is completed further, for which quotation marks would have to be open.
      $0.hasSuffix("/") || !$0.contains(" ") ? $0 : $0.commandLineWord
    }
    return candidates.map { "\(before)\($0)\($0.hasSuffix("=") || $0.hasSuffix("/") ? "" : " ")" }
  }

  /// Returns the texts that are suggested and begin with a word.
  private func candidates(
    among suggestions: [ParameterDescription.Suggestions], for word: String, _ screen: Screen?,
    _ paths: (String) -> [String], writtenPath: (String) -> String
  ) -> [String] {
    suggestions.flatMap { suggestions -> [String] in
      switch suggestions {
      case .words(let words): words.filter { $0.hasPrefix(word) }
      case .lines(let call):
        screen?.values(printedBy: call).map(\.commandLineWord).filter { $0.hasPrefix(word) } ?? []
      case .files: paths(word).filter { $0.hasPrefix(word) }.map(writtenPath)
      }
    }
  }

  /// Returns the suggestions for a parameter whose text is the rest of the line, and the start of that text.
  private func suggestionsForRest(
    of text: String, in state: State?
  ) -> (suggestions: ParameterDescription.Suggestions, start: String.Index)? {
    let words = text.split(separator: " ")
    guard let (command, count) = command(atStartOf: words),
      let parameter = description(of: command, in: state).positionalParameter(at: 0),
      parameter.takesRest,
      let suggestions = parameter.valueSuggestions, words.count > count || text.hasSuffix(" ")
    else { return nil }
    let start = words.dropFirst(count).first?.startIndex ?? text.endIndex
    return text[start...].hasPrefix("--") ? nil : (suggestions, start)
  }

  /// Returns the command with the longest path that begins a line, and the number of words of the path.
  private func command(atStartOf words: [some StringProtocol]) -> (command: Command<Feature>, wordCount: Int)? {
    (0...min(words.count, maxPathWordCount)).reversed().lazy.compactMap { count in
      self[words.prefix(count).joined(separator: ".")].map { ($0, count) }
    }.first
  }

  private func description(of command: Command<Feature>, in state: State?) -> CommandDescription {
    state.map(command.description(in:)) ?? command.description
  }

  /// Returns what a word can be after other words of a line.
  ///
  /// The words of a path are separated by points or by spaces.
  package func suggestions(
    after words: [String], for word: String, in state: State? = nil
  ) -> [ParameterDescription.Suggestions] {
    let paths = listed.map(\.path)
    if words.isEmpty { return [.words(paths)] }
    let prefix = words.joined(separator: ".") + "."
    let next = paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    guard let (command, count) = command(atStartOf: words) else { return [.words(next)] }
    return description(of: command, in: state).suggestions(after: Array(words.dropFirst(count)), for: word)
      + [.words(next)]
  }

  /// Returns the parameters that can follow a line, or `nil` unless the line is the path of a command and a space.
  public func syntax(after line: String) -> String? {
    guard line.hasSuffix(" "), let command = self[String(line.dropLast())] else { return nil }
    return command.parameters.isEmpty ? nil : String(command.usage.dropFirst(command.path.count + 1))
  }
}

extension Screen {
  /// Returns the displayed values that a call of the program would print: the IDs of the table whose name is its first
  /// word, or the different cells of the column that it names with `--fields`.
  fileprivate func values(printedBy call: String) -> [String] {
    let words = call.split(separator: " ").map(String.init)
    let field = words.firstIndex(of: "--fields").flatMap { words.dropFirst($0 + 1).first }
    let tables = elements.compactMap { element in
      if case .table(let table, _) = element.content { (id: element.id, table: table) } else { nil }
    }
    if let rows = tables.first(where: { $0.id == words.first })?.table.rows { return rows.map(\.id) }
    for table in tables.map(\.table) {
      guard let index = table.headers.firstIndex(where: { $0.id == field }) else { continue }
      return table.rows.map { $0.cells[index].wholeText }.distinct
    }
    return []
  }
}

extension CommandDescription {
  /// Returns what a word after other words can be.
  fileprivate func suggestions(after words: [String], for word: String) -> [ParameterDescription.Suggestions] {
    let named = parameters.filter { !$0.isFlag }
    if let parameter = named.first(where: { words.last == "--\($0.name)" }) {
      return [parameter.valueSuggestions].compactMap(\.self)
    }
    if let parameter = named.first(where: { word.hasPrefix("--\($0.name)=") }) {
      return [parameter.valueSuggestions].compactMap { $0?.prefixed("--\(parameter.name)=") }
    }
    let given = operandCount(in: words)
    let next = positionalParameter(at: given)
    let names = parameters.filter { !$0.isPositional }.map { $0.isFlag ? "--\($0.name)" : "--\($0.name)=" }
    let unused = names.filter { name in !words.contains { $0.prefix { $0 != "=" } == name.prefix { $0 != "=" } } }
    return [next?.valueSuggestions, .words(unused)].compactMap(\.self)
  }

  /// Returns the parameter of a word without a name, after a number of others, or `nil` if there is none.
  package func positionalParameter(at index: Int) -> ParameterDescription? {
    let positional = parameters.filter(\.isPositional)
    return positional.dropFirst(index).first ?? positional.last.flatMap { $0.isRepeated ? $0 : nil }
  }

  /// Returns the number of words that are neither an option nor the value of one.
  private func operandCount(in words: [String]) -> Int {
    var (count, isValue) = (0, false)
    for word in words {
      if !word.hasPrefix("--") {
        if !isValue { count += 1 }
        isValue = false
      } else {
        isValue = parameters.contains { !$0.isFlag && word == "--\($0.name)" }
      }
    }
    return count
  }
}

extension ParameterDescription {
  /// What a front end can suggest for the value: what the parameter says, or all words that it accepts.
  package var valueSuggestions: Suggestions? { suggestions ?? kind.words.map { .words($0) } }
}

extension ParameterDescription.Suggestions {
  /// Returns the same words after a prefix, which nothing else can follow.
  fileprivate func prefixed(_ prefix: String) -> Self {
    if case .words(let words) = self { .words(words.map { prefix + $0 }) } else { .words([]) }
  }
}
