import ProgramFixtures
import Programs
import Shell
import Testing
import Values

/// A database with damage, of which a repair mends a part.
private actor DamagedDatabase: DatabaseTools {
  private var found: [String]
  private let remaining: [String]

  init(_ problems: [String], afterRepair remaining: [String]) {
    found = problems
    self.remaining = remaining
  }

  func problems() async throws -> [String] { found }
  func repair() async throws { found = remaining }
  func watch(every interval: Duration, onChange: @Sendable (DataKind) async -> Void) async throws {}
  func backUp(to path: String, overwriting: Bool) async throws -> Bool { false }
  func restore(from path: String) async throws -> (path: String, isOutboxRestored: Bool)? { nil }
  func migrate() async throws -> (from: Int, to: Int) { (1, 1) }
  func vacuum() async throws -> (before: Int, after: Int) { (0, 0) }
  func copyBeforeMigration() async -> String? { nil }
  func close() async {}
}

@MainActor @Suite struct `The command that checks the database` {
  private let index = "the index event_time is missing"
  private let page = "page 7 is damaged"

  @Test func `lists the problems, and says how they can be mended`() async {
    let session = ShellFixture()
    session.database = DamagedDatabase([index, page], afterRepair: [page])
    #expect(await session.run(["database", "check"]) == .data)
    #expect(session.printed == "\(index)\n\(page)\n")
    #expect(session.errors.contains("the database is damaged: 2 problems"), "\(session.errors)")
    #expect(session.errors.contains("'backroom database check --repair'"))
  }

  @Test func `repairs what can be rebuilt, and reports what remains`() async {
    let session = ShellFixture()
    session.database = DamagedDatabase([index, page], afterRepair: [page])
    #expect(await session.run(["database", "check", "--repair"]) == .data)
    #expect(session.printed == "repaired: \(index)\n\(page)\n")
    #expect(session.errors.contains("the database is damaged: 1 problem"), "\(session.errors)")
    #expect(!session.errors.contains("--repair"), "it does not help again")
    session.database = DamagedDatabase([index], afterRepair: [])
    #expect(await session.run(["database", "check", "--repair"]) == .success)
    #expect(session.printed == "repaired: \(index)\n")
    #expect(await session.run(["database", "check", "-o", "json"]) == .success)
    #expect(session.printed == #"{"problems":[],"repaired":[]}"# + "\n")
  }
}
