import ConsoleIO
import Values

/// What a command works with: its run, and what the program adds to it.
///
/// A program whose commands need nothing else uses ``CommandRun`` itself. One with a database or a network makes a
/// context with what its commands share, which is opened before a command and closed after it.
@MainActor public protocol ProgramContext {
  /// The console and the options of the command.
  var run: CommandRun { get }

  /// Prepares for a command line, of which the first words name the command.
  func open(for words: [String]) async throws

  /// Runs the program without a command.
  ///
  /// - Parameters:
  ///   - isLinear: Whether the user wants screens as lines, by the option `--linear`.
  ///   - overview: The help of the program.
  /// - Throws: An error with the exit status of the program.
  func runWithoutCommand(isLinear: Bool, overview: String) async throws

  /// Returns the help for a word that is no command of the program, such as the name of a command on its screens.
  func help(for word: String) -> String?

  /// Finishes what the command line has begun, also if it has failed.
  func close() async throws
}

extension ProgramContext {
  /// Does nothing.
  public func open(for words: [String]) async throws {}

  /// Prints the help of the program.
  public func runWithoutCommand(isLinear: Bool, overview: String) async throws {
    if isLinear { throw .usageError("--linear needs a program with a screen") }
    try console.print("\(overview)\n")
  }

  /// Returns `nil`: there is no other help.
  public func help(for word: String) -> String? { nil }

  /// Does nothing.
  public func close() async throws {}

  /// The console for input, output and files.
  public var console: Console { run.console }

  /// The options that commands have in common.
  public var options: OptionValues { run.options }
}

/// One run of a program: its console, and the options that commands have in common.
@MainActor public struct CommandRun: ProgramContext {
  /// The name of the program.
  public let programName: String
  /// The version of the program.
  public let version: String
  /// The console for input, output and files.
  public let console: Console
  /// The options that commands have in common.
  public internal(set) var options: OptionValues
  /// The front end on the full screen of a terminal, or `nil`.
  let frontEnd: (any FrontEnd)?

  /// The run itself.
  public var run: CommandRun { self }
}

extension ProgramContext {
  /// Reads a whole file that the user has named.
  public func readFile(at path: String) throws(CommandError) -> [UInt8] {
    do throws(FileError) {
      return try console.readFile(path)
    } catch {
      if path == "-", case .systemError(let reason) = error {
        throw CommandError(status: .input, message: "cannot read standard input: \(reason)")
      }
      throw .dataError(error.message(at: path.terminalSafe))
    }
  }

  /// Throws an error if standard input is not a terminal, so that nothing can be asked.
  ///
  /// - Parameter alternative: What the user can add instead, such as `--yes to delete`.
  /// - Throws: The error.
  public func requireTerminal(orUsing alternative: String) throws(CommandError) {
    if console.isInteractive { return }
    throw .usageError("standard input is not a terminal, so nothing can be asked; add \(alternative)")
  }

  /// Asks a question that is answered with yes or no.
  public func confirm(_ question: String) throws -> Bool {
    let answer = try console.readLine("\(question) [y/N] ")
    return ["y", "yes"].contains(answer?.trimmed.lowercased())
  }
}
