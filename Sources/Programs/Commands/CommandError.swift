import Documents
import ConsoleIO
import Interface
import Values

/// The exit status of a command, with the numbers of `sysexits.h`.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// The command succeeded.
  case success = 0
  /// The command failed for a reason of its own.
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

extension ExitStatus {
  /// What the status means, for the overview of the program.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .failure: "the command failed"
    case .usage: "invalid command line"
    case .data: "invalid data, or a file that cannot be read"
    case .input: "standard input cannot be read"
    case .unavailable: "a database or a server cannot be reached"
    case .output: "output cannot be written"
    case .inconclusive: "a limit was reached before the result was certain: raise the limit"
    }
  }
}

extension InvocationError.Code {
  /// The exit status of a command that fails with this error.
  public var exitStatus: ExitStatus {
    switch self {
    case .unavailable, .rejected, .failed: .failure
    case .invalidData: .data
    case .unwritable: .output
    case .unreachable: .unavailable
    case .unknownCommand, .unknownParameter, .missingParameter, .invalidValue, .invalidText: .usage
    }
  }
}

/// The error message and exit status of a command.
///
/// Help is an error with the status ``ExitStatus/success``.
public struct CommandError: Error, Equatable {
  /// The exit status.
  public let status: ExitStatus
  /// What is wrong.
  public var message: String
  /// A correction that may help, as in `did you mean "list"?`.
  public var suggestion: String?
  /// The usage line of the command.
  public var usage: String?

  /// Creates an error.
  public init(status: ExitStatus, message: String, suggestion: String? = nil, usage: String? = nil) {
    self.status = status
    self.message = message
    self.suggestion = suggestion
    self.usage = usage
  }

  /// The message with everything that helps to correct the error.
  public var text: String { message + (suggestion.map { "; \($0)" } ?? "") + (usage.map { "\n\($0)" } ?? "") }

  /// The error as a JSON object.
  var json: String {
    orderedJSONObject([
      (
        "error",
        orderedJSONObject([
          ("code", "\(status)".jsonQuoted), ("message", message.jsonQuoted),
          ("hint", (suggestion ?? usage)?.jsonQuoted ?? "null"),
        ])
      )
    ])
  }
}

extension Error where Self == CommandError {
  /// Returns the error for a command line that is not valid.
  public static func usageError(_ message: String, usage: String? = nil) -> CommandError {
    CommandError(status: .usage, message: message, usage: usage)
  }

  /// Returns the error for a limit that was reached before the result was certain.
  public static func inconclusive(_ message: String) -> CommandError {
    CommandError(status: .inconclusive, message: message)
  }

  /// Returns the error for data that is not valid.
  public static func dataError(_ message: String) -> CommandError { CommandError(status: .data, message: message) }

  /// Returns the error for an unknown word, with the most similar known word or all known words.
  package static func unknownWord(_ word: String, _ kind: String, among known: [String]) -> CommandError {
    let suggestion = closestMatch(to: word, among: known).map { "did you mean \($0.quoted)?" }
    let expected = suggestion == nil ? ": expected \(known.joined(separator: ", "))" : ""
    return CommandError(
      status: .usage, message: "unknown \(kind) \(word.quoted)\(expected)", suggestion: suggestion)
  }
}
