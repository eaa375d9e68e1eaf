import BackOffice
import ExplorerTool
import Interface
import LineEditor
import Loop
import PlainText
import Values

extension CommandShell {
  /// A front end that shows the back office until the user quits.
  public typealias FrontEnd =
    @MainActor (_ application: BackOfficeApplication, _ store: Store<UndoFeature<BackOffice>>) async throws -> Void

  /// A Boolean value that indicates whether a user sees the output and types the input.
  var hasTerminal: Bool { console.isInteractive && console.outputWidth != nil }

  /// The option that shows the screens of the back office as lines.
  static var linearOption: String { "--linear" }

  /// Opens the back office on the full screen of the terminal, or prints the products and the help without one.
  func runWithoutCommand(_ commands: [ShellCommand]) async throws {
    if hasTerminal, console.isDumbTerminal { return try await runLinear() }
    guard let showFullScreen, hasTerminal else {
      var arguments = try CommandArguments([], help: Help.productsList, given: [])
      try await listProducts(&arguments)
      return try console.print("\n" + Help.overview(of: commands))
    }
    try await openOffice()
    let (office, database) = (office, database)
    let watching = Task {
      // The screen also works if the database cannot be watched.
      try? await database?.watch(every: .seconds(1)) { await office.send(.feature(.changedElsewhere)) }
    }
    defer { watching.cancel() }
    try await showFullScreen(application, office)
    try await saveSession()
  }

  /// Continues the session, and loads what the visible tab shows.
  private func openOffice() async throws {
    try await continueSession(of: [])
    office.send(.feature(.appeared))
    openOutbox()
  }
}

/// The back office at a prompt, for screen readers, scripts and terminals without a screen.
extension CommandShell {
  /// Runs the commands that are typed, and prints the screen as lines whenever it has changed.
  ///
  /// - Throws: An error at the end of an input that no user types, if some of its lines could not be run.
  func runLinear() async throws {
    try await openOffice()
    await office.waitUntilIdle()
    let paths = application.commands.commands.map(\.path)
    let assistant = LineAssistant { text in paths.filter { $0.hasPrefix(text) }.map { "\($0) " } }
    var (shown, failedCount) = ("", 0)
    while true {
      let screen = application.screen(of: office.state)
        .plainText(width: console.outputWidth, commandText: application.commands.text(of:))
      if screen != shown { try console.print(screen) }
      shown = screen
      guard let line = try console.readAssistedLine("backroom> ", assistant)?.trimmed, line != "quit" else { break }
      do throws(InvocationError) {
        try await runLine(line)
      } catch {
        failedCount += 1
        console.printError("\("\(error)".terminalSafe)\n")
      }
    }
    try await saveSession()
    if failedCount > 0, !console.isInteractive {
      throw CommandError(status: .data, message: "\(failedCount.counted("line")) could not be run")
    }
  }

  /// Runs one line, and waits until nothing is pending.
  private func runLine(_ line: String) async throws(InvocationError) {
    if line.isEmpty || line.hasPrefix("#") { return }
    if line == "help" { return console.printError(Self.linearHelp) }
    let invocation = try application.commands.parse(line)
    office.send(try application.commands.action(for: invocation, in: office.state))
    await office.waitUntilIdle()
  }

  private static var linearHelp: String {
    "Type a command, such as 'products.search lamp'; Tab completes it, and 'quit' ends the program. 'backroom commands' "
      + "lists all commands.\n"
  }
}
