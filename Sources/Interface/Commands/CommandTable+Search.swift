import Values

extension CommandTable {
  /// Returns the commands whose path contains the letters of a text in order, or whose summary or a name of a parameter
  /// contains the text, the best matches first.
  ///
  /// The command whose path is the text comes before all others, and then come those whose path has all words of the text.
  /// A command that lists do not contain is found only by its whole path.
  ///
  /// Letters at the beginnings of words and next to each other count more, and commands that match less than half as well
  /// as the best one are left out. Case and accents are ignored. An empty text finds all commands, in the order of the
  /// table.
  public func commands(matching text: String) -> [Command<Feature>] {
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    let folded = options.folded(text)
    let letters = Array(folded.filter { !$0.isWhitespace })
    let scored = commands.enumerated().compactMap { index, command -> (score: Int, index: Int)? in
      if !command.isListed, options.folded(command.path) != folded { return nil }
      let path = score(of: letters, in: Array(options.folded(command.path)))
      let isInSummary = options.folded(command.summary).contains(folded)
      let summary = isInSummary ? 2 * letters.count : nil
      // The command that changes prices is found although only its option says so.
      let isInParameter = command.parameters.contains { options.folded($0.name).contains(folded) }
      let parameter = isInParameter ? letters.count : nil
      guard let best = [path, summary, parameter].compactMap(\.self).max() else { return nil }
      return (best, index)
    }
    let best = scored.map(\.score).max() ?? 0
    let words = folded.split { $0 == "." || $0.isWhitespace }
    func hasWords(_ index: Int) -> Int {
      let path = options.folded(commands[index].path).split(separator: ".")
      return words.allSatisfy(path.contains) ? 1 : 0
    }
    let found = scored.filter { $0.score * 2 >= best }
      .map { (rank: (hasWords($0.index), $0.score, -$0.index), command: commands[$0.index]) }
      .sorted { $0.rank > $1.rank }.map(\.command)
    guard let exact = found.firstIndex(where: { options.folded($0.path) == folded }) else { return found }
    return [found[exact]] + found[..<exact] + found[(exact + 1)...]
  }

  /// Returns how well letters match a text at the best places, or `nil` if it does not contain them in order.
  ///
  /// - Complexity: O(*n* · *m*) for *n* characters and *m* letters
  private func score(of letters: [Character], in text: [Character]) -> Int? {
    var rest = letters[...]
    for character in text where character == rest.first { rest.removeFirst() }
    if !rest.isEmpty { return nil }
    // The best scores of the first letters, by their number: with the last one at the previous character, or anywhere.
    var adjacent = [Int?](repeating: nil, count: letters.count + 1)
    var best = adjacent
    best[0] = 0
    for (index, character) in text.enumerated() {
      let isWordStart = index == 0 || !text[index - 1].isLetter && !text[index - 1].isNumber
      var matched = [Int?](repeating: nil, count: letters.count + 1)
      for (count, letter) in letters.enumerated() where letter == character {
        let scores = [adjacent[count].map { $0 + 3 }, best[count].map { $0 + (isWordStart ? 4 : 1) }]
        matched[count + 1] = scores.compactMap(\.self).max()
      }
      adjacent = matched
      best = zip(best, matched).map { [$0, $1].compactMap(\.self).max() }
    }
    return best[letters.count]
  }
}
