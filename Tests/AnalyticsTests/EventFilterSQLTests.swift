import Analytics
import Conditions
import Foundation
import Tables
import Testing
import Values

@Suite struct `The filter of events in SQL` {
  private func filter(
    _ condition: String, _ query: EventQuery = EventQuery(), _ dialect: SQLDialect = .sqlite
  ) throws -> EventFilter {
    try EventFilter(query, RowFilter(condition: Condition(parsing: condition)), dialect)
  }

  @Test func `contains the users, flags, actions and times of a condition`() throws {
    let user = startedEvent.userID
    let users = try filter("userID == '\(user.uuidString)' AND flag == TRUE")
    #expect(users.users == [user] && users.flags == [true] && users.translation == nil && users.remainder == nil)
    #expect(try filter("userID IN {'\(user.uuidString)', '\(user.uuidString.lowercased())', 'x'}").users == [user])
    let times = try filter("timestamp > '1970-01-01' AND timestamp <= '1970-01-02' AND action != 'stop'")
    #expect(times.times == 1...86_400_000 && times.actions == [.pause, .start] && times.hasStoredCounts)
  }

  @Test func `leaves other conditions to SQL or to the program`() throws {
    let either = try filter("flag == TRUE OR action == 'stop'")
    #expect(either.translation != nil && either.remainder == nil && either.flags == [false, true])
    let folded = try filter("userID ==[c] 'x'")
    #expect(folded.users == nil && folded.remainder != nil)
    #expect(throws: EventSourceError.Reason.self) { try filter("userID == 5") }
  }

  @Test(arguments: [
    (
      SQLDialect.sqlite,
      #" WHERE (("flag" = ? OR "action" COLLATE BINARY = ?)) AND action IN (?, ?) AND timestamp >= ? AND "user" = ?"#
    ),
    (
      .postgres,
      #" WHERE (("flag"::int = $1::bigint OR "action" COLLATE "C" = $2::text)) AND action IN ($3, $4) "#
        + #"AND timestamp >= $5 AND "user" = $6"#
    ),
  ])
  func `has the placeholders of each dialect, and the same parameters`(dialect: SQLDialect, sql: String) throws {
    let query = EventQuery(userID: startedEvent.userID, interval: EventInterval(start: Instant(milliseconds: 5)))
    let clause = try filter("(flag == TRUE OR action == 'stop') AND action != 'pause'", query, dialect).clause
    #expect(clause.sql == sql)
    #expect(
      clause.parameters.dropFirst() == [
        .value(.text("stop")), .value(.text("start")), .value(.text("stop")),
        .value(.instant(Instant(milliseconds: 5))), .uuid(startedEvent.userID),
      ])
  }

  @Test func `finds a text in users and actions with SQL`() throws {
    let user = startedEvent.userID
    var filter = try EventFilter(EventQuery(), RowFilter(search: "0001"), .postgres)
    #expect(filter.hasSearch)
    try filter.resolveSearch(users: [user, pausedEvent.userID])
    #expect(filter.users == [user] && filter.remainder == nil)
    #expect(filter.clause.sql == #" WHERE "user" = $1"#)
  }
}
