import Loop
import LoopHistory
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A keeper of snapshots` {
  private func bakery(_ store: MemorySessionStore) -> (Store<Bakery>, SessionAutosave<Bakery>, () -> [String]) {
    let bakery = Store(Bakery(), state: .init(), handler: NeverRespondingHandler())
    var complaints: [String] = []
    let keeper = SessionAutosave(of: bakery, in: store, schema: 1) { complaints.append("\($0)") }
    return (bakery, keeper, { complaints })
  }

  @Test func `saves at the beginning, and whatever happened when it has caught up`() async throws {
    let memory = MemorySessionStore()
    let (bakery, keeper, complaints) = bakery(memory)
    await keeper.flush()
    #expect(try await memory.load() == SessionData(encoding: bakery.session, schema: 1))
    for cake in 1...100 { bakery.send(.noted("\(cake)")) }
    await keeper.flush()
    #expect(try await memory.load() == SessionData(encoding: bakery.session, schema: 1))
    #expect(await memory.saves == 2, "what happens while one is saved is in the next")
    #expect(complaints().isEmpty)
  }

  @Test func `complains of a save that failed, and tries again at the next step`() async throws {
    let memory = MemorySessionStore()
    let (bakery, keeper, complaints) = bakery(memory)
    await keeper.flush()
    await memory.setError(.refused(at: "here", reason: "the disk is full"))
    bakery.send(.noted("a"))
    await keeper.flush()
    #expect(
      complaints() == [
        "The session here cannot be accessed: the disk is full. Check the path and its permissions."
      ])
    await memory.setError(nil)
    bakery.send(.noted("b"))
    await keeper.flush()
    #expect(try await memory.load()?.decode(for: Bakery.self, schema: 1).situation.state.log == ["a", "b"])
  }

  @Test func `law 7: keeps nothing of a store that was shut down, where what was awaited is awaited no more`()
    async throws
  {
    let memory = MemorySessionStore()
    let (bakery, keeper, _) = bakery(memory)
    bakery.send(.ordered("pie"))
    await keeper.flush()
    bakery.send(.noted("and out"))
    await bakery.shutdown()
    await keeper.flush()
    let kept = try #require(try await memory.load()).decode(for: Bakery.self, schema: 1)
    #expect(kept.situation.pending.running.map(\.effect) == [.bake("pie")])
    #expect(kept.situation.state.log == ["and out"], "what happened just before the shutdown is kept")
  }

  @Test func `catches up with what had happened when it was asked to, though the store is never idle`() async throws {
    let memory = MemorySessionStore()
    let (bakery, keeper, _) = bakery(memory)
    let bustle = BusyStoreSimulation { bakery.send(.noted("again")) }
    await memory.whileSaving { await bustle.save() }
    bakery.send(.noted("a"))
    await keeper.flush()
    #expect(try await memory.load()?.decode(for: Bakery.self, schema: 1).situation.state.log.first == "a")
    bustle.end()
  }
}

/// Something happens during each save, and from the third on each is held until it is over: whoever waits for them waits
/// for what happens meanwhile.
@MainActor private final class BusyStoreSimulation {
  private let happen: () -> Void
  private var saves = 0
  private var held: CheckedContinuation<Void, Never>?
  private var isOver = false

  init(_ happen: @escaping () -> Void) { self.happen = happen }

  func save() async {
    if isOver { return }
    saves += 1
    happen()
    if saves > 2 { await withCheckedContinuation { held = $0 } }
  }

  func end() {
    isOver = true
    held?.resume()
    held = nil
  }
}

/// Keeps a snapshot in memory, or fails.
private actor MemorySessionStore: SessionStore {
  private var snapshot: SessionData?
  private var failure: SessionStoreError?
  private var meanwhile: @MainActor @Sendable () async -> Void = {}
  private(set) var saves = 0

  func whileSaving(_ meanwhile: @escaping @MainActor @Sendable () async -> Void) { self.meanwhile = meanwhile }

  func setError(_ failure: SessionStoreError?) { self.failure = failure }

  func load() throws(SessionStoreError) -> SessionData? { snapshot }

  func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    if let failure { throw failure }
    await meanwhile()
    self.snapshot = snapshot
    saves += 1
  }
}

/// Answers nothing until it is cancelled.
private struct NeverRespondingHandler: EffectHandler {
  func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}
