import Analytics
import BackOffice
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import Programs
import Shop
import Values

/// What the commands of the shop work with: the back office, and the data with which it is connected.
///
/// Each command sends a few actions to a store and prints the resulting state. The shell receives the store with its
/// handlers and knows only the features.
@MainActor public struct CommandShell: ApplicationContext {
  /// The console and the options of the command.
  public let run: CommandRun
  private let office: BackOfficeApplication
  /// Connects the back office with its data when a command first needs it.
  let connector: OfficeConnector
  private let inputs: BackOfficeApplication.Inputs

  /// The version of the program.
  public static let version = "1.0.0"

  /// Returns the program of the shop.
  ///
  /// - Parameters:
  ///   - connect: A closure that connects the back office with the data at a location. It is called when a command
  ///     first needs data.
  ///   - databaseSchemes: The schemes of the URLs of databases that the closure can connect with.
  ///   - inputs: What commands take from outside.
  ///   - makeKey: A closure that returns random bytes, with which questions to the users of assistants are signed.
  ///   - frontEnd: The front end on the full screen of a terminal, or `nil`.
  /// - Returns: The program.
  public static func program(
    connect: @escaping @MainActor (OfficeLocation) -> OfficeConnection, databaseSchemes: Set<String> = [],
    inputs: BackOfficeApplication.Inputs, makeKey: @escaping @Sendable () -> [UInt8], frontEnd: (any FrontEnd)?
  ) -> Program<CommandShell> {
    let application = BackOfficeApplication(inputs: inputs)
    let commands =
      ProgramCommand.directCommands(of: application) {
        $0.hasPrefix("events.") && !$0.hasPrefix("events.outbox") ? [.timeZone] : []
      }
      + ProgramCommand.databaseCommands
      + ProgramCommand.officeCommands(
        of: application,
        assistants: AssistantAccess(guide: BackOfficeApplication.guide, makeKey: makeKey, now: inputs.now))
    return Program(
      "backroom", version: version, summary: "the back office of a shop", notes: overviewNotes,
      options: OfficeOptions.shared, frontEnd: frontEnd,
      commands: commands,
      movedCommands: Dictionary(
        uniqueKeysWithValues: ["table", "form", "condition", "explore", "step", "replay"].map { ($0, "workbench") }),
      completionWords: ["--existing-database", "--log="], completionOptions: ["--database"]
    ) { run, words in
      let staysOpen =
        words.isEmpty && run.hasTerminal || words == ["--linear"] || ["serve", "mcp"].contains(words.first)
      let path = commands.map(\.path).filter { words.starts(with: $0) }.max { $0.count < $1.count }
      // Made-up events are not sent to a server.
      let location = try OfficeLocation(
        of: run, running: path?.joined(separator: " ") ?? "screen", staysOpen: staysOpen,
        isForAssistant: words.first == "mcp",
        usesServer: words.first != "sample",
        databaseSchemes: databaseSchemes)
      return CommandShell(
        run: run, office: application, connector: OfficeConnector(to: location, connect), inputs: inputs)
    }
  }

  private static let overviewNotes = """
    Without a command, the back office opens on the full screen of the terminal; ? lists its keys there. With --linear, or \
    on a dumb terminal, it prints screens as lines, and commands are typed at a prompt. Products and events are stored in \
    the database ~/.local/share/backroom/shop.db, unless another one is named. 'backroom sample' fills an empty one with \
    sample data. 'backroom do undo' takes back the last change of the products, also that of another command.

    The certificate of a server is checked with the authorities that the system trusts, or with those in the file that \
    CURL_CA_BUNDLE or SSL_CERT_FILE names.
    """

  /// The back office that the commands drive.
  public var application: BackOfficeApplication {
    guard let connection = connector.current else { return office }
    var application = office
    application.shopName = connector.location.database.name
    application.savesSession = { connection.isSessionSaved }
    return application
  }

  /// Records the changes of the client under its name.
  public func introduce(client name: String) {
    let program = "\(name) (\(connector.location.program))"
    connector.connection.recorder?.authorName = connector.location.authorName(workingWith: program)
  }

  /// Prints the products.
  public func printWithoutTerminal() async throws {
    if let answer = try await application.run(Invocation("products.list"), in: store).answer { try print(answer) }
  }

  /// Begins the log, if there is one, unless the command continues a session first.
  public func open(for words: [String]) throws {
    connector.words = words
    if !connector.location.staysOpen, !["do", "show"].contains(words.first) { try beginLog() }
  }

  func beginLog() throws {
    guard let path = try options.content(of: OfficeOptions.log), !path.isEmpty else { return }
    connector.log = try StoreLog(of: store, running: connector.words, at: path, in: console)
  }

  /// Closes the database, and says where its former contents are if it was migrated.
  public func close() async throws {
    connector.log?.stop()
    if let path = await connector.current?.database?.copyBeforeMigration() {
      printNote("The database was migrated to the current format. \(path.terminalSafe) is a copy of the former one.")
    }
    await notingWait { await connector.close() }
    if let failure = connector.log?.failure { throw failure }
  }
}

extension CommandShell {
  /// Calls a closure, and says after a second that the program waits for the server of the database.
  func notingWait(_ body: () async -> Void) async {
    guard case .server = connector.location.database else { return await body() }
    let noting = Task {
      try await Task.sleep(for: .seconds(1))
      printNote("Waiting for \(connector.location.database.text.terminalSafe). Ctrl-C ends the program at once.")
    }
    await body()
    noting.cancel()
  }

  /// The store of the back office.
  public var store: Store<UndoFeature<BackOffice>> { connector.connection.office }

  /// The database, or `nil` if the data is not stored in one.
  var database: (any DatabaseTools)? { connector.connection.database }
}
