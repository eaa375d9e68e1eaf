import Analytics
import BackOffice
import Interface
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

@MainActor @Suite struct `The outbox of the back office` {
  private let application = BackOfficeApplication.fixture
  private let events = MemoryEventSource(.sample)
  private let outbox = MemoryEventOutbox()

  private func makeStore(clock: any Clock<Duration> = ContinuousClock()) -> Store<UndoFeature<BackOffice>> {
    let server = OutageTrackingEventSource(events) { Instant(milliseconds: 0) }
    let sender = OutboxHandler(outbox, for: "http://a", sendingTo: server) { Instant(milliseconds: 0) }
    return Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(
          products: MemoryProductStore(), events: OutboxEventSource(events, recordingInto: outbox, for: "http://a"),
          files: MemoryFileStore(), timeZones: FixedTimeZones(), outbox: sender
        ) { "new" }), clock: clock)
  }

  private func run(_ line: String, in store: Store<UndoFeature<BackOffice>>) async throws {
    try await application.run(application.commands.parse(line), in: store)
  }

  private let recording = "events.record --user 00000000-0000-4000-8000-000000000001 --flag=true --action start"

  @Test func `law 5: an event that is recorded offline waits, and the list shows it when it is sent`() async throws {
    let store = makeStore()
    try await run("tab events", in: store)
    store.send(.feature(.outbox(.opened(retries: false))))
    await store.waitUntilIdle()
    // Its number is asked for while the list is loaded again, in any order.
    await events.inject((0..<5).map { _ in .requestFailed(.offline) })
    try await run(recording, in: store)
    let notice = try #require(application.screen(of: store.state).notices.first { $0.id == "outbox-waiting" })
    let reason = "the server cannot be reached"
    #expect(notice.text.hasPrefix("1 event waits to be sent") && notice.kind == .warning)
    let shown = application.screen(of: store.state).notices.map(\.text).joined()
    #expect(shown.contains(reason) || shown.contains("could not be loaded: the server cannot be reached"))
    #expect(application.feature.changeToUndo(in: store.state) == nil)
    try await run("tab activity", in: store)
    guard
      case .table(let work, _)? = application.screen(of: store.state).elements.first(where: { $0.id == "work" })?
        .content
    else {
      Issue.record("no table of the work")
      return
    }
    #expect(work.rows.map { $0.cells.map(\.text) }.last == ["Send 1 event", "waiting", reason])
    #expect(
      notice.answers.map { application.commands.text(of: $0.command) } == [
        "events.outbox.send", "events.outbox.discard --status=waiting",
      ])
    try await application.run(notice.answers[0].command, in: store)
    #expect(application.screen(of: store.state).notices.isEmpty)
    #expect(store.state.feature.events.table.rowCount == 25, "the list is loaded again")
  }

  @Test func `commands do not wait for a server that is tried again and again`() async throws {
    // The time to try again never comes.
    let store = makeStore(clock: TestClock())
    await events.inject([.requestFailed(.offline)])
    try await outbox.append([UserEvent.samples[0]], for: "http://a")
    store.send(.feature(.outbox(.opened(retries: true))))
    await store.wait { $0.feature.outbox.outageStart != nil }
    #expect(!store.isIdle)
    let reply = try await application.run(application.commands.parse("products.add --name Tea --price 3"), in: store)
    #expect(reply.isStored)
    #expect(store.state.feature.products.products.map(\.name) == ["Tea"])
    await store.shutdown()
  }

  @Test func `a person stops sending and discards what waits`() async throws {
    try await outbox.append([UserEvent.samples[0], UserEvent.samples[1]], for: "http://a")
    let store = makeStore()
    store.send(.feature(.outbox(.opened(retries: false))))
    try await run("events.outbox.stop", in: store)
    #expect(!store.state.feature.outbox.isBusy && store.pending.isEmpty)
    await events.inject([.requestFailed(.offline)])
    store.send(.feature(.outbox(.recorded)))
    await store.waitUntilIdle()
    #expect(
      application.screen(of: store.state).notices.map(\.text) == [
        "2 events wait to be sent: the server cannot be reached (no answer since 1970-01-01 00:00:00)"
      ])
    try await run("events.outbox.discard --status waiting", in: store)
    #expect(await outbox.database.entries.isEmpty && store.state.feature.outbox.entries.isEmpty)
    #expect(await events.database == .sample)
  }

  @Test func `without a server, the outbox is closed and costs nothing`() async throws {
    let store = makeStore()
    try await run(recording, in: store)
    #expect(store.state.feature.outbox == OutboxFeature.State())
    for (line, message) in [
      ("send", "events are not sent to a server; name it with --server"),
      ("stop", "events.outbox.stop is not available: no event is being sent"),
      ("discard", "events are not sent to a server; name it with --server"),
    ] {
      await #expect { try await run("events.outbox.\(line)", in: store) } throws: { "\($0)" == message }
    }
    store.send(.feature(.outbox(.opened(retries: false))))
    store.send(.feature(.resumed(eventServer: nil)))
    await store.waitUntilIdle()
    #expect(store.state.feature.outbox == OutboxFeature.State(), "the program that continues opens it again")
  }
}
