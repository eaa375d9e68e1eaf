import Analytics
import Loop
import LoopHistory
import LoopTesting
import LoopText
import MemoryHandlers
import Tables
import Testing

/// The rules of the event list, one for each test.
@Suite struct EventListTests {
  /// The resources must not be loaded twice at the start.
  @Test func `appearing loads once`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.appeared, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    list.send(.appeared)
    list.endLoading(unfilteredQuery, [], userCount: 0)
    list.send(.appeared)
    list.finish()
  }

  @Test func `testing each event is reported, and can be given up`() {
    let list = TestStore(EventListFeature(numbers: []), state: .init())
    let effect = windowEffect(for: unfilteredQuery)
    list.send(.cancelTapped)
    list.send(.appeared, starts: [effect]) { $0.apply(.appeared) }
    list.respond(to: effect, with: .windowProgressed(4_096)) { $0.testedCount = 4_096 }
    list.send(.cancelTapped, cancels: [effect]) {
      $0.apply(.windowLoadFailed("cancelled"))
      $0.testedCount = nil
    }
    list.send(.table(.reloadTapped), starts: [effect]) { $0.apply(.reloadTapped) }
    list.respond(to: effect, with: .windowProgressed(4_096)) { $0.testedCount = 4_096 }
    list.end(effect, .table(.windowLoaded([], count: 0))) {
      $0.apply(.windowLoaded([], count: 0))
      $0.testedCount = nil
    }
    list.finish()
  }

  @Test func `a filter that changes before the list appears loads nothing, and appearing loads what matches`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.filter(.presetPicked(flaggedQuery))) { $0.filter.query = flaggedQuery }
    list.send(.appeared, starts: loadEffects(for: flaggedQuery)) { $0.startLoadingAll() }
    list.endLoading(flaggedQuery, [startedEvent], userCount: 1)
    list.finish()
  }

  @Test func `only what was requested is loaded, also for another filter`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.requested([.userCount]), starts: [.countUsers(unfilteredQuery)]) { $0.userCount.status = .loading }
    list.send(.requested([.userCount]))
    list.end(.countUsers(unfilteredQuery), .userCountLoaded(2)) { $0.userCount.finishLoading(with: 2) }
    list.send(.filter(.presetPicked(flaggedQuery)), starts: [.countUsers(flaggedQuery)]) {
      $0.filter.query = flaggedQuery
      $0.userCount = .init()
      $0.userCount.status = .loading
    }
    list.send(.groupingSelected(.week)) { $0.grouping = .week }
    list.end(.countUsers(flaggedQuery), .userCountLoaded(1)) { $0.userCount.finishLoading(with: 1) }
    list.finish()
  }

  @Test func `turning a page of the same rows neither counts again nor bypasses what the source keeps`() {
    let list = makeLoadedList()
    func request(limit: Int, sort: [SortKey] = [], search: String = "", needsCount: Bool) -> EventListFeature.Effect {
      let query = TableQuery(sort: sort, filter: RowFilter(search: search))
      return .loadWindow(
        EventWindowRequest(
          unfilteredQuery, WindowRequest(query, offset: 0, limit: limit), needsCount: needsCount, mayUseCache: true))
    }
    list.send(.table(.pageSizeChanged(1)), starts: [request(limit: 1, needsCount: false)]) {
      $0.apply(.pageSizeChanged(1))
    }
    let sort = [SortKey("action")]
    list.send(
      .table(.sortChanged(sort)), starts: [request(limit: 1, sort: sort, needsCount: false)],
      cancels: [request(limit: 1, needsCount: false)]
    ) {
      $0.apply(.sortChanged(sort))
    }
    let sorted = request(limit: 1, sort: sort, needsCount: false)
    list.end(sorted, .table(.windowLoaded([], count: nil))) {
      $0.apply(.windowLoaded([], count: nil))
    }
    list.finish()
  }

  @Test func `the rows of one filter are not shown for another`() {
    let list = makeLoadedList()
    list.send(.filter(.presetPicked(flaggedQuery)), starts: loadEffects(for: flaggedQuery)) {
      $0.filter.query = flaggedQuery
      $0.startReloading()
    }
    #expect(list.state.loadedEvents.isEmpty)
    list.failLoading(flaggedQuery)
    #expect(list.state.loadedEvents.isEmpty && list.state.eventCount.value == nil)
    list.finish()
  }

  @Test func `the last results stay visible during a reload`() {
    let list = makeLoadedList()
    list.send(.reloadTapped, starts: loadEffects(for: unfilteredQuery)) { $0.startLoadingAll() }
    #expect(list.state.loadedEvents.count == 2 && list.state.eventCount.value == 2)
    list.endLoading(unfilteredQuery, [], userCount: 0)
    list.finish()
  }

  @Test func `the rows and the numbers load at the same time, each in its own slot`() {
    var state = EventListFeature.State()
    let effects = EventListFeature().reduce(&state, .appeared)
    let slots = effects.instructions.map { instruction -> EventListFeature.Slot? in
      guard case .run(let request) = instruction, request.policy == .latest, request.delay == nil else { return nil }
      return request.slot
    }
    #expect(slots == [.window] + EventResource.allCases.map { .load($0) })
  }

  @Test func `the last number stays until the next one is loaded, and is outdated if that fails`() {
    var count = Loadable<Int>()
    #expect(count.value == nil && !count.isOutdated)
    count.finishLoading(with: 100)
    count.status = .loading
    #expect(count.value == 100 && !count.isOutdated)
    count.status = .failed(EventSourceError(.resource(.eventCount), .offline))
    #expect(count.value == 100 && count.isOutdated)
  }

  @Test func `every action in every class of state matches the snapshot`() throws {
    let failure = EventSourceError(.resource(.timeline), .offline)
    let actions: [EventListFeature.Action] = [
      .appeared, .reloadTapped, .table(.reloadTapped), .retryTapped(.timeline), .retryTapped(.eventCount),
      .retryTapped(.userCount),
      .filter(.flag(.isOnChanged(true))),
      .filter(.flag(.isOnChanged(false))), .filter(.flag(.valuePicked(true))), .filter(.action(.isOnChanged(true))),
      .filter(.action(.valuePicked(.stop))), .filter(.presetPicked(flaggedQuery)), .filter(.cleared),
      windowLoaded([pausedEvent]), .table(.windowLoadFailed("offline")), .windowProgressed(4_096), .cancelTapped,
      .eventCountLoaded(7), .userCountLoaded(3), .timelineLoaded(EventHistogram([], HistogramOptions(by: .day))),
      .failed(.timeline, failure), .groupingSelected(.week), .calendarChanged, .requested([.timeline]),
      .recordTapped([pausedEvent], id: batch), .recordRetryTapped, .recordDiscardTapped, .recorded(batch),
      .presetSaved(name: "Flagged"), .presetRemoved(name: "Flagged"), .sourceChanged(server: "http://a"),
    ]
    let table = try ActionEffectDocument(states: try states(), actions: actions, responseSlot: slot(of:))
    expectSnapshot(table.description, AnalyticsSnapshot.everyActionInEveryState)
  }

  private func slot(of action: EventListFeature.Action) -> EventListFeature.Slot? {
    switch action {
    case .table(.windowLoaded), .table(.windowLoadFailed), .windowProgressed: .window
    case .timelineLoaded: .load(.timeline)
    case .eventCountLoaded: .load(.eventCount)
    case .userCountLoaded: .load(.userCount)
    case .failed(let resource, _): .load(resource)
    case .recorded, .recordFailed: .record
    case .appeared, .reloadTapped, .sourceChanged, .requested, .retryTapped, .filter, .table, .cancelTapped,
      .groupingSelected, .calendarChanged, .presetSaved, .presetRemoved, .recordTapped, .recordRetryTapped,
      .recordDiscardTapped, .eventsByUserCounted, .countingByUserFailed:
      nil
    }
  }

  private func states() throws -> [(name: String, session: FeatureStepper<EventListFeature>)] {
    let failure = EventSourceError(.resource(.timeline), .badStatus(503))
    let loaded: [EventListFeature.Action] = [
      .appeared, windowLoaded([startedEvent, pausedEvent]), .eventCountLoaded(2), .userCountLoaded(2),
      .timelineLoaded(EventHistogram([startedEvent, pausedEvent], HistogramOptions(by: .action))),
    ]
    return try [
      ("not loaded", []), ("loading", [.appeared]), ("loaded", loaded),
      ("failed", [.appeared, .table(.windowLoadFailed("503")), .failed(.timeline, failure)] + loaded[2...3]),
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
      .requestFailed(.timedOut),
    ])
    store.send(.appeared)
    await store.waitUntilIdle()
    #expect(EventResource.allCases.allSatisfy { store.state[$0].isFailed } && store.state.loadedEvents.isEmpty)
    for part in EventResource.allCases { store.send(.retryTapped(part)) }
    store.send(.table(.reloadTapped))
    await store.waitUntilIdle()
    #expect(store.state.loadedEvents == [startedEvent, pausedEvent], "the newest first")
    #expect(store.state.eventCount.value == 2 && store.state.userCount.value == 2)
    #expect(store.state.timeline.value?.bars.map(\.count) == [1, 1])
    store.send(.filter(.presetPicked(EventQuery(flag: true, action: .pause))))
    await store.waitUntilIdle()
    #expect(store.state.eventCount.value == 0 && store.state.loadedEvents.isEmpty)
  }
}

@Test func `resuming restarts the interrupted requests`() {
  var initial = LoopState<EventListFeature>(initialState: .init())
  _ = initial.reduce(.appeared, by: EventListFeature())
  let resumed = StoreSession(initial).resumePlan(for: EventListFeature())
  #expect(resumed.loopState == initial)
  #expect(resumed.runsToStart.count == 4)
}
