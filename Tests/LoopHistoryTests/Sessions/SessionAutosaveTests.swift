import Loop
import LoopHistory
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Session autosave` {
  private func bakery(_ store: MemorySessionStore) -> (Store<Bakery>, SessionAutosave<Bakery>, () -> [String]) {
    let bakery = Store(Bakery(), state: .init(), handler: NeverRespondingHandler())
    var errors: [String] = []
    let autosave = SessionAutosave(of: bakery, in: store, schema: 1) { errors.append("\($0)") }
    return (bakery, autosave, { errors })
  }

  @Test func `saves the initial session, and all changes after a flush`() async throws {
    let memory = MemorySessionStore()
    let (bakery, autosave, errors) = bakery(memory)
    await autosave.flush()
    #expect(try await memory.load() == SessionData(encoding: bakery.session, schema: 1))
    for cake in 1...100 { bakery.send(.noteAdded("\(cake)")) }
    await autosave.flush()
    #expect(try await memory.load() == SessionData(encoding: bakery.session, schema: 1))
    #expect(await memory.saveCount == 2, "the second save contains all changes made during the first")
    #expect(errors().isEmpty)
  }

  @Test func `reports a failed save, and saves again at the next step`() async throws {
    let memory = MemorySessionStore()
    let (bakery, autosave, errors) = bakery(memory)
    await autosave.flush()
    await memory.setError(.inaccessible(at: "here", reason: "the disk is full"))
    bakery.send(.noteAdded("a"))
    await autosave.flush()
    #expect(
      errors() == [
        "The session in here cannot be read or saved: the disk is full."
      ])
    await memory.setError(nil)
    bakery.send(.noteAdded("b"))
    await autosave.flush()
    #expect(try await memory.load()?.decode(for: Bakery.self, schema: 1).loopState.state.log == ["a", "b"])
  }

  @Test func `law 7: the last session of a store is the one before its shutdown cancels runs`()
    async throws
  {
    let memory = MemorySessionStore()
    let (bakery, autosave, _) = bakery(memory)
    bakery.send(.ordered("pie"))
    await autosave.flush()
    bakery.send(.noteAdded("and out"))
    await bakery.shutdown()
    await autosave.flush()
    let kept = try #require(try await memory.load()).decode(for: Bakery.self, schema: 1)
    #expect(kept.loopState.pending.running.map(\.effect) == [.bake("pie")])
    #expect(kept.loopState.state.log == ["and out"], "the last change before the shutdown is saved")
  }

  @Test func `a flush saves all changes made before it, even if the store is never idle`() async throws {
    let memory = MemorySessionStore()
    let (bakery, autosave, _) = bakery(memory)
    let simulation = BusyStoreSimulation { bakery.send(.noteAdded("again")) }
    await memory.whileSaving { await simulation.save() }
    bakery.send(.noteAdded("a"))
    await autosave.flush()
    #expect(try await memory.load()?.decode(for: Bakery.self, schema: 1).loopState.state.log.first == "a")
    simulation.end()
  }
}

/// Causes a change during each save.
///
/// From the third save on, each save is suspended until `end()` is called. A flush that waited for changes made in the
/// meantime would never return.
@MainActor private final class BusyStoreSimulation {
  private let causeChange: () -> Void
  private var saveCount = 0
  private var heldSave: CheckedContinuation<Void, Never>?
  private var hasEnded = false

  init(_ causeChange: @escaping () -> Void) { self.causeChange = causeChange }

  func save() async {
    if hasEnded { return }
    saveCount += 1
    causeChange()
    if saveCount > 2 { await withCheckedContinuation { heldSave = $0 } }
  }

  func end() {
    hasEnded = true
    heldSave?.resume()
    heldSave = nil
  }
}

/// A session store in memory, which fails if an error is set.
private actor MemorySessionStore: SessionStore {
  private var savedData: SessionData?
  private var error: SessionStoreError?
  private var duringSave: @MainActor @Sendable () async -> Void = {}
  private(set) var saveCount = 0

  func whileSaving(_ meanwhile: @escaping @MainActor @Sendable () async -> Void) { self.duringSave = meanwhile }

  func setError(_ error: SessionStoreError?) { self.error = error }

  func load() throws(SessionStoreError) -> SessionData? { savedData }

  func save(_ session: SessionData) async throws(SessionStoreError) {
    if let error { throw error }
    await duringSave()
    self.savedData = session
    saveCount += 1
  }
}

/// A handler that does not respond and does not return until it is cancelled.
private struct NeverRespondingHandler: EffectHandler {
  func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async -> Bakery.Action? {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    return nil
  }
}
