import Loop
import Testing

@MainActor @Suite(.hangTimeLimit) struct RecordingTests {
  @Test func `every step is recorded with its cause, including the ends of runs`() async {
    let stage = StoreFixture()
    let recording = stage.store.recordJournal()
    let wanted: Effects<ScriptedFeature> = .run("a", in: "1") + .run("b", in: "1", .queue) + .fireAndForget("c")
    stage.request(wanted)
    stage.handler.respond(to: "a", with: .logged("half"))
    await stage.handler.end("a", with: .logged("whole"))
    await drainMainActor()
    stage.store.send(.logged("sent"))
    let causes: [Journal<ScriptedFeature>.Cause] = [
      .sent(.requested(wanted)), .delivered(.logged("half"), in: "1"), .ended(in: "1", with: .logged("whole")),
      .sent(.logged("sent")),
    ]
    #expect(recording.journal.entries.map(\.cause) == causes)
    let changes = recording.journal.entries.map(\.change)
    #expect(changes[0].started.map(\.effect) == ["a", "c"])
    #expect(changes[0].queued.map(\.effect) == ["b"])
    #expect(changes[2].started.map(\.effect) == ["b"])
  }

  @Test func `observers receive a step before its effects start`() {
    let notes = EventLog<String>()
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { notes.append("started \(effect)") }
      return [.logged(effect)]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.onStep { entry in
      switch entry.cause {
      case .sent: notes.append("sent")
      case .delivered: notes.append("response")
      case .ended: notes.append("ended")
      case .environment: notes.append("environment")
      }
    }
    store.send(.requested(.run("a", in: "1") + .run("b", in: "1", .queue)))
    #expect(notes.entries == ["sent", "started a", "ended", "started b", "ended"])
  }

  @Test func `law 1: the journal of a store restores every state of the store`() async {
    let stage = StoreFixture()
    stage.store.send(.logged("before"))
    let recording = stage.store.recordJournal(limits: .init(maxCheckpoints: 2, checkpointInterval: 2))
    var seen = [stage.store.state]
    let subscription = stage.store.onStep { [unowned stage] _ in seen.append(stage.store.state) }
    for round in 1...20 {
      stage.request(.run("a", in: "1", round.isMultiple(of: 2) ? .queue : .latest))
      stage.store.send(.logged("\(round)"))
      stage.handler.respond(to: "a", with: .logged("answer \(round)"))
    }
    let journal = recording.journal
    #expect(journal.stepRange == 0...60)
    #expect(journal.stepRange.map { journal.loopState(atStep: $0, by: ScriptedFeature()).state } == seen)
    #expect(journal.loopState(atStep: 60, by: ScriptedFeature()).pending == stage.store.pending)
    subscription.cancel()
  }

  @Test func `a recording that was stopped does not grow`() {
    let stage = StoreFixture()
    let recording = stage.store.recordJournal()
    stage.store.send(.logged("a"))
    recording.stop()
    stage.store.send(.logged("b"))
    #expect(recording.journal.entries.count == 1)
    #expect(recording.journal.stepRange == 0...1)
  }

  @Test func `a shutdown is not recorded, so pending runs can be resumed from the journal`() async {
    let stage = StoreFixture()
    let recording = stage.store.recordJournal()
    stage.request(.run("a", in: "1"))
    await stage.store.shutdown()
    let last = recording.journal.loopState(atStep: 1, by: ScriptedFeature())
    #expect(last.pending.running.map(\.effect) == ["a"])
    #expect(stage.store.recordJournal().journal.entries.isEmpty)
  }

  @Test func `a recording does not retain its store, and nothing retains the recording`() {
    weak var store: Store<Counter>?
    var recording: JournalRecorder<Counter>?
    do {
      let counter = Store(Counter(), state: 0)
      recording = counter.recordJournal()
      counter.send(.incremented)
      store = counter
    }
    #expect(store == nil)
    #expect(recording?.journal.entries.count == 1)
    weak let last = recording
    recording = nil
    #expect(last == nil)
  }
}
