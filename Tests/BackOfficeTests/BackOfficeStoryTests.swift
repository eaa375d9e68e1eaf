import Analytics
import BackOffice
import Interface
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import Testing
import Values

/// What a shopkeeper does in a day, with everything that happens to the state, as transcripts.
@MainActor @Suite struct `Stories of the back office` {
  private let application = BackOfficeApplication.fixture
  private let events = MemoryEventSource(EventDatabase([]))

  /// Runs command lines one after the other, each until nothing is pending, and returns the transcript.
  ///
  /// One effect runs at a time, so that responses have only one order.
  private func transcript(of lines: String...) async throws -> String {
    let database = ProductDatabase(
      products: [
        Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1),
        Product(id: "p2", name: "Mug", price: Money(cents: 450), position: 2, version: 1),
      ])
    let handler = BackOfficeHandler(
      products: MemoryProductStore(database), events: events, files: MemoryFileStore(), timeZones: FixedTimeZones()
    ) { "new" }
    let store = Store(
      application.feature, state: .init(.init()), handler: UndoEffectHandler<BackOffice, _>(handler))
    let recording = store.recordJournal()
    for line in lines {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      await store.waitUntilIdle()
    }
    return try Transcript(of: recording.journal, by: application.feature, featureName: "back office").description
  }

  @Test func `raising a price`() async throws {
    expectSnapshot(
      try await transcript(of: "appear", "products.open p1", "sheet.type price 21,5", "sheet.submit"),
      BackOfficeSnapshot.priceStory)
  }

  @Test func `deleting a product and taking it back`() async throws {
    expectSnapshot(
      try await transcript(of: "appear", "products.select p2", "products.delete", "undo"),
      BackOfficeSnapshot.deletionStory)
  }

  @Test func `law 5: recording an event without a connection, and trying again`() async throws {
    await events.inject([.requestFailed(.offline)])
    let user = "00000000-0000-4000-8000-000000000001"
    expectSnapshot(
      try await transcript(of: "events.record --user \(user) --flag=true --action start", "events.record.retry"),
      BackOfficeSnapshot.recordingStory)
  }
}
