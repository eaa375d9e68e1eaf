import Analytics
import BackOffice
import Explorations
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import Shell
import Shop
import Terminal
import Values

#if SQLite
  import SQLiteHandlers

  extension SQLiteDatabase: DatabaseTools {}
  extension SQLiteSessionStore: OfficeSessionStore {}
#else
  import MemoryHandlers
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

var console = Console.process
console.isErrorTerminal = isatty(2) != 0
console.hasControllingTerminal = hasControllingTerminal()
console.environment = processEnvironment()
if let size = terminalSize(ofDescriptor: 1) { (console.outputWidth, console.outputHeight) = (size.columns, size.rows) }

/// Returns the ID of a new product.
@Sendable func randomID() -> String { "p" + String(UInt32.random(in: .min ... .max), radix: 36) }

/// The stores of a database.
struct DatabaseStores {
  let products: any ProductStore
  let events: any EventSource
  let outbox: any EventOutbox
  let sessions: (any OfficeSessionStore)?
  let tools: (any DatabaseTools)?

  /// Creates the stores of the database at a location, or those with sample data in a build without databases.
  init(at location: OfficeLocation) {
    #if SQLite
      let database =
        switch location.database {
        case .file(let path):
          SQLiteDatabase(
            path: path, createsFolder: location.isDefaultDatabase, listedIn: location.databaseListPath)
        case .memory: SQLiteDatabase(path: SQLiteDatabase.memoryPath)
        case .server(let scheme, _): preconditionFailure("the shell refuses \(scheme)")
        }
      (products, events, outbox) = (
        SQLiteProductStore(database), SQLiteEventSource(database), SQLiteEventOutbox(database)
      )
      (sessions, tools) = (SQLiteSessionStore(database), database)
    #else
      (products, events, outbox) = (MemoryProductStore(.sample), MemoryEventSource(.sample), MemoryEventOutbox())
      (sessions, tools) = (nil, nil)
    #endif
  }
}

/// Connects the back office with the database and the server at a location.
@MainActor func connect(to location: OfficeLocation) -> OfficeConnection {
  let database = DatabaseStores(at: location)
  let server = location.server.map { address in
    var options = HTTPOptions()
    options.authorityFile = location.authorityFile
    let source = HTTPEventSource(address, token: location.token, options: options)
    return (
      source: OutboxEventSource(source, recordingInto: database.outbox, for: address.url),
      sender: OutboxHandler(database.outbox, for: address.url, sendingTo: source, now: currentInstant)
    )
  }
  let source: any EventSource = server?.source ?? database.events
  let handler = BackOfficeHandler(
    products: database.products, events: location.staysOpen ? PrefetchingEventSource(source) : source,
    files: ProcessFiles(hasScreen: location.staysOpen),
    timeZones: TimeZoneFiles { try? contentsOfFile(at: $0, mustBeRegular: true) }, outbox: server?.sender,
    changes: database.tools,
    makeIDPrefix: randomID)
  return OfficeConnection(
    handler: handler, events: source, database: database.tools, sessions: database.sessions, outbox: database.outbox,
    onViolation: Console.reportViolation)
}

var shell = CommandShell(
  connect: connect,
  features: ExploredFeatures.all,
  makeProductID: { Product.ID(rawValue: randomID()) },
  makeBatchID: { EventBatch.ID() },
  now: currentInstant,
  console: console)

/// Shows applications on the full screen of the terminal.
struct TerminalFrontEnd: FrontEnd {
  let environment: [String: String]
  /// The path of the file with the name of the colors, or `nil`.
  let themePath: String?

  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    // Without the file, the colors are those for the environment.
    let theme = themePath.flatMap { try? contentsOfFile(at: $0, mustBeRegular: true) }.map {
      String(decoding: $0, as: UTF8.self).trimmed
    }
    let screen = FullScreen(
      application, store: store, environment: environment, bindings: bindings, themeName: theme
    ) { name in
      if let themePath { writeSetting(name, at: themePath) }
    }
    try await screen.run(showing: messages, saving: save, until: isFinished)
  }
}

shell.frontEnd = TerminalFrontEnd(
  environment: console.environment, themePath: console.configurationPath(of: "theme"))

/// The unmodified bytes of the arguments.
///
/// `CommandLine.arguments` replaces bytes that are not valid UTF-8.
let commandLineArguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { word in (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) } }
}

// The first argument is the name of the program. On Linux all of them are read from /proc.
if CommandLine.argc == 0 {
  console.printError("backroom: the arguments cannot be read: /proc is not mounted\n")
  exit(ExitStatus.failure.rawValue)
}
exit(await shell.run(utf8Arguments: commandLineArguments).rawValue)
