import ConsoleIO
import LineEditor
import LoopHistory
import LoopText
import LoopExplorer
import Programs
import Values

extension ExplorerCommands {
  /// Steps through a feature: reads commands, performs them and prints what changed, until `quit` or the end of the
  /// input.
  ///
  /// With a transcript, each step is written to the file before it is printed. If the file exists, the session continues
  /// from its last step.
  ///
  /// - Throws: An error at the end of an input that no user types, if some of its lines were not possible.
  package func step(_ feature: some NamedExploration, transcript path: String? = nil) throws {
    var play = try StepSession(feature.walkedScenario)
    var file = try path.map { try StepSessionFile(at: $0, of: &play, for: self) }
    try console.print("\(play.stateText())Type help for a list of commands.\n")
    var (lineNumber, rejectedLineCount) = (0, 0)
    let assistant = LineAssistant {
      play.completions(of: $0)
    } syntax: {
      StepHelp.syntax(after: $0)
    }
    while let line = try console.readAssistedLine("> ", assistant) {
      lineNumber += 1
      let words = line.trimmed.split(separator: " ", maxSplits: 1)
      if ["quit", "exit"].contains(words.first), words.count == 1 { break }
      do {
        let output =
          words.first == "save" ? try saveTranscript(words.dropFirst().joined(), play) : try play.runLine(line)
        try file?.appendNewSteps(of: play)
        try console.print(output)
      } catch let error as StepSessionError {
        rejectedLineCount += 1
        if console.isInteractive {
          try console.print("\(error)\n")
        } else {
          printWarning("line \(lineNumber): \(error)")
        }
      }
    }
    if rejectedLineCount > 0 && !console.isInteractive {
      let lines = rejectedLineCount == 1 ? "1 line was" : "\(rejectedLineCount) lines were"
      throw CommandError.dataError("\(lines) not possible")
    }
  }

  private func saveTranscript(_ typed: String, _ play: StepSession<some Exploration>) throws(StepSessionError) -> String
  {
    guard let path = Self.transcriptPath(fromTypedName: typed) else {
      throw StepSessionError("save needs a file name")
    }
    do {
      try console.createFile(try play.path.transcript.description, path)
      return "wrote \(path.terminalSafe)\n"
    } catch let failure as FileError {
      throw StepSessionError("not written: \(failure.message(at: path.terminalSafe))")
    } catch {
      throw StepSessionError("not written: \(error.readableDescription)")
    }
  }

  /// Returns the path for a typed name, without enclosing quotation marks and with an extension, or `nil` if the name
  /// is empty.
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

/// The help text of a step session.
enum StepHelp {
  /// The commands, for spelling suggestions.
  static let verbs = [
    "end", "execute", "fire", "deliver", "occur", "actions", "state", "back", "save", "quit", "help",
  ]

  static let text = """
    Type an action as "actions" lists it, with its payload in parentheses or after a space.
      end N [OUTCOME]      execute the pending effect N with one of the outcomes listed after it, and deliver its
                           responses; ", lost" or ", again OUTCOME" after the outcome injects a fault
      execute N OUTCOME    execute the pending effect N without delivering its responses
      execute late EFFECT  execute an effect that was cancelled before it was executed; without EFFECT, list them
      fire EFFECT          execute a fire-and-forget effect; without EFFECT, list them
      deliver N            deliver the next response of the executed effect N
      occur [EVENT]        let an event of the environment occur; without EVENT, list them
      actions              list the actions that would change something now
      state                print the whole state
      back                 go back to the state before the last command
      save NAME            write the session as a transcript
      quit                 end the session

    """

  /// The commands with their parameters, as the help text lists them.
  private static let syntaxes: [[Substring]] = text.split(separator: "\n")
    .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    .map { line in
      let command = line.dropFirst(2)
      return command[..<(command.firstRange(of: "  ")?.lowerBound ?? command.endIndex)].split(separator: " ")
    }

  /// Returns the verb, with a space if something has to follow.
  static func beginning(of verb: String) -> String {
    syntaxes.contains { $0.count > 1 && verb == $0[0] } ? verb + " " : verb
  }

  /// Returns the parameters that can follow an incomplete command, or `nil` if the line is not a command.
  ///
  /// The words of the help text in lower case are typed as they are; `execute late` is preferred to `execute N`.
  static func syntax(after line: String) -> String? {
    let words = line.split(separator: " ")
    let isInWord = !line.hasSuffix(" ")
    var best: (literalCount: Int, rest: String)?
    for syntax in syntaxes where syntax[0] == words.first && words.count <= syntax.count {
      var (literalCount, rest, fits) = (0, "", true)
      for (index, word) in words.enumerated() where syntax[index].first?.isLowercase == true {
        let isUnfinished = isInWord && index == words.count - 1 && syntax[index].hasPrefix(word)
        if isUnfinished { rest = String(syntax[index].dropFirst(word.count)) }
        fits = fits && (isUnfinished || syntax[index] == word)
        literalCount += 1
      }
      rest += (isInWord ? " " : "") + syntax[words.count...].joined(separator: " ")
      if fits, literalCount > best?.literalCount ?? 0 { best = (literalCount, rest) }
    }
    return best.flatMap { $0.rest.allSatisfy(\.isWhitespace) ? nil : $0.rest }
  }
}
