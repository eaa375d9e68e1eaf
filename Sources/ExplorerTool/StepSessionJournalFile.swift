import ConsoleIO
import Loop
import LoopExplorer
import LoopHistory
import Values
import LoopText

/// The journal file of a session.
///
/// Each step is written before its output is printed.
@MainActor struct StepSessionJournalFile<Scenario: Exploration> {
  private let path: String
  private let file: AppendableFile
  private let commands: ExplorerCommands
  private var writer: PathJournalWriter<Scenario>

  /// Resumes the session from the file, or starts a new journal if the file is empty.
  ///
  /// A file that is not a journal of this feature is rejected and not changed.
  init(at path: String, of session: inout StepSession<Scenario>, for commands: ExplorerCommands) throws {
    self.path = path
    self.commands = commands
    do throws(FileError) {
      file = try commands.console.openForAppending(path)
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    writer = try PathJournalWriter(of: session.path)
    if file.initialBytes.isEmpty {
      try append([writer.header])
    } else {
      try resume(&session)
    }
  }

  /// Appends the steps since the last call.
  ///
  /// A failure ends the session. Otherwise the step would be lost without notice.
  mutating func appendNewSteps(of session: StepSession<Scenario>) throws {
    try append(try writer.linesSinceLastCall(of: session.path))
  }

  /// Resumes the session from the end of the file.
  private mutating func resume(_ session: inout StepSession<Scenario>) throws {
    let document: JournalDocument<Scenario.Feature>
    do {
      document = try session.resume(file.initialBytes)
      writer = try PathJournalWriter(of: session.path)
    } catch {
      throw StepSessionFileError.unreadable(
        "\(path.terminalSafe): \(error.readableDescription); the file was not changed")
    }
    if let broken = document.tornLineError {
      commands.printWarning("\(path.terminalSafe): ignored an incomplete last line: \(broken)")
    }
    let keptByteCount = document.readByteCount
    do throws(FileError) {
      if keptByteCount < file.initialBytes.count { try file.truncate(keptByteCount) }
    } catch {
      throw StepSessionFileError.unwritable(error.message(at: path.terminalSafe))
    }
    if file.initialBytes[keptByteCount - 1] != UInt8(ascii: "\n") { try append([""]) }
    let stepCount = session.path.journal.entries.count
    try commands.console.print("\(path.terminalSafe): \(stepCount.counted("step")) resumed\n")
  }

  private func append(_ lines: [String]) throws {
    if lines.isEmpty { return }
    do throws(FileError) {
      try file.append(lines.map { $0 + "\n" }.joined())
    } catch {
      throw StepSessionFileError.unwritable("\(error.message(at: path.terminalSafe)); the last step was not saved")
    }
  }
}
