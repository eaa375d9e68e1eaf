import Analytics
import Foundation
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
    var random = SplitMix64(seed: seed)
    let hour = Int64(3_600_000)
    let times = -50 * 24 * hour...50 * 24 * hour
    let events = (0..<2_000).map { _ in
      let first = UInt8.random(in: 0...20, using: &random) &* 12
      return UserEvent(
        userID: UUID(uuid: (first, .random(in: 0...2, using: &random), 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)),
        flag: .random(using: &random), timestamp: Instant(milliseconds: .random(in: times, using: &random)),
        action: UserEvent.Action.allCases.randomElement(using: &random) ?? .start)
    }
    let database = SQLiteDatabase(path: ":memory:")
    let source = SQLiteEventSource(database)
    var model = EventDatabase()
    for batch in [events[..<700], events[700...]] {
      try await source.record(Array(batch))
      model.record(Array(batch))
    }
    let sorts: [[SortKey]] = [
      [], [SortKey("timestamp")], [SortKey("userID")], [SortKey("userID", .reverse)],
      [SortKey("flag"), SortKey("userID"), SortKey("action")], [SortKey("userID"), SortKey("timestamp")],
    ]
    for _ in 0..<60 {
      var query = EventQuery()
      let ends = (0..<2).map { _ in
        let wholeHour = Int64.random(in: times, using: &random) / hour * hour
        return Instant(milliseconds: wholeHour + .random(in: -1...1, using: &random))
      }
      query.interval = EventInterval(start: ends.min(), end: ends.max())
      if Bool.random(using: &random) { query.flag = true }
      if Bool.random(using: &random) { query.action = .stop }
      if Int.random(in: 0..<4, using: &random) == 0 { query.userID = events[0].userID }
      let sort = try #require(sorts.randomElement(using: &random))
      let offset = Int.random(in: 0..<2_100, using: &random)
      let rows = WindowRequest(TableQuery(sort: sort), offset: offset, limit: 10)
      let request = EventWindowRequest(query, rows, needsCount: true)
      #expect(try await source.window(request) == model.window(request), "\(query) \(sort) \(offset)")
      #expect(try await source.userCount(query) == model.userCount(query), "\(query)")
    }
    #expect(try await database.problems() == [])
  }

  @Test func `the earliest and the latest time are counted`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    let source = SQLiteEventSource(database)
    let hour = Int64(3_600_000)
    let times: [Int64] = [.min, .min + 1, .min + 26 * hour, .min + 33 * 24 * hour, -1, 0, .max - 1, .max]
    let events = times.map {
      UserEvent(userID: UserEvent.start.userID, flag: true, timestamp: Instant(milliseconds: $0), action: .start)
    }
    var model = EventDatabase()
    for batch in [events[..<3], events[3...]] {
      try await source.record(Array(batch))
      model.record(Array(batch))
    }
    #expect(try await database.problems() == [])
    for start in [nil] + times {
      for end in times {
        let query = EventQuery(
          interval: EventInterval(start: start.map { Instant(milliseconds: $0) }, end: Instant(milliseconds: end)))
        #expect(try await source.eventCount(query) == model.eventCount(query), "\(query)")
        #expect(
          try await source.histogram(query, HistogramOptions(by: .flag))
            == model.histogram(query, HistogramOptions(by: .flag)), "\(query)")
      }
    }
  }

  @Test func `more users than a statement can list are filtered and searched as in the model`() async throws {
    // The IDs of 1,100 users contain "77", and those of 400 do not.
    let events = (0..<1_500).map { number in
      let (high, low) = (UInt8(number / 256), UInt8(number % 256))
      return UserEvent(
        userID: UUID(uuid: (high, low, number < 1_100 ? 0x77 : 0x88, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)),
        flag: number % 2 == 0, timestamp: Instant(milliseconds: Int64(number * 7 % 1_000)), action: .start)
    }
    let source = SQLiteEventSource(SQLiteDatabase(path: ":memory:"))
    try await source.record(events)
    var model = EventDatabase()
    model.record(events)
    func listed(_ count: Int) -> RowFilter {
      RowFilter(columns: ["userID": .among(events.prefix(count).map { .text($0.userID.uuidString) })])
    }
    let lists: [(RowFilter, SortKey)] = [
      (RowFilter(search: "77"), SortKey("timestamp")), (RowFilter(search: "88"), SortKey("userID", .reverse)),
      (listed(101), SortKey("timestamp", .reverse)), (listed(1_000), SortKey("userID")),
      (listed(1_001), SortKey("timestamp")),
    ]
    for (filter, sort) in lists {
      let rows = WindowRequest(TableQuery(sort: [sort], filter: filter), offset: 90, limit: 20)
      let request = EventWindowRequest(EventQuery(), rows, needsCount: true)
      #expect(try await source.window(request) == model.window(request), "\(filter) \(sort)")
    }
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
