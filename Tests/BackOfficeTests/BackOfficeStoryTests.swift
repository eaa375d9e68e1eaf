import Analytics
import BackOffice
import Interface
import InterfaceFixtures
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// What a shopkeeper does in a day, with everything that happens to the state, as transcripts.
@MainActor @Suite struct `Stories of the back office` {
  private let application = BackOfficeApplication.fixture
  private let events = MemoryEventSource(EventDatabase([]))

  private var story: OfficeStory {
    OfficeStory(
      application, events: events,
      products: [
        Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1),
        Product(id: "p2", name: "Mug", price: Money(cents: 450), position: 2, version: 1),
      ])
  }

  /// Runs command lines one after the other, each until nothing is pending, and returns the transcript.
  private func transcript(of lines: String...) async throws -> String {
    try await story.transcript { store in
      for line in lines {
        store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
        await store.waitUntilIdle()
      }
    }
  }

  /// Does what a user does who knows no command, and returns the transcript.
  private func transcript(
    byRoles wishes: (RoleFrontEnd<BackOfficeApplication>) async throws -> Void
  ) async throws -> String {
    try await story.transcript { store in
      store.send(.feature(.appeared))
      await store.waitUntilIdle()
      try await wishes(RoleFrontEnd(application, store))
    }
  }

  @Test(arguments: [false, true]) func `raising a price`(byRoles: Bool) async throws {
    let transcript =
      if byRoles {
        try await transcript(byRoles: { user in
          try await user.open("Lamp")
          try await user.type("21,5", into: "Price")
          try await user.submit()
        })
      } else {
        try await transcript(of: "appear", "products.open p1", "sheet.type price 21,5", "sheet.submit")
      }
    expectSnapshot(transcript, BackOfficeSnapshot.priceStory)
  }

  @Test(arguments: [false, true]) func `deleting a product and taking it back`(byRoles: Bool) async throws {
    let transcript =
      if byRoles {
        try await transcript(byRoles: { user in
          try await user.select("Mug")
          try await user.perform("delete") { $0.delete() }
          try await user.answer("Undo")
        })
      } else {
        try await transcript(of: "appear", "products.select p2", "products.delete", "undo")
      }
    expectSnapshot(transcript, BackOfficeSnapshot.deletionStory)
  }

  @Test(arguments: [false, true])
  func `law 5: recording an event without a connection, and trying again`(byRoles: Bool) async throws {
    await events.inject([.requestFailed(.offline)])
    let user = "00000000-0000-4000-8000-000000000001"
    let transcript =
      if byRoles {
        try await story.transcript { store in
          let frontEnd = RoleFrontEnd(application, store)
          try await frontEnd.run("record an event", ["user": .text(user), "flag": true, "action": "start"])
          try await frontEnd.answer("Try again")
        }
      } else {
        try await transcript(of: "events.record --user \(user) --flag=true --action start", "events.record.retry")
      }
    expectSnapshot(transcript, BackOfficeSnapshot.recordingStory)
  }

  @Test func `a front end that knows no command sorts, filters and edits, and sees why something is refused`()
    async throws
  {
    let transcript = try await transcript(byRoles: { user in
      try await user.sort(by: "Price")
      try await user.perform("search") { $0.search("la") }
      try await user.perform("go down") { $0.go(.next) }
      try await user.perform("go right") { $0.go(.nextCell) }
      try await user.perform("edit") { $0.edit() }
      try await user.perform("type") { $0.typeText("Desk lamp") }
      try await user.perform("commit") { $0.commitEdit() }
      await #expect(throws: RoleFrontEnd<BackOfficeApplication>.Refusal.self) { try await user.submit() }
      await #expect(throws: RoleFrontEnd<BackOfficeApplication>.Refusal.self) {
        try await user.perform("move", onRow: "Desk lamp") { $0.move([$1], to: .end) }
      }
      try await user.goToTab("Events")
      try await user.choose(true, in: "Flag")
      #expect(user.screen.tabs.first(where: \.isSelected)?.title == "Events")
    })
    #expect(transcript.contains("Desk lamp") && transcript.contains("fieldChanged"), "\(transcript)")
  }
}
