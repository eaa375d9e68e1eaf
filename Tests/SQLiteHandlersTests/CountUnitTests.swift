import Analytics
import Tables
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `Stored numbers of events` {
  @Test func `an interval is divided into whole days, whole hours and the rest`() {
    let (hour, day) = (Int64(3_600_000), Int64(86_400_000))
    let parts = CountUnit.divide(-hour - 5...2 * day + 2 * hour + 6, by: .day)
    #expect(parts.map(\.unit) == [nil, .hour, .day, .hour, nil])
    #expect(
      parts.map(\.times) == [
        -hour - 5 ... -hour - 1, -hour ... -1, 0...2 * day - 1, 2 * day...2 * day + 2 * hour - 1,
        2 * day + 2 * hour...2 * day + 2 * hour + 6,
      ])
    #expect(CountUnit.divide(.min ... .max, by: .day).map(\.unit) == [.day])
    #expect(CountUnit.divide(5...6, by: .day).map(\.unit) == [nil])
    #expect(CountUnit.divide(-5...64 * day + 1, by: .groupBlock).map(\.unit) == [nil, .groupBlock, nil])
    #expect(CountUnit.divide(0...34 * day - 1, by: .groupBlock).map(\.unit) == [.groupBlock, .groupDay])
  }

  @Test(arguments: [SortDirection.forward, .reverse])
  func `each event of a list is found in an hour at most, with the number of those before`(
    direction: SortDirection
  ) async throws {
    let database = SQLiteDatabase(path: ":memory:")
    var random = SplitMix64(seed: 1)
    let start = UserEvent.start.timestamp.milliseconds
    let times = (0..<200).map { _ in start + Int64.random(in: 0..<500_000_000, using: &random) }
    try await SQLiteEventSource(database).record(
      times.map {
        UserEvent(userID: UserEvent.start.userID, flag: true, timestamp: Instant(milliseconds: $0), action: .start)
      })
    var filter = EventFilterSQL(EventQuery())
    // Both ends are within an hour.
    filter.times = start + 5_000_000...start + 490_000_000
    let matching = times.filter { filter.times?.contains($0) == true }.sorted()
    let ordered = direction == .forward ? matching : matching.reversed()
    for (offset, time) in ordered.enumerated() {
      let found = try await database.read { [filter] connection throws(DatabaseError) in
        try connection.part(atOffset: offset, of: filter, by: .day, direction)
      }
      let part = try #require(found)
      #expect(part.times.contains(time) && part.times.count <= 3_600_000)
      #expect(
        part.precedingCount
          == ordered.count {
            direction == .forward ? $0 < part.times.lowerBound : $0 > part.times.upperBound
          })
    }
  }
}
