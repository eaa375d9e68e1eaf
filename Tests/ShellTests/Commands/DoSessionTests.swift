import Analytics
import Loop
import MemoryHandlers
import PortContracts
import ProgramFixtures
import Programs
import Shell
import Shop
import Testing
import Values

@MainActor @Suite struct `The session of do` {
  private let session = ShellFixture()

  init() { session.sessions = MemorySessionStore() }

  private func run(_ line: String) async -> Programs.ExitStatus {
    await session.run(line.split(separator: " ").map(String.init))
  }

  @Test func `law 5: continues with the filter, the sort order and the draft of the last command`() async {
    #expect(await run("do products.sort price then products.open p1 then sheet.type price 21") == .success)
    #expect(await run("do sheet.submit") == .success)
    #expect(session.printed.contains("Price ▲") && session.printed.contains("21.00"))
    #expect(await session.products.database.products.first { $0.id == "p1" }?.price == Money(cents: 2100))
    #expect(await run("do --new products.sort name") == .success)
    #expect(!session.printed.contains("Price ▲") && session.printed.contains("Name ▲"))
  }

  @Test(arguments: 0..<UInt64(2)) func `in memory is kept as in a file`(seed: UInt64) async throws {
    let sessions = MemorySessionStore()
    let place = SessionStoreContract.Place(.lastSaveWins) {
      sessions
    } whileFailing: { body in
      await sessions.failNextSaves(with: .inaccessible(at: "shop.db", reason: "it is locked"), count: 1)
      try await body()
    } setAside: { _ in
      try await sessions.setAside()
    }
    var contract = SessionStoreContract(place, seed: seed)
    try await contract.check(steps: 100)
  }

  @Test func `law 8: the selection stays, although only selected rows are saved`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    #expect(await run("do products.select.rows p2 p4 then products.search lamp") == .success)
    let text = String(decoding: try #require(await sessions.saved).bytes, as: UTF8.self)
    #expect(text.contains("Floor lamp") && text.contains("Stool") && !text.contains("Teapot"))
    #expect(await run("do products.search") == .success)
    #expect(session.printed.contains("9 rows, 2 selected"), "\(session.printed)")
  }

