import Analytics
import Loop
import LoopTesting
import Testing

/// What a person lives through with the event list.
@Suite struct EventListScenarioTests {
  @Test func `events are filtered by both switches`() {
    let list = makeLoadedList()
    // Before any choice the remembered values are false and start.
    list.send(.filter(.flag(.switched(true))), starts: loadEffects(for: EventQuery(flag: false))) {
      $0.filter.flag.activeValue = false
      $0.startReloading()
    }
    list.send(
      .filter(.flag(.picked(true))), starts: loadEffects(for: marked),
      cancels: loadEffects(for: EventQuery(flag: false))
    ) {
      $0.filter.flag.activeValue = true
    }
    let both = EventQuery(flag: true, action: .start)
    list.send(.filter(.action(.switched(true))), starts: loadEffects(for: both), cancels: loadEffects(for: marked)) {
      $0.filter.action.activeValue = .start
    }
    list.end(.load(.userCount, both), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.events, both), .eventsLoaded([started])) { $0.events.finishLoading(with: [started]) }
    list.end(.load(.eventCount, both), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    list.send(.filter(.cleared), starts: loadEffects(for: everything)) {
      $0.filter.flag.activeValue = nil
      $0.filter.action.activeValue = nil
      $0.startReloading()
    }
    for question in loadEffects(for: everything) {
      list.end(question, .failed(.init(EventRequest(question.resource, everything), .offline))) {
        $0.applyFailure(.init(EventRequest(question.resource, everything), .offline))
      }
    }
    expectSnapshot(list.finish(), AnalyticsSnapshot.bothFilters)
  }

  @Test func `law 6: an answer to an older filter is never seen, in whatever order answers arrive`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: everything)) { $0.startLoadingAll() }
    list.end(.load(.eventCount, everything), .eventCountLoaded(2)) { $0.eventCount.finishLoading(with: 2) }
    let unmarked = EventQuery(flag: false)
    // Two of the older questions are still under way: they are cancelled, and what they would answer has nowhere to go.
    list.send(
      .filter(.flag(.switched(true))), starts: loadEffects(for: unmarked),
      cancels: [.load(.events, everything), .load(.userCount, everything)]
    ) {
      $0.filter.flag.activeValue = false
      $0.startReloading()
    }
    #expect(list.pending.running.map(\.effect) == loadEffects(for: unmarked))
    list.end(.load(.events, unmarked), .eventsLoaded([paused])) { $0.events.finishLoading(with: [paused]) }
    list.end(.load(.userCount, unmarked), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.eventCount, unmarked), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.reloadRaces)
  }

  @Test func `each of the three fails and is asked for again alone`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: everything)) { $0.startLoadingAll() }
    let failure = EventSourceError(EventRequest(.eventCount, everything), .badStatus(503))
    list.end(.load(.eventCount, everything), .failed(failure)) { $0.eventCount.failLoading(with: failure) }
    list.end(.load(.events, everything), .eventsLoaded([started])) { $0.events.finishLoading(with: [started]) }
    list.send(.retryTapped(.events))
    list.send(.retryTapped(.eventCount), starts: [.load(.eventCount, everything)]) { $0.eventCount.startLoading() }
    list.end(.load(.userCount, everything), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.end(.load(.eventCount, everything), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.failedAndRetriedAlone)
  }
}

extension EventListFeature.Effect {
  fileprivate var resource: EventResource {
    switch self {
    case .load(let part, _): part
    }
  }
}
