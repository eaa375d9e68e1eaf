import Analytics
import Loop
import LoopTesting
import Testing

/// What a person lives through with the event list.
@Suite struct EventListStoryTests {
  @Test func `events are filtered by both switches`() {
    let list = aLoadedList()
    // Before any choice the remembered values are false and start.
    list.send(.filter(.flag(.switched(true))), starts: questions(EventQuery(flag: false))) {
      $0.filter.flag.chosen = false
      $0.askAnew()
    }
    list.send(
      .filter(.flag(.picked(true))), starts: questions(marked), cancels: questions(EventQuery(flag: false))
    ) {
      $0.filter.flag.chosen = true
    }
    let both = EventQuery(flag: true, action: .start)
    list.send(.filter(.action(.switched(true))), starts: questions(both), cancels: questions(marked)) {
      $0.filter.action.chosen = .start
    }
    list.end(.load(.userCount, both), .userCountLoaded(1)) { $0.userCount.arrive(1) }
    list.end(.load(.events, both), .eventsLoaded([started])) { $0.events.arrive([started]) }
    list.end(.load(.eventCount, both), .eventCountLoaded(1)) { $0.eventCount.arrive(1) }
    list.send(.filter(.cleared), starts: questions(everything)) {
      $0.filter.flag.chosen = nil
      $0.filter.action.chosen = nil
      $0.askAnew()
    }
    for question in questions(everything) {
      list.end(question, .failed(.init(EventRequest(question.part, everything), .offline))) {
        $0.fail(.init(EventRequest(question.part, everything), .offline))
      }
    }
    expectSnapshot(list.finish(), AnalyticsSnapshot.bothFilters)
  }

  @Test func `law 6: an answer to an older filter is never seen, in whatever order answers arrive`() {
    let list = TestStore(EventList(), state: .init())
    list.send(.appeared, starts: questions(everything)) { $0.ask() }
    list.end(.load(.eventCount, everything), .eventCountLoaded(2)) { $0.eventCount.arrive(2) }
    let unmarked = EventQuery(flag: false)
    // Two of the older questions are still under way: they are cancelled, and what they would answer has nowhere to go.
    list.send(
      .filter(.flag(.switched(true))), starts: questions(unmarked),
      cancels: [.load(.events, everything), .load(.userCount, everything)]
    ) {
      $0.filter.flag.chosen = false
      $0.askAnew()
    }
    #expect(list.pending.running.map(\.effect) == questions(unmarked))
    list.end(.load(.events, unmarked), .eventsLoaded([paused])) { $0.events.arrive([paused]) }
    list.end(.load(.userCount, unmarked), .userCountLoaded(1)) { $0.userCount.arrive(1) }
    list.end(.load(.eventCount, unmarked), .eventCountLoaded(1)) { $0.eventCount.arrive(1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.reloadRaces)
  }

  @Test func `each of the three fails and is asked for again alone`() {
    let list = TestStore(EventList(), state: .init())
    list.send(.appeared, starts: questions(everything)) { $0.ask() }
    let failure = EventFailure(EventRequest(.eventCount, everything), .badStatus(503))
    list.end(.load(.eventCount, everything), .failed(failure)) { $0.eventCount.fail(failure) }
    list.end(.load(.events, everything), .eventsLoaded([started])) { $0.events.arrive([started]) }
    list.send(.retryTapped(.events))
    list.send(.retryTapped(.eventCount), starts: [.load(.eventCount, everything)]) { $0.eventCount.ask() }
    list.end(.load(.userCount, everything), .userCountLoaded(1)) { $0.userCount.arrive(1) }
    list.end(.load(.eventCount, everything), .eventCountLoaded(1)) { $0.eventCount.arrive(1) }
    expectSnapshot(list.finish(), AnalyticsSnapshot.failedAndRetriedAlone)
  }
}

extension EventList.Effect {
  fileprivate var part: EventPart {
    switch self {
    case .load(let part, _): part
    }
  }
}
