import Analytics
import Foundation
import LoopTesting
import Testing
import Values

private func userID(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
}

let started = UserEvent(
  userID: userID(1), flag: true, timestamp: Instant(milliseconds: 1_679_493_909_000), action: .start)
let paused = UserEvent(
  userID: userID(2), flag: false, timestamp: Instant(milliseconds: 1_679_407_509_000), action: .pause)

let everything = EventQuery()
let marked = EventQuery(flag: true)

/// The three questions for one query, in the order in which they are asked.
func loadEffects(for query: EventQuery) -> [EventListFeature.Effect] { EventResource.allCases.map { .load($0, query) } }

/// A list that shows everything there is.
func makeLoadedList() -> TestStore<EventListFeature> {
  let list = TestStore(EventListFeature(), state: .init())
  list.send(.appeared, starts: loadEffects(for: everything)) { $0.startLoadingAll() }
  list.end(.load(.events, everything), .eventsLoaded([started, paused])) {
    $0.events.finishLoading(with: [started, paused])
  }
  list.end(.load(.eventCount, everything), .eventCountLoaded(2)) { $0.eventCount.finishLoading(with: 2) }
  list.end(.load(.userCount, everything), .userCountLoaded(2)) { $0.userCount.finishLoading(with: 2) }
  return list
}

extension EventListFeature.State {
  /// All three are awaited.
  mutating func startLoadingAll() {
    for part in EventResource.allCases { startLoading(part) }
  }

  /// All three are awaited, and what was there is not what is wanted.
  mutating func startReloading() {
    events.reset()
    eventCount.reset()
    userCount.reset()
    startLoadingAll()
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
  expectSnapshotFilesMatchNames(of: AnalyticsSnapshot.self)
}
