import BackOffice
import ExplorerTool
import Interface
import Loop
import TerminalIO
import Values

extension CommandShell {
  /// Opens the back office on the full screen of the terminal, or prints the products and the help without one.
  func runWithoutCommand(_ commands: [ShellCommand]) async throws {
    guard let terminalFrontEnd else {
      var arguments = try CommandArguments([], help: Help.productsList, given: [])
      try await listProducts(&arguments)
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
    connector.connection.onSaveFailure = { continuation.yield($0) }
    office.send(.feature(.appeared))
    openOutbox(retries: retriesSending)
    let (office, database) = (office, database)
    let watching = Task {
      // The screen also works if the database cannot be watched.
      try? await database?.watch(every: .seconds(1)) { await office.send(.feature(.changedElsewhere)) }
    }
    defer { watching.cancel() }
    do {
      try await frontEnd.show(application, office, bindings: bindings, messages: messages) { _ in false }
    } catch {
      try await saveSession()
      throw error
    }
    try await saveSession()
  }

  /// Reads the file with the key bindings of the user.
  ///
  /// Each line is a key and a command, as in `ctrl+n = products.add`.
  private func keyBindings() throws(CommandError) -> [String: Invocation] {
    guard let path = console.configurationPath(of: "keys"),
      let text = try readConfiguration(at: path)
    else { return [:] }
    var bindings: [String: Invocation] = [:]
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      let place = "\(path.terminalSafe): line \(number): "
      // The key itself may be an equals sign.
      guard let separator = line.dropFirst().firstIndex(of: "=") else {
        throw .dataError("\(place)expected KEY = COMMAND, as in ctrl+n = products.add")
      }
      guard let key = KeyStroke(line[..<separator].trimmed) else {
        throw .dataError("\(place)\(line[..<separator].trimmed.quoted) is not a key, such as ctrl+n, f5 or shift+tab")
      }
      if bindings[key.description] != nil { throw .dataError("\(place)\(key) is bound twice") }
      do throws(InvocationError) {
        bindings[key.description] = try application.commands.parse(line[line.index(after: separator)...].trimmed)
      } catch {
        throw .dataError("\(place)\(error)")
      }
    }
    return bindings
  }
}
