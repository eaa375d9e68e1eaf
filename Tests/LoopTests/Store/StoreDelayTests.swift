import Loop
import LoopTesting
import Testing

@MainActor @Suite(.hangTimeLimit) struct StoreDelayTests {
  @Test func `a run starts after its delay and not earlier`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .milliseconds(300)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.clock.advance(by: .milliseconds(299))
    await drainMainActor()
    #expect(stage.clock.sleeperCount == 1)
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .milliseconds(1))
    await stage.handler.waitUntil { $0.started == ["a"] }
  }

  @Test func `each new run restarts the delay`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .milliseconds(300)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.clock.advance(by: .milliseconds(200))
    stage.request(.run("ab", in: "1", after: .milliseconds(300)))
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 2)
    stage.clock.advance(by: .milliseconds(100))
    await drainMainActor()
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .milliseconds(200))
    await stage.handler.waitUntil { $0.started == ["ab"] }
  }

  @Test func `a thousand replacements leave one timer`() async {
    let stage = StoreFixture()
    for number in 1...1_000 { stage.request(.run("\(number)", in: "1", after: .seconds(number))) }
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 1_000)
    stage.clock.advance(by: .seconds(1_000))
    await stage.handler.waitUntil { $0.started == ["1000"] }
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a shorter second delay does not wait for the first`() async {
    let stage = StoreFixture()
    stage.request(.run("long", in: "1", after: .seconds(10)))
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 1)
    stage.request(.run("short", in: "1", after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 2)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["short"] }
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a run cancelled during its delay never starts`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(1)) + .run("b", in: "2", after: .seconds(2)))
    await stage.clock.waitUntil(sleeperCount: 2)
    stage.request(.cancel("1"))
    #expect(stage.store.pending.running.map(\.effect) == ["b"])
    stage.clock.advance(by: .seconds(2))
    await stage.handler.waitUntil { $0.started.contains("b") }
    await drainMainActor()
    #expect(stage.handler.started == ["b"])
  }

  @Test func `law 3: a run whose slot becomes inactive during its delay never starts`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(1)) + .run("b", in: "2", after: .seconds(2)))
    await stage.clock.waitUntil(sleeperCount: 2)
    stage.store.send(.slotDeactivated("1"))
    stage.clock.advance(by: .seconds(2))
    await stage.handler.waitUntil { $0.started.contains("b") }
    await drainMainActor()
    #expect(stage.handler.started == ["b"])
  }

  @Test func `a run after a cancelled run waits for its whole delay`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(2)))
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 1)
    stage.clock.advance(by: .seconds(1))
    stage.request(.cancel("1"))
    stage.request(.run("b", in: "1", after: .seconds(2)))
    stage.clock.advance(by: .seconds(1))
    await stage.clock.waitUntil(sleeperCount: 1, sleepCount: 2)
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["b"] }
  }

  @Test func `a run without a delay replaces a delayed run`() async {
    let stage = StoreFixture()
    stage.request(.run("delayed", in: "1", after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.request(.run("now", in: "1"))
    #expect(stage.handler.started == ["now"])
    stage.clock.advance(by: .seconds(1))
    await stage.clock.waitUntil(sleeperCount: 0)
    await drainMainActor()
    #expect(stage.handler.started == ["now"])
  }

  @Test func `first drops the new run while another is delayed`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .first, after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.request(.run("b", in: "1", .first, after: .seconds(1)))
    stage.request(.run("c", in: "1", .first))
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["a"] }
    #expect(stage.clock.sleepCount == 1)
  }

  @Test func `the delay of a queued run starts when its slot is free`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .queue) + .run("b", in: "1", .queue, after: .seconds(1)))
    stage.clock.advance(by: .seconds(5))
    await stage.handler.end("a", with: .logged("a"))
    await stage.clock.waitUntil(sleeperCount: 1)
    #expect(stage.handler.started == ["a"])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["a", "b"] }
  }

  @Test func `each slot has its own delay`() async {
    let stage = StoreFixture()
    stage.request(.run("late", in: "1", after: .seconds(2)) + .run("early", in: "2", after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 2)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["early"] }
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["early", "late"] }
  }

  @Test(arguments: [true, false])
  func `law 7: a run starts even if the clock throws or returns immediately`(isBroken: Bool) async {
    let handler = GatedHandler<String, ScriptedFeature.Action>()
    let store = Store(
      ScriptedFeature(), state: .init(), handler: handler, clock: ImmediateClock(failsOnSleep: isBroken))
    store.send(.requested(.run("a", in: "1", after: .seconds(1))))
    await handler.waitUntil { $0.started == ["a"] }
    // A second run in the same slot: a timer left over from the first run would delay it forever.
    store.send(.requested(.run("b", in: "1", after: .seconds(2))))
    await handler.waitUntil { $0.started == ["a", "b"] }
  }

  @Test func `releasing a store cancels its timers`() async {
    let clock = TestClock()
    var store: Store<ScriptedFeature>? = Store(
      ScriptedFeature(), state: .init(), handler: GatedHandler<String, ScriptedFeature.Action>(), clock: clock)
    store?.send(.requested(.run("a", in: "1", after: .seconds(1))))
    await clock.waitUntil(sleeperCount: 1)
    store = nil
    await clock.waitUntil(sleeperCount: 0)
  }
}
