internal import ExplorerTool
internal import Values

/// How a command ended, as the system's `sysexits.h` numbers it.
public enum ExitStatus: Int32, Sendable {
  /// It did what it was asked for.
  case success = 0
  /// It could not, for a reason of the application's.
  case failure = 1
  /// The command line makes no sense.
  case usage = 64
  /// What was given makes no sense.
  case data = 65
  /// What is typed or piped into it cannot be read.
  case input = 66
  /// What it needs cannot be reached.
  case unavailable = 69
  /// What it has to say cannot be written.
  case output = 74
}

/// Why a command could not be carried out.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  let message: String
}

extension Error where Self == CommandError {
  static func usageError(_ message: String) -> CommandError { CommandError(status: .usage, message: message) }

  static func dataError(_ message: String) -> CommandError { CommandError(status: .data, message: message) }

  /// A word that is none of those expected, with the nearest of them.
  static func unknownWord(_ word: String, _ what: String, among known: [String]) -> CommandError {
    let hint = closestMatch(to: word, among: known).map { "; did you mean \"\($0)\"?" }
    return .usageError("unknown \(what) \(word.quoted)\(hint ?? ": expected \(known.joined(separator: ", "))")")
  }
}
