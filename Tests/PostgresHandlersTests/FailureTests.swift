import Analytics
import Foundation
import PortContracts
import PostgresFixtures
import Shop
import Synchronization
import Tables
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

@Suite(.enabled(if: TestServer.isExpected)) struct `Failures of a server` {
  let server: TestServer

  init() throws { server = try TestServer.shared.get() }

  private func problem(_ address: String, mustExist: Bool = false, isReadOnly: Bool = false) async -> String? {
    let database = PostgresDatabase(address, mustExist: mustExist, isReadOnly: isReadOnly)
    do throws(PostgresError) { try await database.connect() } catch { return error.problem }
    await database.close()
    return nil
  }

  @Test func `are clear errors when a database cannot be opened`() async throws {
    #expect(
      await problem("postgres://ada@/shop?host=/nowhere")
        == "the server cannot be reached: connection to server on socket \"/nowhere/.s.PGSQL.5432\" failed: No such file or "
        + "directory")
    #expect(
      await problem(server.address("missing"))?.hasSuffix("database \"missing\" does not exist") == true)
    let other = try server.makeDatabase()
    try server.execute("CREATE TABLE invoice (number integer)", in: other)
    #expect(
      await problem(other)
        == "the schema public has tables of another program; use a database or a schema of its own")
    for columns in ["number integer", "application text, version integer"] {
      let namesake = try server.makeDatabase()
      try server.execute("CREATE TABLE backroom_version (\(columns))", in: namesake)
      #expect(
        await problem(namesake)
          == "the schema public has tables of another program; use a database or a schema of its own")
    }
    let newer = try server.makeDatabase()
    #expect(await problem(newer, mustExist: true) == "the database has no tables of backroom, and none may be created")
    #expect(await problem(newer) == nil)
    try server.execute("UPDATE backroom_version SET version = 99", in: newer)
    #expect(
      await problem(newer)
        == "a newer version of backroom has created the tables (format 99); update backroom to use them")
    let foreign = try server.makeDatabase()
    try server.execute("CREATE ROLE guest LOGIN", in: foreign)
    let guest = foreign.replacing("shop@", with: "guest@")
    #expect(await problem(guest)?.hasPrefix("permission denied for schema public; the owner") == true)
    #expect(
      await problem(server.address("nopasswords"))?.hasPrefix("the server cannot be reached: ") == true,
      "the name of the database is no reason to ask for a password")
    try server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0")
    #expect(await problem(server.address("latin"))?.hasPrefix("the database has the encoding LATIN1") == true)
  }

  @Test func `of the library are clear errors`() throws {
    #expect(throws: PostgresError("postgres://host/shop", .libraryTooOld(version: "14.11"))) {
      try PostgresLibrary.check(140_011, for: "postgres://host/shop")
    }
    #expect(
      "\(PostgresError("postgres://host/shop", .libraryTooOld(version: "14.11")))"
        == "the PostgreSQL library has version 14.11, and the program needs 15.0 or later")
    #if os(Linux) && Databases
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("no library".utf8).write(to: folder.appending(path: "libpq.so.5"))
      let started = try startProgram(
        ["products", "list", "--database", server.address()], environment: ["LD_LIBRARY_PATH": folder.path],
        printsErrors: true)
      let text = String(decoding: started.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(text.contains("the PostgreSQL library is missing: ") && text.contains("the package libpq5"), "\(text)")
    #endif
  }

  @Test(.enabled(if: TestServer.canHaveSmallDisk)) func `of a full disk store nothing, until there is space again`()
    async throws
  {
    let own = try TestServer(hasSmallDisk: true)
    let database = PostgresDatabase(try own.makeDatabase())
    let (store, source) = (PostgresProductStore(database), PostgresEventSource(database))
    var stored = [try await store.insert(.lamp)]
    try await source.record([.start])
    try own.fillDisk()
    let products = (0..<20_000).map { Product(id: Product.ID(rawValue: "m\($0)"), name: "Mug", price: .zero) }
    let problem = "\(database.address): no space is left on the server; free some and try again"
    await #expect(throws: ProductTransactionError.failed(problem)) {
      try await store.apply(products.map { .insert($0) }) { _ in }
    }
    await #expect(throws: EventSourceError(.recording, .storageFailed(problem))) {
      try await source.record(Array(repeating: .stop, count: 20_000))
    }
    #expect(try await store.products() == stored)
    #expect(try await source.eventCount(EventQuery()) == 1)
    try own.freeDisk()
    stored += try await store.apply(products.map { .insert($0) })
    try await source.record([.stop])
    #expect(try await store.products() == stored)
    #expect(try await source.eventCount(EventQuery()) == 2)
    #expect(try await database.problems() == [])
    await database.close()
  }

  @Test func `in a migration leave the tables as they were`() async throws {
    let address = try server.makeDatabase()
    #expect(await problem(address) == nil)
    let columns = "ALTER TABLE product ADD COLUMN color text"
    let failing = PostgresDatabase(
      address,
      schema: PostgresSchema(
        migrations: PostgresSchema.current.migrations + [columns, "ALTER TABLE missing ADD COLUMN color text"]))
    await #expect(throws: PostgresError.self) { try await failing.connect() }
    #expect(await problem(address) == nil, "the first version can still use the tables")
    let later = PostgresDatabase(
      address, schema: PostgresSchema(migrations: PostgresSchema.current.migrations + [columns]))
    let versions = try await later.migrate()
    #expect(versions == (PostgresSchema.current.version, PostgresSchema.current.version + 1))
    #expect(await problem(address)?.hasPrefix("a newer version of backroom") == true)
    for database in [failing, later] { await database.close() }
  }

  @Test func `leave a read-only database as it is`() async throws {
    let address = try server.makeDatabase()
    #expect(await problem(address) == nil)
    let database = PostgresDatabase(address, isReadOnly: true)
    await #expect(throws: ProductStoreError.self) { try await PostgresProductStore(database).insert(.lamp) }
    #expect(try await PostgresProductStore(database).products() == [])
    await database.close()
  }

  @Test(arguments: [
    ("postgres://ada:s3cret@/shop?host=/nowhere", "postgres://ada@/shop?host=/nowhere"),
    ("postgres://ada@/shop?password=s3cret&host=/nowhere", "postgres://ada@/shop?host=/nowhere"),
    ("postgres://ada:s3@cret@/shop?host=/nowhere", "postgres://ada@/shop?host=/nowhere"),
    ("postgres://ada:s3%cret@/shop", "postgres://ada@/shop"),
    ("postgres://ada:s3cret@host:port/shop", "postgres://ada@host:port/shop"),
    ("postgres://ada:s3/cret@/shop", "postgres://ada@/shop"), ("postgres://ada:s3?cret@/shop", "postgres://ada@/shop"),
    ("user=ada password=s3cret host=/nowhere", "…"),
  ]) func `never show a password`(url: String, shown: String) async {
    let address = PostgresAddress(url)
    #expect(address.description == shown)
    if shown == "…" {
      #expect(
        throws: PostgresError(
          shown, .invalidAddress("expected postgres://USER@HOST/DATABASE?sslmode=MODE, with usual parameters"))
      ) {
        try address.validate()
      }
    }
    do throws(PostgresError) {
      try await PostgresDatabase(url).connect()
      Issue.record("there is no such server")
    } catch {
      for text in ["\(error)", error.problem, String(reflecting: error)] {
        #expect(!text.contains("cret") && !text.contains("s3"), "\(text)")
      }
    }
  }

  @Test func `are noticed within time limits, unless the environment or a service has some`() {
    let address = PostgresAddress("postgres://host/shop")
    let names = address.timeLimits(environment: [:]).map(\.0)
    #expect(names.first == "connect_timeout" && names.contains("tcp_user_timeout"))
    #expect(address.timeLimits(environment: ["PGCONNECT_TIMEOUT": "2"]).map(\.0) == Array(names.dropFirst()))
    #expect(address.timeLimits(environment: ["PGSERVICE": "shop"]).isEmpty)
    #expect(PostgresAddress("postgres:///?service=shop").timeLimits(environment: [:]).isEmpty)
  }

  @Test func `refuse the character U+0000 with the product`() async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    let store = PostgresProductStore(database)
    for product in [
      Product(id: "p\0", name: "Lamp", price: .zero), Product(id: "p1", name: "La\0mp", price: .zero),
      Product(id: "p1", name: "Lamp", price: .zero, tags: ["\0"]),
    ] {
      do throws(ProductTransactionError) {
        try await store.apply([.insert(Product(id: "p2", name: "Mug", price: .zero)), .insert(product)]) { _ in }
        Issue.record("the product was stored")
      } catch {
        guard case .product(product, .failed(let reason)) = error else { throw error }
        #expect(reason.hasSuffix("contains the character U+0000, which PostgreSQL cannot store"))
      }
    }
    #expect(try await store.products() == [])
    // Nothing can have such an ID.
    try await store.apply([.delete("p\0"), .move(["p\0"], to: .end)])
    await database.close()
  }

  @Test func `order texts as memory does`() async throws {
    let connection = try PostgresConnection(PostgresAddress(try server.makeDatabase()))
    var random = SplitMix64(seed: 5)
    let parts = ["a", "B", "Z", "z", "é", "Ä", "0", "9", " ", "_", "[", "🙂", "\u{301}", "\u{FFFD}", "item 1"]
    let texts = (0..<500).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    let found = try connection.run(
      "SELECT text FROM unnest($1) AS line (text) ORDER BY text COLLATE \"C\"", [.texts(texts)]
    ).rows.map { Array($0.text(0).unicodeScalars) }
    #expect(found == texts.map { Array($0.unicodeScalars) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(try connection.run("SELECT $1::text[]", [.texts(texts)]).firstRow?.texts(0) == texts)
    #expect(try connection.run("SELECT $1::text[], NULL", [.texts([])]).firstRow?.texts(0) == [])
  }

  @Test func `cancel the statement on the server`() async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    try await database.connect()
    let task = Task {
      try await database.runRepeatable { connection throws(PostgresError) in
        try connection.run("SELECT pg_sleep(600)")
        return ()
      }
    }
    // The statement runs when the server says so.
    let observer = try PostgresConnection(PostgresAddress(database.address.url))
    func isRunning() throws -> Bool {
      try observer.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active' AND datname = "
          + "current_database()") != 0
    }
    while try !isRunning() { await Task.yield() }
    task.cancel()
    await #expect(throws: PostgresError(database.address.description, .cancelled)) { try await task.value }
    while try isRunning() { await Task.yield() }
    #expect(try await database.problems() == [], "the connection can be used again")
    await database.close()
  }

  @Test func `are over when the server is back, and what was acknowledged is there once`() async throws {
    let own = try TestServer()
    let address = try own.makeDatabase()
    let (pauses, attempts) = (Locked(0), Locked<[Product.ID]>([]))
    let databases = (0..<2).map { _ in
      // The server is back at the third attempt to connect.
      PostgresDatabase(address, schema: .current) { _ in
        let count = pauses.withLock { count in
          count += 1
          return count
        }
        if count.isMultiple(of: 3) { try own.restart() }
      }
    }
    try await databases[0].connect()
    let stores = databases.map { PostgresProductStore($0) }
    for round in 0..<5 {
      try own.stop()
      for (index, store) in stores.enumerated() {
        let id = Product.ID(rawValue: "p\(round)-\(index)")
        _ = try await store.insert(Product(id: id, name: "Lamp", price: .zero))
        attempts.withLock { $0.append(id) }
      }
    }
    let products = try await stores[0].products()
    #expect(products.map(\.id) == attempts.withLock { $0 } && products.allSatisfy { $0.version == 1 })
    for database in databases { await database.close() }
  }

  @Test func `of rights and of connections do not end watching for changes`() async throws {
    let address = try server.makeDatabase()
    let owner = PostgresDatabase(address)
    try await owner.connect()
    try server.execute("CREATE ROLE reader LOGIN CONNECTION LIMIT 0")
    try server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", in: address)
    let database = PostgresDatabase(address.replacing("shop@", with: "reader@"))
    var watch = DatabaseWatch(database)
    #expect(await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings])
    try server.execute("ALTER ROLE reader CONNECTION LIMIT -1")
    watch.endInterval()
    #expect(await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings], "it is reached now")
    _ = try await PostgresProductStore(owner).insert(.lamp)
    watch.endInterval()
    #expect(await watch.next() == .products)
    try await watch.end()
    await database.close()
    await owner.close()
  }

  @Test func `are shown to those who watch for changes, and so is their end`() async throws {
    let own = try TestServer()
    let database = PostgresDatabase(try own.makeDatabase())
    var watch = DatabaseWatch(database)
    #expect(await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings])
    try own.stop()
    watch.endInterval()
    #expect(
      await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings], "what is read now fails")
    watch.endInterval()
    try own.restart()
    watch.endInterval()
    #expect(
      await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings], "what is read now is there")
    watch.endInterval()
    try await watch.end()
    #expect(await watch.next() == nil)
    await database.close()
  }

  @Test func `under load lose nothing that was acknowledged, and store nothing twice`() async throws {
    let own = try TestServer()
    let address = try own.makeDatabase()
    let isRunning = Locked(true)
    let databases = (0..<4).map { _ in
      // The next attempt comes when the server is back.
      PostgresDatabase(address, schema: .current) { _ in while !isRunning.withLock({ $0 }) { await Task.yield() } }
    }
    try await databases[0].connect()
    let (acknowledged, isEnded) = (Locked<Set<Product.ID>>([]), Locked(false))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let database = databases[writer % databases.count]
          var number = 0
          while !isEnded.withLock({ $0 }) {
            let id = Product.ID(rawValue: "p\(writer)-\(number)")
            number += 1
            _ = try await PostgresProductStore(database).insert(Product(id: id, name: "Lamp", price: .zero))
            try await PostgresEventSource(database).record([.start, .stop])
            acknowledged.withLock { _ = $0.insert(id) }
          }
        }
      }
      for _ in 0..<caseCount(3, exhaustive: 20) {
        let count = acknowledged.withLock(\.count)
        while acknowledged.withLock(\.count) < count + 20 { await Task.yield() }
        isRunning.withLock { $0 = false }
        try own.restart()
        isRunning.withLock { $0 = true }
      }
      isEnded.withLock { $0 = true }
      try await group.waitForAll()
    }
    let products = try await PostgresProductStore(databases[0]).products()
    #expect(Set(products.map(\.id)) == acknowledged.withLock { $0 } && products.allSatisfy { $0.version == 1 })
    #expect(try await PostgresEventSource(databases[0]).eventCount(EventQuery()) == 2 * products.count)
    #expect(try await databases[0].problems() == [])
    for database in databases { await database.close() }
  }
}
