import Foundation
import PostgresFixtures
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

#if os(Linux) && Databases
  /// Kills the program at random moments while it uses a server.
  @Suite(.enabled(if: TestServer.isExpected)) struct `A killed program that uses a server` {
    @Test func `law 5: what it has acknowledged is stored, nothing is stored in part, and nobody waits for it`()
      async throws
    {
      let url = try TestServer.shared.get().makeDatabase()
      let database = PostgresDatabase(url)
      let store = PostgresProductStore(database)
      try await database.connect()
      let rows = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
      try Data((0..<300).map { #"{"id":"i\#($0)","name":"Imported","price":"1.00"}"# }.joined(separator: "\n").utf8)
        .write(to: rows)
      defer { try? FileManager.default.removeItem(at: rows) }
      let commands = [
        ["products", "add", "--id", "new", "--name", "New", "--price", "2", "-o", "json"],
        ["products", "edit", "p1", "--name", "Changed", "-o", "json"],
        ["products", "delete", "p1", "--yes", "-o", "json"], ["products", "import", rows.path, "-o", "json"],
      ]
      let before = try await reset(store)
      var completeRuns: [(contents: [String], duration: Duration)] = []
      for command in commands {
        let begin = ContinuousClock.now
        let complete = try startProgram(command, environment: ["BACKROOM_DATABASE": url])
        let answer = complete.output.fileHandleForReading.readDataToEndOfFile()
        complete.process.waitUntilExit()
        completeRuns.append((try await contents(of: store), ContinuousClock.now - begin))
        #expect(complete.process.terminationStatus == 0 && answer.last == UInt8(ascii: "\n"))
        #expect(completeRuns.last?.contents != before)
        #expect(try await reset(store) == before)
      }
      var random = SplitMix64(seed: 1)
      var (killedCount, round) = (0, 0)
      while killedCount < caseCount(8, exhaustive: 200) {
        let command = commands[round % commands.count]
        let (after, duration) = completeRuns[round % commands.count]
        round += 1
        #expect(try await reset(store) == before)
        let killed = try startProgram(command, environment: ["BACKROOM_DATABASE": url])
        // A moment between the start of the program and its end: any of them is right.
        let moment = ContinuousClock.now + duration * Double.random(in: 0...1, using: &random)
        while ContinuousClock.now < moment {}
        _ = kill(killed.process.processIdentifier, SIGKILL)
        let output = killed.output.fileHandleForReading.readDataToEndOfFile()
        killed.process.waitUntilExit()
        if killed.process.terminationReason == .uncaughtSignal { killedCount += 1 }
        // The server may still commit what the program has sent. The next transaction waits for that.
        try await store.apply([.move(["p1"], to: .end)])
        let found = try await contents(of: store)
        if output.last == UInt8(ascii: "\n") {
          #expect(found == after, "\(command)")
        } else {
          #expect(found == before || found == after, "\(command)")
        }
        #expect(try await database.problems() == [], "\(command)")
      }
      await database.close()
    }

    /// Makes one product the only one, and returns the contents.
    private func reset(_ store: PostgresProductStore) async throws -> [String] {
      let others = try await store.products().map(\.id)
      try await store.apply(others.map { .delete($0) } + [.insert(.lamp)])
      return try await contents(of: store)
    }

    /// The IDs and names of the products, which do not tell how often they have been stored.
    private func contents(of store: PostgresProductStore) async throws -> [String] {
      try await store.products().map { "\($0.id.rawValue) \($0.name)" }.sorted()
    }
  }
#endif
