import Analytics
import Loop
import LoopTesting
import MemoryHandlers
import Testing
import Values

private let server = "http://server"
private let first = OutboxEntry(id: 1, server: server, event: startedEvent)
private let second = OutboxEntry(id: 2, server: server, event: pausedEvent)

@Suite struct `The outbox` {
  /// Returns an outbox that is sending the first of two entries.
  private func makeSendingOutbox(retries: Bool = false) -> TestStore<OutboxFeature> {
    let outbox = TestStore(OutboxFeature(), state: .init())
    outbox.send(.opened(retries: retries), starts: [.load]) {
      $0.retries = retries
      $0.stage = .loading(includesRefused: false)
    }
    outbox.end(.load, .loaded([first, second]), starts: [.send([1, 2])]) {
      $0.entries = [first, second]
      $0.stage = .sending(includesRefused: false)
    }
    return outbox
  }

  @Test func `sends what waits in the order of recording, and then what was recorded meanwhile`() {
    let outbox = makeSendingOutbox()
    outbox.send(.recorded) { $0.isOutdated = true }
    outbox.end(.send([1, 2]), .batchEnded([.sent(1), .skipped(2)]), starts: [.load]) {
      $0.entries = [second]
      $0.hasSentEvents = true
      $0.isOutdated = false
      $0.stage = .loading(includesRefused: false)
    }
    outbox.end(.load, .loaded([])) {
      $0.entries = []
      $0.stage = .idle
    }
    outbox.finish()
  }

  @Test func `sends events in batches, and equal events one after the other`() {
    let entries = [startedEvent, pausedEvent, startedEvent, pausedEvent, startedEvent].enumerated().map {
      OutboxEntry(id: $0.offset + 1, server: server, event: $0.element)
    }
    let outbox = TestStore(OutboxFeature(batchSize: 1), state: .init())
    outbox.send(.opened(retries: false), starts: [.load]) { $0.stage = .loading(includesRefused: false) }
    outbox.end(.load, .loaded(Array(entries.prefix(2))), starts: [.send([1])]) {
      $0.entries = Array(entries.prefix(2))
      $0.stage = .sending(includesRefused: false)
    }
    outbox.end(.send([1]), .batchEnded([.sent(1)]), starts: [.send([2])]) {
      $0.entries = [entries[1]]
      $0.hasSentEvents = true
    }
    outbox.send(.stopTapped, cancels: [.send([2])]) { $0.stage = .idle }
    outbox.finish()

    let largeBatches = TestStore(OutboxFeature(), state: .init())
    largeBatches.send(.opened(retries: false), starts: [.load]) { $0.stage = .loading(includesRefused: false) }
    largeBatches.end(.load, .loaded(entries), starts: [.send([1, 2])]) {
      $0.entries = entries
      $0.stage = .sending(includesRefused: false)
    }
    // The handler had time for the first one only.
    largeBatches.end(.send([1, 2]), .batchEnded([.sent(1)]), starts: [.send([2, 3])]) {
      $0.entries = Array(entries.dropFirst())
      $0.hasSentEvents = true
    }
    largeBatches.end(.send([2, 3]), .batchEnded([.sent(2), .sent(3)]), starts: [.send([4, 5])]) {
      $0.entries = Array(entries.suffix(2))
    }
    largeBatches.send(.stopTapped, cancels: [.send([4, 5])]) { $0.stage = .idle }
    largeBatches.finish()
  }

  @Test func `law 5: what cannot be sent is kept with the reason, and sent again after a growing delay`() {
    let outbox = makeSendingOutbox(retries: true)
    let error = EventSourceError(.recording, .offline)
    var failed = first
    failed.attemptCount = 1
    failed = failed.releasedAfterSending(error)
    #expect(failed.failure == "the server cannot be reached")
    let response = OutboxFeature.Action.batchEnded([.failed(failed, EventSourceError(.recording, .offline))])
    outbox.end(.send([1, 2]), response, starts: [.awaitRetry], after: .seconds(5)) {
      $0.entries[0] = failed
      $0.stage = .idle
    }
    outbox.end(.awaitRetry, .retryDelayElapsed, starts: [.load]) {
      $0.stage = .loading(includesRefused: false)
    }
    for (attemptCount, delay) in [(1, 5), (2, 10), (5, 60), (100, 60)] {
      failed.attemptCount = attemptCount
      let response = OutboxFeature.Action.batchEnded([.failed(failed, EventSourceError(.recording, .offline))])
      outbox.end(.load, .loaded([failed]), starts: [.send([1])]) {
        $0.entries = [failed]
        $0.stage = .sending(includesRefused: false)
      }
      outbox.end(.send([1]), response, starts: [.awaitRetry], after: .seconds(delay)) { $0.stage = .idle }
      outbox.end(.awaitRetry, .retryDelayElapsed, starts: [.load]) {
        $0.stage = .loading(includesRefused: false)
      }
    }
    outbox.end(.load, .loaded([failed]), starts: [.send([1])]) {
      $0.stage = .sending(includesRefused: false)
    }
    outbox.end(
      .send([1]), .batchEnded([.failed(failed, EventSourceError(.recording, .offline))]), starts: [.awaitRetry],
      after: .seconds(60)
    ) {
      $0.stage = .idle
    }
    outbox.send(.sendTapped, starts: [.load], cancels: [.awaitRetry]) { $0.stage = .loading(includesRefused: true) }
    outbox.send(.stopTapped, cancels: [.load]) { $0.stage = .idle }
    outbox.finish()
  }

