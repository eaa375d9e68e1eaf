import ConsoleIO
import Interface
import Loop
import Values

/// A front end on which the user works with an application.
@MainActor public protocol FrontEnd {
  /// Shows an application until the user quits, or until the closure returns true for a state.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - store: The store, to which commands are sent.
  ///   - bindings: Keys that run commands, by the name of the key, such as `ctrl+n`.
  ///   - messages: Problems outside of the application, such as a session that cannot be saved.
  ///   - save: A closure that saves what the user has done. A front end on a terminal calls it when the terminal is gone,
  ///     before the signal about that ends the program.
  ///   - isFinished: A closure that returns whether there is nothing more to do in a state.
  /// - Throws: An error if the front end cannot be shown.
  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws
}

extension Console {
  /// Prints problems to standard error, until the task is cancelled.
  func reportProblems(_ messages: AsyncStream<String>) -> Task<Void, Never> {
    Task { for await message in messages { printError("\(message.terminalSafe)\n") } }
  }
}

extension AsyncStream<String> {
  /// No messages.
  package static var none: AsyncStream<String> { AsyncStream { $0.finish() } }
}

/// The options of front ends.
enum FrontEndOption {
  /// The option that shows screens as lines.
  static let linear = "--linear"
}

extension ProgramContext {
  /// A Boolean value that indicates whether a user sees the output and types the input.
  package var hasTerminal: Bool { console.isInteractive && console.outputWidth != nil }

  /// A prompt for commands, which prints screens as lines.
  package var linearFrontEnd: any FrontEnd { LinearFrontEnd(console: console, programName: run.programName) }

  /// The front end for the terminal, or `nil` without a terminal.
  package var terminalFrontEnd: (any FrontEnd)? {
    if !hasTerminal { return nil }
    return console.isDumbTerminal ? linearFrontEnd : run.frontEnd
  }

  /// Returns the front end that an option or the terminal asks for.
  ///
  /// - Parameters:
  ///   - isLinear: Whether the user wants screens as lines.
  ///   - alternative: The commands that need no terminal, for the message of the error.
  /// - Throws: An error without a terminal.
  /// - Returns: The front end.
  public func requireFrontEnd(isLinear: Bool, alternative: String) throws(CommandError) -> any FrontEnd {
    if isLinear { return linearFrontEnd }
    if let terminalFrontEnd { return terminalFrontEnd }
    // The full screen opens the terminal itself, so that the result can be written to a file.
    if console.hasControllingTerminal, !console.isDumbTerminal, let frontEnd = run.frontEnd { return frontEnd }
    throw .usageError("this command needs a terminal; without one, use --linear, or \(alternative)")
  }
}

extension String {
  /// The part after the last slash.
  package var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
