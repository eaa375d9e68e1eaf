import Analytics
import BackOffice
import Interface
import Loop
import LoopHistory
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// A handler whose effects never end, like those of a program that is killed.
private struct NeverEndingHandler: EffectHandler {
  func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async -> BackOffice.Action? {
    await withTaskCancellationHandler {
      let (stream, _) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
    } onCancel: {
    }
    return nil
  }
}

@MainActor @Suite struct `The session of the back office` {
  private let application = BackOfficeApplication.fixture

  private func send(_ lines: String..., to store: Store<UndoFeature<BackOffice>>) async throws {
    for line in lines {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      if store.pending.running.isEmpty { await store.waitUntilIdle() }
    }
  }

  @Test func `law 5: keeps tab, filters, sort, selection, drafts and pending runs`() async throws {
    let products = MemoryProductStore(.sample)
    let events = MemoryEventSource(.sample)
    let handler = UndoEffectHandler<BackOffice, _>(
      BackOfficeHandler(products: products, events: events, files: MemoryFileStore(), timeZones: FixedTimeZones()) {
        "new"
      })
    let first = Store(application.feature, state: .init(.init()), handler: handler)
    for line in ["appear", "products.sort price", "products.select p3", "settings.time-zone Two/Ahead", "tab events"] {
      try await send(line, to: first)
      await first.waitUntilIdle()
    }
    try await send("events.filter true", to: first)
    await first.waitUntilIdle()

    // The rest of the work is interrupted: an event that is being stored, and a product that is being saved.
    let second = Store(
      application.feature, state: first.state, handler: UndoEffectHandler<BackOffice, _>(NeverEndingHandler()))
    let user = "00000000-0000-4000-8000-000000000009"
    for line in [
      "events.record --user \(user) --flag=true --action stop", "products.open p1", "sheet.type price 21",
      "sheet.submit",
    ] {
      second.send(try application.commands.action(for: application.commands.parse(line), in: second.state))
    }
    let data = try SessionData(encoding: second.session, schema: 1)
    await second.shutdown()

    _ = try await products.apply([.delete("p9")])
    let resumed = Store(
      application.feature, resuming: try data.decode(schema: 1) as StoreSession<UndoFeature<BackOffice>>,
      handler: handler)
    resumed.send(.feature(.resumed(eventServer: nil)))
    await resumed.waitUntilIdle()
    let office = resumed.state.feature
    #expect(office.tab == .events && office.events.filter.query == EventQuery(flag: true))
    #expect(office.settings.timeZoneName == "Two/Ahead")
    #expect(office.products.table.view.query.sort.map(\.column) == ["price"])
    #expect(office.products.table.view.selection.ids == ["p3"])
    #expect(office.products.products.map(\.id.rawValue).contains("p9") == false)
    // The store may have saved the product: the draft is kept, and the user saves again.
    #expect(office.products.editor.sheet.draft?.price == Money(cents: 2100))
    #expect(office.products.editor.sheet.form?.saveError == .offline)
    #expect(office.events.unstoredEvents.first?.failure == EventSourceError(.recording, .interrupted))
    #expect(application.feature.changeToUndo(in: resumed.state) != nil)
  }

  @Test func `does not contain the outbox, which is loaded again`() async throws {
    let entries = (1...100).map { OutboxEntry(id: $0, server: "http://a", event: UserEvent.samples[0]) }
    let store = Store(
      application.feature, state: .init(.init()), handler: UndoEffectHandler<BackOffice, _>(NeverEndingHandler()))
    store.send(.feature(.outbox(.opened(retries: true))))
    store.send(.feature(.outbox(.loaded(entries))))
    let session = store.session.mapState {
      var saved = $0
      saved.feature = $0.feature.savedState
      return saved
    }
    await store.shutdown()
    #expect(session.loopState.state.feature.outbox.entries.isEmpty)

    // A run of the outbox is in the session, and its slot is active.
    #expect(!session.loopState.pending.isEmpty)
    let resumed = Store(
      application.feature, resuming: session, handler: UndoEffectHandler<BackOffice, _>(NeverEndingHandler())
    ) {
      Issue.record("\($0)")
    }
    #expect(resumed.state.feature.outbox == OutboxFeature.State() && resumed.pending.running.isEmpty)
    await resumed.shutdown()
  }
}
