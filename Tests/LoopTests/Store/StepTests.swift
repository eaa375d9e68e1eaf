import Loop
import TestInputs
import Testing

@MainActor @Suite(.hangTimeLimit) struct `The steps of a store` {
  @Test func `are reported with their causes, including the ends of runs`() async {
    let stage = StoreFixture()
    let recording = StepRecording(of: stage.store)
    let wanted: Effects<ScriptedFeature> = .run("a", in: "1") + .run("b", in: "1", .queue) + .fireAndForget("c")
    stage.request(wanted)
    stage.handler.respond(to: "a", with: .logged("half"))
    await stage.handler.end("a", with: .logged("whole"))
    await drainMainActor()
    stage.store.send(.logged("sent"))
    let causes: [LoopStep<ScriptedFeature>.Cause] = [
      .sent(.requested(wanted)), .delivered(.logged("half"), in: "1"), .ended(in: "1", with: .logged("whole")),
      .sent(.logged("sent")),
    ]
    #expect(recording.steps.map(\.cause) == causes)
    let changes = recording.steps.map(\.change)
    #expect(changes[0].started.map(\.effect) == ["a", "c"])
    #expect(changes[0].queued.map(\.effect) == ["b"])
    #expect(changes[2].started.map(\.effect) == ["b"])
  }

  @Test func `are reported before their effects start`() {
    let notes = EventLog<String>()
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { notes.append("started \(effect)") }
      return [.logged(effect)]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.onStep { step in
      switch step.cause {
      case .sent: notes.append("sent")
      case .delivered: notes.append("response")
      case .ended: notes.append("ended")
      case .environment: notes.append("environment")
      }
    }
    store.send(.requested(.run("a", in: "1") + .run("b", in: "1", .queue)))
    #expect(notes.entries == ["sent", "started a", "ended", "started b", "ended"])
  }

  @Test func `law 1: lead to every state of the store again`() async {
    let stage = StoreFixture()
    stage.store.send(.logged("before"))
    let recording = StepRecording(of: stage.store)
    var seen: [LoopState<ScriptedFeature>] = []
    let subscription = stage.store.onStep { [unowned stage] _ in seen.append(stage.store.session.loopState) }
    for round in 1...20 {
      stage.request(.run("a", in: "1", round.isMultiple(of: 2) ? .queue : .latest))
      stage.store.send(.logged("\(round)"))
      stage.handler.respond(to: "a", with: .logged("answer \(round)"))
    }
    #expect(recording.steps.count == 60)
    var loopState = recording.start
    for (step, expected) in zip(recording.steps, seen) {
      #expect(loopState.replay(step.cause, by: ScriptedFeature()) == step.change)
      #expect(loopState == expected)
    }
    subscription.cancel()
  }

  @Test func `of runs that are not running change nothing`() {
    var loopState = LoopState<ScriptedFeature>(initialState: .init())
    let start = loopState
    #expect(loopState.replay(.delivered(.logged("a"), in: "1"), by: ScriptedFeature()) == nil)
    #expect(loopState.replay(.ended(in: "1", with: .logged("a")), by: ScriptedFeature()) == nil)
    #expect(loopState.replay(.environment("it rains"), by: ScriptedFeature()) == .init())
    #expect(loopState == start)
  }

  @Test func `do not include a shutdown, so pending runs can be resumed from them`() async {
    let stage = StoreFixture()
    let recording = StepRecording(of: stage.store)
    stage.request(.run("a", in: "1"))
    await stage.store.shutdown()
    var last = recording.start
    for step in recording.steps { last.replay(step.cause, by: ScriptedFeature()) }
    #expect(last.pending.running.map(\.effect) == ["a"])
  }
}
