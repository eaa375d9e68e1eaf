import Analytics
import Foundation
import Loop
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

/// The result codes of SQLite that a test injects in turn: an input or output error, damage and a full disk.
///
/// Exhaustively, every call fails with two of five, which include busy and out of memory.
private let injectedCodes: [[Int32]] = runsExhaustively ? [[7, 10, 11], [5, 11, 13]] : [[10, 13]]

/// Makes one call of the library fail.
private final class FailingCall: Sendable {
  private struct Status {
    var remaining: Int
    var isEnded = false
  }

  private let code: Int32
  private let status: Locked<Status>

  /// Creates a failure of the call after a number of successful ones.
  init(_ code: Int32, after count: Int) {
    self.code = code
    status = Locked(Status(remaining: count))
  }

  /// Lets all further calls succeed, and returns whether a call has failed.
  func end() -> Bool {
    status.withLock { status in
      defer { status.isEnded = true }
      return status.isEnded
    }
  }

  func next() -> Int32? {
    status.withLock { status in
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
    Operation(name: "delete") { try await SQLiteProductStore($0).apply([.delete("p1"), .delete("p3")]) },
    Operation(name: "restore") {
      try await SQLiteProductStore($0).apply([
        .restore(Product(id: "p2", name: "Tea", price: .zero, position: 1)),
        .restore(Product(id: "p4", name: "Mate", price: .zero, position: 1)),
      ])
    },
    Operation(name: "move") { try await SQLiteProductStore($0).apply([.move(["p3"], to: .before("p1"))]) },
    Operation(name: "several changes") {
      try await SQLiteProductStore($0).apply([
        .insert(chair), .update(.lamp, expecting: 1), .delete("p3"), .move(["p2"], to: .before("p1")),
      ])
    },
    Operation(name: "record") {
      try await SQLiteEventSource($0).record([.start, .stop], batch: EventBatch.ID(number: 1))
    },
    Operation(name: "append entries") {
      try await SQLiteEventOutbox($0).append([.start, .stop], for: "http://a", batch: EventBatch.ID(number: 1))
    },
    Operation(name: "claim entries") {
      let outbox = SQLiteEventOutbox($0)
      let entries = try await outbox.entries(for: nil)
      _ = try await outbox.claim(entries.map(\.id), for: entries[0].server, at: Instant(milliseconds: 0))
    },
    Operation(name: "update and remove entries") {
      let outbox = SQLiteEventOutbox($0)
      let entries = try await outbox.entries(for: nil)
      let changed = entries.dropFirst().map { $0.readyToSend(copies: 1, at: Instant(milliseconds: 0)) }
      try await outbox.update(changed, removing: [entries[0]])
    },
    Operation(name: "save") {
      let sessions = SQLiteSessionStore($0)
      _ = try await sessions.load()
      try await sessions.save(SessionData(schema: 2, bytes: [1, 2, 3]))
    },
    Operation(name: "vacuum") { _ = try await $0.vacuum() },
    Operation(name: "back up") {
      let copy = "\($0.path).copy"
      unlink(copy)
      do { _ = try await $0.backUp(to: copy, overwriting: false) } catch {
        #expect(access(copy, F_OK) != 0, "no part of the copy remains")
        throw error
      }
      let copied = try await SQLiteProductStore(SQLiteDatabase(path: copy)).products()
      #expect(copied.count == 2)
    },
    Operation(name: "restore a backup") { try await $0.restore(from: "\($0.path).backup") },
    Operation(name: "repair") { try await $0.repair() },
    Operation(name: "check") {
      // A call that reports damage is a problem, too.
      let problems = try await $0.problems()
      #expect(problems.allSatisfy { $0.contains("malformed") })
    },
    Operation(name: "read windows") {
      let source = SQLiteEventSource($0)
      for (sort, offset) in [([], 1), ([SortKey("userID"), SortKey("flag")], 0), ([SortKey("userID", .reverse)], 1)] {
        let rows = WindowRequest(TableQuery(sort: sort), offset: offset, limit: 10)
        _ = try await source.window(EventWindowRequest(EventQuery(), rows, needsCount: true))
      }
    },
    Operation(name: "count") {
      let source = SQLiteEventSource($0)
      let query = EventQuery(
        flag: true, interval: EventInterval(start: Instant(milliseconds: 5), end: UserEvent.start.timestamp))
      _ = try await (source.eventCount(query), source.userCount(query), source.userCount(EventQuery()))
      _ = try await (source.eventCountsByUser(query), source.eventCountsByUser(EventQuery()))
      _ = try await source.histogram(query, HistogramOptions(by: .day, in: .utc, firstWeekday: .monday))
    },
  ]

  /// Creates a folder with a database and a backup, and returns it with the contents and the bytes of the database.
  private func makeFolder() async throws -> (TemporaryFolder, Contents, Data) {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let contents = try await Contents(folder.database())
    return (folder, contents, try Data(contentsOf: folder.url.appending(path: "shop.db")))
  }

  /// Calls of SQLite are made to fail in turn, until an operation succeeds without a failure: each of them, or in a usual
  /// run every eighth.
  @Test(arguments: operations, injectedCodes)
  func `law 5: a failed call leaves the data as before or as after the operation`(
    operation: Operation, codes: [Int32]
  ) async throws {
    let (folder, before, bytes) = try await makeFolder()
    try await operation.run(folder.database())
    let after = try await Contents(folder.database())

    let step = caseCount(8, exhaustive: 1)
    for count in stride(from: 0, to: .max, by: step) {
      try folder.replaceDatabase(by: bytes)
      let failure = FailingCall(codes[count / step % codes.count], after: count)
      let database = SQLiteDatabase(path: folder.path("shop.db")) { failure.next() }
      var isSuccessful = true
      do { try await operation.run(database) } catch { isSuccessful = false }
      let hasFailed = failure.end()
      let found = try await Contents(folder.database())
      // A restoration that fails when its data is stored is repeated, and uses further versions.
      func isFound(_ contents: Contents) -> Bool {
        var contents = contents
        if operation.name == "restore a backup", found.products.count == contents.products.count {
          for index in found.products.indices { contents.products[index].version = found.products[index].version }
        }
        return found == contents
      }
      #expect(isSuccessful ? isFound(after) : isFound(before) || isFound(after), "call \(count)")
      #expect(try await Contents(database) == found, "the same connections work again after call \(count)")
      try await SQLiteProductStore(database).apply([.delete("p3")])
      let isDeleted = try await !SQLiteProductStore(folder.database()).products().contains { $0.id == "p3" }
      #expect(isDeleted, "no transaction is open after call \(count)")
      await database.close()
      #expect(try folder.fileNames().allSatisfy { !$0.hasSuffix(".partial") && !$0.contains(".restoring") })
      if !hasFailed { break }
    }
  }

  /// Before each call of SQLite, the files are copied: a program that is killed at that moment leaves them like this.
  @Test(arguments: operations)
  func `law 5: a program that is killed before a call leaves the data as before or as after the operation`(
    operation: Operation
  ) async throws {
    let (folder, before, bytes) = try await makeFolder()
    try folder.replaceDatabase(by: bytes)
    let moments = Locked<[[Data?]]>([])
    let files = ["shop.db", "shop.db-wal"].map { folder.url.appending(path: $0) }
    let database = SQLiteDatabase(path: folder.path("shop.db")) {
      let contents = files.map { try? Data(contentsOf: $0) }
      moments.withLock { if $0.last != contents { $0.append(contents) } }
      return nil
    }
    try await operation.run(database)
    let after = try await Contents(database)
    await database.close()
    let found = moments.withLock { $0 }
    #expect(found.count > 1 || after == before)
    for (number, contents) in found.enumerated() {
      let killed = try TemporaryFolder()
      for (name, data) in zip(["shop.db", "shop.db-wal"], contents) {
        try data?.write(to: killed.url.appending(path: name))
      }
      let left = try await Contents(killed.database())
      #expect(left == before || left == after, "moment \(number) of \(found.count)")
      // A repair that is killed leaves the pages of former indexes.
      let problems = try await killed.database().problems().filter { !$0.hasSuffix("is never used") }
      #expect(problems == [], "moment \(number) of \(found.count)")
    }
  }

  /// Each call of SQLite, or in a usual run every third, is made to fail in turn, until the restoration succeeds without a failure.
  @Test(arguments: injectedCodes)
  func `law 5: a restoration over a damaged file succeeds as a whole, or changes nothing`(codes: [Int32]) async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let restored = try await Contents(SQLiteDatabase(path: folder.path("shop.db.backup")))
    let damaged = Data(repeating: 7, count: 10_000)
    let step = caseCount(3, exhaustive: 1)
    for count in stride(from: 0, to: .max, by: step) {
      try folder.replaceDatabase(by: damaged)
      try? FileManager.default.removeItem(atPath: folder.path("shop.db.damaged"))
      let failure = FailingCall(codes[count / step % codes.count], after: count)
      let database = SQLiteDatabase(path: folder.path("shop.db")) { failure.next() }
      var kept: String?
      do { kept = try await database.restore(from: folder.path("shop.db.backup"))?.path } catch {}
      let hasFailed = failure.end()
      await database.close()
      let names = try folder.fileNames()
      if let kept {
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged, "call \(count)")
        #expect(try await Contents(folder.database()).products == restored.products, "call \(count)")
        #expect(names == ["shop.db", "shop.db.backup", "shop.db.damaged"], "call \(count)")
      } else {
        #expect(try Data(contentsOf: folder.url.appending(path: "shop.db")) == damaged, "call \(count)")
        #expect(names == ["shop.db", "shop.db.backup"], "call \(count)")
      }
      if !hasFailed {
        #expect(kept != nil && count > 20)
        break
      }
    }
  }

  @Test func `law 5: a read that fails once does not make a healthy database a damaged one`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let bytes = try Data(contentsOf: folder.url.appending(path: "shop.db"))
    for count in stride(from: 0, to: .max, by: caseCount(3, exhaustive: 1)) {
      try folder.replaceDatabase(by: bytes)
      let failure = FailingCall(SQLiteCode.corrupt, after: count)
      let database = SQLiteDatabase(path: folder.path("shop.db")) { failure.next() }
      _ = try? await database.restore(from: folder.path("shop.db.backup"))
      await database.close()
      #expect(try folder.fileNames() == ["shop.db", "shop.db.backup"], "call \(count)")
      if !failure.end() { break }
    }
  }

  @Test(arguments: injectedCodes)
  func `law 5: a failed call while a database is created or migrated can be repeated`(codes: [Int32]) async throws {
    let step = caseCount(3, exhaustive: 1)
    for isMigration in [false, true] {
      for count in stride(from: 0, to: .max, by: step) {
        let folder = try TemporaryFolder()
        if isMigration { try await folder.makeDatabase() }
        let failure = FailingCall(codes[count / step % codes.count], after: count)
        let database = folder.laterDatabase { failure.next() }
        var isMigrated = true
        do { try await database.open() } catch { isMigrated = false }
        let hasFailed = failure.end()
        let copies = try folder.fileNames().filter { $0.contains(".version-") }
        #expect(isMigrated || copies.isEmpty, "a failed migration leaves no copy, after call \(count)")
        #expect(try await Contents(database).products.map(\.name) == (isMigration ? ["Lamp"] : []))
        await database.close()
        #expect(try await folder.laterDatabase().problems() == [])
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
    let list = await Store(
      ProductListFeature(), state: .init(), handler: ProductListHandler(store: SQLiteProductStore(database)))
    await list.send(.appeared)
    await list.waitUntilIdle()
    await list.send(.rowTapped("p1"))
    let name = String(repeating: "Long name ", count: 10_000)
    await list.send(.editor(.form(.changed("name", to: name))))
    await list.send(.editor(.form(.saveTapped)))
    await list.waitUntilIdle()
    let sheet = await list.state.editor.sheet
    let path = folder.path("shop.db")
    #expect(sheet.draft?.name == name)
    #expect(
      sheet.form?.saveError == .failed("\(path): no space is left for the database; free some and try again"))
    #expect(try await SQLiteProductStore(database).products().map(\.name) == ["Lamp"])
  }

  @Test func `codes of the library are explained by what the system says`() {
    typealias Reason = DatabaseError.Reason
    let (write, sharedMemory, open) = (Int32(778), Int32(4874), Int32(14))
    for code in [write, sharedMemory] {
      #expect(Reason(code: code, message: "disk I/O error", isDiskFull: true, obstacle: nil) == .full)
      #expect(
        Reason(code: code, message: "disk I/O error", isDiskFull: false, obstacle: nil) == .failed("disk I/O error"))
    }
    #expect(Reason(code: open, message: "unable", isDiskFull: true, obstacle: "no right") == .cannotOpen("no right"))
    #expect(Reason(code: 1544, message: "read", isDiskFull: false, obstacle: "no folder") == .cannotOpen("no folder"))
    #expect(Reason(code: 8, message: "read", isDiskFull: false, obstacle: "no folder") == .readOnly)
    #expect(Reason(code: open, message: "unable", isDiskFull: true, obstacle: nil) == .full)
    #expect(Reason(code: open, message: "unable", isDiskFull: false, obstacle: nil) == .cannotOpen("unable"))
  }

  @Test func `a database that cannot be written can be read`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    _ = try await SQLiteProductStore(database).insert(.lamp)
    try await database.write { connection throws(DatabaseError) in try connection.run("PRAGMA query_only = TRUE") }
    let path = folder.path("shop.db")
    await #expect(throws: ProductStoreError.failed("\(path): the database cannot be written: it is read-only")) {
      try await SQLiteProductStore(database).apply([.delete("p1")])
    }
    #expect(try await SQLiteProductStore(database).products().count == 1)
  }

  @Test func `a database that is opened for reading alone stays as it is`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shop.db")
    func reading() -> SQLiteDatabase { SQLiteDatabase(path: path, mustExist: true, isReadOnly: true) }
    await #expect(throws: DatabaseError(path, .missing)) { try await reading().open() }
    #expect(try folder.fileNames() == [])
    let writing = folder.database()
    _ = try await SQLiteProductStore(writing).insert(.lamp)
    await writing.close()
    let before = try Data(contentsOf: URL(filePath: path))
    let database = reading()
    #expect(try await SQLiteProductStore(database).products().count == 1)
    await #expect(throws: ProductStoreError.failed("\(path): the database cannot be written: it is read-only")) {
      try await SQLiteProductStore(database).apply([.delete("p1")])
    }
    await database.close()
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    // One of an earlier format would have to be migrated.
    let other = try TemporaryFolder()
    let earlier = SQLiteDatabase(path: other.path("old.db"), schema: Schema(migrations: [Schema.current.migrations[0]]))
    try await earlier.open()
    await earlier.close()
    let unread = SQLiteDatabase(path: other.path("old.db"), mustExist: true, isReadOnly: true)
    await #expect(throws: DatabaseError.self) { try await unread.open() }
    #expect(try other.fileNames().filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") } == ["old.db"])
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
      try await SQLiteProductStore(database).apply([.delete("p1")])
    }
    #expect(try await SQLiteProductStore(database).products().count == 2, "reading does not wait")
    try other.run("COMMIT")
    try await SQLiteProductStore(database).apply([.delete("p1")])
  }

  @Test func `law 5: nothing is stored in a file that was moved, deleted or replaced`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let database = folder.database()
    let products = SQLiteProductStore(database)
    let sessions = SQLiteSessionStore(database)
    _ = try await (sessions.load(), products.products())
    try await sessions.save(SessionData(schema: 1, bytes: [1]))
    let (file, target) = (folder.url.appending(path: "shop.db"), folder.url.appending(path: "moved.db"))
    let error = ProductStoreError.failed("\(DatabaseError(file.path, .moved))")
    try FileManager.default.moveItem(at: file, to: target)
    await #expect(throws: error) { try await products.apply([.delete("p1")]) }
    // SQLite deletes a log without a database.
    await #expect(throws: DatabaseError(file.path, .movedWithoutLog)) { try await folder.database().open() }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    await #expect(throws: SessionStoreError.self) { try await sessions.save(SessionData(schema: 1, bytes: [2])) }
    await #expect(throws: SessionStoreError.self) { try await sessions.setAside() }
    await #expect(throws: error, "the file at the path may have other data") { try await products.products() }
    try Data().write(to: file)
    await #expect(throws: error, "another file is in its place") { try await products.apply([.delete("p1")]) }
    let moved = DatabaseError(file.path, .moved)
    await #expect(throws: moved) { try await database.vacuum() }
    await #expect(throws: moved) { try await database.restore(from: target.path) }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: target, to: file)
    try await products.apply([.delete("p1")])
    #expect(try await SQLiteProductStore(folder.database()).products().allSatisfy { $0.id != "p1" })
  }

  @Test func `damage is found`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let url = folder.url.appending(path: "shop.db")
    var bytes = try Data(contentsOf: url)
    for index in bytes.indices.dropFirst(4096 * 2) where index % 3 == 0 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    let problems = try await folder.database().problems()
    #expect(problems.count > 1 && problems.allSatisfy { !$0.contains("\n") }, "each problem is a line")
    await #expect(throws: ProductStoreError.self) { try await SQLiteProductStore(folder.database()).products() }
  }
}
