import Analytics
import Foundation
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `The query plans of a database` {
  /// Runs the operations of the screens, and explains each statement that they have prepared.
  @Test func `filters and orders of the screens read covering indexes, and sort only equal times`() async throws {
    let database = SQLiteDatabase(path: ":memory:")
    let texts = PreparedTexts(database)
    let products = SQLiteProductStore(database)
    try await texts.collect {
      _ = try await products.insert(.lamp)
      _ = try await products.update(.lamp, expecting: 1)
      try await products.apply([.delete("p1"), .restore(.lamp), .move(["p1"], to: .end)])
      _ = try await products.products()
    }
    let source = SQLiteEventSource(database)
    try await texts.collect { try await source.record(Self.events, batch: EventBatch.ID(number: 1)) }
    for query in Self.queries {
      try await texts.collect {
        _ = try await source.eventCount(query)
        _ = try await source.userCount(query)
        _ = try await source.eventCountsByUser(query)
        _ = try await source.histogram(query, HistogramOptions(by: .day, in: .utc, firstWeekday: .monday))
      }
      for sort in Self.sorts {
        for filter in Self.filters {
          for offset in [0, 7] {
            let rows = WindowRequest(TableQuery(sort: sort, filter: filter), offset: offset, limit: 5)
            try await texts.collect { _ = try await source.window(EventWindowRequest(query, rows, needsCount: true)) }
          }
        }
      }
    }
    let found = texts.found.withLock { $0 }.sorted()
    #expect(found.count > 100, "the texts of the statements are collected")
    for sql in found where !sql.hasPrefix("PRAGMA") {
      let plan = try await database.plan(of: sql)
      // Only events of the same time are sorted.
      let sorts = plan.replacing(/USE TEMP B-TREE FOR (LAST (\d )?TERMS?|RIGHT PART) OF ORDER BY/, with: "")
        .contains("TEMP B-TREE")
      let readsRows = plan.split(separator: "; ").contains {
        $0.contains(/(SCAN|SEARCH) (TABLE )?event\b/) && !$0.contains("USING COVERING INDEX")
      }
      let scans = plan.contains(/SCAN (TABLE )?product( AS \w+)?(;|$)/)
      #expect(!sorts && !readsRows && !scans, "\(sql): \(plan)")
    }
  }

  private static let users: [UUID] = (UInt8(1)...4).map { number in
    UUID(number: number)
  }

  private static let events: [UserEvent] = (0..<60).map { number in
    UserEvent(
      userID: users[number % 4], flag: number % 3 == 0, timestamp: Instant(milliseconds: Int64(number) * 100_000),
      action: UserEvent.Action.allCases[number / 2 % 3])
  }

  private static let queries: [EventQuery] = {
    let queries = [
      EventQuery(), EventQuery(flag: true), EventQuery(action: .stop), EventQuery(flag: true, action: .stop),
      EventQuery(userID: users[0]), EventQuery(flag: true, userID: users[0]),
    ]
    let interval = EventInterval(start: Instant(milliseconds: 500_000), end: Instant(milliseconds: 5_500_000))
    return queries
      + queries.map { query in
        var query = query
        query.interval = interval
        return query
      }
  }()

  private static let sorts: [[SortKey]] =
    ["timestamp", "action", "flag", "userID"].flatMap { [[SortKey($0)], [SortKey($0, .reverse)]] } + [
      [], [SortKey("userID"), SortKey("timestamp")],
      [SortKey("userID", .reverse), SortKey("flag"), SortKey("timestamp")],
      [SortKey("flag", .reverse), SortKey("userID"), SortKey("action")], [SortKey("timestamp"), SortKey("userID")],
    ]

  private static let filters: [RowFilter] = [
    RowFilter(), RowFilter(columns: ["userID": .among(users.prefix(2).map { .text($0.uuidString) })]),
    RowFilter(columns: ["action": .among(["start", "pause"])]),
    RowFilter(columns: ["flag": .among([true]), "timestamp": .range(from: .instant(Instant(milliseconds: 300_000)))]),
    RowFilter(columns: ["userID": .contains("4000-8")]),
  ]
}

/// The texts of the statements that a database has prepared.
private final class PreparedTexts: Sendable {
  private let database: SQLiteDatabase
  let found = Locked<Set<String>>([])

  init(_ database: SQLiteDatabase) { self.database = database }

  /// Runs operations, and collects the texts of the statements that are kept after that.
  func collect(_ operations: () async throws -> Void) async throws {
    try await operations()
    let texts = try await database.read { connection throws(DatabaseError) in Set(connection.preparedTexts) }
    found.withLock { $0.formUnion(texts) }
  }
}

extension SQLiteDatabase {
  /// Returns the query plan of a statement.
  fileprivate func plan(of sql: String) async throws -> String {
    try await read { connection throws(DatabaseError) in
      var lines: [String] = []
      try SQLiteStatement("EXPLAIN QUERY PLAN \(sql)", on: connection).run { row throws(DatabaseError) in
        lines.append(row.text(3))
      }
      return lines.joined(separator: "; ")
    }
  }
}
