import Analytics
import Foundation
import LoopTesting
import Tables
import Testing
import Values

let startedEvent = UserEvent(
  userID: UUID(number: 1), flag: true, timestamp: Instant(milliseconds: 1_679_493_909_000), action: .start)
let pausedEvent = UserEvent(
  userID: UUID(number: 2), flag: false, timestamp: Instant(milliseconds: 1_679_407_509_000), action: .pause)

let unfilteredQuery = EventQuery()
let flaggedQuery = EventQuery(flag: true)

/// Returns the effect that loads the first rows of a query.
func windowEffect(for query: EventQuery) -> EventListFeature.Effect {
  .loadWindow(EventWindowRequest(query, WindowRequest(TableQuery(), offset: 0, limit: EventTable.windowSize)))
}

/// Returns the effect that loads the timeline of a query.
func timelineEffect(for query: EventQuery) -> EventListFeature.Effect {
  .loadTimeline(query, HistogramOptions(by: .day))
}

/// Returns the effects that load a query, in their order.
func loadEffects(for query: EventQuery) -> [EventListFeature.Effect] {
  [windowEffect(for: query), .countEvents(query), .countUsers(query), timelineEffect(for: query)]
}

/// Returns the response with these rows.
func windowLoaded(_ events: [UserEvent]) -> EventListFeature.Action {
  .table(.windowLoaded(EventTable.Row.makeRows(from: events), count: events.count))
}

/// Returns a list that has loaded all events.
func makeLoadedList() -> TestStore<EventListFeature> {
  let list = TestStore(EventListFeature(), state: .init())
  list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
  list.endLoading(unfilteredQuery, [startedEvent, pausedEvent], userCount: 2)
  return list
}

extension TestStore<EventListFeature> {
  /// Delivers the responses to all requests for a query.
  func endLoading(_ query: EventQuery, _ events: [UserEvent], userCount: Int) {
    // With the response, the slot of the request becomes inactive.
    end(windowEffect(for: query), windowLoaded(events)) {
      $0.finishLoading(events)
    }
    end(.countEvents(query), .eventCountLoaded(events.count)) { $0.eventCount.finishLoading(with: events.count) }
    end(.countUsers(query), .userCountLoaded(userCount)) { $0.userCount.finishLoading(with: userCount) }
    let timeline = EventHistogram(events, HistogramOptions(by: .day))
    end(timelineEffect(for: query), .timelineLoaded(timeline)) { $0.timeline.finishLoading(with: timeline) }
  }

  /// Delivers a failure of each request for a query.
  func failLoading(_ query: EventQuery) {
    let reason = "\(EventSourceError(.events, .offline))"
    end(windowEffect(for: query), .table(.windowLoadFailed(reason))) {
      $0.apply(.windowLoadFailed(reason))
    }
    for (part, effect) in zip(EventResource.allCases, loadEffects(for: query).dropFirst()) {
      let failure = EventSourceError(.resource(part), .offline)
      end(effect, .failed(part, failure)) { $0[part] = .failed(failure) }
    }
  }
}

extension EventListFeature.State {
  /// The loaded events.
  var loadedEvents: [UserEvent] { table.allRows.map(\.content) }

  /// Reduces an action of the table.
  mutating func apply(_ action: TableFeature<EventTable.Row>.Action) {
    _ = EventTable.feature.reduce(&table, action)
  }

  /// Shows loaded rows.
  mutating func finishLoading(_ events: [UserEvent]) {
    apply(.windowLoaded(EventTable.Row.makeRows(from: events), count: events.count))
  }

  /// Marks the rows and all numbers as loading.
  mutating func startLoadingAll() {
    apply(table.remoteWindow == RemoteWindowState() ? .appeared : .reloadTapped)
    for part in EventResource.allCases { self[part] = .loading }
  }

  /// Removes the results of the old query, and marks the rows and all numbers as loading.
  mutating func startReloading() {
    apply(.rowSourceChanged)
    eventCount = .init()
    userCount = .init()
    timeline = .init()
    for part in EventResource.allCases { self[part] = .loading }
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

/// The IDs of two batches.
let (batch, laterBatch) = (UUID(number: 1), UUID(number: 2))
