import BackOffice
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import Programs
import Values

extension ProgramCommand where Context == CommandShell {
  /// The commands that drive the back office as its screens do.
  ///
  /// - Parameters:
  ///   - application: The back office.
  ///   - assistants: The access of assistants.
  /// - Returns: The commands.
  static func officeCommands(of application: BackOfficeApplication, assistants: AssistantAccess) -> [ProgramCommand] {
    applicationCommands(
      of: application, subject: "the back office",
      notes: """
        The session has the tab, filters, sort order, selection and drafts, so that the next 'do' can undo what this one \
        does, except the events that it records. With --watch, which ends with Ctrl-C, it looks for \
        changes in the database once a second, and saves no session.
        """,
      examples: [
        "products.sort price then products.search lamp",
        "products.open p1 then sheet.type price 21 then sheet.submit",
        "tab events then events.filter.by-flag true then events.chart week -o json",
        "products.search -- --json", "--watch tab events",
      ],
      options: [.timeZone], assistants: assistants
    ) { try await $0.watch(printed: $1) }
  }
}

extension CommandShell {
  /// Continues the session of the last `do`, or begins a new one, and then begins the log if there is one.
  public func openSession(startsAnew: Bool, saves: Bool, report: @escaping @MainActor (String) -> Void) async throws {
    do throws(SessionStoreError) {
      try await connector.connection.useSession(
        eventServer: connector.location.server?.url, startsAnew: startsAnew, saves: saves, report: report)
    } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
    try beginLog()
    try chooseTimeZone()
  }

  /// Loads what the visible tab shows, and sends the events that wait.
  public func beginWork(staysOpen: Bool) {
    // The screen also works if the database cannot be watched.
    if connector.location.staysOpen { store.send(.feature(.changesWatched)) }
    store.send(.feature(.appeared))
    if !connector.location.isReadOnly { openOutbox(retries: staysOpen) }
  }

  /// Waits until what the user has changed is stored, and the session is saved.
  ///
  /// - Throws: An error if the session cannot be saved.
  public func saveSession(afterCommands: Bool) async throws(CommandError) {
    // A change that is not stored yet would be stored only when the session continues.
    if store.state.feature.isStoring { printNote("Storing the last changes…") }
    await notingWait {
      await store.wait { !$0.feature.isStoring }
      await connector.connection.flushSession()
    }
    if let failure = connector.connection.saveFailure {
      let loss = " Unsaved changes to drafts, and recorded events, are lost."
      let stored = afterCommands ? " All other changes are stored; do not repeat them." : ""
      let message = failure.terminalSafe + (store.state.feature.hasUnstoredInput ? loss : "") + stored
      throw CommandError(status: .unavailable, message: message)
    }
  }

  /// Saves the session at once.
  public func flushSession() async { await connector.connection.flushSession() }

  /// Calls a closure with the reason whenever the session can no longer be saved.
  public func onSaveFailure(_ report: @escaping @MainActor (String) -> Void) {
    connector.connection.onSaveFailure = report
  }

  /// Returns what has failed so far.
  public func failures() -> (any CommandFailures<UndoFeature<BackOffice>.State>)? {
    EarlierFailures(in: store.state.feature)
  }

  /// Prints the screen again after each change by another program, until the task is cancelled.
  fileprivate func watch(printed: Screen) async throws {
    if database == nil { throw CommandError(status: .usage, message: "--watch needs a database") }
    let (changes, continuation) = AsyncStream<BackOffice.Action>.makeStream()
    let observation = store.onEvent { event in
      guard case .stepTaken(let entry) = event else { return }
      switch entry.cause {
      case .delivered(.feature(let action), in: .changes), .ended(in: .changes, with: .feature(let action)):
        continuation.yield(action)
      default: break
      }
    }
    defer { observation.cancel() }
    store.send(.feature(.changesWatched))
    var printed = printed
    for await change in changes {
      await store.waitUntilIdle()
      let screen = application.screen(of: store.state)
      if screen != printed { try print(screen: screen, isFirst: false) }
      printed = screen
      guard case .watchingEnded(let reason) = change else { continue }
      if let reason { throw CommandError(status: .unavailable, message: reason.terminalSafe) }
      return
    }
  }
}
