import Loop
import LoopHistory
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A keeper of snapshots` {
  private func bakery(_ store: MemorySnapshotStore) -> (Store<Bakery>, SnapshotKeeper<Bakery>, () -> [String]) {
    let bakery = Store(Bakery(), state: .init(), handler: Silent())
    var complaints: [String] = []
    let keeper = SnapshotKeeper(of: bakery, in: store, schema: 1) { complaints.append("\($0)") }
    return (bakery, keeper, { complaints })
  }

  @Test func `saves at the beginning, and whatever happened when it has caught up`() async throws {
    let memory = MemorySnapshotStore()
    let (bakery, keeper, complaints) = bakery(memory)
    await keeper.catchUp()
    #expect(try await memory.load() == Snapshot(bakery.snapshot, schema: 1))
    for cake in 1...100 { bakery.send(.noted("\(cake)")) }
    await keeper.catchUp()
    #expect(try await memory.load() == Snapshot(bakery.snapshot, schema: 1))
    #expect(await memory.saves == 2, "what happens while one is saved is in the next")
    #expect(complaints().isEmpty)
  }

  @Test func `complains of a save that failed, and tries again at the next step`() async throws {
    let memory = MemorySnapshotStore()
    let (bakery, keeper, complaints) = bakery(memory)
    await keeper.catchUp()
    await memory.fail(.refused(at: "here", reason: "the disk is full"))
    bakery.send(.noted("a"))
    await keeper.catchUp()
    #expect(
      complaints() == [
        "The session here cannot be accessed: the disk is full. Check the path and its permissions."
      ])
    await memory.fail(nil)
    bakery.send(.noted("b"))
    await keeper.catchUp()
    #expect(try await memory.load()?.read(of: Bakery.self, schema: 1).situation.state.log == ["a", "b"])
  }

  @Test func `law 7: keeps nothing of a store that was shut down, where what was awaited is awaited no more`()
    async throws
  {
    let memory = MemorySnapshotStore()
    let (bakery, keeper, _) = bakery(memory)
    bakery.send(.ordered("pie"))
    await keeper.catchUp()
    bakery.send(.noted("and out"))
    await bakery.shutdown()
    await keeper.catchUp()
    let kept = try #require(try await memory.load()).read(of: Bakery.self, schema: 1)
    #expect(kept.situation.pending.running.map(\.effect) == [.bake("pie")])
    #expect(kept.situation.state.log == ["and out"], "what happened just before the shutdown is kept")
  }

  @Test func `catches up with what had happened when it was asked to, though the store is never idle`() async throws {
    let memory = MemorySnapshotStore()
    let (bakery, keeper, _) = bakery(memory)
    let bustle = Bustle { bakery.send(.noted("again")) }
    await memory.whileSaving { await bustle.save() }
    bakery.send(.noted("a"))
    await keeper.catchUp()
    #expect(try await memory.load()?.read(of: Bakery.self, schema: 1).situation.state.log.first == "a")
    bustle.end()
  }
}

/// Something happens during each save, and from the third on each is held until it is over: whoever waits for them waits
/// for what happens meanwhile.
@MainActor private final class Bustle {
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
private actor MemorySnapshotStore: SnapshotStore {
  private var snapshot: Snapshot?
  private var failure: SnapshotStoreFailure?
  private var meanwhile: @MainActor @Sendable () async -> Void = {}
  private(set) var saves = 0

  func whileSaving(_ meanwhile: @escaping @MainActor @Sendable () async -> Void) { self.meanwhile = meanwhile }

  func fail(_ failure: SnapshotStoreFailure?) { self.failure = failure }

  func load() throws(SnapshotStoreFailure) -> Snapshot? { snapshot }

  func save(_ snapshot: Snapshot) async throws(SnapshotStoreFailure) {
    if let failure { throw failure }
    await meanwhile()
    self.snapshot = snapshot
    saves += 1
  }
}

/// Answers nothing until it is cancelled.
private struct Silent: EffectHandler {
  func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}
