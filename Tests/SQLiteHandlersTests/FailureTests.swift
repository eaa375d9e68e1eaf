import Analytics
import Foundation
import Loop
import Shop
import Tables
import Testing
import Values

@testable import SQLiteHandlers

/// The result codes of SQLite that a test injects: busy, out of memory, input or output error, corrupt, full.
private let injectedCodes: [Int32] = [5, 7, 10, 11, 13]

/// Makes one call of the library fail.
private final class FailingCall: Sendable {
  private struct Status {
    var remaining: Int
    var isEnded = false
  }

  private let code: Int32
  // The thread sanitizer reports races for the mutex of the standard library.
  private let lock = NSLock()
  // Only accessed with the lock.
  nonisolated(unsafe) private var status: Status

  /// Creates a failure of the call after a number of successful ones.
  init(_ code: Int32, after count: Int) {
    self.code = code
    status = Status(remaining: count)
  }

  /// Lets all further calls succeed, and returns whether a call has failed.
  func end() -> Bool {
    lock.withLock {
      defer { status.isEnded = true }
      return status.isEnded
    }
  }

  func next() -> Int32? {
    lock.withLock {
      if status.isEnded { return nil }
      if status.remaining > 0 {
        status.remaining -= 1
        return nil
      }
      status.isEnded = true
      return code
    }
  }
}

/// The contents of a database.
private struct Contents: Equatable {
  var products: [Product]
  var events: [UserEvent]
  var session: SessionData?

  init(_ database: SQLiteDatabase) async throws {
    products = try await SQLiteProductStore(database).products()
    events = try await SQLiteEventSource(database).events(EventQuery())
    session = try await SQLiteSessionStore(database).load()
  }
}

