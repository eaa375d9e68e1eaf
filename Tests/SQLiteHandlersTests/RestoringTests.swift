import Analytics
import Foundation
import Shop
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `Restoring a backup` {
  @Test func `a damaged database is set aside when a backup is restored`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let database = folder.database()
    let before = try await Contents(database)
    #expect(try await database.backUp(to: folder.path("backup.db"), overwriting: false))
    await database.close()
    try Data(repeating: 7, count: 10_000).write(to: folder.url.appending(path: "shop.db"))
    #expect(try await database.restore(from: folder.path("backup.db"))?.path == folder.path("shop.db.damaged"))
    var after = try await Contents(database)
    #expect(after.outbox.map(\.copiesBefore) == [0])
    after.outbox = before.outbox
    #expect(after == before)
    #expect(try await database.problems() == [])
  }

  @Test func `a damaged database behind a link is replaced, and the link stays`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let link = folder.path("link.db")
    try Data(repeating: 7, count: 10_000).write(to: folder.url.appending(path: "shop.db"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("shop.db"))
    let database = SQLiteDatabase(path: link)
    #expect(try await database.restore(from: folder.path("shop.db.backup"))?.path == folder.path("shop.db.damaged"))
    await database.close()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == folder.path("shop.db"))
    #expect(try await folder.database().problems() == [])
  }

  @Test func `a backup that was cut off is named as the damaged one`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let copy = folder.path("shop.db.backup")
    try Data(contentsOf: URL(filePath: copy)).prefix(40_960).write(to: URL(filePath: copy))
    let before = try await Contents(folder.database())
    let error = await #expect(throws: DatabaseError.self) { try await folder.database().restore(from: copy) }
    #expect(error.map { "\($0)".contains("the copy is damaged") } == true, "\(String(describing: error))")
    #expect(try await Contents(folder.database()) == before)
  }

  @Test func `restoring leaves no files beside a copy`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let copy = folder.url.appending(path: "copy.db")
    try FileManager.default.copyItem(at: folder.url.appending(path: "shop.db"), to: copy)
    let other = SQLiteDatabase(path: folder.path("other.db"))
    try await other.restore(from: copy.path)
    await other.close()
    #expect(try folder.fileNames() == ["copy.db", "other.db", "shop.db"])
  }

  @Test func `restoring keeps what another program stores in the copy meanwhile`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let copy = folder.path("copy.db")
    try FileManager.default.copyItem(atPath: folder.path("shop.db"), toPath: copy)
    let writer = Locked<SQLiteConnection?>(nil)
    let other = SQLiteDatabase(path: folder.path("other.db")) {
      writer.withLock { writer in
        // The copy is being read.
        guard writer == nil, FileManager.default.fileExists(atPath: copy + "-shm") else { return }
        writer = try? SQLiteConnection(copy, flags: SQLiteCode.openReadWrite)
        do throws(DatabaseError) { try writer?.run("UPDATE product SET name = 'New'") } catch { Issue.record(error) }
      }
      return nil
    }
    try await other.restore(from: copy)
    #expect(writer.withLock { $0 != nil }, "the copy was opened meanwhile")
    // If its log had been removed, another connection would not see the change.
    let reader = try SQLiteConnection(copy, flags: SQLiteCode.openReadWrite)
    #expect(try reader.integer("SELECT count(*) FROM product WHERE name = 'New'") == 2)
    writer.withLock { $0 = nil }
  }

  @Test func `restoring does not send an event again, and keeps those that wait`() async throws {
    let folder = try TemporaryFolder()
    let outbox = SQLiteEventOutbox(folder.database())
    try await outbox.append([.start, .stop], for: "http://a")
    #expect(try await folder.database().backUp(to: folder.path("backup.db"), overwriting: false))
    try await outbox.update([], removing: outbox.entries(for: nil).dropLast())
    try await outbox.append([.start], for: "http://a", batch: EventBatch.ID(number: 1))
    guard case .granted = try await outbox.claim([3], for: "http://a", at: Instant(milliseconds: 0))[0] else {
      Issue.record("the entry is free")
      return
    }
    let waiting = try await outbox.entries(for: nil)
    #expect(waiting.map(\.id) == [2, 3])
    try await folder.database().restore(from: folder.path("backup.db"))
    #expect(try await outbox.entries(for: nil) == waiting)
    for number in UInt8(1)...2 {
      try await outbox.append([.stop], for: "http://a", batch: EventBatch.ID(number: number))
    }
    #expect(try await outbox.entries(for: nil).map(\.id) == [2, 3, 4], "the first batch was added before")

    // A database that never had an outbox gets that of the copy.
    let new = SQLiteDatabase(path: folder.path("new.db"))
    try await new.restore(from: folder.path("backup.db"))
    #expect(try await SQLiteEventOutbox(new).entries(for: nil).map(\.id) == [1, 2])
  }

  @Test func `what another program commits while a backup is restored is kept`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let file = try Data(contentsOf: folder.url.appending(path: "shop.db"))
    var attemptCount = 0
    var isTried = true
    while isTried {
      attemptCount += runsExhaustively ? 1 : 5
      try folder.replaceDatabase(by: file)
      let other = OtherProgram(path: folder.path("shop.db"), callNumber: attemptCount)
      let database = SQLiteDatabase(path: folder.path("shop.db")) {
        other.callIsMade()
        return nil
      }
      try await database.restore(from: folder.path("shop.db.backup"))
      isTried = other.hasTried
      guard let count = other.committedChangeCount else { continue }
      let comment = Comment("committed before call \(attemptCount)")
      let waiting = try await SQLiteEventOutbox(database).entries(for: nil)
      #expect(waiting.contains { $0.event == .stop }, comment)
      let events = try await SQLiteEventSource(database).events(EventQuery())
      let finalCount = try await database.read { connection throws(DatabaseError) in try connection.changeCounts() }
      await database.close()
      // The event is stored after the restored data, or its change is counted before it.
      #expect(events.contains(.stop) || finalCount[.events, default: 0] > count, comment)
    }
    #expect(attemptCount > 50, "restoring calls the library often")
  }

  @Test func `after restoring, a batch that the copy lacks is stored again, and no other`() async throws {
    let folder = try TemporaryFolder()
    let (events, copy) = (SQLiteEventSource(folder.database()), folder.path("backup.db"))
    try await events.record([.start], batch: EventBatch.ID(number: 1))
    #expect(try await folder.database().backUp(to: copy, overwriting: false))
    try await events.record([.stop], batch: EventBatch.ID(number: 2))
    try await folder.database().restore(from: copy)
    for number in UInt8(1)...2 { try await events.record([.stop], batch: EventBatch.ID(number: number)) }
    #expect(try await events.events(EventQuery()) == [.stop, .start])
  }

  @Test func `a database is not restored from itself`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    let (path, link) = (folder.path("shop.db"), folder.path("link.db"))
    try FileManager.default.linkItem(atPath: path, toPath: link)
    for copy in [path, link] {
      await #expect(throws: DatabaseError(copy, .cannotOpen("it is the database itself"))) {
        try await folder.database().restore(from: copy)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: link + "-wal"))
  }

  @Test func `restoring over a newer database does not send an event again`() async throws {
    let folder = try TemporaryFolder()
    let outbox = SQLiteEventOutbox(folder.database())
    try await outbox.append([.start, .stop], for: "http://a")
    #expect(try await folder.database().backUp(to: folder.path("backup.db"), overwriting: false))
    try await outbox.update([], removing: Array(outbox.entries(for: nil).prefix(1)))
    let waiting = try await outbox.entries(for: nil)
    let connection = try SQLiteConnection(folder.path("shop.db"), flags: SQLiteCode.openReadWrite)
    try connection.runScript("PRAGMA user_version = 99")
    let database = folder.database()
    #expect(try await database.restore(from: folder.path("backup.db")) != nil)
    #expect(try await SQLiteEventOutbox(database).entries(for: nil) == waiting)
  }

  @Test func `restored events that may have been sent are sent only if the server has no equal ones`() async throws {
    let folder = try TemporaryFolder()
    let outbox = SQLiteEventOutbox(folder.database())
    try await outbox.append([.start, .stop, .start], for: "http://a")
    #expect(try await folder.database().backUp(to: folder.path("backup.db"), overwriting: false))
    try folder.replaceDatabase(by: Data(repeating: 7, count: 10_000))
    let database = folder.database()
    let kept = try await database.restore(from: folder.path("backup.db"))
    #expect(kept?.path == folder.path("shop.db.damaged") && kept?.isOutboxRestored == false)
    let entries = try await SQLiteEventOutbox(database).entries(for: nil)
    #expect(entries.map(\.id) == [1, 2, 3])
    #expect(entries.map(\.copiesBefore) == [0, 0, 1], "the third one is equal to the first one")
    let restored = SQLiteEventOutbox(database)
    func claim(_ id: OutboxEntry.ID) async throws -> OutboxClaim {
      try await restored.claim([id], for: "http://a", at: Instant(milliseconds: 0))[0]
    }
    #expect(try await claim(3) == .busy, "equal events are sent one at a time")
    guard case .granted(let first) = try await claim(1) else {
      Issue.record("the first entry is free")
      return
    }
    try await restored.update([], removing: [first])
    guard case .granted(let third) = try await claim(3) else {
      Issue.record("the third entry is free when the first one is gone")
      return
    }
    #expect(third.isStored(copies: 2) && !third.isStored(copies: 1))
  }

  @Test func `a version that the replaced database has used is not used again`() async throws {
    let folder = try TemporaryFolder()
    let database = folder.database()
    let store = SQLiteProductStore(database)
    for id in ["p1", "p2", "p3"] as [Product.ID] {
      _ = try await store.insert(Product(id: id, name: "Tea", price: .zero))
    }
    #expect(try await database.backUp(to: folder.path("backup.db"), overwriting: false))
    _ = try await store.update(Product(id: "p1", name: "Mate", price: .zero), expecting: 1)
    try await store.apply([.delete("p2"), .insert(Product(id: "p4", name: "New", price: .zero))])
    _ = try await store.update(Product(id: "p4", name: "Newer", price: .zero), expecting: 1)
    try await database.restore(from: folder.path("backup.db"))
    #expect(try await store.products().map(\.version) == [3, 2, 2])
    await #expect(throws: ProductStoreError.self, "a stale save is a conflict") {
      try await store.update(Product(id: "p1", name: "Stale", price: .zero), expecting: 2)
    }
    #expect(try await store.insert(Product(id: "p4", name: "Again", price: .zero)).version == 3)
  }

  @Test func `a database with damaged pages is set aside, and does not replace a backup`() async throws {
    let folder = try TemporaryFolder()
    try await folder.fill()
    try await folder.makeBackup()
    let (path, backup) = (folder.path("shop.db"), folder.path("shop.db.backup"))
    let page = try {
      let connection = try SQLiteConnection(path, flags: SQLiteCode.openReadWrite)
      return try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = 'event_time'") ?? 0
    }()
    var bytes = try Data(contentsOf: folder.url.appending(path: "shop.db"))
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xA5 }
    try folder.replaceDatabase(by: bytes)
    let before = try Data(contentsOf: folder.url.appending(path: "shop.db.backup"))
    let database = folder.database()
    let error = await #expect(throws: DatabaseError.self) { try await database.backUp(to: backup, overwriting: true) }
    #expect(error?.path == path && error?.isDamage == true)
    let other = SQLiteDatabase(path: folder.path("other.db"))
    let refusal = await #expect(throws: DatabaseError.self) { try await other.restore(from: path) }
    #expect(refusal.map { "\($0)".contains("the copy is damaged: Page \(page)") } == true)
    #expect(try Data(contentsOf: folder.url.appending(path: "shop.db.backup")) == before)
    let kept = try await database.restore(from: backup)
    #expect(kept?.path == path + ".damaged" && kept?.isOutboxRestored == true)
    #expect(try await database.problems() == [])
    #expect(try Data(contentsOf: folder.url.appending(path: "shop.db.damaged")) == bytes)
  }
}