  @Test func `a refused event does not block the others, and is sent again or discarded on request`() {
    let outbox = makeSendingOutbox()
    let refused = first.releasedAfterSending(EventSourceError(.recording, .badStatus(400)))
    outbox.end(
      .send([1, 2]), .batchEnded([.failed(refused, EventSourceError(.recording, .badStatus(400))), .sent(2)])
    ) {
      $0.entries = [refused]
      $0.hasSentEvents = true
      $0.stage = .idle
    }
    #expect(outbox.state.entries(.refused) == [refused] && outbox.state.entries(.waiting) == [])
    outbox.send(.recorded, starts: [.load]) {
      $0.hasSentEvents = false
      $0.stage = .loading(includesRefused: false)
    }
    outbox.end(.load, .loaded([refused])) { $0.stage = .idle }
    outbox.send(.sendTapped, starts: [.load]) { $0.stage = .loading(includesRefused: true) }
    outbox.end(.load, .loaded([refused]), starts: [.send([1])]) {
      $0.stage = .sending(includesRefused: true)
    }
    outbox.end(.send([1]), .batchEnded([.failed(refused, EventSourceError(.recording, .badStatus(400)))])) {
      $0.stage = .idle
    }
    outbox.send(.discardTapped([1]), starts: [.discard([1])])
    outbox.end(.discard([1]), .discarded([1])) { $0.entries = [] }
    outbox.finish()
  }

  @Test func `an outbox that cannot be used is reported`() {
    let outbox = TestStore(OutboxFeature(), state: .init())
    outbox.send(.sendTapped)
    outbox.send(.opened(retries: false), starts: [.load]) { $0.stage = .loading(includesRefused: false) }
    outbox.end(.load, .failed(OutboxError("locked"))) {
      $0.failure = OutboxError("locked")
      $0.stage = .idle
    }
    outbox.finish()
  }

  @Test func `a restart closes the outbox, because another program may have sent its events`() {
    let outbox = makeSendingOutbox()
    #expect(outbox.pending.running(in: .pass)?.restart == .report(.closed))
    outbox.send(.closed, cancels: [.send([1, 2])]) {
      $0.entries = []
      $0.stage = .closed
    }
    outbox.finish()
  }

  @Test(
    arguments: [
      (.timedOut, true, false), (.connectionLost, true, false), (.badStatus(503), true, false),
      (.badStatus(201), true, false), (.offline, false, false), (.badStatus(401), false, false),
      (.badStatus(404), false, false), (.badStatus(400), false, true), (.badStatus(422), false, true),
      (.badStatus(303), true, false), (.notHTTP, true, false), (.tooManyRedirects, true, false),
    ] as [(EventSourceError.Reason, Bool, Bool)])
  func `the reason of a failure says whether the event may be stored or is refused`(
    reason: EventSourceError.Reason, isUncertain: Bool, isRefused: Bool
  ) {
    let ready = first.readyToSend(copies: 3, at: Instant(milliseconds: 0))
    let released = ready.releasedAfterSending(EventSourceError(.recording, reason))
    #expect(released.copiesBefore == (isUncertain ? 3 : nil) && released.isRefused == isRefused)
    #expect(released.claimEnd == nil)
    #expect(released.isStored(copies: 4) == isUncertain && !released.isStored(copies: 3))
  }

  @Test func `a claim ends, also if the clock is set back`() {
    var entry = first
    entry.claimEnd = Instant(milliseconds: 100_000)
    let times: [(Int64, Bool)] = [(30_000, false), (40_000, true), (99_999, true), (100_000, false), (.max, false)]
    for (time, isClaimed) in times {
      #expect(entry.isClaimed(at: Instant(milliseconds: time)) == isClaimed, "\(time)")
    }
  }
}

@MainActor @Suite struct `The handler of the outbox` {
  private let outbox = MemoryEventOutbox()
  private let source = MemoryEventSource(EventDatabase([startedEvent]))

  private func makeStore() -> Store<OutboxFeature> {
    Store(
      OutboxFeature(), state: .init(),
      handler: OutboxHandler(outbox, for: server, sendingTo: source) { Instant(milliseconds: 0) })
  }

  private func run(_ action: OutboxFeature.Action, in store: Store<OutboxFeature>) async -> OutboxFeature.State {
    store.send(action)
    await store.waitUntilIdle()
    return store.state
  }

