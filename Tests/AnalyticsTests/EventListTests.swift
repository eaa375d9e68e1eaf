import Analytics
import Loop
import LoopHistory
import LoopTesting
import LoopText
import MemoryHandlers
import Testing

/// The list's rules, one by one.
@Suite struct EventListTests {
  /// In the document the list is read twice at the start.
  @Test func `appearing loads once`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: everything)) { $0.startLoadingAll() }
    list.send(.appeared)
    list.end(.load(.events, everything), .eventsLoaded([])) { $0.events.finishLoading(with: []) }
    list.send(.appeared)
    list.end(.load(.eventCount, everything), .eventCountLoaded(0)) { $0.eventCount.finishLoading(with: 0) }
    list.end(.load(.userCount, everything), .userCountLoaded(0)) { $0.userCount.finishLoading(with: 0) }
    list.finish()
  }

  @Test func `a filter chosen before the list appears loads, and appearing then adds nothing`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.filter(.presetPicked(marked)), starts: loadEffects(for: marked)) {
      $0.filter.query = marked
      $0.startLoadingAll()
    }
    list.send(.appeared)
    list.end(.load(.events, marked), .eventsLoaded([started])) { $0.events.finishLoading(with: [started]) }
    list.end(.load(.eventCount, marked), .eventCountLoaded(1)) { $0.eventCount.finishLoading(with: 1) }
    list.end(.load(.userCount, marked), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.finish()
  }

  @Test func `the rows of one filter are not shown under another`() {
    let list = makeLoadedList()
    list.send(.filter(.presetPicked(marked)), starts: loadEffects(for: marked)) {
      $0.filter.query = marked
      $0.startReloading()
    }
    #expect(list.state.rows.isEmpty)
    for part in EventResource.allCases {
      let failure = EventSourceError(EventRequest(part, marked), .offline)
      list.end(.load(part, marked), .failed(failure)) { $0.applyFailure(failure) }
    }
    #expect(list.state.rows.isEmpty && list.state.footer == ("– events", "– users"))
    list.finish()
  }

  @Test func `what was there stays in sight while the same is asked for again`() {
    let list = makeLoadedList()
    list.send(.reloadTapped, starts: loadEffects(for: everything)) { $0.startLoadingAll() }
    #expect(list.state.rows.count == 2 && list.state.footer == ("2 events", "2 users"))
    list.end(.load(.events, everything), .eventsLoaded([])) { $0.events.finishLoading(with: []) }
    list.end(.load(.eventCount, everything), .eventCountLoaded(0)) { $0.eventCount.finishLoading(with: 0) }
    list.end(.load(.userCount, everything), .userCountLoaded(0)) { $0.userCount.finishLoading(with: 0) }
    list.finish()
  }

  @Test func `the three are asked for at the same time, each in its own slot`() {
    var state = EventListFeature.State()
    let effects = EventListFeature().reduce(&state, .appeared)
    let asked = effects.instructions.map { instruction in
      if case .ask(_, let slot, .latest, nil) = instruction { slot } else { nil as EventResource? }
    }
    #expect(asked == EventResource.allCases)
  }

  @Test func `a row is mark, date, time and action`() {
    let list = makeLoadedList()
    let rows = list.state.rows.map { [$0.mark, $0.date, $0.time, $0.action] }
    #expect(rows == [["✓", "2023-03-22", "14:05:09", "start"], ["○", "2023-03-21", "14:05:09", "pause"]])
    list.finish()
  }

  @Test func `the footer counts what the filter lets through, and guesses nothing`() {
    var state = EventListFeature.State()
    #expect(state.footer == ("– events", "– users"))
    state.eventCount.finishLoading(with: 1)
    state.userCount.finishLoading(with: 0)
    #expect(state.footer == ("1 event", "0 users"))
    state.eventCount.finishLoading(with: 100)
    state.userCount.startLoading()
    #expect(state.footer == ("100 events", "0 users"), "the last number stays until the next arrives")
    state.userCount.reset()
    #expect(state.footer == ("100 events", "– users"))
  }

  @Test func `each action in each class of state does what the document says`() throws {
    let failure = EventSourceError(EventRequest(.events, everything), .offline)
    let actions: [EventListFeature.Action] = [
      .appeared, .reloadTapped, .retryTapped(.events), .retryTapped(.eventCount), .retryTapped(.userCount),
      .filter(.flag(.switched(true))),
      .filter(.flag(.switched(false))), .filter(.flag(.picked(true))), .filter(.action(.switched(true))),
      .filter(.action(.picked(.stop))), .filter(.presetPicked(marked)), .filter(.cleared), .eventsLoaded([paused]),
      .eventCountLoaded(7), .userCountLoaded(3), .failed(failure),
    ]
    let table = try ActionTable(states: try states(), actions: actions, responseSlot: slot(of:))
    expectSnapshot(table.description, AnalyticsSnapshot.everyActionInEveryState)
  }

  private func slot(of action: EventListFeature.Action) -> EventResource? {
    switch action {
    case .eventsLoaded: .events
    case .eventCountLoaded: .eventCount
    case .userCountLoaded: .userCount
    case .failed(let failure): failure.part
    case .appeared, .reloadTapped, .retryTapped, .filter: nil
    }
  }

  private func states() throws -> [(name: String, session: TranscriptRecorder<EventListFeature>)] {
    let failure = EventSourceError(EventRequest(.events, everything), .badStatus(503))
    let loaded: [EventListFeature.Action] = [
      .appeared, .eventsLoaded([started, paused]), .eventCountLoaded(2), .userCountLoaded(2),
    ]
    return try [
      ("nothing asked for", []), ("loading", [.appeared]), ("loaded", loaded),
      ("events failed", [.appeared, .failed(failure), .eventCountLoaded(2), .userCountLoaded(2)]),
      ("filtered, loading", loaded + [.filter(.flag(.switched(true)))]),
    ].map { (name: String, path: [EventListFeature.Action]) in
      var session = try TranscriptRecorder(EventListFeature(), state: .init())
      for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
      return (name, session)
    }
  }

  @MainActor @Test func `the list works on a source in memory, and survives its faults`() async {
    let source = MemoryEventSource(EventLog([paused, started]))
    let store = Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source))
    await source.inject([.refused(.offline), .refused(.badStatus(500)), .answerLost(.unreadable("half of it"))])
    store.send(.appeared)
    await store.waitUntilIdle()
    #expect(EventResource.allCases.allSatisfy { store.state[$0].isFailed })
    for part in EventResource.allCases { store.send(.retryTapped(part)) }
    await store.waitUntilIdle()
    #expect(store.state.events.value == [started, paused], "the newest first")
    #expect(store.state.footer == ("2 events", "2 users"))
    store.send(.filter(.presetPicked(EventQuery(flag: true, action: .pause))))
    await store.waitUntilIdle()
    #expect(store.state.footer == ("0 events", "0 users") && store.state.rows.isEmpty)
  }
}

@Test func `after a kill what was asked is asked again`() {
  var situation = LoopState<EventListFeature>(initialState: .init())
  _ = situation.reduce(.appeared, by: EventListFeature())
  let resumed = StoreSession(situation).resumePlan(for: EventListFeature())
  #expect(resumed.situation == situation)
  #expect(resumed.starting.count == 3)
}
