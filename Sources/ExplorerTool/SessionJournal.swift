import LoopExplorer
internal import LoopText

/// A play's journal in a file: each step is there before it is shown.
@MainActor struct StepSessionJournalFile {
  private let path: String
  private let file: AppendableFile
  private let commands: ExplorerCommands

  /// Goes on where the file ends, or begins a new one.
  ///
  /// What is no journal of this play is refused and stays as it is.
  init(at path: String, of play: inout StepSession<some Exploration>, for commands: ExplorerCommands) throws {
    self.path = path
    self.commands = commands
    do throws(FileError) {
      file = try commands.console.openToAdd(path)
    } catch {
      throw StepSessionFileError.notWritten(error.message(at: path.terminalSafe))
    }
    if file.bytes.isEmpty {
      try append(try play.beginJournal() + "\n")
    } else {
      try resumeSession(&play)
    }
  }

  /// Adds what the journal lacks.
  ///
  /// A step that cannot be kept ends the session: it would be forgotten without a word.
  func appendNewSteps(of play: inout StepSession<some Exploration>) throws {
    let lines = try play.newJournalLines()
    if !lines.isEmpty { try appendLines(lines) }
  }

  private func resumeSession(_ play: inout StepSession<some Exploration>) throws {
    let taken: ResumedJournal
    do {
      taken = try play.resume(file.bytes)
    } catch {
      throw StepSessionFileError.unreadable("\(path.terminalSafe): \(error.readableDescription); it was left as it is")
    }
    if let broken = taken.broken {
      commands.printWarning("\(path.terminalSafe): left out, for it broke off: \(broken)")
    }
    do throws(FileError) {
      if taken.length < file.bytes.count { try file.cut(taken.length) }
    } catch {
      throw StepSessionFileError.notWritten(error.message(at: path.terminalSafe))
    }
    if file.bytes[taken.length - 1] != UInt8(ascii: "\n") { try append("\n") }
    if !taken.missing.isEmpty {
      commands.printWarning("\(path.terminalSafe): its last step was told in part, and is completed")
      try appendLines(taken.missing)
    }
    try commands.console.print("\(path.terminalSafe): \(taken.steps) step\(taken.steps == 1 ? "" : "s") taken up\n")
  }

  private func appendLines(_ lines: [String]) throws { try append(lines.map { $0 + "\n" }.joined()) }

  private func append(_ text: String) throws {
    do throws(FileError) {
      try file.add(text)
    } catch {
      throw StepSessionFileError.notWritten("\(error.message(at: path.terminalSafe)); the last step was not kept")
    }
  }
}
