internal import LoopProof
internal import Values

extension CommandShell {
  func step(_ words: [String]) throws {
    var options = try Options(words, help: Help.step(features.map(\.name)))
    let path = try options.value("--journal")
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    var play = try Self.play(feature(name))
    let journal = try path.map { try SessionJournal(at: $0, of: &play, on: console) }
    try console.print("\(play.opening)Type help for what can be typed.\n")
    while let line = try console.read("> ") {
      let words = line.trimmed.split(separator: " ", maxSplits: 1)
      switch words.first {
      case "quit" where words.count == 1, "exit" where words.count == 1: return
      case "quit", "exit": try console.print("\(words[0]) takes nothing\n")
      case "save": try console.print(save(words.dropFirst().joined(), play))
      default:
        let said = play.take(line)
        try journal?.keep(&play)
        try console.print(said)
      }
    }
  }

  private static func play(_ feature: some NamedExploration) throws -> any Play { try ExplorationPlay(feature.played) }

  private func save(_ typed: String, _ play: any Play) -> String {
    guard let path = Self.transcriptPath(typed) else { return "save under which name?\n" }
    do {
      let text = try play.transcript.description
      try console.save(text, path)
      return "wrote \(path.visible)\n"
    } catch let failure as FileFailure {
      return "not written: \(failure.message(at: path.visible))\n"
    } catch {
      return "not written: \(error.explained)\n"
    }
  }

  /// The path under a name as it was typed: without quotation marks around it, and with what the file is at its end.
  private static func transcriptPath(_ typed: String) -> String? {
    var name = typed.trimmed
    for mark in ["\"", "'"] where name.count > 1 && name.hasPrefix(mark) && name.hasSuffix(mark) {
      name = String(name.dropFirst().dropLast())
    }
    guard let file = name.split(separator: "/", omittingEmptySubsequences: false).last, !file.trimmed.isEmpty else {
      return nil
    }
    return file.hasSuffix(".transcript") || file.hasSuffix(".txt") ? name : name + ".transcript"
  }
}
