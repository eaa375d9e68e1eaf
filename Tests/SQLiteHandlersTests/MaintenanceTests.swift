import Analytics
import Foundation
import Loop
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `Maintenance of a database` {
  @Test func `a backup replaces no file of the database, no database in use and no device`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let database = folder.database()
    let stored = try await SQLiteProductStore(database).products()
    try Data().write(to: folder.url.appending(path: "used.db"))
    try Data().write(to: folder.url.appending(path: "used.db-wal"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.db"), withDestinationPath: folder.path("shop.db"))
    for (name, reason) in [
      ("shop.db", "it is a file of the database itself"), ("link.db", "it is a file of the database itself"),
      ("shop.db-wal", "it is a file of the database itself"),
      ("used.db", "it is a database in use, or one that was not closed"),
      ("/dev/null", "it exists and is not a regular file"), ("", "the path is empty"),
      (":memory:", "it names a database in memory; choose a file"),
    ] {
      let path = name.isEmpty || name.hasPrefix("/") || name.hasPrefix(":") ? name : folder.path(name)
      await #expect(throws: DatabaseError(path, .cannotOpen(reason)), "\(name)") {
        try await database.backUp(to: path, overwriting: true)
      }
    }
    #expect(try await SQLiteProductStore(database).products() == stored)
    #expect(try folder.fileNames() == ["link.db", "shop.db", "shop.db-shm", "shop.db-wal", "used.db", "used.db-wal"])
  }

  @Test func `a database that has disappeared is not created again, and can be restored`() async throws {
    let folder = try TemporaryFolder()
    try await folder.makeBackup()
    let (path, list) = (folder.path("shop.db"), folder.path("state/backroom/databases"))
    func open() -> SQLiteDatabase { SQLiteDatabase(path: path, listedIn: list) }
    let database = open()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    await database.close()
    try await open().open()
    #expect(try String(contentsOfFile: list, encoding: .utf8) == "\(path)\n", "listed once")
    try FileManager.default.removeItem(atPath: path)
    let error = DatabaseError(path, .disappeared)
    await #expect(throws: error) { try await open().open() }
    #expect(!FileManager.default.fileExists(atPath: path))
    let restored = open()
    try await restored.restore(from: folder.path("shop.db.backup"))
    #expect(try await SQLiteProductStore(restored).products().map(\.name) == ["Desk"])
    await restored.close()
    try FileManager.default.removeItem(atPath: path)
    try Data().write(to: URL(filePath: list))
    try await open().open()
  }

  @Test func `what killed backups have left is removed, and what others write is not`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    // No process has the first number, and this one has the second.
    let names = ["copy.db.2147483646.partial", "copy.db.1.partial", "copy.db.x.partial", "other.db.2147483646.partial"]
    for name in names { try Data([1]).write(to: folder.url.appending(path: name)) }
    #expect(try await folder.database().backUp(to: folder.path("copy.db"), overwriting: false))
    #expect(try folder.fileNames().filter { $0.hasSuffix(".partial") } == names.dropFirst().sorted())
  }

  @Test func `a missing database is not created by its maintenance`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    let missing = DatabaseError(folder.path("shop.db"), .cannotOpen("No such file or directory"))
    await #expect(throws: missing) { try await database.problems() }
    await #expect(throws: missing) { try await database.vacuum() }
    await #expect(throws: missing) { try await database.migrate() }
    await #expect(throws: missing) { try await database.backUp(to: folder.path("copy"), overwriting: true) }
    #expect(try folder.fileNames() == [])
  }

  @Test(arguments: [
    ("DROP TABLE product_tag", "the table product_tag is missing"),
    ("DROP INDEX event_time", "the index event_time is missing"),
    (
      "UPDATE product SET price = 'abc' WHERE id = 'p1'",
      "row 1 of product has a price, position, version, stock or name of another type"
    ),
    (
      "UPDATE event SET user = 'éééééééééééééééé'",
      "row 1 of event has an unknown action, or a user or time of another type"
    ),
    ("UPDATE event_count SET count = 7", "the numbers of events in event_count differ from the events"),
    ("DELETE FROM event_count", "the numbers of events in event_count differ from the events"),
    (
      "INSERT INTO event_count VALUES (0, 0, 'start', 1)", "the numbers of events in event_count differ from the events"
    ),
    (
      "PRAGMA foreign_keys = FALSE;\nINSERT INTO product_tag VALUES (99, 0, 'x')",
      "a row of product_tag refers to a missing row of product"
    ),
  ])
  func `problems are found, and a backup with problems is not restored`(damage: String, problem: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let path = folder.path("shop.db")
    try { try SQLiteConnection(path, flags: SQLiteCode.openReadWrite).runScript(damage) }()
    #expect(try await folder.database().problems() == [problem])
    let other = SQLiteDatabase(path: folder.path("other.db"))
    await #expect(throws: DatabaseError(path, .damagedCopy(problem))) { try await other.restore(from: path) }
  }

  @Test(arguments: [
    "DROP INDEX event_time", "DROP TABLE event_count", "UPDATE event_count SET count = 7",
    "DROP INDEX event_user;\nCREATE INDEX event_user ON event (user)",
    // The index of the positions no longer contains the product.
    """
    PRAGMA writable_schema = TRUE;
    UPDATE sqlite_master SET sql = 'CREATE INDEX product_position ON product (position) WHERE FALSE'
    WHERE name = 'product_position';
    PRAGMA writable_schema = RESET;
    UPDATE product SET position = position + 5
    """,
  ])
  func `what follows from the rest of the data is rebuilt`(damage: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let before = try await Contents(folder.database())
    try { try SQLiteConnection(folder.path("shop.db"), flags: SQLiteCode.openReadWrite).runScript(damage) }()
    let database = folder.database()
    #expect(try await database.problems() != [])
    try await database.repair()
    #expect(try await database.problems() == [])
    var after = try await Contents(database)
    if damage.hasPrefix("PRAGMA") { after.products = before.products }
    #expect(after == before)
  }

  @Test(arguments: ["event_time", "event_user", "event_count", "product_position", "outbox_event"])
  func `an index or the numbers of events are rebuilt if their pages are damaged`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await SQLiteEventSource(folder.database()).record(Array(repeating: .stop, count: 500))
    let before = try await Contents(folder.database())
    let page = try {
      let connection = try SQLiteConnection(folder.path("shop.db"), flags: SQLiteCode.openReadWrite)
      return try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'") ?? 0
    }()
    var bytes = try Data(contentsOf: folder.url.appending(path: "shop.db"))
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xA5 }
    try folder.replaceDatabase(by: bytes)
    let database = folder.database()
    #expect(try await database.problems() != [])
    try await database.repair()
    #expect(try await database.problems() == [])
    #expect(try await Contents(database) == before)
  }

  @Test(arguments: [
    "CREATE TRIGGER t AFTER INSERT ON product BEGIN DELETE FROM product; END", "CREATE VIEW v AS SELECT 1",
  ])
  func `a backup with a trigger or a view is not restored`(script: String) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let path = folder.path("shop.db")
    try { try SQLiteConnection(path, flags: SQLiteCode.openReadWrite).runScript(script) }()
    let other = SQLiteDatabase(path: folder.path("other.db"))
    let name = script.hasPrefix("CREATE VIEW") ? "view v" : "trigger t"
    await #expect(throws: DatabaseError(path, .damagedCopy("the \(name) does not belong to the shop"))) {
      try await other.restore(from: path)
    }
  }

  @Test func `values that nothing can have stored are errors`() async throws {
    for script in [
      "INSERT INTO event (user, flag, action, timestamp) VALUES ('éééééééééééééééé', 1, 'start', 5)",
      "UPDATE product SET position = \(Int.max), version = \(Int.max)",
    ] {
      let folder = try TemporaryFolder()
      try await folder.fill()
      try { try SQLiteConnection(folder.path("shop.db"), flags: SQLiteCode.openReadWrite).runScript(script) }()
      let database = folder.database()
      if script.hasPrefix("INSERT") {
        await #expect(throws: EventSourceError.self) { try await SQLiteEventSource(database).events(EventQuery()) }
      } else {
        await #expect(throws: ProductStoreError.self) {
          try await SQLiteProductStore(database).insert(Product(id: "p9", name: "Tea", price: .zero))
        }
        await #expect(throws: ProductStoreError.self) {
          try await SQLiteProductStore(database).update(.lamp, expecting: .max)
        }
      }
    }
    let folder = try TemporaryFolder()
    try await folder.fill()
    let path = folder.path("shop.db")
    try { try SQLiteConnection(path, flags: SQLiteCode.openReadWrite).runScript("PRAGMA user_version = -1") }()
    await #expect(throws: DatabaseError(path, .corrupt("its format is -1"))) { try await folder.database().open() }
  }

  @Test func `a product is read with the tags of the same version`() async throws {
    let folder = try TemporaryFolder()
    let writer = SQLiteProductStore(folder.database())
    _ = try await writer.insert(Product(id: "p1", name: "0", price: .zero, tags: ["0"]))
    let writing = Task {
      for version in 1...300 {
        _ = try await writer.update(
          Product(id: "p1", name: "\(version)", price: .zero, tags: ["\(version)"]), expecting: version)
      }
    }
    let reader = SQLiteProductStore(folder.database())
    var products: [Product] = []
    repeat {
      products = try await reader.products()
      #expect(products.allSatisfy { $0.tags == [$0.name] })
    } while products.first?.name != "300"
    try await writing.value
  }

  @Test func `an earlier copy of a version is not replaced by a migration`() async throws {
    let folder = try TemporaryFolder()
    try await folder.makeDatabase()
    let name = "shop.db.version-\(Schema.current.version)"
    try Data([1, 2, 3]).write(to: folder.url.appending(path: name))
    try await folder.laterDatabase().open()
    #expect(try Data(contentsOf: folder.url.appending(path: name)) == Data([1, 2, 3]))
    #expect(try folder.fileNames().contains("\(name)-2"))
  }

  @Test func `a session in use is not loaded by another program, and the newest other one is`() async throws {
    let folder = try TemporaryFolder()
    func session(_ byte: UInt8) -> SessionData { SessionData(schema: 1, bytes: [byte]) }
    func open() -> SQLiteSessionStore { SQLiteSessionStore(folder.database()) }
    let (first, second) = (open(), open())
    #expect(try await first.load() == nil)
    try await first.save(session(1))
    #expect(try await second.load() == nil, "the only session is in use")
    try await second.save(session(2))
    #expect(try await first.load() == session(1))
    #expect(try await first.newest() == session(2), "also if another program continues it")
    try await first.save(session(3))
    #expect(try await second.newest() == session(3))
    await first.close()
    await second.close()
    let (third, fourth, fifth) = (open(), open(), open())
    #expect(try await third.load() == session(3), "the session that was saved last")
    #expect(try await fourth.load() == session(2))
    #expect(try await fifth.load() == nil)
    try await third.setAside()
    try await third.save(session(4))
    #expect(try await third.load() == session(4))
    #expect(try await fifth.load() == nil, "a session that was set aside is not loaded again")
    try await fifth.save(SessionData(schema: 1, bytes: [5], hasInput: true))
    try await fourth.save(session(6))
    for store in [third, fourth, fifth] { await store.close() }
    let sixth = open()
    #expect(try await sixth.load()?.bytes == [5], "the draft of a session is not lost from sight")
    await sixth.close()
    #expect(try !folder.fileNames().contains("shop.db-sessions"))
  }

  @Test func `a session that a backup has replaced is saved beside that of the backup`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let store = SQLiteSessionStore(folder.database())
    _ = try await store.load()
    try await store.save(SessionData(schema: 1, bytes: [1]))
    try await folder.database().restore(from: folder.path("shop.db.backup"))
    #expect(try await !store.holdsInput())
    try await store.save(SessionData(schema: 1, bytes: [2], hasInput: true))
    #expect(try await store.load()?.bytes == [2])
    #expect(try await store.holdsInput())
    let other = SQLiteSessionStore(folder.database())
    #expect(try await other.load()?.bytes == [9], "the session of the backup")
  }

  @Test func `a session is in use also for a program that uses a link or has other permissions`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let path = folder.path("shop.db")
    #expect(chmod(path, 0o660) == 0)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.db"), withDestinationPath: path)
    let (first, second) = (
      SQLiteSessionStore(folder.database()), SQLiteSessionStore(SQLiteDatabase(path: folder.path("link.db")))
    )
    #expect(try await first.load()?.bytes == [9])
    #expect(try await second.load() == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "-sessions")
    #expect(attributes[.posixPermissions] as? Int == 0o660)
  }
}

