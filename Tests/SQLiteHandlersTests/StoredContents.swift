import Analytics
import Foundation
import Loop
import Shop
import Tables
import Testing
import Values

@testable import SQLiteHandlers

/// The contents of a database.
struct Contents: Equatable {
  var products: [Product]
  var events: [UserEvent]
  var outbox: [OutboxEntry]
  var eventBatches: [EventBatch.ID]
  var outboxBatches: [EventBatch.ID]
  var session: SessionData?

  init(_ database: SQLiteDatabase) async throws {
    products = try await SQLiteProductStore(database).products()
    events = try await SQLiteEventSource(database).events(EventQuery())
    outbox = try await SQLiteEventOutbox(database).entries(for: nil)
    eventBatches = try await database.read { connection throws(DatabaseError) in try connection.batches(in: .events) }
    outboxBatches = try await database.read { connection throws(DatabaseError) in try connection.batches(in: .outbox) }
    session = try await SQLiteSessionStore(database).load()
  }
}

extension TemporaryFolder {
  /// Stores two products, an event, an event that waits and a session.
  func fill() async throws {
    let database = database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    _ = try await SQLiteProductStore(database).insert(Product(id: "p3", name: "Desk", price: .zero))
    try await SQLiteEventSource(database).record([.start])
    try await SQLiteEventOutbox(database).append([.start], for: "http://a")
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: [9]))
    await database.close()
  }

  /// Creates the backup `shop.db.backup` of another database.
  func makeBackup() async throws {
    let other = try TemporaryFolder()
    try await other.fill()
    try await SQLiteProductStore(other.database()).apply([.delete("p1")])
    #expect(try await other.database().backUp(to: path("shop.db.backup"), overwriting: false))
  }

  /// Stores one product and two events.
  func makeDatabase() async throws {
    let database = database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    try await SQLiteEventSource(database).record([.start, .stop])
    await database.close()
  }

  /// Returns the database `shop.db` as a later version of the program uses it.
  func laterDatabase(failNextCall: (@Sendable () -> Int32?)? = nil) -> SQLiteDatabase {
    SQLiteDatabase(path: path("shop.db"), schema: .later, failNextCall: failNextCall)
  }

  /// Writes a database file, and removes the files beside it.
  func replaceDatabase(by bytes: Data) throws {
    for name in ["shop.db-wal", "shop.db-shm"] { try? FileManager.default.removeItem(at: url.appending(path: name)) }
    try bytes.write(to: url.appending(path: "shop.db"))
  }
}

extension Schema {
  /// A schema with a migration that this program does not have.
  static let later = Schema(
    migrations: current.migrations + [
      """
      ALTER TABLE product ADD COLUMN note TEXT NOT NULL DEFAULT '';
      UPDATE product SET note = name;
      DROP TABLE event_batch;
      CREATE TABLE event_batch (id BLOB PRIMARY KEY CHECK (length(id) = 16), time INTEGER) WITHOUT ROWID;

      """
    ])
}

extension UserEvent {
  static let start = UserEvent(
    userID: UUID(number: 1), flag: true,
    timestamp: Instant(milliseconds: 1_679_475_600_000), action: .start)
  static let stop = UserEvent(
    userID: start.userID, flag: false, timestamp: Instant(milliseconds: 1_679_475_600_500), action: .stop)
}
