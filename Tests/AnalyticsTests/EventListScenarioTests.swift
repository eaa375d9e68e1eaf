import Analytics
import Loop
import LoopTesting
import Testing

/// Complete scenarios of the event list.
@Suite struct EventListScenarioTests {
  @Test func `both filters together select the events`() {
    let list = makeLoadedList()
    // The initial stored values are false and start.
    list.send(.filter(.flag(.isOnChanged(true))), starts: loadEffects(for: EventQuery(flag: false))) {
      $0.filter.flag.activeValue = false
      $0.startReloading()
    }
    list.send(
      .filter(.flag(.valuePicked(true))), starts: loadEffects(for: flaggedQuery),
      cancels: loadEffects(for: EventQuery(flag: false))
    ) {
      $0.filter.flag.activeValue = true
    }
    let both = EventQuery(flag: true, action: .start)
    list.send(
      .filter(.action(.isOnChanged(true))), starts: loadEffects(for: both), cancels: loadEffects(for: flaggedQuery)
    ) {
      $0.filter.action.activeValue = .start
    }
    list.endLoading(both, [startedEvent], userCount: 1)
    list.send(.filter(.cleared), starts: loadEffects(for: unfilteredQuery)) {
      $0.filter.flag.activeValue = nil
      $0.filter.action.activeValue = nil
      $0.startReloading()
    }
    list.failLoading(unfilteredQuery)
    expectSnapshot(list.finish(), AnalyticsSnapshot.bothFilters)
  }

  @Test func `law 6: the response to an outdated filter never arrives, whatever the order of the responses`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    list.end(.countEvents(unfilteredQuery), .eventCountLoaded(2)) { $0.eventCount.finishLoading(with: 2) }
    let unflagged = EventQuery(flag: false)
    // Three requests for the old filter are pending. They are cancelled, so their responses are ignored.
    list.send(
      .filter(.flag(.isOnChanged(true))), starts: loadEffects(for: unflagged),
      cancels: [windowEffect(for: unfilteredQuery), .countUsers(unfilteredQuery), timelineEffect(for: unfilteredQuery)]
    ) {
      $0.filter.flag.activeValue = false
      $0.startReloading()
    }
    #expect(list.pending.running.map(\.effect) == loadEffects(for: unflagged))
    list.endLoading(unflagged, [pausedEvent], userCount: 1)
    expectSnapshot(list.finish(), AnalyticsSnapshot.reloadRaces)
  }

  @Test func `each part fails and is retried independently`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    let failure = EventSourceError(.resource(.eventCount), .badStatus(503))
    list.end(.countEvents(unfilteredQuery), .failed(.eventCount, failure)) {
      $0.eventCount.status = .failed(failure)
    }
    list.end(windowEffect(for: unfilteredQuery), windowLoaded([startedEvent])) {
      $0.finishLoading([startedEvent])
    }
    list.send(.retryTapped(.timeline))
    list.send(.retryTapped(.eventCount), starts: [.countEvents(unfilteredQuery)]) {
      $0.eventCount.status = .loading
    }
    list.end(.countUsers(unfilteredQuery), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.countEvents(unfilteredQuery), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    let failed = EventSourceError(.resource(.timeline), .timedOut)
    list.end(timelineEffect(for: unfilteredQuery), .failed(.timeline, failed)) { $0.timeline.status = .failed(failed) }
    list.send(.retryTapped(.timeline), starts: [timelineEffect(for: unfilteredQuery)]) { $0.timeline.status = .loading }
    let timeline = EventHistogram([startedEvent], HistogramOptions(by: .day))
    list.end(timelineEffect(for: unfilteredQuery), .timelineLoaded(timeline)) {
      $0.timeline.finishLoading(with: timeline)
    }
    expectSnapshot(list.finish(), AnalyticsSnapshot.failedAndRetriedAlone)
  }
}