@Suite struct `Watching a database` {
  @Test func `changes of products and events by others are noticed, and those in an interval together`() async throws {
    let folder = try TemporaryFolder()
    let (database, other) = (folder.database(), folder.database())
    let (own, foreign) = (SQLiteEventSource(database), SQLiteEventSource(other))
    let (ownProducts, products) = (SQLiteProductStore(database), SQLiteProductStore(other))
    let (sessions, outbox) = (SQLiteSessionStore(other), SQLiteEventOutbox(other))
    try await own.record([.start])
    try await foreign.record([.start])
    let backup = folder.path("backup.db")
    #expect(try await other.backUp(to: backup, overwriting: false))
    let file = folder.url.appending(path: "shop.db")
    let aside = folder.url.appending(path: "aside.db")
    let found = Locked<[String]>([])
    let changes = Locked("")
    // Each wait is an interval, before which something happens.
    let intervals: [@Sendable () async throws -> Void] = [
      {}, { try await own.record([.stop]) },
      {
        try await foreign.record([.start])
        try await foreign.record([.stop])
      }, {},
      {
        _ = try await ownProducts.insert(.lamp)
        try await own.record([.stop])
        try await sessions.save(SessionData(schema: 1, bytes: [1]))
        try await outbox.append([.start], for: "http://a")
        _ = try await outbox.claim([1], for: "http://a", at: Instant(milliseconds: 0))
      }, { try await products.apply([.delete("p1")]) },
      {
        _ = try await products.insert(.lamp)
        try await foreign.record([.start])
      }, { _ = try await other.restore(from: backup) },
      { try FileManager.default.moveItem(at: file, to: aside) }, {},
      { try FileManager.default.moveItem(at: aside, to: file) }, {},
    ]
    try await database.watch {
      let number = found.withLock { found in
        changes.withLock {
          found.append($0)
          $0 = ""
        }
        return found.count - 1
      }
      guard intervals.indices.contains(number) else { throw CancellationError() }
      try await intervals[number]()
    } onChange: { kind in
      changes.withLock { $0 += kind.name.prefix(1) }
    }
    #expect(found.withLock { $0 } == ["eps", "", "", "e", "", "", "p", "ep", "ep", "eps", "", "eps", ""])
  }
}
