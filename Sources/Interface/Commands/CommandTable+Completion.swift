extension CommandTable {
  /// Returns the lines that can begin with a text, which ends at the cursor: the last word is completed to the path of a
  /// command, to the name of a parameter, or to a word that the parameter suggests.
  public func completions(of text: String) -> [String] {
    let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    let (before, word) = (text[..<start], text[start...])
    let words = before.split(separator: " ").map(String.init)
    let candidates =
      if let path = words.first {
        self[path]?.description.candidates(after: Array(words.dropFirst()), for: String(word)) ?? []
      } else {
        listed.map(\.path)
      }
    return candidates.filter { $0.hasPrefix(word) }.map { "\(before)\($0)\($0.hasSuffix("=") ? "" : " ")" }
  }

  /// Returns the parameters that can follow a line, or `nil` unless the line is the path of a command and a space.
  public func syntax(after line: String) -> String? {
    guard line.hasSuffix(" "), let command = self[String(line.dropLast())] else { return nil }
    return command.parameters.isEmpty ? nil : String(command.usage.dropFirst(command.path.count + 1))
  }
}

extension CommandDescription {
  /// Returns what a word after other words can be.
  fileprivate func candidates(after words: [String], for word: String) -> [String] {
    let named = parameters.filter { !$0.isFlag }
    if let parameter = named.first(where: { words.last == "--\($0.name)" }) { return parameter.suggestedWords }
    if let parameter = named.first(where: { word.hasPrefix("--\($0.name)=") }) {
      return parameter.suggestedWords.map { "--\(parameter.name)=\($0)" }
    }
    let given = words.filter { !$0.hasPrefix("--") }.count
    let next = parameters.filter(\.isPositional).dropFirst(given).first?.suggestedWords ?? []
    return next
      + parameters.filter { !$0.isPositional }.map { $0.isFlag ? "--\($0.name)" : "--\($0.name)=" }.filter { name in
        !words.contains { $0 == name || $0.hasPrefix(name) }
      }
  }
}

extension ParameterDescription {
  fileprivate var suggestedWords: [String] {
    if case .words(let words)? = suggestions { words } else { kind.words ?? [] }
  }
}
