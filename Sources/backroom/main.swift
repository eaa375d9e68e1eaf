import Analytics
import BackOffice
import ConsoleIO
import HTTPHandlers
import Loop
import Programs
import Shell
import Shop
import Values

#if Databases
  import PostgresHandlers
  import SQLiteHandlers

  extension SQLiteDatabase: DatabaseTools {}
  extension SQLiteSessionStore: OfficeSessionStore {}
  extension PostgresDatabase: DatabaseTools {}
  extension PostgresSessionStore: OfficeSessionStore {}
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

/// Returns the ID of a new product.
@Sendable func randomID() -> String { "p" + String(UInt32.random(in: .min ... .max), radix: 36) }

/// The stores of a database.
struct DatabaseStores {
  let products: any ProductStore & ChangeLog
  let events: any EventSource
  let outbox: any EventOutbox
  let sessions: (any OfficeSessionStore)?
  let tools: (any DatabaseTools)?

  /// Creates the stores of the database at a location, or those with sample data in a build without databases.
  init(at location: OfficeLocation, recordedBy recorder: ChangeRecorder) {
    #if Databases
      let database: SQLiteDatabase
      switch location.database {
      case .server(_, let url):
        let database = PostgresDatabase(
          url, mustExist: location.mustExist, isReadOnly: location.isReadOnly, recordedBy: recorder)
        (products, events, outbox) = (
          PostgresProductStore(database), PostgresEventSource(database), PostgresEventOutbox(database)
        )
        (sessions, tools) = (PostgresSessionStore(database, owner: location.user ?? ""), database)
        return
      case .file(let path):
        database = SQLiteDatabase(
          path: path, createsFolder: location.isDefaultDatabase, mustExist: location.mustExist,
          isReadOnly: location.isReadOnly, listedIn: location.databaseListPath, recordedBy: recorder)
      case .memory: database = SQLiteDatabase(path: SQLiteDatabase.memoryPath, recordedBy: recorder)
      }
      (products, events, outbox) = (
        SQLiteProductStore(database), SQLiteEventSource(database), SQLiteEventOutbox(database)
      )
      (sessions, tools) = (SQLiteSessionStore(database, owner: location.user ?? ""), database)
    #else
      (products, events, outbox) = (
        MemoryProductStore(.sample, recordedBy: recorder), MemoryEventSource(.sample), MemoryEventOutbox()
      )
      (sessions, tools) = (nil, nil)
    #endif
  }
}

/// Connects the back office with the database and the server at a location.
@MainActor func connect(to location: OfficeLocation) -> OfficeConnection {
  let recorder = ChangeRecorder(authorName: location.authorName, now: currentInstant)
  let database = DatabaseStores(at: location, recordedBy: recorder)
  let server = location.server.map { address in
    var options = HTTPOptions()
    options.authorityFile = location.authorityFile
    let source = OutageTrackingEventSource(
      HTTPEventSource(address, token: location.token, options: options), now: currentInstant)
    return (
      source: OutboxEventSource(source, recordingInto: database.outbox, for: address.url),
      sender: OutboxHandler(database.outbox, for: address.url, sendingTo: source, now: currentInstant)
    )
  }
  let source: any EventSource = server?.source ?? database.events
  let handler = BackOfficeHandler(
    products: database.products, events: location.staysOpen ? PrefetchingEventSource(source) : source,
    files: ProcessFiles(
      hasScreen: location.staysOpen, allowedFolders: location.allowedFolders,
      databasePath: location.database.filePath),
    timeZones: TimeZoneFiles { try? contentsOfFile(at: $0, mustBeRegular: true) },
    settings: database.sessions.map(SharedSettings.init), outbox: server?.sender,
    waitingEvents: database.outbox, changes: database.tools, changeLog: database.products,
    makeIDPrefix: randomID)
  return OfficeConnection(
    handler: handler, database: database.tools, sessions: database.sessions, outbox: database.outbox,
    recorder: recorder, onViolation: { console.printError("backroom: \($0)\n") })
}

/// The schemes of the URLs of databases on servers.
let databaseSchemes: Set<String> = {
  #if Databases
    return PostgresAddress.schemes
  #else
    return []
  #endif
}()

let console = Console.process
let program = CommandShell.program(
  connect: connect, databaseSchemes: databaseSchemes,
  inputs: BackOfficeApplication.Inputs(
    makeProductID: { Product.ID(rawValue: randomID()) }, makeBatchID: { EventBatch.ID() }, now: currentInstant
  ) { SplitMix64(seed: $0) },
  makeKey: { (0..<32).map { _ in UInt8.random(in: .min ... .max) } },
  frontEnd: TerminalFrontEnd(programName: "backroom", on: console))
exit(await program.run().rawValue)
