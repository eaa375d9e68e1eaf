import Analytics
import Foundation
import Loop
import MemoryHandlers
import PortContracts
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `Contracts of the ports in SQLite` {
  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 4))) func `products are stored as in the model`(seed: UInt64)
    async throws
  {
    let folder = try TemporaryFolder()
    let database = SQLiteDatabase(path: folder.path("shop.db"), recordedBy: .fixture())
    var contract = ProductStoreContract(SQLiteProductStore(database), seed: seed)
    try await contract.check(steps: 150)
  }

  @Test(arguments: 0..<UInt64(caseCount(1, exhaustive: 4))) func `events are stored and filtered as in the model`(
    seed: UInt64
  ) async throws {
    let database = SQLiteDatabase(path: ":memory:")
    var contract = EventSourceContract(SQLiteEventSource(database), seed: seed)
    try await contract.check(steps: 100)
    #expect(try await database.problems() == [])
  }

  @Test(arguments: 0..<UInt64(caseCount(1, exhaustive: 3)))
  func `pages and numbers of a long list are those of the model`(
    seed: UInt64
  ) async throws {
    let database = SQLiteDatabase(path: ":memory:")
    try await EventListContract(SQLiteEventSource(database)).checkLongList(seed: seed)
    #expect(try await database.problems() == [])
  }

  @Test func `the earliest and the latest time are counted`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    try await EventListContract(SQLiteEventSource(database)).checkLimitsOfTime()
    #expect(try await database.problems() == [])
  }

  @Test func `more users than a statement can list are filtered and searched as in the model`() async throws {
    try await EventListContract(SQLiteEventSource(SQLiteDatabase(path: ":memory:"))).checkManyUsers()
  }

  @Test(arguments: 0..<UInt64(2)) func `events wait and are claimed as in the model`(seed: UInt64) async throws {
    var contract = EventOutboxContract(SQLiteEventOutbox(SQLiteDatabase(path: ":memory:")), seed: seed)
    try await contract.check(steps: 200)
  }

  @Test func `two programs that store the same batch again at the same time store it once`() async throws {
    let folder = try TemporaryFolder()
    let databases = (0..<2).map { _ in SQLiteDatabase(path: folder.path("shop.db")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in databases {
        group.addTask {
          for number in 0..<UInt8(10) {
            let batch = EventBatch.ID(number: number)
            try await SQLiteEventSource(database).record([.start, .stop, .stop], batch: batch)
            try await SQLiteEventOutbox(database).append([.start, .stop], for: "http://a", batch: batch)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await SQLiteEventSource(databases[0]).eventCount(EventQuery()) == 30)
    #expect(try await SQLiteEventOutbox(databases[1]).entries(for: nil).count == 20)
  }

  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 4)))
  func `a session is saved whole, and each program has its own`(
    seed: UInt64
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shop.db")
    let isFailing = Locked(false)
    let place = SessionStoreContract.Place(.eachHasItsOwn) {
      SQLiteSessionStore(
        SQLiteDatabase(path: path) { isFailing.withLock { $0 } ? SQLiteCode.full : nil })
    } damage: {
      try SQLiteConnection(path, flags: SQLiteCode.openReadWrite).run(
        "UPDATE session SET contents = 7 WHERE revision = (SELECT max(revision) FROM session)")
    } whileFailing: { body in
      isFailing.withLock { $0 = true }
      defer { isFailing.withLock { $0 = false } }
      try await body()
    } setAside: {
      try await ($0 as? SQLiteSessionStore)?.setAside()
    } close: {
      await ($0 as? SQLiteSessionStore)?.close()
    }
    var contract = SessionStoreContract(place, seed: seed)
    try await contract.check(steps: 100)
  }

  @Test func `all sessions share their settings, of which no change is lost`() async throws {
    let folder = try TemporaryFolder()
    let stores = (0..<3).map { SQLiteSessionStore(folder.database(), owner: "\($0)") }
    try await SessionStoreContract.checkSettings(sharedBy: stores) {
      try await $0.settings()
    } update: {
      try await $0.updateSettings($1)
    }
    #expect(try await stores[2].newest() == nil, "the settings are no session")
  }

  @Test func `a claim keeps another program from sending the event, and a removed entry never comes back`() async throws
  {
    let folder = try TemporaryFolder()
    let (first, second) = (SQLiteEventOutbox(folder.database()), SQLiteEventOutbox(folder.database()))
    try await first.append([.start, .start], for: "http://a")
    let now = Instant(milliseconds: 1_000_000)
    guard case .granted(let entry) = try await first.claim([1], for: "http://a", at: now)[0] else {
      Issue.record("the entry is free")
      return
    }
    #expect(try await second.claim([1, 2], for: "http://a", at: now) == [.busy, .busy], "an equal event waits")
    let later = Instant(milliseconds: now.milliseconds + 60_000)
    guard case .granted(let other) = try await second.claim([1], for: "http://a", at: later)[0] else {
      Issue.record("the claim of a killed program ends")
      return
    }
    #expect(try await first.update([entry], removing: []) == [], "the first claim is lost")
    #expect(try await first.update([], removing: [entry]) == [])
    #expect(try await second.update([], removing: [other]) == [1])
    #expect(try await first.update([], removing: first.entries(for: nil)) == [2])
    try await first.append([.stop], for: "http://a")
    #expect(try await second.entries(for: nil).map(\.id) == [3])
  }

  @Test func `products are still there when the file is opened again`() async throws {
    let folder = try TemporaryFolder()
    let first = folder.database()
    let stored = try await SQLiteProductStore(first).insert(.lamp)
    await first.close()
    #expect(try folder.fileNames() == ["shop.db"], "the files beside the database are removed")
    #expect(try await SQLiteProductStore(folder.database()).products() == [stored])
    #expect(try await SQLiteProductStore(first).products() == [stored], "a closed database is opened again")
  }
}
