import Analytics
import Foundation
import MemoryHandlers
import Tables
import Values

/// What an event source with a database must do with many events: the same as the model that the explorations use.
package struct EventListContract {
  private let source: any EventSource

  /// Creates a contract for an empty source, for one of the checks.
  package init(_ source: any EventSource) { self.source = source }

  /// Compares random pages and numbers of a list of 2,000 events.
  package func checkLongList(seed: UInt64) async throws {
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
      let sort = sorts.randomElement(using: &random) ?? []
      let offset = Int.random(in: 0..<2_100, using: &random)
      let rows = WindowRequest(TableQuery(sort: sort), offset: offset, limit: 10)
      let request = EventWindowRequest(query, rows, needsCount: true)
      try expectEqual(request, try model.window(request), await source.window(request))
      try expectEqual(query, model.userCount(query), await source.userCount(query))
    }
  }

  /// Compares numbers of events at the earliest and the latest times.
  package func checkLimitsOfTime() async throws {
    let hour = Int64(3_600_000)
    let times: [Int64] = [.min, .min + 1, .min + 26 * hour, .min + 33 * 24 * hour, -1, 0, .max - 1, .max]
    let events = times.map {
      UserEvent(userID: UUID(number: 1), flag: true, timestamp: Instant(milliseconds: $0), action: .start)
    }
    var model = EventDatabase()
    for batch in [events[..<3], events[3...]] {
      try await source.record(Array(batch))
      model.record(Array(batch))
    }
    for start in [nil] + times {
      for end in times {
        let query = EventQuery(
          interval: EventInterval(start: start.map { Instant(milliseconds: $0) }, end: Instant(milliseconds: end)))
        try expectEqual(query, model.eventCount(query), await source.eventCount(query))
        let options = HistogramOptions(by: .flag)
        try expectEqual(query, model.histogram(query, options), await source.histogram(query, options))
      }
    }
  }

  /// Compares lists of the events of more users than a statement can name.
  package func checkManyUsers() async throws {
    // The IDs of 1,100 users contain "77", and those of 400 do not.
    let events = (0..<1_500).map { number in
      let (high, low) = (UInt8(number / 256), UInt8(number % 256))
      return UserEvent(
        userID: UUID(uuid: (high, low, number < 1_100 ? 0x77 : 0x88, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)),
        flag: number % 2 == 0, timestamp: Instant(milliseconds: Int64(number * 7 % 1_000)), action: .start)
    }
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
      try expectEqual(request, try model.window(request), await source.window(request))
    }
  }

  private func expectEqual<Result: Equatable>(_ query: Any, _ expected: Result, _ found: Result) throws {
    if expected != found { throw ContractViolation("\(query)", expected: expected, found: found) }
  }
}
