import Foundation
import Loop
import LoopHistory
import Testing

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux)
  @Suite struct `Session after a kill` {
    /// The path that the child process and its parent compute independently, because an exit test cannot capture
    /// values.
    private static func path(_ process: Int32) -> String {
      FileManager.default.temporaryDirectory.appending(path: "backroom-killed-by-\(process).session").path
    }

    @Test func `a store resumes from its session: effects run again or fail`() async throws {
      let path = Self.path(getpid())
      defer { try? FileManager.default.removeItem(atPath: path) }
      try? FileManager.default.removeItem(atPath: path)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        await Self.runUntilKilled()
      }
      let data = try #require(try await FileSessionStore(path).load())
      let session = try data.decode(for: Bakery.self, schema: 1)
      #expect(session.startedRuns.map(\.effect) == [.bake("pie"), .look, .wait, .ring])
      try await Self.resume(from: session)
    }

    /// Kills the process while three runs are current, one is queued, and a fire-and-forget effect is running.
    @MainActor private static func runUntilKilled() async {
      let store = Store(Bakery(), state: .init(), handler: NeverReturningHandler())
      let autosave = SessionAutosave(of: store, in: FileSessionStore(path(getppid())), schema: 1) {
        // The child process can report an error only by how it ends, and the parent expects another end.
        fatalError("\($0)")
      }
      let actions: [Bakery.Action] = [
        .ordered("pie"), .ordered("bun"), .windowPassed, .timerSet(seconds: 0), .bellPressed,
      ]
      for action in actions { store.send(action) }
      while store.session.startedRuns.count < 4 { await Task.yield() }
      await autosave.flush()
      kill(getpid(), SIGKILL)
    }

    @MainActor private static func resume(from session: StoreSession<Bakery>) async throws {
      let called = CallRecordingHandler()
      let store = Store(Bakery(), resuming: session, handler: called)
      #expect(called.effects == [.bake("pie"), .ring])
      #expect(store.state.log == ["seen", "rang"])
      #expect(store.pending.queued.map(\.effect) == [.bake("bun")])
      await store.shutdown()
    }
  }
#endif

/// A handler that does not return until it is cancelled.
private struct NeverReturningHandler: EffectHandler {
  func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async -> Bakery.Action? {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    return nil
  }
}

/// A handler that records its effects and does not return until it is cancelled.
@MainActor private final class CallRecordingHandler: EffectHandler {
  private(set) var effects: [Bakery.Effect] = []

  @MainActor func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async -> Bakery.Action? {
    effects.append(effect)
    return await NeverReturningHandler().run(effect, send: send)
  }
}
