import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct RecordingTests {
  @Test func `every step is recorded with its cause, including the ends of runs`() async {
    let stage = Stage()
    let recording = stage.store.record()
    let wanted: Effects<String, String> = .ask("a", in: "1") + .ask("b", in: "1", .queue) + .tell("c")
    stage.want(wanted)
    stage.handler.answer("a", .heard("half"))
    await stage.handler.end("a")
    await everybodyHasHadTheirTurn()
    stage.store.send(.heard("sent"))
    let causes: [Journal<Script>.Cause] = [
      .sent(.wanted(wanted)), .answered(.heard("half"), in: "1"), .ended(in: "1"), .sent(.heard("sent")),
    ]
    #expect(recording.journal.entries.map(\.cause) == causes)
    let changes = recording.journal.entries.map(\.change)
    #expect(changes[0].started.map(\.effect) == ["a", "c"])
    #expect(changes[0].queued.map(\.effect) == ["b"])
    #expect(changes[2].started.map(\.effect) == ["b"])
  }

  @Test func `observers receive a step before its effects start`() {
    let notes = Notes<String>()
    let handler = PromptHandler<String, Script.Action> { effect in
      MainActor.assumeIsolated { notes.add("started \(effect)") }
      return [.heard(effect)]
    }
    let store = Store(Script(), state: .init(), handler: handler)
    store.onStep { entry in
      switch entry.cause {
      case .sent: notes.add("sent")
      case .answered: notes.add("response")
      case .ended: notes.add("ended")
      case .noted: notes.add("note")
      }
    }
    store.send(.wanted(.ask("a", in: "1") + .ask("b", in: "1", .queue)))
    #expect(notes.all == ["sent", "started a", "response", "ended", "started b", "response", "ended"])
  }

  @Test func `law 1: the journal of a store restores every state of the store`() async {
    let stage = Stage()
    stage.store.send(.heard("before"))
    let recording = stage.store.record(.init(checkpoints: 2, stride: 2))
    var seen = [stage.store.state]
    let subscription = stage.store.onStep { [unowned stage] _ in seen.append(stage.store.state) }
    for round in 1...20 {
      stage.want(.ask("a", in: "1", round.isMultiple(of: 2) ? .queue : .latest))
      stage.store.send(.heard("\(round)"))
      stage.handler.answer("a", .heard("answer \(round)"))
    }
    let journal = recording.journal
    #expect(journal.steps == 0...60)
    #expect(journal.steps.map { journal.situation(at: $0, by: Script()).state } == seen)
    #expect(journal.situation(at: 60, by: Script()).pending == stage.store.pending)
    subscription.cancel()
  }

  @Test func `a recording that was stopped does not grow`() {
    let stage = Stage()
    let recording = stage.store.record()
    stage.store.send(.heard("a"))
    recording.stop()
    stage.store.send(.heard("b"))
    #expect(recording.journal.entries.count == 1)
    #expect(recording.journal.steps == 0...1)
  }

  @Test func `a shutdown is not recorded, so pending runs can be resumed from the journal`() async {
    let stage = Stage()
    let recording = stage.store.record()
    stage.want(.ask("a", in: "1"))
    await stage.store.shutdown()
    let last = recording.journal.situation(at: 1, by: Script())
    #expect(last.pending.running.map(\.effect) == ["a"])
    #expect(stage.store.record().journal.entries.isEmpty)
  }

  @Test func `a recording does not retain its store, and nothing retains the recording`() {
    weak var store: Store<Counter>?
    var recording: Recording<Counter>?
    do {
      let counter = Store(Counter(), state: 0)
      recording = counter.record()
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
