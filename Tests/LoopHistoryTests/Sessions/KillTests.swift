import Foundation
import Loop
import LoopHistory
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A bakery that bakes again what was in the oven, and rings no bell twice.
extension Bakery: Resumable {
  func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .bake, .ring: .again
    case .wait: .givenUp(hearing: .timerRang)
    case .look: .givenUp(hearing: .seen)
    }
  }
}

#if os(Linux)
  @Suite struct `After a kill -9` {
    /// The child and its parent agree on a path without a word: an exit test takes nothing along.
    private static func path(_ process: Int32) -> String {
      FileManager.default.temporaryDirectory.appending(path: "backroom-killed-by-\(process).snapshot").path
    }

    @Test func `a store goes on from its snapshot: effects are issued again or given up`() async throws {
      let path = Self.path(getpid())
      defer { try? FileManager.default.removeItem(atPath: path) }
      try? FileManager.default.removeItem(atPath: path)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        await Self.dieInTheMiddle()
      }
      let snapshot = try #require(try await FileSessionStore(path).load())
      let taken = try snapshot.decode(for: Bakery.self, schema: 1)
      #expect(taken.begun.map(\.effect) == [.bake("pie"), .look, .wait, .ring])
      try await Self.goOn(from: taken)
    }

    /// Everything is under way: something runs, waits, and was told.
    @MainActor private static func dieInTheMiddle() async {
      let store = Store(Bakery(), state: .init(), handler: NeverReturningHandler())
      let keeper = SessionAutosave(of: store, in: FileSessionStore(path(getppid())), schema: 1) {
        // The child has nobody to tell but by how it ends, and its parent waits for another end.
        fatalError("\($0)")
      }
      let actions: [Bakery.Action] = [
        .ordered("pie"), .ordered("bun"), .windowPassed, .timerSet(seconds: 0), .bellPressed,
      ]
      for action in actions { store.send(action) }
      while store.session.begun.count < 4 { await Task.yield() }
      await keeper.flush()
      kill(getpid(), SIGKILL)
    }

    @MainActor private static func goOn(from taken: StoreSession<Bakery>) async throws {
      let called = CallRecordingHandler()
      let store = Store(Bakery(), resuming: taken, handler: called)
      #expect(called.effects == [.bake("pie"), .ring])
      #expect(store.state.log == ["seen", "rang"])
      #expect(store.pending.queued.map(\.effect) == [.bake("bun")])
      await store.shutdown()
    }
  }
#endif

/// Is called, and does not return until it is cancelled.
private struct NeverReturningHandler: EffectHandler {
  func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}

/// Notes what it is called for, and does not return until it is cancelled.
@MainActor private final class CallRecordingHandler: EffectHandler {
  private(set) var effects: [Bakery.Effect] = []

  @MainActor func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async {
    effects.append(effect)
    await NeverReturningHandler().run(effect, send: send)
  }
}