  @Test func `law 5: all rows are saved with a changed cell, which stays`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    #expect(
      await run("do products.edit.begin p1 name then products.edit.text Lantern") == .success, "\(session.errors)")
    #expect(String(decoding: try #require(await sessions.saved).bytes, as: UTF8.self).contains("Teapot"))
    #expect(await run("do products.edit.commit") == .success, "\(session.errors)")
    #expect(session.printed.contains("Lantern"), "\(session.printed)")
  }

  @Test func `law 5: undoes what an earlier command did`() async {
    #expect(await run("do products.select p1 then products.delete") == .success)
    #expect(await session.products.database.products.count == 8)
    #expect(await run("do undo") == .success)
    var expected = ProductDatabase.sample.products
    expected[0].version += 1
    #expect(await session.products.database.products == expected)
  }

  @Test func `what one server has answered is not shown as the events of another`() async {
    #expect(await run("do tab events then events.filter.by-flag true") == .success)
    #expect(session.printed.contains("Events: 18"), "\(session.printed)")
    session.failingResource = .eventCount
    #expect(await run("do tab events --server http://127.0.0.1:2") != .success)
    #expect(session.printed.contains("Events: unknown") && session.printed.contains("Events without a flag"))
    #expect(await run("do tab events --server http://127.0.0.1:2") != .success)
    session.failingResource = nil
    #expect(await run("do tab events --server http://127.0.0.1:2") == .success)
    session.failingResource = .eventCount
    #expect(await run("do tab events --server http://127.0.0.1:2") != .success)
    #expect(session.printed.contains("Events: 18"), "the same server may have the same events")
  }

  @Test func `a command that fails keeps what the commands before it did`() async {
    #expect(await run("do products.sort price then products.open p99") != .success)
    #expect(await run("do tab products") == .success)
    #expect(session.printed.contains("Price ▲"))
  }

  @Test func `nothing is done if one of the commands is empty`() async {
    #expect(await run("do products.sort price then") == .usage)
    #expect(session.errors.contains("command 2 is empty"), "\(session.errors)")
    #expect(await run("do tab products") == .success)
    #expect(!session.printed.contains("Price ▲"))
  }

  @Test(arguments: [(1, "an earlier"), (99, "a newer")])
  func `a session of another version is set aside with a message`(schema: Int, version: String) async {
    let sessions = MemorySessionStore(SessionData(schema: schema, bytes: []))
    session.sessions = sessions
    #expect(await run("do tab products") == .success)
    #expect(
      session.errors.hasPrefix(
        "The saved session cannot be restored: \(version) version of backroom has saved it. The database keeps it in the "
          + "table session, and a new session begins.\n"))
    #expect(await sessions.setAsideCount == 1)
    #expect(await sessions.saved?.schema == 12)
  }

  @Test func `the message about a session that is not text is one sentence after the other`() async {
    session.sessions = MemorySessionStore(SessionData(schema: 12, bytes: [0xFF]))
    #expect(await run("do tab products") == .success)
    #expect(session.errors.contains("not UTF-8 text. Start without it. The database keeps it"), "\(session.errors)")
  }

  @Test func `law 5: a draft that is not saved is said, also if the command fails`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    await sessions.failNextSaves(with: .inaccessible(at: "shop.db", reason: "it is locked"), count: 100)
    #expect(await run("do products.open p1 then sheet.type price 21 then products.open p99") != .success)
    let failure = "The session in shop.db cannot be read or saved: it is locked."
    let loss = "\(failure) Unsaved changes to drafts, and recorded events, are lost."
    #expect(session.errors.contains(loss), "\(session.errors)")
    #expect(await run("do products.open p1") == .unavailable)
    let rest = "\(failure) All other changes are stored; do not repeat them."
    #expect(session.errors.contains(rest) && !session.errors.contains(loss), "\(session.errors)")
    #expect(await run("do products.open p1 then sheet.type price 21 then products.open p99 -o json") != .success)
    #expect(session.errors.contains("p99") && session.errors.contains(loss), "\(session.errors)")
  }

  @Test func `a save that succeeds clears the failure of the one before`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    await sessions.failNextSaves(with: .inaccessible(at: "shop.db", reason: "it is locked"), count: 1)
    #expect(await run("do products.open p1 then sheet.type price 21") == .success, "\(session.errors)")
    #expect(await sessions.saved != nil)
  }

  @Test func `a screen that stays open shows that its session is not saved`() async throws {
    let sessions = MemorySessionStore(SessionData(schema: 99, bytes: []))
    session.sessions = sessions
    (session.terminalSize, session.environment) = ((80, 24), ["TERM": "xterm"])
    await sessions.failNextSaves(with: .inaccessible(at: "shop.db", reason: "it is locked"), count: 1)
    let frontEnd = ScriptedFrontEnd(typing: ["products.sort price"])
    frontEnd.expectedMessageCount = 2
    session.frontEnd = frontEnd
    #expect(await session.run([]) == .success, "\(session.errors)")
    #expect(frontEnd.messages.first?.contains("The database keeps it") == true)
    #expect(frontEnd.messages.last?.contains("cannot be read or saved: it is locked") == true)
  }

  @Test func `an earlier event that is not stored does not fail a command that does not try it`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    let record = "do events.record --user \(UserEvent.samples[0].userID) --flag=true --action start"
    await session.source.inject([.requestFailed(.offline)])
    #expect(await run(record) == .unavailable)
    #expect(await run("do tab products") == .success, "\(session.errors)")
    #expect(await run(record) == .success, "\(session.errors)")
    #expect(session.printed.contains("1 event is not stored"), "\(session.printed)")
    await session.source.inject([.requestFailed(.offline)])
    #expect(await run("do events.record.retry") == .unavailable, "the same failure again")
    #expect(await run("do events.record.retry") == .success, "\(session.errors)")
    #expect(await session.source.database.events.count == UserEvent.samples.count + 2)
  }

  @Test func `law 5: a new session says that the former one has a draft`() async throws {
    let sessions = MemorySessionStore()
    session.sessions = sessions
    #expect(await run("do products.open p1 then sheet.type price 21") == .success)
    #expect(await run("do --watch --new products.sort price") == .usage)
    #expect(!session.errors.isEmpty && !session.errors.contains("draft"), "\(session.errors)")
    #expect(await run("do --new products.sort price") == .success)
    let message = "The former session has unsaved drafts or events. The database keeps it in the table session.\n"
    #expect(session.errors == message)
    #expect(await sessions.setAsideCount == 1)
    #expect(await run("do --new tab events") == .success)
    #expect(session.errors.isEmpty)
  }

  /// The last command of each array tries again what the first commands could not store.
  @Test(arguments: [
    ["products.open p1 then sheet.type price 21 then sheet.submit", "sheet.submit"],
    ["products.select p3 then products.delete", "products.delete p3"],
    [
      "products.edit.begin p1 name then products.edit.text Lantern then products.edit.commit then products.save p1",
      "products.save p1",
    ],
  ]) func `an earlier failure of the store fails no command but the one that tries it again`(
    commands: [String]
  ) async {
    await session.products.inject([.none, .requestFailed(.offline)])
    #expect(await run("do \(commands[0])") == .unavailable)
    #expect(await run("do products.sort price") == .success, "\(session.errors)")
    await session.products.inject([.none, .requestFailed(.offline)])
    #expect(await run("do \(commands[1])") == .unavailable, "the same failure again")
    #expect(await run("do \(commands[1])") == .success, "\(session.errors)")
  }

  @Test func `a store that cannot be reached has a status of its own`() async throws {
    session.failingResource = .eventCount
    #expect(await run("do tab events") == .unavailable)
    #expect(await run("do tab events") == .unavailable, "the session has the failure of the command before")
    session.failingResource = nil
    #expect(await run("do tab events") == .success, "\(session.errors)")
  }
}
