import Analytics
import Foundation
import LoopTesting
import Testing
import Values

private func user(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
}

let started = UserEvent(
  userID: user(1), flag: true, timestamp: Instant(milliseconds: 1_679_493_909_000), action: .start)
let paused = UserEvent(
  userID: user(2), flag: false, timestamp: Instant(milliseconds: 1_679_407_509_000), action: .pause)

let everything = EventQuery()
let marked = EventQuery(flag: true)

/// The three questions for one query, in the order in which they are asked.
func questions(_ query: EventQuery) -> [EventList.Effect] { EventPart.allCases.map { .load($0, query) } }

/// A list that shows everything there is.
func aLoadedList() -> TestStore<EventList> {
  let list = TestStore(EventList(), state: .init())
  list.send(.appeared, starts: questions(everything)) { $0.ask() }
  list.end(.load(.events, everything), .eventsLoaded([started, paused])) { $0.events.arrive([started, paused]) }
  list.end(.load(.eventCount, everything), .eventCountLoaded(2)) { $0.eventCount.arrive(2) }
  list.end(.load(.userCount, everything), .userCountLoaded(2)) { $0.userCount.arrive(2) }
  return list
}

extension EventList.State {
  /// All three are awaited.
  mutating func ask() {
    for part in EventPart.allCases { ask(part) }
  }

  /// All three are awaited, and what was there is not what is wanted.
  mutating func askAnew() {
    events.forget()
    eventCount.forget()
    userCount.forget()
    ask()
  }
}

/// The snapshots of this target.
enum AnalyticsSnapshot: String, SnapshotName {
  static let folder = "Analytics"

  case bothFilters = "both-filters.transcript"
  case reloadRaces = "reload-races.transcript"
  case failedAndRetriedAlone = "failed-and-retried-alone.transcript"
  case everyActionInEveryState = "every-action-in-every-state.txt"
}

@Test func `each snapshot has its name and each name its snapshot`() {
  expectNames(of: AnalyticsSnapshot.self)
}
