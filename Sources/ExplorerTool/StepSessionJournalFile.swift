import LoopExplorer
import LoopText

/// The journal file of a session.
///
/// Each step is written before its output is printed.
@MainActor struct StepSessionJournalFile {
  private let path: String
  private let file: AppendableFile
  private let commands: ExplorerCommands

  /// Resumes the session from the file, or starts a new journal if the file is empty.
  ///
  /// A file that is not a journal of this feature is rejected and not changed.
  init(at path: String, of play: inout StepSession<some Exploration>, for commands: ExplorerCommands) throws {
    self.path = path
    self.commands = commands
    do throws(FileError) {
      file = try commands.console.openForAppending(path)
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    if file.initialBytes.isEmpty {
      try append(try play.beginJournal() + "\n")
    } else {
      try resumeSession(&play)
    }
  }

  /// Appends the steps since the last call.
  ///
  /// A failure ends the session. Otherwise the step would be lost without notice.
  func appendNewSteps(of play: inout StepSession<some Exploration>) throws {
    let lines = try play.newJournalLines()
    if !lines.isEmpty { try appendLines(lines) }
  }

  private func resumeSession(_ play: inout StepSession<some Exploration>) throws {
    let resumed: ResumedJournal
    do {
      resumed = try play.resume(file.initialBytes)
    } catch {
      throw StepSessionFileError.unreadable(
        "\(path.terminalSafe): \(error.readableDescription); the file was not changed")
    }
    if let broken = resumed.tornLineError {
      commands.printWarning("\(path.terminalSafe): ignored an incomplete last line: \(broken)")
    }
    do throws(FileError) {
      if resumed.keptByteCount < file.initialBytes.count { try file.truncate(resumed.keptByteCount) }
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    if file.initialBytes[resumed.keptByteCount - 1] != UInt8(ascii: "\n") { try append("\n") }
    if !resumed.missingLines.isEmpty {
      commands.printWarning("\(path.terminalSafe): completed the last step")
      try appendLines(resumed.missingLines)
    }
    try commands.console.print(
      "\(path.terminalSafe): \(resumed.stepCount) step\(resumed.stepCount == 1 ? "" : "s") resumed\n")
  }

  private func appendLines(_ lines: [String]) throws { try append(lines.map { $0 + "\n" }.joined()) }

  private func append(_ text: String) throws {
    do throws(FileError) {
      try file.append(text)
    } catch {
      throw StepSessionFileError.unwritable("\(error.message(at: path.terminalSafe)); the last step was not saved")
    }
  }
}
