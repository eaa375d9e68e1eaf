import Analytics
import Foundation
import Loop
import PortContracts
import PostgresFixtures
import SQLiteHandlers
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

@Suite(.enabled(if: TestServer.isExpected)) struct `The copy of a shop` {
  let server: TestServer
  private let folder: URL

  init() throws {
    server = try TestServer.shared.get()
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func makeFile() -> SQLiteDatabase {
    SQLiteDatabase(path: folder.appending(path: "\(UUID().uuidString).db").path, recordedBy: .fixture())
  }

  /// Fills a database with data of each kind.
  private func fill(_ database: SQLiteDatabase) async throws {
    let store = SQLiteProductStore(database)
    try await store.apply(
      (1...5000).map {
        .insert(Product(id: Product.ID(rawValue: "p\($0)"), name: "Lamp \($0)", price: Money(cents: $0)))
      })
    try await store.apply([
      .insert(
        Product(
          id: "cafe\u{301}", name: "a\tb\\c\r\nd \"e\", 'f' {g} 🪑", price: Money(cents: 1),
          tags: ["", "b", "a", "\\N", "{\"x\",y}", "é"], stock: 0)), .delete("p7"), .delete("p8"),
      .move(["p9"], to: .end),
    ])
    try await SQLiteEventSource(database).record(
      [.start, .stop, .start]
        + (0..<5000).map { number in
          UserEvent(
            userID: UUID(number: UInt8(number % 200)), flag: number.isMultiple(of: 3),
            timestamp: Instant(milliseconds: Int64(number) * 1_000_000 - 1_000_000_000), action: .pause)
        }, batch: EventBatch.ID(number: 3))
    let outbox = SQLiteEventOutbox(database)
    try await outbox.append([.start, .stop, .stop], for: "http://a", batch: EventBatch.ID(number: 4))
    try await outbox.append([.start], for: "http://b", batch: nil)
    guard case .granted(var entry) = try await outbox.claim([2], for: "http://a", at: Instant(milliseconds: 5))[0]
    else {
      throw CancellationError()
    }
    entry.failure = "no answer"
    entry.copiesBefore = 2
    _ = try await outbox.update([entry], removing: [])
    for number in 0..<3 {
      let sessions = SQLiteSessionStore(database, owner: "ada")
      try await sessions.save(
        SessionData(schema: 7, bytes: [0, 1, 255, UInt8(ascii: "\\"), UInt8(number)], hasInput: number == 1))
      if number == 2 { try await sessions.setAside() }
    }
  }

  private struct Contents: Equatable {
    let products: [Product]
    let changes: [RecordedChange]
    let events: [UserEvent]
    let counts: [Int]
    let outbox: [OutboxEntry]
    let sessions: SessionData?
  }

  private func contents(
    _ store: some ProductStore & ChangeLog, _ source: some EventSource, _ outbox: some EventOutbox,
    _ session: SessionData?
  ) async throws -> Contents {
    let rows = WindowRequest(TableQuery(), offset: 0, limit: 10_000)
    return Contents(
      products: try await store.products(), changes: try await store.latestChanges(100),
      events: try await source.window(EventWindowRequest(EventQuery(), rows)) { _ in }.rows.map(\.content),
      counts: [try await source.eventCount(EventQuery()), try await source.userCount(EventQuery())],
      // The numbers of equal events on the server are counted in a copy.
      outbox: try await outbox.entries(for: nil).map {
        var entry = $0
        entry.copiesBefore = nil
        return entry
      }, sessions: session)
  }

  private func contents(of database: SQLiteDatabase) async throws -> Contents {
    try await contents(
      SQLiteProductStore(database), SQLiteEventSource(database), SQLiteEventOutbox(database),
      SQLiteSessionStore(database).newest())
  }

  private func contents(of database: PostgresDatabase) async throws -> Contents {
    try await contents(
      PostgresProductStore(database), PostgresEventSource(database), PostgresEventOutbox(database),
      PostgresSessionStore(database).newest())
  }

  @Test func `has the same data in both directions, and can be changed like the original`() async throws {
    let (original, again) = (makeFile(), makeFile())
    try await fill(original)
    let expected = try await contents(of: original)
    let database = PostgresDatabase(try server.makeDatabase(), recordedBy: .fixture())
    let steps = Locked<[String]>([])
    let counts = try await original.copy(to: database) { step, count, total in
      steps.withLock { $0.append("\(step) \(count) of \(total)") }
    }
    #expect(
      counts.map { "\($0.table.name) \($0.rowCount)" } == [
        "product 4999", "deleted_product 2", "change_log 2", "event 5003", "event_batch 1", "outbox 4",
        "outbox_batch 1",
        "session 3",
      ])
    #expect(steps.withLock { [$0.first, $0.last] } == ["copying 4096 of 10015", "verifying 10015 of 10015"])
    #expect(try await contents(of: database) == expected)
    #expect(try await database.problems() == [])
    _ = try await database.copy(to: again) { _, _, _ in }
    #expect(try await contents(of: again) == expected)
    #expect(try await again.problems() == [])
    // What the other program sends meanwhile is not sent again.
    let copiesBefore = [0, 2, 3, 0]
    #expect(try await PostgresEventOutbox(database).entries(for: nil).map(\.copiesBefore) == copiesBefore)
    #expect(try await SQLiteEventOutbox(again).entries(for: nil).map(\.copiesBefore) == copiesBefore)
    // A version and a number of a copied row are never used again.
    for (store, outbox) in [
      (PostgresProductStore(database), PostgresEventOutbox(database)),
      (SQLiteProductStore(again), SQLiteEventOutbox(again)),
    ] as [(any ProductStore & ChangeLog, any EventOutbox)] {
      #expect(try await store.insert(Product(id: "p7", name: "Mug", price: .zero)).version == 2)
      #expect(try await store.latestChanges(1).map(\.id) == [3])
      try await outbox.append([.start], for: "http://a", batch: nil)
      #expect(try await outbox.entries(for: nil).map(\.id) == [1, 2, 3, 4, 5])
    }
    let sessions = PostgresSessionStore(database)
    try await sessions.save(SessionData(schema: 7, bytes: [1]))
    #expect(try await PostgresSessionStore(database).newest()?.bytes == [1])
    await database.close()
  }

  @Test func `is refused if the other database has data`() async throws {
    let (original, other) = (makeFile(), PostgresDatabase(try server.makeDatabase()))
    try await fill(original)
    _ = try await PostgresProductStore(other).insert(.lamp)
    await #expect(
      throws: DatabaseCopyError.notEmpty(database: other.address.description, table: "product", rowCount: 1)
    ) { try await original.copy(to: other) { _, _, _ in } }
    #expect(try await PostgresProductStore(other).products().count == 1)
    await other.close()
  }

  @Test func `is complete or leaves the other database empty`() async throws {
    let (damaged, other) = (makeFile(), PostgresDatabase(try server.makeDatabase()))
    _ = try await SQLiteProductStore(damaged).insert(.lamp)
    _ = try await SQLiteProductStore(damaged).insert(Product(id: "p\0", name: "Mug", price: .zero))
    await #expect(
      throws: PostgresError(
        other.address.description,
        .failed("the row 2 of product contains the character U+0000, which PostgreSQL cannot store"))
    ) { try await damaged.copy(to: other) { _, _, _ in } }
    #expect(try await PostgresProductStore(other).products() == [])
    await damaged.close()
    let original = makeFile()
    _ = try await SQLiteProductStore(original).insert(.lamp)
    // A server that stores something else than it receives is not trusted.
    try server.execute(
      "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.price = 1; RETURN NEW; END'",
      in: other.address.url)
    try server.execute(
      "CREATE TRIGGER change BEFORE INSERT ON product FOR EACH ROW EXECUTE FUNCTION change()", in: other.address.url)
    await #expect(throws: DatabaseCopyError.differs(table: "product")) {
      try await original.copy(to: other) { _, _, _ in }
    }
    #expect(try await PostgresProductStore(other).products() == [])
    // A cancelled copy ends its transaction, also that of the file.
    let isCopying = Locked(false)
    let task = Task {
      try await original.copy(to: other) { _, _, _ in
        isCopying.withLock { $0 = true }
        while !Task.isCancelled { await Task.yield() }
      }
    }
    while !isCopying.withLock({ $0 }) { await Task.yield() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await PostgresProductStore(other).products() == [])
    _ = try await SQLiteProductStore(original).insert(Product(id: "p3", name: "Jug", price: .zero))
    await other.close()
  }

  @Test func `has all columns of all tables`() async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    try await database.connect()
    let derived = ["backroom_version", "product_order", "event_count", "change_count"]
    let columns = try await database.runRepeatable { connection throws(PostgresError) in
      try connection.run(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
      ).rows.map { [$0.text(0), $0.text(1)] }
    }
    #expect(
      Set(columns.filter { !derived.contains($0[0]) })
        == Set(StoredTable.all.flatMap { table in table.columns.map { [table.name, $0.name] } }))
    await database.close()
  }

  #if os(Linux) && Databases
    @Test func `is made by a command`() async throws {
      let (original, url) = (makeFile(), try server.makeDatabase())
      try await fill(original)
      func run(_ words: [String]) throws -> String {
        let started = try startProgram(["database", "copy"] + words, environment: [:], printsErrors: true)
        return String(decoding: started.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      }
      let address = PostgresAddress(url).description
      #expect(
        try run([original.path, url]) == """
          copied \(original.path) to \(address), and verified the copy
          4999 rows of product
          2 rows of deleted_product
          2 rows of change_log
          5003 rows of event
          1 row of event_batch
          4 rows of outbox
          1 row of outbox_batch
          3 rows of session

          """)
      #expect(
        try run([original.path, url])
          == "backroom: \(address) is not empty: product has 4999 rows; name a database without data\n")
      let missing = folder.appending(path: "missing.db").path
      #expect(try run([missing, url]).hasPrefix("backroom: \(missing): "))
      #expect(!FileManager.default.fileExists(atPath: missing))
      let secret = try run([url.replacing("shop@", with: "shop:s3cret@"), missing])
      #expect(secret.hasPrefix("backroom: the password in FROM is visible to others") && !secret.contains("s3cret"))
    }
  #endif
}
