import Analytics
import BackOffice
import ConsoleIO
import Loop
import Programs
import Values

/// What had failed before some commands, except for what they try again.
///
/// The session keeps failures. One of a change fails only the command that tries the change. What cannot be loaded or
/// sent fails each command.
struct EarlierFailures: CommandFailures {
  private var known: Set<WorkItem>

  init(in office: BackOffice.State) { known = Set(Self.failures(in: office)) }

  private static func failures(in office: BackOffice.State) -> [WorkItem] {
    office.work.filter { [.failed, .refused].contains($0.status) }
  }

  /// Forgets the failures that a command has just begun to try again.
  mutating func forgetRetried(in state: UndoFeature<BackOffice>.State) {
    known.formIntersection(Self.failures(in: state.feature))
  }

  /// Returns the error for the first later failure, or `nil` if there is none.
  func laterError(in state: UndoFeature<BackOffice>.State) -> CommandError? {
    let later = Self.failures(in: state.feature).filter { failure in
      let failsEachCommand = failure.status == .failed && [.loading, .sending].contains(failure.purpose)
      return failsEachCommand || !known.contains(failure)
    }
    // A script that sees the status of what cannot be reached can try again later.
    guard let failure = later.first(where: \.isUnavailable) ?? later.first else { return nil }
    if failure.status == .refused, let summary = state.feature.outbox.summary(of: .refused) {
      return CommandError(status: .unavailable, message: summary, suggestion: BackOfficeApplication.outboxHint)
    }
    return CommandError(
      status: failure.isUnavailable ? .unavailable : .failure,
      message: (failure.detail.isEmpty ? failure.title : "\(failure.title): \(failure.detail)").terminalSafe)
  }
}
