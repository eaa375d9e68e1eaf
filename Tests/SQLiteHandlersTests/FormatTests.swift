import Analytics
import Conditions
import Foundation
import Loop
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `The format of a database` {
  @Test func `a file of an earlier version is migrated after a backup`() async throws {
    let folder = try TemporaryFolder()
    let version = Schema.current.version
    try await folder.makeDatabase()
    let database = folder.laterDatabase()
    #expect(try await database.migrate() == (version, version + 1))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
    #expect(try await SQLiteEventSource(database).eventCount(EventQuery()) == 2)
    let note = try await database.read { connection throws(DatabaseError) in
      try connection.integer("SELECT count(*) FROM product WHERE note = 'Lamp'")
    }
    #expect(note == 1)
    #expect(try await database.problems() == [])
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: []))
    #expect(await database.copyBeforeMigration() == folder.path("shop.db.version-\(version)"))
    await database.close()
    #expect(await database.copyBeforeMigration() == nil)
    #expect(try folder.fileNames() == ["shop.db", "shop.db.version-\(version)"])
    let copy = try SQLiteConnection(folder.path("shop.db.version-\(version)"), flags: SQLiteCode.openReadOnly)
    #expect(try copy.schemaVersion() == version)
    #expect(try await database.migrate() == (version + 1, version + 1))
    #expect(await database.copyBeforeMigration() == nil)
    await database.close()
    await #expect(throws: DatabaseError(folder.path("shop.db"), .newer(version: version + 1))) {
      try await folder.database().open()
    }
  }

  @Test func `products of version 1 have no stock, and a backup of version 1 can be restored`() async throws {
    let folder = try TemporaryFolder()
    let first = SQLiteDatabase(path: folder.path("shop.db"), schema: Schema(migrations: [Schema.current.migrations[0]]))
    try await first.write { connection throws(DatabaseError) in
      try connection.run(
        "INSERT INTO product (key, id, name, price, position, version) VALUES ('p1', 'p1', 'Lamp', 1999, 1, 4)")
    }
    await first.close()
    let database = folder.database()
    #expect(try await database.migrate() == (1, Schema.current.version))
    let store = SQLiteProductStore(database)
    var lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 4)
    #expect(try await store.products() == [lamp])
    lamp.stock = 3
    lamp = try await store.update(lamp, expecting: 4)
    #expect(try await store.products() == [lamp] && lamp.stock == 3)
    try await database.restore(from: folder.path("shop.db.version-1"))
    #expect(try await store.products().map(\.stock) == [nil])
    #expect(try await database.problems() == [])
  }

  @Test func `a file of a later version or of another program is refused and not changed`() async throws {
    for (script, reason) in [
      (
        "PRAGMA application_id = \(Schema.applicationID);\nPRAGMA user_version = 99",
        DatabaseError.Reason.newer(version: 99)
      ),
      ("CREATE TABLE other (x)", .belongsToAnotherProgram), ("PRAGMA user_version = 1", .belongsToAnotherProgram),
      // A database from before the first release.
      (
        "PRAGMA application_id = 1113678699;\nPRAGMA user_version = 1;\nCREATE TABLE product (id)",
        .belongsToAnotherProgram
      ),
    ] {
      let folder = try TemporaryFolder()
      let path = folder.path("shop.db")
      let flags = SQLiteCode.openReadWrite | SQLiteCode.openCreate
      try { try SQLiteConnection(path, flags: flags).runScript(script) }()
      let before = try Data(contentsOf: URL(filePath: path))
      await #expect(throws: DatabaseError(path, reason)) { try await folder.database().open() }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(try folder.fileNames() == ["shop.db"])
    }
  }

  @Test func `the log beside a database does not stay large`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    try await database.write { connection throws(DatabaseError) in
      try connection.run("CREATE TABLE filler (bytes BLOB)")
      try connection.transaction { () throws(DatabaseError) in
        for _ in 0..<80 { try connection.run("INSERT INTO filler VALUES (zeroblob(1048576))") }
      }
      try connection.run("DELETE FROM filler WHERE rowid = 1")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("shop.db-wal"))
    #expect(attributes[.size] as? Int ?? 0 <= 64 << 20)
  }

  @Test func `a backup that is damaged, missing or foreign is not restored`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let database = folder.database()
    let before = try await Contents(database)
    try Data(repeating: 7, count: 10_000).write(to: folder.url.appending(path: "garbage"))
    try Data().write(to: folder.url.appending(path: "empty"))
    for (name, reason) in [
      ("garbage", DatabaseError.Reason.notADatabase), ("empty", .notADatabase),
      ("missing", .cannotOpen("No such file or directory")),
    ] {
      await #expect(throws: DatabaseError(folder.path(name), reason)) {
        try await database.restore(from: folder.path(name))
      }
      #expect(try await Contents(database) == before)
    }
  }

  @Test func `a database of a later version is kept beside it when a backup is restored`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let path = folder.path("shop.db")
    // Another program may be using the file, and has a part of the data in its log.
    let other = try SQLiteConnection(path, flags: SQLiteCode.openReadWrite)
    try other.runScript("PRAGMA user_version = 99;\nCREATE TABLE later (x);\nINSERT INTO later VALUES (1)")
    let database = folder.database()
    try Data(repeating: 7, count: 10_000).write(to: folder.url.appending(path: "garbage"))
    await #expect(throws: DatabaseError(folder.path("garbage"), .notADatabase)) {
      try await database.restore(from: folder.path("garbage"))
    }
    #expect(try other.integer("SELECT x FROM later") == 1)
    let kept = try await database.restore(from: folder.path("shop.db.backup"))
    #expect(kept?.path == path + ".version-99" && kept?.isOutboxRestored == true)
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Desk"])
    #expect(try await database.problems() == [])
    let former = try SQLiteConnection(path + ".version-99", flags: SQLiteCode.openReadOnly)
    #expect(try former.schemaVersion() == 99)
    #expect(try former.integer("SELECT x FROM later") == 1)
  }

  @Test func `a backup of an earlier version is restored and migrated`() async throws {
    let folder = try TemporaryFolder()
    try await folder.makeDatabase()
    try FileManager.default.moveItem(atPath: folder.path("shop.db"), toPath: folder.path("old.db"))
    let database = folder.laterDatabase()
    _ = try await SQLiteProductStore(database).insert(Product(id: "p9", name: "Tea", price: .zero))
    try await database.restore(from: folder.path("old.db"))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: [1]))
    #expect(try await database.problems() == [])
  }

  @Test func `many products are moved in one pass, unless it is cancelled`() async throws {
    let callCount = Locked(0)
    let database = SQLiteDatabase(path: ":memory:") {
      callCount.withLock { $0 += 1 }
      return nil
    }
    let store = SQLiteProductStore(database)
    let ids = (0..<2_000).map { Product.ID(rawValue: "\($0)") }
    try await store.apply(ids.map { .insert(Product(id: $0, name: "Tea", price: .zero)) }) { _ in }
    let countBefore = callCount.withLock { $0 }
    try await store.apply([.move(ids[1_000...].reversed(), to: .before("1"))])
    #expect(callCount.withLock { $0 } - countBefore < 20 * ids.count)
    let expected = [ids[0]] + ids[1_000...].reversed() + ids[1..<1_000]
    #expect(try await store.products().map(\.id) == expected)
    let moving = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.apply([.move(ids, to: .end)])
    }
    await #expect(throws: ProductStoreError.self) { try await moving.value }
    #expect(try await store.products().map(\.id) == expected)
  }

  @Test func `a list of which each event is tested reports how many were tested`() async throws {
    let source = SQLiteEventSource(SQLiteDatabase(path: SQLiteDatabase.memoryPath))
    try await source.record(Array(repeating: .start, count: 5_000))
    let reports = Locked([Int]())
    let filter = RowFilter(condition: try Condition(parsing: #"userID MATCHES "x""#))
    let rows = WindowRequest(TableQuery(filter: filter), offset: 0, limit: 10)
    let window = try await source.window(EventWindowRequest(EventQuery(), rows)) { count in
      reports.withLock { $0.append(count) }
    }
    #expect(window.count == 0 && reports.withLock { $0 } == [4_096, 5_000])
  }

  @Test func `reading that is cancelled is reported as such`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    let source = SQLiteEventSource(database)
    try await source.record(Array(repeating: .start, count: 20_000))
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await source.events(EventQuery())
    }
    await #expect(throws: EventSourceError(.events, .cancelled)) { try await reading.value }
  }

  @Test func `reading in the background does not delay other reading`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    try await database.open()
    let (started, start) = AsyncStream<Void>.makeStream()
    let end = DispatchSemaphore(value: 0)
    let reading = Task(priority: .utility) {
      try await database.read { _ throws(DatabaseError) in
        start.finish()
        end.wait()
      }
    }
    for await _ in started {}
    #expect(try await SQLiteEventSource(database).eventCount(EventQuery()) == 0)
    end.signal()
    try await reading.value
  }

  @Test func `several connections create and change a database at the same time`() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup { group in
      for client in 0..<4 {
        let database = folder.database()
        group.addTask {
          for number in 0..<10 {
            let id = Product.ID(rawValue: "p\(client)-\(number)")
            _ = try await SQLiteProductStore(database).insert(Product(id: id, name: "Tea", price: .zero))
          }
        }
      }
      try await group.waitForAll()
    }
    let products = try await SQLiteProductStore(folder.database()).products()
    #expect(products.map(\.position) == Array(1...40))
  }

  @Test func `a cancelled task stops a long operation, which changes nothing`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    try await database.open()
    let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let (isStarted, started) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await database.write { connection throws(DatabaseError) in
        started.finish()
        try connection.run(count)
      }
    }
    for await _ in isStarted {}
    task.cancel()
    await #expect(throws: DatabaseError(":memory:", .cancelled)) { try await task.value }
    let changes = (0..<3_000).map {
      ProductChange.insert(Product(id: .init(rawValue: "\($0)"), name: "Tea", price: .zero))
    }
    let store = SQLiteProductStore(database)
    let importing = Task {
      try await store.apply(changes) { written in
        if written >= 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: ProductTransactionError.cancelled) { try await importing.value }
    let folder = try TemporaryFolder()
    try await folder.fill()
    let (stored, copy) = (folder.database(), folder.path("copy.db"))
    let copying = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stored.backUp(to: copy, overwriting: false)
    }
    await #expect(throws: DatabaseError(copy, .cancelled)) { try await copying.value }
    #expect(try await store.products() == [])
  }
}
