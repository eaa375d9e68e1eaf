import Analytics
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Testing
import Values

/// A database in which another program changes something once.
private struct ChangingDatabase: DatabaseTools {
  let change: @Sendable () async throws -> Void

  func watch(every interval: Duration, onChange: @Sendable (DataKind) async -> Void) async throws {
    try await change()
    await onChange(.events)
  }

  func problems() async throws -> [String] { [] }
  func repair() async throws {}
  func backUp(to path: String, overwriting: Bool) async throws -> Bool { false }
  func restore(from path: String) async throws -> (path: String, isOutboxRestored: Bool)? { nil }
  func migrate() async throws -> (from: Int, to: Int) { (1, 1) }
  func vacuum() async throws -> (before: Int, after: Int) { (0, 0) }
  func copyBeforeMigration() async -> String? { "shop.db.version-1" }
  func close() async {}
}

@MainActor @Suite struct `Watching changes` {
  @Test(arguments: [false, true])
  func `changed events are shown, but those of a server are not in the database`(hasServer: Bool) async throws {
    let session = ShellFixture()
    let source = session.source
    let event = try #require(EventDatabase.sample.events(EventQuery()).first)
    session.database = ChangingDatabase { try await source.record([event]) }
    let server = hasServer ? ["--server", "https://example.com"] : []
    #expect(await session.run(server + ["do", "--watch", "tab", "events"]) == .success, "\(session.errors)")
    #expect(session.printed.contains("Events: 24"))
    #expect(session.printed.contains("Events: 25") == !hasServer)
  }

  @Test func `the copy that was made before a migration is named`() async {
    let session = ShellFixture()
    session.database = ChangingDatabase {}
    #expect(await session.run(["products", "list", "--limit", "1"]) == .success)
    #expect(
      session.errors == """
        The database was migrated to the current format. shop.db.version-1 is a copy of the former one.

        """)
    #expect(await session.run(["products", "show", "p99"]) == .data)
    #expect(session.errors.contains("shop.db.version-1"))
    #expect(await session.run(["products", "list", "-o", "json"]) == .success)
    #expect(session.errors == "", "notes are for people")
    #expect(await session.run(["help"]) == .success)
    #expect(session.errors == "", "the database was not used")
  }
}
