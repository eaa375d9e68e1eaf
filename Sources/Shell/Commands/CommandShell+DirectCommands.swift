import Analytics
import BackOffice
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import Programs
import Tables
import Values

extension CommandShell {
  /// Chooses the time zone and the server of a command that is run without a session, and shows the progress of an import.
  public func prepare(forDirectCommand path: String) async throws {
    if path == "products.import" { showImportProgress() }
    guard path.hasPrefix("events.") else { return }
    await connector.connection.useSavedSettings()
    try chooseTimeZone()
    if let server = connector.location.server { store.send(.feature(.resumed(eventServer: server.url))) }
    await store.waitUntilIdle()
  }

  /// Lets the next session undo what a command without a session has changed, and says what waits for the server.
  public func finish(directCommand path: String) async throws {
    if path.hasPrefix("events.") { try reportWaitingEvents() }
    guard let connection = connector.current else { return }
    do {
      try await connection.addStepsToSavedSession()
    } catch {
      printNote("This cannot be taken back with 'backroom do undo': \("\(error)".terminalSafe)")
    }
  }

  /// Begins to send the events that wait for the server, if there is one.
  ///
  /// A program that stays open tries again and again.
  func openOutbox(retries: Bool) {
    if connector.location.server != nil { store.send(.feature(.outbox(.opened(retries: retries)))) }
  }

  /// Says which events wait for the server.
  ///
  /// - Throws: An error if they will not be sent later.
  private func reportWaitingEvents() throws(CommandError) {
    guard let server = connector.location.server?.url,
      let summary = store.state.feature.outbox.summary(of: .waiting)
    else { return }
    if connector.connection.outbox?.isDurable != true {
      throw CommandError(status: .unavailable, message: "\(summary); the database in memory ends with this command")
    }
    printNote("\(summary). Stored for \(server.withoutQuery.terminalSafe); 'backroom events outbox send' tries again.")
  }

  /// Shows a line of progress on a terminal while a file is read or its products are stored.
  private func showImportProgress() {
    connector.progress = store.observe(\.feature.productImport) { [console] state in
      guard let progress = ProductImport.progress(of: state, prefix: "import").first else {
        return console.eraseProgress()
      }
      let total = progress.totalCount.map { " of \($0)" } ?? ""
      console.showProgress("\(progress.title.terminalSafe): \(progress.completedCount)\(total)")
    }
  }

  /// Chooses the time zone of the option, the environment or the configuration file, if there is one, instead of that of
  /// the shop.
  func chooseTimeZone() throws(CommandError) {
    guard let name = try options.content(of: OfficeOptions.timeZone) else { return }
    do throws(TimeZoneError) {
      let zone = try TimeZoneFiles.timeZone(named: name) { try? console.readRegularFile($0) }
      store.send(.feature(.settings(.timeZoneReplaced(name: name, zone))))
    } catch {
      let reason = error == .invalidName ? "" : "\(error); "
      throw .usageError(
        "\(options.sourceName(of: "time-zone")) \(name.quoted): \(reason)\(TimeZoneError.invalidName)")
    }
  }
}
