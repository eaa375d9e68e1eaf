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
    list.end(.load(.userCount, both), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.events, both), .eventsLoaded([startedEvent])) { $0.events.finishLoading(with: [startedEvent]) }
    list.end(.load(.eventCount, both), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    list.send(.filter(.cleared), starts: loadEffects(for: unfilteredQuery)) {
      $0.filter.flag.activeValue = nil
      $0.filter.action.activeValue = nil
      $0.startReloading()
    }
    for effect in loadEffects(for: unfilteredQuery) {
      list.end(effect, .failed(effect.resource, .init(EventRequest(effect.resource, unfilteredQuery), .offline))) {
        $0[effect.resource] = .failed(.init(EventRequest(effect.resource, unfilteredQuery), .offline))
      }
    }
    expectSnapshot(list.finish(), AnalyticsSnapshot.bothFilters)
  }

  @Test func `law 6: the response to an outdated filter never arrives, whatever the order of the responses`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    list.end(.load(.eventCount, unfilteredQuery), .eventCountLoaded(2)) { $0.eventCount.finishLoading(with: 2) }
    let unflagged = EventQuery(flag: false)
    // Two requests for the old filter are pending. They are cancelled, so their responses are ignored.
    list.send(
      .filter(.flag(.isOnChanged(true))), starts: loadEffects(for: unflagged),
      cancels: [.load(.events, unfilteredQuery), .load(.userCount, unfilteredQuery)]
    ) {
      $0.filter.flag.activeValue = false
      $0.startReloading()
    }
    #expect(list.pending.running.map(\.effect) == loadEffects(for: unflagged))
    list.end(.load(.events, unflagged), .eventsLoaded([pausedEvent])) { $0.events.finishLoading(with: [pausedEvent]) }
    list.end(.load(.userCount, unflagged), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.eventCount, unflagged), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.reloadRaces)
  }

  @Test func `each resource fails and is retried independently`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    let failure = EventSourceError(EventRequest(.eventCount, unfilteredQuery), .badStatus(503))
    list.end(.load(.eventCount, unfilteredQuery), .failed(.eventCount, failure)) {
      $0.eventCount.status = .failed(failure)
    }
    list.end(.load(.events, unfilteredQuery), .eventsLoaded([startedEvent])) {
      $0.events.finishLoading(with: [startedEvent])
    }
    list.send(.retryTapped(.events))
    list.send(.retryTapped(.eventCount), starts: [.load(.eventCount, unfilteredQuery)]) {
      $0.eventCount.status = .loading
    }
    list.end(.load(.userCount, unfilteredQuery), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.eventCount, unfilteredQuery), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.failedAndRetriedAlone)
  }
}

extension EventListFeature.Effect {
  fileprivate var resource: EventResource {
    switch self {
    case .load(let part, _): part
    case .record: preconditionFailure("no event is recorded here")
    }
  }
}
