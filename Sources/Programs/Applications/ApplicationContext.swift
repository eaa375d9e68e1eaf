import ConsoleIO
import Interface
import Loop
import TerminalIO
import Values

/// The context of a program that shows an application.
///
/// Its commands `do` and `show` run the application's commands and print its screen. Without a command, the application
/// opens on the full screen of the terminal.
@MainActor public protocol ApplicationContext: ProgramContext {
  /// The type of the application.
  associatedtype App: Application where App.Feature.State: Equatable

  /// The application.
  var application: App { get }
  /// The store that runs the application.
  var store: Store<App.Feature> { get }

  /// Continues the saved session, if there is one, and saves it after each change from now on.
  ///
  /// - Parameters:
  ///   - startsAnew: Whether a new session begins instead.
  ///   - saves: Whether the session is saved. A program that only shows it leaves it to others.
  ///   - report: A closure that receives a message for each problem.
  /// - Throws: An error if the saved session cannot be read.
  func openSession(startsAnew: Bool, saves: Bool, report: @escaping @MainActor (String) -> Void) async throws

  /// Prints what a program without a command shows if there is no terminal.
  func printWithoutTerminal() async throws

  /// Prepares the store for a command of the application that is run without a session.
  ///
  /// - Parameter path: The path of the command.
  /// - Throws: An error if the options of the command are not valid.
  func prepare(forDirectCommand path: String) async throws

  /// Says what remains to be said after a command of the application that is run without a session.
  ///
  /// - Parameter path: The path of the command.
  /// - Throws: An error if the command has failed after all.
  func finish(directCommand path: String) async throws

  /// Takes the name of the program that drives the application over a pipe.
  ///
  /// - Parameter name: The name that the program has given.
  func introduce(client name: String)

  /// Begins to load what the first screen shows.
  ///
  /// - Parameter staysOpen: Whether a person works with the program until they quit.
  func beginWork(staysOpen: Bool)

  /// Waits until the session and all that the user has changed is saved.
  ///
  /// - Parameter afterCommands: Whether commands of `do` have succeeded before.
  /// - Throws: An error if it cannot be saved.
  func saveSession(afterCommands: Bool) async throws(CommandError)

  /// Saves the session at once, without waiting for anything else.
  func flushSession() async

  /// Calls a closure with the reason whenever the session can no longer be saved.
  func onSaveFailure(_ report: @escaping @MainActor (String) -> Void)

  /// Returns what has failed so far, or `nil` if a failure is no reason for `do` to fail.
  func failures() -> (any CommandFailures<App.Feature.State>)?
}

/// What had failed before some commands, except for what they try again.
public protocol CommandFailures<State> {
  /// The type of the state of the application.
  associatedtype State

  /// Forgets the failures that a command has just begun to try again.
  mutating func forgetRetried(in state: State)

  /// Returns the error for the first later failure, or `nil` if there is none.
  func laterError(in state: State) -> CommandError?
}

extension ApplicationContext {
  /// Does nothing.
  public func introduce(client name: String) {}

  /// Does nothing.
  public func prepare(forDirectCommand path: String) async throws {}

  /// Does nothing.
  public func finish(directCommand path: String) async throws {}

  /// Returns `nil`: the screen shows what has failed.
  public func failures() -> (any CommandFailures<App.Feature.State>)? { nil }

  /// Returns the help of a command of the application.
  public func help(for word: String) -> String? {
    application.commands[word].map { help(of: $0) }
  }

  /// Returns the help of a command of the application.
  func help(of command: Interface.Command<App.Feature>) -> String {
    command.description.help(calledWith: "\(run.programName) do \(command.path)", keys: command.keys)
  }

  /// Opens the application on the full screen of the terminal, or prints its screen without one.
  public func runWithoutCommand(isLinear: Bool, overview: String) async throws {
    if isLinear { return try await openApplication(on: linearFrontEnd, staysOpen: false) }
    if let terminalFrontEnd { return try await openApplication(on: terminalFrontEnd, staysOpen: true) }
    try await printWithoutTerminal()
  }

  /// Prints the screen.
  public func printWithoutTerminal() async throws { try await showScreen() }

  /// Shows the application on a front end, and saves the session at the end.
  ///
  /// - Parameters:
  ///   - frontEnd: The front end.
  ///   - staysOpen: Whether the work never ends by itself.
  ///   - startsAnew: Whether a new session begins instead of the saved one.
  ///   - saves: Whether the session is saved.
  /// - Throws: An error if the front end cannot be shown, or the session cannot be read or saved.
  package func openApplication(
    on frontEnd: any FrontEnd, staysOpen: Bool, startsAnew: Bool = false, saves: Bool = true
  ) async throws {
    let bindings = try keyBindings()
    let (messages, continuation) = AsyncStream<String>.makeStream()
    defer { continuation.finish() }
    try await openSession(startsAnew: startsAnew, saves: saves) { continuation.yield($0) }
    onSaveFailure { continuation.yield($0) }
    beginWork(staysOpen: staysOpen)
    do {
      try await frontEnd.show(
        application, store, bindings: bindings, messages: messages, saving: { await flushSession() }
      ) { _ in false }
    } catch {
      try await saveSession(afterCommands: false)
      throw error
    }
    try await saveSession(afterCommands: false)
  }

  /// Reads the file with the key bindings of the user.
  ///
  /// Each line is a key and a command, as in `ctrl+n = products.new`. A warning says which lines are skipped, so that a
  /// mistake does not keep the program from starting.
  ///
  /// - Throws: An error if the file exists and cannot be read.
  private func keyBindings() throws(CommandError) -> [String: Invocation] {
    guard let path = configurationPath(of: "keys"), let text = try readConfiguration(at: path) else { return [:] }
    var bindings: [String: Invocation] = [:]
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(InvocationError) {
        let (key, invocation) = try keyBinding(line)
        if bindings[key] != nil { throw InvocationError(.invalidText, "\(key) is bound twice") }
        bindings[key] = invocation
      } catch {
        printNote("\(path.terminalSafe): line \(number): \("\(error)".terminalSafe); the line is skipped")
      }
    }
    return bindings
  }

  /// Parses a line with a key and a command.
  private func keyBinding(_ line: String) throws(InvocationError) -> (key: String, Invocation) {
    // The key itself may be an equals sign.
    guard let separator = line.dropFirst().firstIndex(of: "=") else {
      let example = application.commands.listed.first { !$0.keys.isEmpty }.map { ", as in ctrl+n = \($0.path)" } ?? ""
      throw InvocationError(.invalidText, "expected KEY = COMMAND\(example)")
    }
    guard let key = KeyStroke(line[..<separator].trimmed) else {
      throw InvocationError(
        .invalidText, "\(line[..<separator].trimmed.quoted) is not a key, such as ctrl+n, f5 or shift+tab")
    }
    return (key.description, try application.commands.parse(line[line.index(after: separator)...].trimmed))
  }
}
