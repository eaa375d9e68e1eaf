import BackOffice
import ConsoleIO
import Interface
import Loop
import TerminalIO
import Values

extension CommandShell {
  /// Opens the back office on the full screen of the terminal, or prints the products and the help without one.
  func runWithoutCommand(_ commands: [ShellCommand]) async throws {
    guard let terminalFrontEnd else {
      try await listProducts()
      return try console.print("\n" + Help.overview(of: commands))
    }
    try await openOffice(on: terminalFrontEnd, retriesSending: true)
  }

  /// Shows the back office on a front end, and saves the session at the end.
  ///
  /// - Parameters:
  ///   - frontEnd: The front end.
  ///   - retriesSending: Whether events that could not be sent are sent again after a while. The work then never ends.
  /// - Throws: An error if the front end cannot be shown, or the session cannot be read or saved.
  func openOffice(on frontEnd: any FrontEnd, retriesSending: Bool) async throws {
    let bindings = try keyBindings()
    let (messages, continuation) = AsyncStream<String>.makeStream()
    defer { continuation.finish() }
    // Continues the session, and loads what the visible tab shows.
    try await continueSession(of: []) { continuation.yield($0) }
    let connection = connector.connection
    connection.onSaveFailure = { continuation.yield($0) }
    var application = application
    application.savesSession = { connection.isSessionSaved }
    // The screen also works if the database cannot be watched.
    office.send(.feature(.changesWatched))
    office.send(.feature(.appeared))
    openOutbox(retries: retriesSending)
    do {
      try await frontEnd.show(application, office, bindings: bindings, messages: messages) {
        await connection.flushSession()
      } until: { _ in
        false
      }
    } catch {
      try await saveSession()
      throw error
    }
    // A change that is not stored yet would be stored only when the session continues.
    if office.state.feature.isStoring { printNote("Storing the last changes…") }
    await office.wait { !$0.feature.isStoring }
    try await saveSession()
  }

  /// Reads the file with the key bindings of the user.
  ///
  /// Each line is a key and a command, as in `ctrl+n = products.new`. A warning says which lines are skipped, so that a
  /// mistake does not keep the program from starting.
  ///
  /// - Throws: An error if the file exists and cannot be read.
  private func keyBindings() throws(CommandError) -> [String: Invocation] {
    guard let path = console.configurationPath(of: "keys"),
      let text = try readConfiguration(at: path)
    else { return [:] }
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
      throw InvocationError(.invalidText, "expected KEY = COMMAND, as in ctrl+n = products.new")
    }
    guard let key = KeyStroke(line[..<separator].trimmed) else {
      throw InvocationError(
        .invalidText, "\(line[..<separator].trimmed.quoted) is not a key, such as ctrl+n, f5 or shift+tab")
    }
    return (key.description, try application.commands.parse(line[line.index(after: separator)...].trimmed))
  }
}
