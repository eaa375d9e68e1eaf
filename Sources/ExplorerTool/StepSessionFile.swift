import ConsoleIO
import Loop
import LoopExplorer
import LoopHistory
import Programs
import Values
import LoopText

/// The transcript of a session in a file.
///
/// Each step is written before its output is printed.
@MainActor struct StepSessionFile<Scenario: Exploration> {
  private let path: String
  private let file: AppendableFile
  private let commands: ExplorerCommands
  private var writer = RecordedStepWriter()
  /// The length to which the file is truncated before the next step: a transcript with an end is continued before it.
  private var endOfSteps: Int?

  /// Resumes the session from the file, or begins a transcript if the file is empty.
  ///
  /// A file that is not a transcript of this feature is rejected and not changed.
  init(at path: String, of session: inout StepSession<Scenario>, for commands: ExplorerCommands) throws {
    self.path = path
    self.commands = commands
    do throws(FileError) {
      file = try commands.console.openForAppending(path)
    } catch {
      throw CommandError(status: .output, message: error.message(at: path.terminalSafe))
    }
    if file.initialBytes.isEmpty {
      try append(session.path.unfinishedTranscript.beginning)
    } else {
      try resume(&session)
    }
  }

  /// Appends the steps since the last call.
  ///
  /// A failure ends the session. Otherwise the step would be lost without notice.
  mutating func appendNewSteps(of session: StepSession<Scenario>) throws {
    try append(writer.textSinceLastCall(of: session.path.unfinishedTranscript))
  }

  /// Resumes the session from the end of the file.
  private mutating func resume(_ session: inout StepSession<Scenario>) throws {
    let recording: TranscriptFile
    do {
      let recordings = try TranscriptFile.all(in: file.initialBytes)
      guard let first = recordings.first, recordings.count == 1 else {
        throw StepSessionError("the file has several transcripts, as a log has; choose another one")
      }
      recording = first
      try session.resume(recording.transcript)
    } catch {
      throw CommandError.dataError(
        "\(path.terminalSafe): \(error.readableDescription); the file was not changed")
    }
    commands.warnAboutIncompleteStep(of: recording, at: path)
    if recording.endOfSteps < file.initialBytes.count { endOfSteps = recording.endOfSteps }
    if recording.incompleteStepError != nil { try truncate() }
    writer = RecordedStepWriter(writtenCount: session.path.unfinishedTranscript.steps.count)
    let stepCount = recording.transcript.steps.count
    try commands.console.print("\(path.terminalSafe): \(stepCount.counted("step")) resumed\n")
  }

  private mutating func truncate() throws {
    guard let length = endOfSteps else { return }
    endOfSteps = nil
    do throws(FileError) { try file.truncate(length) } catch {
      throw CommandError(status: .output, message: error.message(at: path.terminalSafe))
    }
  }

  private mutating func append(_ text: String) throws {
    if text.isEmpty { return }
    try truncate()
    do throws(FileError) {
      try file.append(text)
    } catch {
      throw CommandError(
        status: .output, message: "\(error.message(at: path.terminalSafe)); the last step was not saved")
    }
  }
}

/// Formats the steps of a growing transcript, from which steps can be removed.
///
/// The cost of a step does not depend on the length of the transcript.
struct RecordedStepWriter {
  /// The number of steps that have been written.
  var writtenCount = 0

  /// Returns the text to append since the last call: the new steps, or the number of steps that were removed.
  mutating func textSinceLastCall(of transcript: Transcript) -> String {
    let count = transcript.steps.count
    defer { writtenCount = count }
    if count < writtenCount { return Transcript.textRemovingSteps(writtenCount - count) }
    return transcript.steps[writtenCount...].map(\.text).joined()
  }
}
