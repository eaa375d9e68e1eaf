import ExplorerTool
import Values

/// The exit status of a command, with the numbers of `sysexits.h`.
public enum ExitStatus: Int32, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command failed for a reason of the application.
  case failure = 1
  /// The command line is invalid.
  case usage = 64
  /// The input data is invalid, or a file cannot be read.
  case data = 65
  /// Standard input cannot be read.
  case input = 66
  /// A required service cannot be reached.
  case unavailable = 69
  /// Output cannot be written.
  case output = 74
  /// A limit was reached before the result was certain; the same command with a higher limit may succeed.
  case inconclusive = 75
}

/// The error message and exit status of a command.
///
/// Help is an error with the status ``ExitStatus/success``.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  let message: String
}

extension Error where Self == CommandError {
  static func usageError(_ message: String) -> CommandError { CommandError(status: .usage, message: message) }

  static func inconclusive(_ message: String) -> CommandError {
    CommandError(status: .inconclusive, message: message)
  }

  static func dataError(_ message: String) -> CommandError { CommandError(status: .data, message: message) }

  /// Returns the error for an unknown word, with the most similar known word or all known words.
  static func unknownWord(_ word: String, _ kind: String, among known: [String]) -> CommandError {
    let hint = closestMatch(to: word, among: known).map { "; did you mean \"\($0)\"?" }
    return .usageError("unknown \(kind) \(word.quoted)\(hint ?? ": expected \(known.joined(separator: ", "))")")
  }
}