@Suite struct `A failing database` {
  /// An operation on a database, by name.
  struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (SQLiteDatabase) async throws -> Void
    var testDescription: String { name }
  }

  private static let chair = Product(id: "p2", name: "Chair", price: Money(cents: 4900), tags: ["oak", "seat"])

  static let operations: [Operation] = [
    Operation(name: "insert") { _ = try await SQLiteProductStore($0).insert(chair) },
    Operation(name: "update") {
      _ = try await SQLiteProductStore($0).update(
        Product(id: "p1", name: "Tea", price: .zero, tags: ["a"]), expecting: 1)
    },
    Operation(name: "delete") { try await SQLiteProductStore($0).delete("p1") },
    Operation(name: "restore") {
      _ = try await SQLiteProductStore($0).restore(Product(id: "p2", name: "Tea", price: .zero, position: 1))
    },
    Operation(name: "move") { try await SQLiteProductStore($0).move(["p3"], to: .before("p1")) },
    Operation(name: "storeAll") {
      let writes = [ProductWrite(chair), ProductWrite(.lamp, expecting: 1)]
      try await SQLiteProductStore($0).storeAll(writes) { _ in }
    },
    Operation(name: "record") { try await SQLiteEventSource($0).record([.start, .stop]) },
    Operation(name: "save") { try await SQLiteSessionStore($0).save(SessionData(schema: 2, bytes: [1, 2, 3])) },
    Operation(name: "vacuum") { _ = try await $0.vacuum() },
  ]

  /// Each call of SQLite is made to fail in turn, until an operation succeeds without a failure.
  @Test(arguments: operations, injectedCodes)
  func `law 5: a failed call leaves the data as before or as after the operation`(
    operation: Operation, code: Int32
  ) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let before = try await Contents(folder.database())
    let bytes = try Data(contentsOf: folder.url.appending(path: "shop.db"))
    try await operation.run(folder.database())
    let after = try await Contents(folder.database())

    for count in 0... {
      try folder.replaceDatabase(by: bytes)
      let failure = FailingCall(code, after: count)
      let database = SQLiteDatabase(path: folder.path("shop.db")) { failure.next() }
      var isSuccessful = true
      do { try await operation.run(database) } catch { isSuccessful = false }
      let hasFailed = failure.end()
      let found = try await Contents(folder.database())
      #expect(isSuccessful ? found == after : found == before || found == after, "call \(count)")
      #expect(try await Contents(database) == found, "the same connections work again after call \(count)")
      try await SQLiteProductStore(database).delete("p3")
      let isDeleted = try await !SQLiteProductStore(folder.database()).products().contains { $0.id == "p3" }
      #expect(isDeleted, "no transaction is open after call \(count)")
      await database.close()
      if !hasFailed { break }
    }
  }

  @Test(arguments: injectedCodes)
  func `law 5: a failed call while a database is created or migrated can be repeated`(code: Int32) async throws {
    for version in [0, 1] {
      for count in 0... {
        let folder = try TemporaryFolder()
        if version > 0 { try folder.makeDatabase(version: version) }
        let failure = FailingCall(code, after: count)
        let database = SQLiteDatabase(path: folder.path("shop.db")) { failure.next() }
        do { try await database.open() } catch {}
        let hasFailed = failure.end()
        #expect(try await Contents(database).products.map(\.name) == (version == 0 ? [] : ["Lamp"]))
        await database.close()
        #expect(try await folder.database().problems() == [])
        if !hasFailed { break }
      }
    }
  }

  @Test func `law 5: a full disk is an error, and the draft is kept`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    try await database.write { connection throws(DatabaseError) in
      let count = try connection.integer("PRAGMA page_count") ?? 0
      try connection.run("PRAGMA max_page_count = \(count)")
    }
    let editor = await Store(
      ProductEditor(), state: .init(), handler: ProductEditorHandler(store: SQLiteProductStore(database)))
    await editor.send(.appeared)
    await editor.waitUntilIdle()
    await editor.send(.rowTapped("p1"))
    let name = String(repeating: "Long name ", count: 10_000)
    await editor.send(.form(.nameChanged(name)))
    await editor.send(.form(.saveTapped))
    await editor.waitUntilIdle()
    let sheet = await editor.state.sheet
    let path = folder.path("shop.db")
    #expect(sheet.draft?.name == name)
    #expect(
      sheet.form?.saveError == .failed("\(path): no space is left for the database; free some and try again"))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
  }

  @Test func `a database that cannot be written can be read`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    try await database.write { connection throws(DatabaseError) in try connection.run("PRAGMA query_only = TRUE") }
    let path = folder.path("shop.db")
    await #expect(throws: ProductStoreError.failed("\(path): the database cannot be written: it is read-only")) {
      try await SQLiteProductStore(database).delete("p1")
    }
    #expect(try await SQLiteProductStore(database).products().count == 1)
  }

  @Test func `a lock of another program is an error`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let other = try SQLiteConnection(folder.path("shop.db"), flags: SQLiteCode.openReadWrite)
    try other.run("BEGIN IMMEDIATE")
    let database = folder.database()
    try await database.write { connection throws(DatabaseError) in connection.setBusyTimeout(milliseconds: 0) }
    await #expect(
      throws: ProductStoreError.failed("\(folder.path("shop.db")): another program has locked the database; try again")
    ) {
      try await SQLiteProductStore(database).delete("p1")
    }
    #expect(try await SQLiteProductStore(database).products().count == 2, "reading does not wait")
    try other.run("COMMIT")
    try await SQLiteProductStore(database).delete("p1")
  }

  @Test func `damage is found`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let url = folder.url.appending(path: "shop.db")
    var bytes = try Data(contentsOf: url)
    for index in bytes.indices.dropFirst(4096 * 2) where index % 3 == 0 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    #expect(try await !folder.database().problems().isEmpty)
    await #expect(throws: ProductStoreError.self) { try await SQLiteProductStore(folder.database()).products() }
  }
}

@Suite struct `The format of a database` {
  @Test func `a file of an earlier version is migrated after a backup`() async throws {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(version: 1)
    let database = folder.database()
    #expect(try await database.migrate() == (1, Schema.latestVersion))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: []))
    await database.close()
    #expect(try folder.fileNames() == ["shop.db", "shop.db.version-1"])
    let copy = try SQLiteConnection(folder.path("shop.db.version-1"), flags: SQLiteCode.openReadOnly)
    #expect(try copy.schemaVersion() == 1)
    #expect(try await database.migrate() == (2, 2))
  }

