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
    let list = TestStore(EventList(), state: .init())
    list.send(.appeared, starts: questions(everything)) { $0.ask() }
    list.send(.appeared)
    list.end(.load(.events, everything), .eventsLoaded([])) { $0.events.arrive([]) }
    list.send(.appeared)
    list.end(.load(.eventCount, everything), .eventCountLoaded(0)) { $0.eventCount.arrive(0) }
    list.end(.load(.userCount, everything), .userCountLoaded(0)) { $0.userCount.arrive(0) }
    list.finish()
  }

  @Test func `a filter chosen before the list appears loads, and appearing then adds nothing`() {
    let list = TestStore(EventList(), state: .init())
    list.send(.filter(.presetPicked(marked)), starts: questions(marked)) {
      $0.filter.query = marked
      $0.ask()
    }
    list.send(.appeared)
    list.end(.load(.events, marked), .eventsLoaded([started])) { $0.events.arrive([started]) }
    list.end(.load(.eventCount, marked), .eventCountLoaded(1)) { $0.eventCount.arrive(1) }
    list.end(.load(.userCount, marked), .userCountLoaded(1)) { $0.userCount.arrive(1) }
    list.finish()
  }

  @Test func `the rows of one filter are not shown under another`() {
    let list = aLoadedList()
    list.send(.filter(.presetPicked(marked)), starts: questions(marked)) {
      $0.filter.query = marked
      $0.askAnew()
    }
    #expect(list.state.rows.isEmpty)
    for part in EventPart.allCases {
      let failure = EventFailure(EventRequest(part, marked), .offline)
      list.end(.load(part, marked), .failed(failure)) { $0.fail(failure) }
    }
    #expect(list.state.rows.isEmpty && list.state.footer == ("– events", "– users"))
    list.finish()
  }

  @Test func `what was there stays in sight while the same is asked for again`() {
    let list = aLoadedList()
    list.send(.reloadTapped, starts: questions(everything)) { $0.ask() }
    #expect(list.state.rows.count == 2 && list.state.footer == ("2 events", "2 users"))
    list.end(.load(.events, everything), .eventsLoaded([])) { $0.events.arrive([]) }
    list.end(.load(.eventCount, everything), .eventCountLoaded(0)) { $0.eventCount.arrive(0) }
    list.end(.load(.userCount, everything), .userCountLoaded(0)) { $0.userCount.arrive(0) }
    list.finish()
  }

  @Test func `the three are asked for at the same time, each in its own slot`() {
    var state = EventList.State()
    let effects = EventList().reduce(&state, .appeared)
    let asked = effects.instructions.map { instruction in
      if case .ask(_, let slot, .latest, nil) = instruction { slot } else { nil as EventPart? }
    }
    #expect(asked == EventPart.allCases)
  }

  @Test func `a row is mark, date, time and action`() {
    let list = aLoadedList()
    let rows = list.state.rows.map { [$0.mark, $0.date, $0.time, $0.action] }
    #expect(rows == [["✓", "2023-03-22", "14:05:09", "start"], ["○", "2023-03-21", "14:05:09", "pause"]])
    list.finish()
  }

  @Test func `the footer counts what the filter lets through, and guesses nothing`() {
    var state = EventList.State()
    #expect(state.footer == ("– events", "– users"))
    state.eventCount.arrive(1)
    state.userCount.arrive(0)
    #expect(state.footer == ("1 event", "0 users"))
    state.eventCount.arrive(100)
    state.userCount.ask()
    #expect(state.footer == ("100 events", "0 users"), "the last number stays until the next arrives")
    state.userCount.forget()
    #expect(state.footer == ("100 events", "– users"))
  }

  @Test func `each action in each class of state does what the document says`() throws {
    let failure = EventFailure(EventRequest(.events, everything), .offline)
    let actions: [EventList.Action] = [
      .appeared, .reloadTapped, .retryTapped(.events), .retryTapped(.eventCount), .retryTapped(.userCount),
      .filter(.flag(.switched(true))),
      .filter(.flag(.switched(false))), .filter(.flag(.picked(true))), .filter(.action(.switched(true))),
      .filter(.action(.picked(.stop))), .filter(.presetPicked(marked)), .filter(.cleared), .eventsLoaded([paused]),
      .eventCountLoaded(7), .userCountLoaded(3), .failed(failure),
    ]
    let table = try ActionTable(of: try states(), actions: actions, answering: slot(of:))
    expectSnapshot(table.description, AnalyticsSnapshot.everyActionInEveryState)
  }

  private func slot(of action: EventList.Action) -> EventPart? {
    switch action {
    case .eventsLoaded: .events
    case .eventCountLoaded: .eventCount
    case .userCountLoaded: .userCount
    case .failed(let failure): failure.part
    case .appeared, .reloadTapped, .retryTapped, .filter: nil
    }
  }

  private func states() throws -> [(name: String, session: Recorder<EventList>)] {
    let failure = EventFailure(EventRequest(.events, everything), .badStatus(503))
    let loaded: [EventList.Action] = [
      .appeared, .eventsLoaded([started, paused]), .eventCountLoaded(2), .userCountLoaded(2),
    ]
    return try [
      ("nothing asked for", []), ("loading", [.appeared]), ("loaded", loaded),
      ("events failed", [.appeared, .failed(failure), .eventCountLoaded(2), .userCountLoaded(2)]),
      ("filtered, loading", loaded + [.filter(.flag(.switched(true)))]),
    ].map { (name: String, path: [EventList.Action]) in
      var session = try Recorder(EventList(), state: .init())
      for action in path { session = try #require(try session.after(action, answering: slot(of: action))) }
      return (name, session)
    }
  }

  @MainActor @Test func `the list works on a source in memory, and survives its faults`() async {
    let source = MemoryEventSource(EventLog([paused, started]))
    let store = Store(EventList(), state: .init(), handler: EventListHandler(source: source))
    await source.inject([.refused(.offline), .refused(.badStatus(500)), .answerLost(.unreadable("half of it"))])
    store.send(.appeared)
    await store.settle()
    #expect(EventPart.allCases.allSatisfy { store.state[$0].isFailed })
    for part in EventPart.allCases { store.send(.retryTapped(part)) }
    await store.settle()
    #expect(store.state.events.value == [started, paused], "the newest first")
    #expect(store.state.footer == ("2 events", "2 users"))
    store.send(.filter(.presetPicked(EventQuery(flag: true, action: .pause))))
    await store.settle()
    #expect(store.state.footer == ("0 events", "0 users") && store.state.rows.isEmpty)
  }
}

@Test func `after a kill what was asked is asked again`() {
  var situation = Situation<EventList>(.init())
  _ = situation.take(.appeared, by: EventList())
  let resumed = StoreSnapshot(situation).resumed(by: EventList())
  #expect(resumed.situation == situation)
  #expect(resumed.starting.count == 3)
}
