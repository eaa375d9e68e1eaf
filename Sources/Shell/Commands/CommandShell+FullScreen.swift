import BackOffice
import ExplorerTool
import Loop

extension CommandShell {
  /// A front end that shows the back office until the user quits.
  public typealias FrontEnd =
    @MainActor (_ application: BackOfficeApplication, _ store: Store<UndoFeature<BackOffice>>) async throws -> Void

  /// A Boolean value that indicates whether a user sees the output and types the input.
  var hasTerminal: Bool { console.isInteractive && console.outputWidth != nil && !console.isDumbTerminal }

  /// Opens the back office on the full screen of the terminal, or prints the products and the help without one.
  func runWithoutCommand(_ commands: [ShellCommand]) async throws {
    guard let showFullScreen, hasTerminal else {
      var arguments = try CommandArguments([], help: Help.productsList, given: [])
      try await listProducts(&arguments)
      return try console.print("\n" + Help.overview(of: commands))
    }
    try await continueSession(of: [])
    office.send(.feature(.appeared))
    openOutbox()
    let (office, database) = (office, database)
    let watching = Task {
      // The screen also works if the database cannot be watched.
      try? await database?.watch(every: .seconds(1)) { await office.send(.feature(.changedElsewhere)) }
    }
    defer { watching.cancel() }
    try await showFullScreen(application, office)
    await connector.connection.flushSession()
    if let failure = connector.connection.saveFailure {
      throw CommandError(status: .unavailable, message: failure.terminalSafe)
    }
  }
}