/// Another program, which records an event and appends one to the outbox before a call of the library.
private final class OtherProgram: Sendable {
  private struct State {
    var remainingCallCount: Int
    var changeCount: Int?
  }

  private let path: String
  private let state: Locked<State>

  init(path: String, callNumber: Int) {
    self.path = path
    state = Locked(State(remainingCallCount: callNumber))
  }

  /// Whether the call has been made before which the program changes the database.
  var hasTried: Bool { state.withLock { $0.remainingCallCount <= 0 } }

  /// The number of changes of events after its change, or `nil` if the database was locked.
  var committedChangeCount: Int? { state.withLock { $0.changeCount } }

  func callIsMade() {
    state.withLock { state in
      state.remainingCallCount -= 1
      guard state.remainingCallCount == 0 else { return }
      do throws(DatabaseError) { state.changeCount = try changeDatabase() } catch {
        if error.reason != .locked { Issue.record(error) }
      }
    }
  }

  private func changeDatabase() throws(DatabaseError) -> Int? {
    let connection = try SQLiteConnection(path, flags: SQLiteCode.openReadWrite)
    connection.setBusyTimeout(milliseconds: 0)
    return try connection.transaction { () throws(DatabaseError) in
      let event = UserEvent.stop.columnValues
      try connection.run("INSERT INTO event (user, flag, action, timestamp) VALUES (?, ?, ?, ?)", event)
      try connection.run(
        "INSERT INTO outbox (user, flag, action, timestamp, server) VALUES (?, ?, ?, ?, 'http://a')", event)
      try connection.run("UPDATE change_count SET count = count + 1 WHERE part = 'events'")
      return try connection.changeCounts()[.events]
    }
  }
}
