import Analytics
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Testing
import Values

@Suite struct `Recording events` {
  private let failure = EventSourceError(.recording, .offline)

  @Test func `an event is stored, and then everything is loaded again`() {
    let list = makeLoadedList()
    list.send(.recordTapped([pausedEvent], id: batch), starts: [.record([pausedEvent], id: batch)]) {
      $0.unstoredEvents = [EventBatch([pausedEvent], id: batch)]
    }
    list.end(.record([pausedEvent], id: batch), .recorded(batch), starts: loadEffects(for: unfilteredQuery)) {
      $0.unstoredEvents = []
      $0.startLoadingAll()
    }
    list.endLoading(unfilteredQuery, [startedEvent, pausedEvent, pausedEvent], userCount: 2)
    list.finish()
  }

  @Test func `law 5: an event that cannot be stored is kept until the user tries again or gives it up`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.recordTapped([startedEvent], id: batch), starts: [.record([startedEvent], id: batch)]) {
      $0.unstoredEvents = [EventBatch([startedEvent], id: batch)]
    }
    list.end(.record([startedEvent], id: batch), .recordFailed(batch, failure)) {
      $0.unstoredEvents[0].failure = failure
    }
    list.send(.recordRetryTapped, starts: [.record([startedEvent], id: batch)]) { $0.unstoredEvents[0].failure = nil }
    list.send(.recordDiscardTapped)
    list.end(.record([startedEvent], id: batch), .recordFailed(batch, failure)) {
      $0.unstoredEvents[0].failure = failure
    }
    list.send(.recordDiscardTapped) { $0.unstoredEvents = [] }
    list.finish()
  }

  @Test func `law 5: of events that were stored in part, only the others are stored again`() {
    let list = TestStore(EventListFeature(), state: .init())
    let events = [startedEvent, pausedEvent, startedEvent]
    let failure = EventSourceError(.recording, .partlyStored(count: 2, then: .connectionLost))
    list.send(.recordTapped(events, id: batch), starts: [.record(events, id: batch)]) {
      $0.unstoredEvents = [EventBatch(events, id: batch)]
    }
    list.end(.record(events, id: batch), .recordFailed(batch, failure)) {
      $0.unstoredEvents = [EventBatch([startedEvent], id: batch)]
      $0.unstoredEvents[0].failure = failure
    }
    list.send(.recordRetryTapped, starts: [.record([startedEvent], id: batch)]) { $0.unstoredEvents[0].failure = nil }
    list.end(.record([startedEvent], id: batch), .recorded(batch)) { $0.unstoredEvents = [] }
    list.finish()
  }

  @Test func `equal events of different batches are tried again one after the other`() {
    let list = TestStore(EventListFeature(), state: .init())
    for id in [batch, laterBatch] {
      list.send(.recordTapped([startedEvent], id: id), starts: [.record([startedEvent], id: id)]) {
        $0.unstoredEvents.append(EventBatch([startedEvent], id: id))
      }
      list.end(.record([startedEvent], id: id), .recordFailed(id, failure)) {
        $0.unstoredEvents[$0.unstoredEvents.count - 1].failure = failure
      }
    }
    list.send(
      .recordRetryTapped, starts: [.record([startedEvent], id: batch)],
      queues: [.record([startedEvent], id: laterBatch)]
    ) {
      $0.unstoredEvents[0].failure = nil
      $0.unstoredEvents[1].failure = nil
    }
    list.end(
      .record([startedEvent], id: batch), .recorded(batch), starts: [.record([startedEvent], id: laterBatch)]
    ) { $0.unstoredEvents.removeFirst() }
    list.end(.record([startedEvent], id: laterBatch), .recorded(laterBatch)) { $0.unstoredEvents = [] }
    list.finish()
  }

  @Test func `recording a batch again tries only this one again, and does nothing while it is being stored`() {
    let list = TestStore(EventListFeature(), state: .init())
    for id in [batch, laterBatch] {
      list.send(.recordTapped([startedEvent], id: id), starts: [.record([startedEvent], id: id)]) {
        $0.unstoredEvents.append(EventBatch([startedEvent], id: id))
      }
      list.send(.recordTapped([startedEvent], id: id))
      list.end(.record([startedEvent], id: id), .recordFailed(id, failure)) {
        $0.unstoredEvents[$0.unstoredEvents.count - 1].failure = failure
      }
    }
    list.send(.recordTapped([startedEvent], id: laterBatch), starts: [.record([startedEvent], id: laterBatch)]) {
      $0.unstoredEvents[1].failure = nil
    }
    list.end(.record([startedEvent], id: laterBatch), .recorded(laterBatch)) { $0.unstoredEvents.removeLast() }
    list.finish()
  }

  @Test func `events are stored in the source for which they were recorded, even if another one is used meanwhile`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.sourceChanged(server: "http://a")) { $0.server = "http://a" }
    list.send(.recordTapped([startedEvent], id: batch), starts: [.record([startedEvent], id: batch)]) {
      $0.unstoredEvents = [EventBatch([startedEvent], id: batch, for: "http://a")]
    }
    list.end(.record([startedEvent], id: batch), .recordFailed(batch, failure)) {
      $0.unstoredEvents[0].failure = failure
    }
    list.send(.sourceChanged(server: nil)) { $0.server = nil }
    list.send(.recordRetryTapped)
    list.send(.sourceChanged(server: "http://a")) { $0.server = "http://a" }
    list.send(.recordRetryTapped, starts: [.record([startedEvent], id: batch)]) { $0.unstoredEvents[0].failure = nil }
    list.end(.record([startedEvent], id: batch), .recorded(batch)) { $0.unstoredEvents = [] }
    list.finish()
  }

  @Test(arguments: [-1, 2, .max]) func `law 2: a wrong number of stored events loses none that is not stored`(
    count: Int
  ) {
    let list = TestStore(EventListFeature(), state: .init())
    let failure = EventSourceError(.recording, .partlyStored(count: count, then: .offline))
    list.send(.recordTapped([startedEvent], id: batch), starts: [.record([startedEvent], id: batch)]) {
      $0.unstoredEvents = [EventBatch([startedEvent], id: batch)]
    }
    list.end(.record([startedEvent], id: batch), .recordFailed(batch, failure)) {
      $0.unstoredEvents[0].failure = failure
    }
    list.finish()
  }

  @Test func `batches are stored one after the other`() {
    let list = TestStore(EventListFeature(), state: .init())
    list.send(.recordTapped([startedEvent], id: batch), starts: [.record([startedEvent], id: batch)]) {
      $0.unstoredEvents = [EventBatch([startedEvent], id: batch)]
    }
    list.send(.recordTapped([pausedEvent], id: laterBatch), queues: [.record([pausedEvent], id: laterBatch)]) {
      $0.unstoredEvents.append(EventBatch([pausedEvent], id: laterBatch))
    }
    list.end(
      .record([startedEvent], id: batch), .recordFailed(batch, failure),
      starts: [.record([pausedEvent], id: laterBatch)]
    ) {
      $0.unstoredEvents[0].failure = failure
    }
    list.end(.record([pausedEvent], id: laterBatch), .recorded(laterBatch)) { $0.unstoredEvents.removeLast() }
    #expect(list.state.unstoredEvents.map(\.events) == [[startedEvent]])
    list.finish()
  }

  @Test func `a recording that a restart interrupted is reported as failed, because it may have been executed`() {
    var initial = LoopState<EventListFeature>(initialState: .init())
    _ = initial.reduce(.recordTapped([startedEvent], id: batch), by: EventListFeature())
    let interrupted = EventSourceError(.recording, .interrupted)
    #expect(initial.pending.running(in: .record)?.restart == .report(.recordFailed(batch, interrupted)))
    #expect(interrupted.description.contains("Try again"))
  }

  @Test func `after a restart, the batches behind an interrupted one are reported as failed too`() {
    var loopState = LoopState<EventListFeature>(initialState: .init())
    for id in [batch, laterBatch] {
      _ = loopState.reduce(.recordTapped([startedEvent], id: id), by: EventListFeature())
    }
    let plan = StoreSession(loopState).resumePlan(for: EventListFeature())
    #expect(plan.runsToStart.isEmpty && plan.loopState.pending.isEmpty)
    let batches = plan.loopState.state.unstoredEvents
    #expect(batches.map(\.id) == [batch, laterBatch])
    #expect(batches.allSatisfy { $0.failure == EventSourceError(.recording, .interrupted) })
  }

  @MainActor @Test func `a batch whose response was lost is stored once`() async {
    let source = MemoryEventSource(EventDatabase([pausedEvent]))
    let store = Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source))
    await source.inject([.requestFailed(.offline), .responseLost(.offline)])
    store.send(.recordTapped([startedEvent, startedEvent], id: batch))
    await store.waitUntilIdle()
    // All events of a batch are stored, or none.
    #expect(await source.database.events == [pausedEvent] && store.state.unstoredEvents.first?.failure == failure)
    store.send(.recordRetryTapped)
    await store.waitUntilIdle()
    // The response was lost: the user sees a failure, although the events are stored.
    #expect(await source.database.events.count == 3 && store.state.unstoredEvents.first?.failure == failure)
    // Trying again stores them no second time.
    store.send(.recordRetryTapped)
    await store.waitUntilIdle()
    #expect(await source.database.events.count == 3 && store.state.unstoredEvents.isEmpty)
  }

  @Test func `filters are saved, replaced and removed by name`() {
    let list = makeLoadedList()
    list.send(.presetSaved(name: " "))
    list.send(.presetSaved(name: " All ")) { $0.presets = [Preset(name: "All", query: EventQuery())] }
    list.send(.filter(.presetPicked(flaggedQuery)), starts: loadEffects(for: flaggedQuery)) {
      $0.filter.query = flaggedQuery
      $0.startReloading()
    }
    list.send(.presetSaved(name: "Flagged")) { $0.presets.append(Preset(name: "Flagged", query: flaggedQuery)) }
    list.send(.presetSaved(name: "All")) { $0.presets[0] = Preset(name: "All", query: flaggedQuery) }
    list.send(.presetRemoved(name: "nope"))
    list.send(.presetRemoved(name: "All")) { $0.presets.removeFirst() }
    list.failLoading(flaggedQuery)
    list.finish()
  }

  @Test func `samples are the same for the same seed, in the 30 days before, and in order`() throws {
    let end = try #require(Instant("2023-03-22T10:00:00Z"))
    func samples(_ seed: UInt64) -> [UserEvent] {
      var sampler = EventSampler(using: SplitMix64(seed: seed))
      return sampler.events(500, before: end)
    }
    let events = samples(1)
    #expect(events.count == 500 && events == samples(1) && events != samples(2))
    let times = events.map(\.timestamp)
    #expect(
      times == times.sorted() && times.allSatisfy { $0 < end && end.milliseconds - $0.milliseconds < 31 * 86_400_000 })
    #expect(Set(events.map(\.userID)).count == 25 && Set(events.map(\.action)).count == 3)
    #expect(samples(3).map(\.flag).contains(true))
  }

  @Test func `an event has a JSON form`() throws {
    let json = startedEvent.jsonValue
    #expect(UserEvent(jsonValue: json) == startedEvent)
    guard case .object(let members) = json else {
      Issue.record("no object")
      return
    }
    #expect(members["timestamp"] == "2023-03-22T14:05:09Z")
    for (key, value) in [("userID", "x"), ("flag", 1), ("timestamp", "today"), ("action", "jump"), ("more", 1)]
      as [(String, Value)]
    {
      #expect(UserEvent(jsonValue: .object(members.merging([key: value]) { $1 })) == nil, "\(key)")
    }
  }
}