  @Test func `a file of a later version or of another program is refused and not changed`() async throws {
    for (script, reason) in [
      (
        "PRAGMA application_id = \(Schema.applicationID);\nPRAGMA user_version = 99",
        DatabaseError.Reason.newer(version: 99)
      ),
      ("CREATE TABLE other (x)", .belongsToAnotherProgram), ("PRAGMA user_version = 1", .belongsToAnotherProgram),
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

  @Test func `a backup of an earlier version is restored and migrated`() async throws {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(version: 1)
    try FileManager.default.moveItem(atPath: folder.path("shop.db"), toPath: folder.path("old.db"))
    let database = folder.database()
    _ = try await SQLiteProductStore(database).insert(Product(id: "p9", name: "Tea", price: .zero))
    try await database.restore(from: folder.path("old.db"))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: [1]))
    #expect(try await database.problems() == [])
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

  @Test func `filters and orders of the screens are served by indexes`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    let filters = ["", "flag = 1", "action = 'stop'", "flag = 1 AND action = 'stop'", "user = x'00'"]
    for filter in filters.flatMap({ [[$0], [$0, "timestamp >= 5", "timestamp <= 9"]] }) {
      let clause = filter.filter { !$0.isEmpty }.joined(separator: " AND ")
      let sql =
        "SELECT * FROM event \(clause.isEmpty ? "" : "WHERE \(clause)") ORDER BY timestamp DESC, number LIMIT 50"
      let plan = try await database.plan(of: sql)
      #expect(plan.contains("USING INDEX") && !plan.contains("TEMP B-TREE"), "\(sql): \(plan)")
    }
    for sql in ["SELECT * FROM product ORDER BY position, number", "SELECT * FROM product WHERE key = 'p1'"] {
      let plan = try await database.plan(of: sql)
      #expect(plan.contains("USING INDEX") && !plan.contains("TEMP B-TREE"), "\(sql): \(plan)")
    }
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
    let writes = (0..<3_000).map { ProductWrite(Product(id: .init(rawValue: "\($0)"), name: "Tea", price: .zero)) }
    let store = SQLiteProductStore(database)
    let importing = Task {
      try await store.storeAll(writes) { written in
        if written >= 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: ProductTransactionError.cancelled) { try await importing.value }
    #expect(try await store.products() == [])
  }
}

extension SQLiteDatabase {
  /// Returns the query plan of a statement.
  fileprivate func plan(of sql: String) async throws -> String {
    try await read { connection throws(DatabaseError) in
      var lines: [String] = []
      try connection.run("EXPLAIN QUERY PLAN \(sql)") { row throws(DatabaseError) in lines.append(row.text(3)) }
      return lines.joined(separator: "; ")
    }
  }
}

extension TemporaryFolder {
  /// Stores two products, an event and a session.
  fileprivate func fill() async throws {
    let database = database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    _ = try await SQLiteProductStore(database).insert(Product(id: "p3", name: "Desk", price: .zero))
    try await SQLiteEventSource(database).record([.start])
    try await SQLiteSessionStore(database).save(SessionData(schema: 1, bytes: [9]))
    await database.close()
  }

  /// Creates a database of an earlier version with one product.
  fileprivate func makeDatabase(version: Int) throws {
    let path = path("shop.db")
    try SQLiteConnection.createFileIfMissing(path)
    let connection = try SQLiteConnection(path, flags: SQLiteCode.openReadWrite)
    try connection.prepareSchema(version: version)
    _ = try ProductTable(connection: connection).insert(.lamp)
  }

  /// Writes a database file, and removes the files beside it.
  fileprivate func replaceDatabase(by bytes: Data) throws {
    for name in ["shop.db-wal", "shop.db-shm"] { try? FileManager.default.removeItem(at: url.appending(path: name)) }
    try bytes.write(to: url.appending(path: "shop.db"))
  }
}

extension UserEvent {
  fileprivate static let start = UserEvent(
    userID: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)), flag: true,
    timestamp: Instant(milliseconds: 1_679_475_600_000), action: .start)
  fileprivate static let stop = UserEvent(
    userID: start.userID, flag: false, timestamp: Instant(milliseconds: 1_679_475_600_500), action: .stop)
}
