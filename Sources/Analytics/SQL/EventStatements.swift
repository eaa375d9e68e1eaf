import Conditions
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The statements about events that a database runs.
///
/// The parts of the list, and the numbers of events, follow from them.
package protocol EventStatements<Failure> {
  /// The error of the database.
  associatedtype Failure: Error

  /// The dialect of SQL.
  static var dialect: SQLDialect { get }

  /// A Boolean value that indicates whether the database counts events in groups, instead of passing each of them.
  ///
  /// That pays off if each row takes time of a network.
  var groupsEvents: Bool { get }

  /// Returns the table of events for a `FROM` clause of a statement that should use an index.
  func table(_ index: EventIndex) -> String

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or it is null.
  func integer(_ statement: SQLClause) throws(Failure) -> Int?

  /// Passes the events of a statement with the columns user, flag, action, timestamp and number to a closure until it
  /// returns `true`.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - isStream: Whether the statement can have so many rows that they must not be in memory together.
  ///   - visit: The closure.
  /// - Throws: An error if the events cannot be read, or the error of the closure.
  func forEachEvent(
    _ statement: SQLClause, isStream: Bool, _ visit: (StoredEvent) throws(Failure) -> Bool
  ) throws(Failure)

  /// Passes the rows of a statement with the columns user and count to a closure until it returns `true`.
  func forEachUser(_ statement: SQLClause, _ visit: (UUID, Int) throws(Failure) -> Bool) throws(Failure)

  /// Passes the rows of a statement with the columns time, flag, action and count to a closure.
  func forEachCount(_ statement: SQLClause, _ visit: (EventCount) throws(Failure) -> Void) throws(Failure)

  /// Returns all users, or `nil` if there are more than a limit.
  func users(atMost limit: Int) throws(Failure) -> [UUID]?
}

/// An event and the number of its row.
package struct StoredEvent: Sendable {
  package let number: Int64
  package let event: UserEvent

  /// Creates an event with the number of its row.
  package init(number: Int64, event: UserEvent) { (self.number, self.event) = (number, event) }
}

/// A number of events of the same time or hour, with the same flag and kind of action.
package struct EventCount: Hashable, Sendable {
  package let time: Instant
  package let flag: Bool
  package let action: UserEvent.Action
  package let count: Int

  /// Creates a number.
  package init(time: Instant, flag: Bool, action: UserEvent.Action, count: Int) {
    (self.time, self.flag, self.action, self.count) = (time, flag, action, count)
  }

  /// Returns the numbers of events of each hour, flag and kind of action, always in the same order.
  package static func counts(ofHoursOf events: [UserEvent]) -> [EventCount] {
    var counts: [EventCount: Int] = [:]
    for event in events {
      let hour = Instant(milliseconds: EventHour.start(of: event.timestamp.milliseconds))
      counts[EventCount(time: hour, flag: event.flag, action: event.action, count: 0), default: 0] += 1
    }
    return counts.map { EventCount(time: $0.time, flag: $0.flag, action: $0.action, count: $1) }
      .sorted {
        ($0.time.milliseconds, $0.flag ? 1 : 0, $0.action.rawValue)
          < ($1.time.milliseconds, $1.flag ? 1 : 0, $1.action.rawValue)
      }
  }
}

/// An index of the events.
///
/// Both indexes contain all columns.
package enum EventIndex: Sendable {
  /// The events in the order of the list.
  case time
  /// The events of each user in the order of the list.
  case user
}

extension EventFilter {
  /// The index that finds the matching events in any order.
  var index: EventIndex { users == nil ? .time : .user }
}

extension EventOrder {
  /// The index with the events of a segment in this order, except for those of the same time or user.
  ///
  /// The events of one user are in order in the index of the user, those of several users are not.
  func index(for filter: EventFilter) -> EventIndex {
    filter.users?.count == 1 || beginsWithUser ? .user : .time
  }
}