  @Test func `recording succeeds without the server, and the events are sent later, each once`() async throws {
    let recorder = OutboxEventSource(source, recordingInto: outbox, for: server)
    try await recorder.record([pausedEvent, startedEvent, startedEvent])
    #expect(try await recorder.eventCount(EventQuery()) == 1)
    await source.inject([.requestFailed(.offline)])
    let store = makeStore()
    #expect(await run(.opened(retries: false), in: store).entries.map(\.id) == [1, 2, 3])
    #expect(await run(.sendTapped, in: store).entries == [])
    #expect(await source.database.events == [startedEvent, startedEvent, startedEvent, pausedEvent])
  }

  @Test(arguments: [false, true])
  func `events that are recorded again are each sent once, whether or not they have been sent meanwhile`(
    areSentFirst: Bool
  ) async throws {
    let recorder = OutboxEventSource(source, recordingInto: outbox, for: server)
    let events = [startedEvent, startedEvent]
    try await recorder.record(events, batch: batch)
    if areSentFirst { #expect(await run(.opened(retries: false), in: makeStore()).entries == []) }
    try await recorder.record(events, batch: batch)
    // An equal event of another batch is sent too.
    try await recorder.record([startedEvent], batch: laterBatch)
    #expect(await run(.opened(retries: false), in: makeStore()).entries == [])
    #expect(await source.database.events == Array(repeating: startedEvent, count: 4), "one was there before")
  }

  @Test func `an event whose response was lost is not sent again, also if the server had an equal one`() async throws {
    try await outbox.append([startedEvent], for: server)
    // The event is counted, and then recorded.
    await source.inject([.none, .responseLost(.connectionLost)])
    let store = makeStore()
    let state = await run(.opened(retries: false), in: store)
    #expect(state.entries.first?.copiesBefore == 1)
    #expect(state.entries.first?.failure?.contains("connection was lost") == true)
    #expect(await run(.sendTapped, in: store).entries == [])
    #expect(await source.database.eventCount(EventQuery()) == 2)
  }

  @Test(arguments: [.notHTTP, .badStatus(303), .invalidResponse("Too large header")] as [EventSourceError.Reason])
  func `an event that the server stores and answers oddly is not sent again`(
    reason: EventSourceError.Reason
  ) async throws {
    try await outbox.append([pausedEvent], for: server)
    await source.inject([.none, .responseLost(reason)])
    let store = makeStore()
    #expect(await run(.opened(retries: false), in: store).entries.first?.copiesBefore == 0)
    #expect(await run(.sendTapped, in: store).entries == [])
    #expect(await source.database.events == [startedEvent, pausedEvent])
  }

  @Test func `an event that was lost on the way is sent again, although the server had an equal one`() async throws {
    try await outbox.append([startedEvent], for: server)
    await source.inject([.none, .requestFailed(.connectionLost)])
    let store = makeStore()
    #expect(await run(.opened(retries: false), in: store).entries.count == 1)
    #expect(await run(.sendTapped, in: store).entries == [])
    #expect(await source.database.eventCount(EventQuery()) == 2)
  }

  @Test func `a batch is counted with one request if the server has no events of its time`() async throws {
    let later = UserEvent(
      userID: startedEvent.userID, flag: true,
      timestamp: Instant(milliseconds: pausedEvent.timestamp.milliseconds + 1), action: .stop)
    try await outbox.append([pausedEvent, later], for: server)
    // A count and two events, and the next request.
    await source.inject([.none, .none, .none, .requestFailed(.offline)])
    #expect(await run(.opened(retries: false), in: makeStore()).entries == [])
    #expect(await source.database.events == [startedEvent, later, pausedEvent])
    await #expect(throws: EventSourceError.self, "the fourth request") { try await source.eventCount(EventQuery()) }
  }

  @Test func `waiting events are discarded, except one that another program is sending`() async throws {
    try await outbox.append([startedEvent, pausedEvent], for: server)
    _ = try await outbox.claim([1], for: server, at: Instant(milliseconds: 0))
    await source.inject([.requestFailed(.offline)])
    let store = makeStore()
    #expect(await run(.opened(retries: false), in: store).entries.count == 2)
    #expect(await run(.discardTapped([1, 2]), in: store).entries.map(\.id) == [1])
    #expect(await outbox.database.entries.map(\.id) == [1])
  }

  @Test func `a failure of the outbox is reported, and the event is sent once`() async throws {
    try await outbox.append([pausedEvent], for: server)
    // Loaded, claimed, ready, and not removed.
    await outbox.inject([.none, .none, .none, .requestFailed(OutboxError("locked"))])
    let store = makeStore()
    #expect(await run(.opened(retries: false), in: store).failure == OutboxError("locked"))
    #expect(await run(.sendTapped, in: store).entries.count == 1, "the claim has not ended")
    await outbox.endClaims()
    #expect(await run(.sendTapped, in: store).entries == [])
    #expect(await source.database.eventCount(EventQuery()) == 2)
  }
}
