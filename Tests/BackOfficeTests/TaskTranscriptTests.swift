import Analytics
import BackOffice
import Interface
import InterfaceFixtures
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import TestInputs
import Testing
import Values

/// A shop in memory, and what happens to the state of its back office as a transcript.
@MainActor struct OfficeStory {
  typealias Feature = UndoFeature<BackOffice>

  let application: BackOfficeApplication
  let events: MemoryEventSource
  let outbox = MemoryEventOutbox()
  let products: MemoryProductStore
  let files = MemoryFileStore()
  /// A Boolean value that indicates whether events are sent to a server.
  var hasServer = false

  init(
    _ application: BackOfficeApplication = .fixture, events: MemoryEventSource = MemoryEventSource(EventDatabase([])),
    products: [Product] = []
  ) {
    self.application = application
    self.events = events
    self.products = MemoryProductStore(ProductDatabase(products: products))
  }

  /// Runs the effects of the back office without reports of progress.
  ///
  /// Reports follow each other fast, and some are left out, so that they would differ from run to run.
  private struct Handler: EffectHandler {
    let base: BackOfficeHandler

    func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async -> BackOffice.Action? {
      await base.run(effect, send: Send { _ in })
    }
  }

  private var handler: UndoEffectHandler<BackOffice, Handler> {
    let server = "http://a"
    return UndoEffectHandler(
      Handler(
        base: BackOfficeHandler(
          products: products,
          events: hasServer ? OutboxEventSource(events, recordingInto: outbox, for: server) : events, files: files,
          timeZones: FixedTimeZones(),
          outbox: hasServer
            ? OutboxHandler(outbox, for: server, sendingTo: events) { Instant(milliseconds: 1_679_652_000_000) } : nil
        ) { "new" }))
  }

  func makeStore() -> Store<Feature> { Store(application.feature, state: .init(.init()), handler: handler) }

  /// Returns a store that continues a session.
  func makeStore(resuming session: StoreSession<Feature>) -> Store<Feature> {
    Store(application.feature, resuming: session, handler: handler)
  }

  /// Runs command lines one after the other, each until nothing is pending.
  func run(_ lines: String..., in store: Store<Feature>) async throws {
    for line in lines { try await application.run(application.commands.parse(line), in: store) }
  }

  /// Returns the transcript of what a closure sends.
  ///
  /// One effect runs at a time, so that responses have only one order.
  func transcript(
    from store: Store<Feature>? = nil, _ story: (Store<Feature>) async throws -> Void
  ) async throws -> String {
    let store = store ?? makeStore()
    let recording = StepRecording(of: store)
    try await story(store)
    return try Transcript(
      of: recording.steps, from: recording.start, by: application.feature, featureName: "back office"
    ).description
  }

  /// Returns the transcript of command lines.
  func transcript(of lines: String...) async throws -> String {
    try await transcript { store in for line in lines { try await run(line, in: store) } }
  }
}

/// The tasks of a shopkeeper's day with everything that happens to the state.
///
/// Backups are made without the back office, so that their task has no transcript.
@MainActor @Suite struct `Transcripts of the tasks of a day` {
  private let lamps = [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), tags: ["light"], position: 1, version: 1),
    Product(id: "p2", name: "Mug", price: Money(cents: 450), position: 2, version: 1),
    Product(id: "p3", name: "Lamp", price: Money(cents: 2999), tags: ["light"], position: 3, version: 1),
  ]

  @Test func `from the first start to the first product`() async throws {
    let transcript = try await OfficeStory().transcript(
      of: "appear", "products.new", "sheet.type name Lantern", "sheet.type price 12,50", "sheet.submit")
    expectSnapshot(transcript, BackOfficeSnapshot.firstProductTask)
  }

  @Test func `a supplier's file with a bad row is imported`() async throws {
    let story = OfficeStory(products: lamps)
    try await story.files.write(
      Array("id,Title,Cost\np1,Lamp,21.99\np4,Stool,x\n,Bench,79\n".utf8), to: "prices.csv", overwriting: false)
    let transcript = try await story.transcript(
      of: "appear", "products.import.read prices.csv", "products.import.map name Title",
      "products.import.bad-rows skip",
      "products.import.start")
    expectSnapshot(transcript, BackOfficeSnapshot.supplierFileTask)
  }

  @Test func `the prices of a tag are raised, and that is taken back`() async throws {
    let transcript = try await OfficeStory(products: lamps).transcript(
      of: "appear", "products.edit --where 'tags CONTAINS \"light\"' --price=+10%", "undo")
    expectSnapshot(transcript, BackOfficeSnapshot.raisePricesTask)
  }

  @Test func `selected products get a tag`() async throws {
    let transcript = try await OfficeStory(products: lamps).transcript(
      of: "appear", "products.select.all", "products.edit --add-tag new")
    expectSnapshot(transcript, BackOfficeSnapshot.tagManyTask)
  }

  @Test func `one of two products with the same name is deleted`() async throws {
    let transcript = try await OfficeStory(products: lamps).transcript(
      of: "appear", "products.search lamp", "products.select p3", "products.delete")
    expectSnapshot(transcript, BackOfficeSnapshot.duplicatesTask)
  }

  @Test func `a conflict is resolved`() async throws {
    let story = OfficeStory(products: lamps)
    let transcript = try await story.transcript { store in
      try await story.run("appear", "products.open p1", "sheet.type price 21", in: store)
      var other = lamps[0]
      other.price = Money(cents: 2500)
      _ = try await story.products.apply([.update(other, expecting: 1)])
      try await story.run("sheet.submit", "sheet.take price", "sheet.submit", in: store)
    }
    expectSnapshot(transcript, BackOfficeSnapshot.conflictTask)
  }

  @Test func `the events of a week are recorded and counted`() async throws {
    let story = OfficeStory()
    let user = "00000000-0000-4000-8000-000000000001"
    let transcript = try await story.transcript { store in
      try await story.run(
        "events.record --user \(user) --flag true --action start --at 2023-03-20",
        "events.record --user \(user) --flag true --action stop --at 2023-03-26", in: store)
      store.send(.feature(.events(.requested([.timeline]))))
      await store.waitUntilIdle()
      try await story.run("events.chart week", in: store)
    }
    expectSnapshot(transcript, BackOfficeSnapshot.weekTask)
  }

  @Test func `an event that is recorded during an outage is sent later`() async throws {
    var story = OfficeStory()
    story.hasServer = true
    await story.events.inject([.requestFailed(.connectionLost)])
    let transcript = try await story.transcript { store in
      store.send(.feature(.outbox(.opened(retries: false))))
      await store.waitUntilIdle()
      try await story.run(
        "events.record --user 00000000-0000-4000-8000-000000000001 --flag true --action start --at 2023-03-24",
        "events.outbox.send", in: store)
    }
    expectSnapshot(transcript, BackOfficeSnapshot.outageTask)
  }

  @Test func `law 5: a draft in a closed terminal is continued and saved`() async throws {
    let story = OfficeStory(products: lamps)
    let store = story.makeStore()
    try await story.run("appear", "products.open p1", "sheet.type price 21", in: store)
    let data = try SessionData(encoding: store.session, schema: 1)
    await store.shutdown()
    let transcript = try await story.transcript(from: story.makeStore(resuming: try data.decode(schema: 1))) { store in
      store.send(.feature(.resumed(eventServer: nil)))
      await store.waitUntilIdle()
      try await story.run("sheet.submit", in: store)
    }
    expectSnapshot(transcript, BackOfficeSnapshot.closedTerminalTask)
  }
}
