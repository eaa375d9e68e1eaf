import Analytics
import Foundation
import LoopTesting
import Testing
import Values

private func userID(_ number: UInt8) -> UUID {
  UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
}

let startedEvent = UserEvent(
  userID: userID(1), flag: true, timestamp: Instant(milliseconds: 1_679_493_909_000), action: .start)
let pausedEvent = UserEvent(
  userID: userID(2), flag: false, timestamp: Instant(milliseconds: 1_679_407_509_000), action: .pause)

let unfilteredQuery = EventQuery()
let flaggedQuery = EventQuery(flag: true)

/// Returns the three effects that load a query, in their order.
func loadEffects(for query: EventQuery) -> [EventListFeature.Effect] { EventResource.allCases.map { .load($0, query) } }

/// Returns a list that has loaded all events.
func makeLoadedList() -> TestStore<EventListFeature> {
  let list = TestStore(EventListFeature(), state: .init())
  list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
  list.end(.load(.events, unfilteredQuery), .eventsLoaded([startedEvent, pausedEvent])) {
    $0.events.finishLoading(with: [startedEvent, pausedEvent])
  }
  list.end(.load(.eventCount, unfilteredQuery), .eventCountLoaded(2)) { $0.eventCount.finishLoading(with: 2) }
  list.end(.load(.userCount, unfilteredQuery), .userCountLoaded(2)) { $0.userCount.finishLoading(with: 2) }
  return list
}

extension EventListFeature.State {
  /// Marks all resources as loading.
  mutating func startLoadingAll() {
    for part in EventResource.allCases { self[part] = .loading }
  }

  /// Removes the results of the old query and marks all resources as loading.
  mutating func startReloading() {
    events = .init()
    eventCount = .init()
    userCount = .init()
    startLoadingAll()
  }
}

/// The snapshots of this module.
enum AnalyticsSnapshot: String, SnapshotName {
  static let folder = "Analytics"

  case bothFilters = "both-filters.transcript"
  case reloadRaces = "reload-races.transcript"
  case failedAndRetriedAlone = "failed-and-retried-alone.transcript"
  case everyActionInEveryState = "every-action-in-every-state.txt"
}

@Test func `every snapshot has a name, and every name has a snapshot`() {
  expectSnapshotFilesMatchNames(of: AnalyticsSnapshot.self)
}
