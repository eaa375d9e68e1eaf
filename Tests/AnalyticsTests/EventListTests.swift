import Analytics
import Loop
import LoopHistory
import LoopTesting
import LoopText
import MemoryHandlers
import Testing

/// The rules of the event list, one for each test.
@Suite struct EventListTests {
  /// The resources must not be loaded twice at the start.
  @Test func `appearing loads once`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    list.send(.appeared)
    list.end(.load(.events, unfilteredQuery), .eventsLoaded([])) { $0.events.finishLoading(with: []) }
    list.send(.appeared)
    list.end(.load(.eventCount, unfilteredQuery), .eventCountLoaded(0)) { $0.eventCount.finishLoading(with: 0) }
    list.end(.load(.userCount, unfilteredQuery), .userCountLoaded(0)) { $0.userCount.finishLoading(with: 0) }
    list.finish()
  }

  @Test func `a filter that changes before the list appears loads the events, and appearing loads nothing more`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.filter(.presetPicked(flaggedQuery)), starts: loadEffects(for: flaggedQuery)) {
      $0.filter.query = flaggedQuery
      $0.startLoadingAll()
    }
    list.send(.appeared)
    list.end(.load(.events, flaggedQuery), .eventsLoaded([startedEvent])) {
      $0.events.finishLoading(with: [startedEvent])
    }
    list.end(.load(.eventCount, flaggedQuery), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    list.end(.load(.userCount, flaggedQuery), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.finish()
  }

  @Test func `the rows of one filter are not shown for another`() {
    let list = makeLoadedList()
    list.send(.filter(.presetPicked(flaggedQuery)), starts: loadEffects(for: flaggedQuery)) {
      $0.filter.query = flaggedQuery
      $0.startReloading()
    }
    #expect(list.state.events.value == nil)
    for part in EventResource.allCases {
      let failure = EventSourceError(EventRequest(part, flaggedQuery), .offline)
      list.end(.load(part, flaggedQuery), .failed(part, failure)) { $0[part] = .failed(failure) }
    }
    #expect(list.state.events.value == nil && list.state.eventCount.value == nil)
    list.finish()
  }

  @Test func `the last results stay visible during a reload`() {
    let list = makeLoadedList()
    list.send(.reloadTapped, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    #expect(list.state.events.value?.count == 2 && list.state.eventCount.value == 2)
    list.end(.load(.events, unfilteredQuery), .eventsLoaded([])) { $0.events.finishLoading(with: []) }
    list.end(.load(.eventCount, unfilteredQuery), .eventCountLoaded(0)) { $0.eventCount.finishLoading(with: 0) }
    list.end(.load(.userCount, unfilteredQuery), .userCountLoaded(0)) { $0.userCount.finishLoading(with: 0) }
    list.finish()
  }

  @Test func `the three resources load at the same time, each in its own slot`() {
    var state = EventListFeature.State()
    let effects = EventListFeature().reduce(&state, .appeared)
    let slots = effects.instructions.map { instruction in
      if case .run(_, let slot, .latest, nil) = instruction { slot } else { nil as EventListFeature.Slot? }
    }
    #expect(slots == EventResource.allCases.map { .load($0) })
  }

  @Test func `the last number stays until the next one is loaded, and is outdated if that fails`() {
    var count = Loadable<Int>()
    #expect(count.value == nil && !count.isOutdated)
    count.finishLoading(with: 100)
    count.status = .loading
    #expect(count.value == 100 && !count.isOutdated)
    count.status = .failed(EventSourceError(EventRequest(.eventCount, unfilteredQuery), .offline))
    #expect(count.value == 100 && count.isOutdated)
  }

  @Test func `every action in every class of state matches the snapshot`() throws {
    let failure = EventSourceError(EventRequest(.events, unfilteredQuery), .offline)
    let actions: [EventListFeature.Action] = [
      .appeared, .reloadTapped, .retryTapped(.events), .retryTapped(.eventCount), .retryTapped(.userCount),
      .filter(.flag(.isOnChanged(true))),
      .filter(.flag(.isOnChanged(false))), .filter(.flag(.valuePicked(true))), .filter(.action(.isOnChanged(true))),
      .filter(.action(.valuePicked(.stop))), .filter(.presetPicked(flaggedQuery)), .filter(.cleared),
      .eventsLoaded([pausedEvent]),
      .eventCountLoaded(7), .userCountLoaded(3), .failed(.events, failure),
      .recordTapped([pausedEvent]), .recordRetryTapped, .recordDiscardTapped, .recorded([pausedEvent]),
      .presetSaved(name: "Flagged"), .presetRemoved(name: "Flagged"),
    ]
    let table = try ActionEffectDocument(states: try states(), actions: actions, responseSlot: slot(of:))
    expectSnapshot(table.description, AnalyticsSnapshot.everyActionInEveryState)
  }

  private func slot(of action: EventListFeature.Action) -> EventListFeature.Slot? {
    switch action {
    case .eventsLoaded: .load(.events)
    case .eventCountLoaded: .load(.eventCount)
    case .userCountLoaded: .load(.userCount)
    case .failed(let resource, _): .load(resource)
    case .recorded, .recordFailed: .record
    case .appeared, .reloadTapped, .retryTapped, .filter, .presetSaved, .presetRemoved, .presetsRestored, .recordTapped,
      .recordRetryTapped, .recordDiscardTapped:
      nil
    }
  }

  private func states() throws -> [(name: String, session: FeatureStepper<EventListFeature>)] {
    let failure = EventSourceError(EventRequest(.events, unfilteredQuery), .badStatus(503))
    let loaded: [EventListFeature.Action] = [
      .appeared, .eventsLoaded([startedEvent, pausedEvent]), .eventCountLoaded(2), .userCountLoaded(2),
    ]
    return try [
      ("not loaded", []), ("loading", [.appeared]), ("loaded", loaded),
      ("events failed", [.appeared, .failed(.events, failure), .eventCountLoaded(2), .userCountLoaded(2)]),
      ("filtered, loading", loaded + [.filter(.flag(.isOnChanged(true)))]),
    ].map { (name: String, path: [EventListFeature.Action]) in
      var session = try FeatureStepper(EventListFeature(), state: .init())
      for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
      return (name, session)
    }
  }

  @MainActor @Test func `the event list works with a source in memory and handles its faults`() async {
    let source = MemoryEventSource(EventDatabase([pausedEvent, startedEvent]))
    let store = Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source))
    await source.inject([
      .requestFailed(.offline), .requestFailed(.badStatus(500)), .responseLost(.invalidResponse("half of it")),
    ])
    store.send(.appeared)
    await store.waitUntilIdle()
    #expect(EventResource.allCases.allSatisfy { store.state[$0].isFailed })
    for part in EventResource.allCases { store.send(.retryTapped(part)) }
    await store.waitUntilIdle()
    #expect(store.state.events.value == [startedEvent, pausedEvent], "the newest first")
    #expect(store.state.eventCount.value == 2 && store.state.userCount.value == 2)
    store.send(.filter(.presetPicked(EventQuery(flag: true, action: .pause))))
    await store.waitUntilIdle()
    #expect(store.state.eventCount.value == 0 && store.state.events.value == [])
  }
}

@Test func `resuming restarts the interrupted requests`() {
  var initial = LoopState<EventListFeature>(initialState: .init())
  _ = initial.reduce(.appeared, by: EventListFeature())
  let resumed = StoreSession(initial).resumePlan(for: EventListFeature())
  #expect(resumed.loopState == initial)
  #expect(resumed.runsToStart.count == 3)
}
