import Analytics
import Foundation
import PostgresFixtures
import Shop
import Tables
import Testing
import Values

@testable import PostgresHandlers

@Suite(.enabled(if: TestServer.isExpected)) struct `The query plans of a server` {
  @Test func `pages and numbers of many events are read with an index`() async throws {
    let server = try TestServer.shared.get()
    let address = try server.makeDatabase()
    let database = PostgresDatabase(address)
    let source = PostgresEventSource(database)
    let users = (UInt8(1)...40).map { UUID(number: $0) }
    try await source.record(
      (0..<40_000).map { number in
        UserEvent(
          userID: users[number % 40], flag: number % 3 == 0, timestamp: Instant(milliseconds: Int64(number) * 100_000),
          action: UserEvent.Action.allCases[number / 2 % 3])
      })
    // A process of the server adds its numbers before it ends.
    let observer = try PostgresConnection(PostgresAddress(address))
    func waitUntilOthersEnd() async throws {
      while try observer.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
          + "AND backend_type = 'client backend'") != 0
      { await Task.yield() }
    }
    await database.close()
    try await waitUntilOthersEnd()
    try observer.run("VACUUM (ANALYZE) event")
    try observer.run("SELECT pg_stat_reset()")
    let interval = EventInterval(
      start: Instant(milliseconds: 500_000_000), end: Instant(milliseconds: 600_000_000))
    for query in [EventQuery(), EventQuery(userID: users[3]), EventQuery(interval: interval)] {
      _ = try await source.eventCount(query)
      _ = try await source.histogram(query, HistogramOptions(by: .day))
      if query != EventQuery() { _ = try await source.userCount(query) }
      for sort in [[], [SortKey("timestamp")], [SortKey("action")], [SortKey("flag", .reverse)]] {
        for offset in [0, 70] {
          let rows = WindowRequest(TableQuery(sort: sort), offset: offset, limit: 50)
          _ = try await source.window(EventWindowRequest(query, rows, needsCount: false))
        }
      }
    }
    await database.close()
    try await waitUntilOthersEnd()
    let row = try #require(
      try observer.run("SELECT seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname = 'event'").firstRow)
    #expect(row.int(0) == 0 && row.int(1) >= 24, "\(row.int(0)) scans of the table, \(row.int(1)) of an index")
  }
}
