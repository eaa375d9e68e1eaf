import Analytics
import Conditions
import Foundation
import Tables
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `The filter of events` {
  private func filter(_ condition: String) throws -> EventFilterSQL {
    try EventFilterSQL(EventQuery(), RowFilter(condition: Condition(parsing: condition)))
  }

  @Test func `contains the users, flags, actions and times of a condition`() throws {
    let user = UserEvent.start.userID
    let users = try filter("userID == '\(user.uuidString)' AND flag == TRUE")
    #expect(users.users == [user] && users.flags == [true] && users.conditions.isEmpty && users.remainder == nil)
    #expect(try filter("userID IN {'\(user.uuidString)', '\(user.uuidString.lowercased())', 'x'}").users == [user])
    let times = try filter("timestamp > '1970-01-01' AND timestamp <= '1970-01-02' AND action != 'stop'")
    #expect(times.times == 1...86_400_000 && times.actions == [.pause, .start] && times.hasStoredCounts)
  }

  @Test func `leaves other conditions to SQL or to the program`() throws {
    let either = try filter("flag == TRUE OR action == 'stop'")
    #expect(either.conditions.count == 1 && either.remainder == nil && either.flags == [false, true])
    let folded = try filter("userID ==[c] 'x'")
    #expect(folded.users == nil && folded.remainder != nil)
    #expect(throws: EventSourceError.Reason.self) { try filter("userID == 5") }
  }
}
