import Analytics
import Foundation
import Loop
import MemoryHandlers
import Tables
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `Numbers of events of groups of users` {
  private func counts(of bytes: [UInt8]) -> GroupCounts? {
    var counts = GroupCounts()
    return bytes.withUnsafeBytes { counts.add($0) } ? counts : nil
  }

  @Test func `are stored in few bytes, and are the same when they are read`() throws {
    var written = GroupCounts()
    #expect(written.bytes == [])
    written.add(group: 0, flag: false, action: .pause)
    #expect(written.bytes == [0, 1])
    for _ in 0..<300 { written.add(group: 255, flag: true, action: .stop) }
    written.add(group: 2, flag: true, action: .start)
    // Six numbers for each group: 300 is 0b10_0101100, and 1,518 numbers before the last one are 0.
    #expect(written.bytes == [0, 1, 15, 1, 0xEE, 0x0B, 0xAC, 0x02])
    #expect(counts(of: written.bytes) == written)
    #expect(
      written.totals(flags: [true], actions: [.start, .stop]) == (0...255).map { $0 == 2 ? 1 : $0 == 255 ? 300 : 0 })
    #expect(written.totals(flags: [false], actions: [.pause]).first == 1)
    #expect(written.bytes.withUnsafeBytes { written.add($0) })
    #expect(written.totals(flags: [false, true], actions: [.pause, .start, .stop]).reduce(0, +) == 604)
  }

  @Test(
    arguments: [
      [0x80], [0], [0, 0x80], [0x80, 0x0C, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1], [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] as [[UInt8]]) func `are refused if the bytes cannot be theirs`(bytes: [UInt8])
  {
    #expect(counts(of: bytes) == nil)
  }

  @Test func `contain the earliest and the latest time`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    let source = SQLiteEventSource(database, maximumSkippedCount: 0, frequentUserEventCount: 2)
    let hour = Int64(3_600_000)
    let times: [Int64] = [.min, .min + 1, .min + 26 * hour, .min + 33 * 24 * hour, 0, .max - 1, .max]
    let events = times.map {
      UserEvent(userID: UserEvent.start.userID, flag: true, timestamp: Instant(milliseconds: $0), action: .start)
    }
    var model = EventDatabase()
    for batch in [events[..<3], events[3...]] {
      try await source.record(Array(batch))
      model.record(Array(batch))
    }
    #expect(try await database.problems() == [])
    for end in times {
      let query = EventQuery(interval: EventInterval(end: Instant(milliseconds: end)))
      for (offset, sort) in [(0, "userID"), (1, "userID"), (2, "timestamp"), (4, "userID"), (5, "timestamp")] {
        let rows = WindowRequest(TableQuery(sort: [SortKey(sort)]), offset: offset, limit: 2)
        let request = EventWindowRequest(query, rows, needsCount: true)
        #expect(try await source.window(request) == model.window(request), "\(end) \(sort) \(offset)")
      }
    }
  }

  @Test(arguments: 0..<UInt64(3)) func `find a page in the order of users, with limits of time`(seed: UInt64)
    async throws
  {
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
    // Half of the users are frequent.
    let source = SQLiteEventSource(database, maximumSkippedCount: 0, frequentUserEventCount: 32)
    var model = EventDatabase()
    for batch in [events[..<700], events[700...]] {
      try await source.record(Array(batch))
      model.record(Array(batch))
    }
    let sorts: [[SortKey]] = [
      [SortKey("userID")], [SortKey("userID", .reverse)], [SortKey("flag"), SortKey("userID"), SortKey("action")],
      [SortKey("userID"), SortKey("timestamp")],
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
    }
    #expect(try await database.problems() == [])
    let frequentCount = try await database.read { connection throws(DatabaseError) in
      try connection.integer("SELECT count(DISTINCT user) FROM event_user_day_count")
    }
    #expect((10..<60).contains(try #require(frequentCount)))
  }
}
