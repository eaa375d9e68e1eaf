import LoopHistory
import LoopText
public import LoopExplorer
internal import Values

extension ExplorerCommands {
  /// Steps through a feature: reads a line, does what it says, and prints what changed, until nothing more is typed.
  ///
  /// A journal keeps each step in a file before it is printed; if the file exists, the session continues where it ends.
  public func step(_ feature: some NamedExploration, journal path: String? = nil) throws {
    var play = try StepSession(feature.walkedScenario)
    let journal = try path.map { try StepSessionJournalFile(at: $0, of: &play, for: self) }
    try console.print("\(play.initialStateText)Type help for what can be typed.\n")
    while let line = try console.read("> ") {
      let words = line.trimmed.split(separator: " ", maxSplits: 1)
      switch words.first {
      case "quit" where words.count == 1, "exit" where words.count == 1: return
      case "quit", "exit": try console.print("\(words[0]) takes nothing\n")
      case "save": try console.print(saveTranscript(words.dropFirst().joined(), play))
      default:
        let said = play.handleLine(line)
        try journal?.appendNewSteps(of: &play)
        try console.print(said)
      }
    }
  }

  private func saveTranscript(_ typed: String, _ play: StepSession<some Exploration>) -> String {
    guard let path = Self.transcriptPath(fromTypedName: typed) else { return "save under which name?\n" }
    do {
      let text = try play.transcript.description
      try console.save(text, path)
      return "wrote \(path.terminalSafe)\n"
    } catch let failure as FileError {
      return "not written: \(failure.message(at: path.terminalSafe))\n"
    } catch {
      return "not written: \(error.readableDescription)\n"
    }
  }

  /// The path under a name as it was typed: without quotation marks around it, and with what the file is at its end.
  private static func transcriptPath(fromTypedName typed: String) -> String? {
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

/// What can be typed while a feature is stepped through.
enum StepHelp {
  /// The words that a line can begin with, apart from actions.
  static let verbs = [
    "end", "execute", "tell", "deliver", "occur", "actions", "state", "back", "save", "quit", "help",
  ]

  static let text = """
    Type what is done, as "actions" lists it; a payload stands in parentheses or behind a space.
      end N [OUTCOME]      execute the pending effect N with one of the outcomes listed behind it, and deliver its
                           response; ", lost" or ", again OUTCOME" behind the outcome injects a fault
      execute N OUTCOME    only execute it
      execute late EFFECT  execute an effect that was cancelled before it was executed, or list those
      tell EFFECT          execute a fire-and-forget effect, or list those
      deliver N            deliver the next response of an executed effect
      occur [EVENT]        let an event of the environment occur, or list those
      actions              list the actions that would change something now
      state                print the whole state
      back                 take the last step back
      save NAME            write the session as a transcript
      quit                 end the session

    """
}
