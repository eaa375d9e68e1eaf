import Analytics
import Foundation
import HTTPFixtures
import Loop
import Shop
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux) && Databases
  /// Kills the program at random moments of its writes.
  @Suite struct `A killed program` {
    /// Runs a command again and again, and kills it at a random moment each time.
    ///
    /// - Parameters:
    ///   - commands: The commands, which take turns.
    ///   - counts: The number of kills, and the number in an exhaustive run.
    ///   - folder: The folder of the database.
    ///   - prepare: A closure that writes the database before each run.
    ///   - whenComplete: A closure that is called after the command has run to its end.
    ///   - check: A closure that is called after the kill.
    /// - Throws: An error of a closure, or if the command fails without being killed.
    private func runAndKill(
      _ commands: [[String]], _ counts: (few: Int, exhaustive: Int), in folder: TemporaryFolder,
      prepare: () async throws -> Void, whenComplete: ([String]) async throws -> Void = { _ in },
      check: ([String], _ output: Data, _ isKilled: Bool) async throws -> Void
    ) async throws {
      var random = SplitMix64(seed: 1)
      var (killedCount, round) = (0, 0)
      while killedCount < caseCount(counts.few, exhaustive: counts.exhaustive) {
        let command = commands[round % commands.count]
        round += 1
        try await prepare()
        let duration = try folder.duration(of: command)
        try await whenComplete(command)
        try await prepare()
        let program = try folder.start(command)
        // A moment between the start of the program and its end: any of them is right.
        let moment = ContinuousClock.now + duration * Double.random(in: 0...1, using: &random)
        while ContinuousClock.now < moment {}
        Self.end(program.process)
        let output = program.output.fileHandleForReading.readDataToEndOfFile()
        program.process.waitUntilExit()
        let isKilled = program.process.terminationReason == .uncaughtSignal
        if isKilled { killedCount += 1 }
        try await check(command, output, isKilled)
      }
    }

    private static func end(_ process: Process) { _ = kill(process.processIdentifier, SIGKILL) }

    @Test func `law 5: what it has acknowledged is stored, and nothing is stored in part`() async throws {
      let folder = try TemporaryFolder()
      let rows = (0..<300).map { #"{"id":"i\#($0)","name":"Imported","price":"1.00","tags":["a","b"]}"# }
      try Data(rows.joined(separator: "\n").utf8).write(to: folder.url.appending(path: "rows.jsonl"))
      try await folder.makeBackup()
      let commands = [
        ["products", "add", "--id", "new", "--name", "New", "--price", "2", "--tags", "a,b", "-o", "json"],
        ["products", "edit", "p1", "--name", "Changed", "--tags", "x,y,z", "-o", "json"],
        ["products", "edit", "p1", "p3", "--price=+1", "--add-tag", "k", "--yes", "-o", "json"],
        ["products", "delete", "p3", "--yes", "-o", "json"], ["products", "move", "p3", "--first", "-o", "json"],
        ["products", "import", folder.path("rows.jsonl"), "-o", "json"],
        ["database", "restore", folder.path("shop.db.backup"), "--yes", "-o", "json"],
      ]
      var (before, after): ([Product], [Product]) = ([], [])
      try await runAndKill(commands, (7, 100), in: folder) {
        try await folder.reset()
        before = try await SQLiteProductStore(folder.database()).products()
      } whenComplete: { _ in
        after = try await SQLiteProductStore(folder.database()).products()
      } check: { command, output, _ in
        let database = folder.database()
        let found = try await SQLiteProductStore(database).products()
        if output.last == UInt8(ascii: "\n") {
          #expect(found == after, "\(command)")
        } else {
          #expect(found == before || found == after, "\(command)")
        }
        #expect(try await database.problems() == [], "\(command)")
        await database.close()
      }
    }

    @Test func `law 5: restoring over a damaged database leaves that one or the restored one`() async throws {
      let folder = try TemporaryFolder()
      try await folder.fill()
      try await folder.makeBackup()
      let backup = folder.path("shop.db.backup")
      let restored = try await SQLiteProductStore(SQLiteDatabase(path: backup)).products()
      let damaged = Data(repeating: 7, count: 10_000)
      try await runAndKill([["database", "restore", backup, "--yes"]], (3, 30), in: folder) {
        try folder.replaceDatabase(by: damaged)
        try? FileManager.default.removeItem(atPath: folder.path("shop.db.damaged"))
      } check: { _, output, isKilled in
        let found = try Data(contentsOf: folder.url.appending(path: "shop.db"))
        if found == damaged { return #expect(isKilled && output.isEmpty) }
        #expect(try await SQLiteProductStore(folder.database()).products() == restored)
        #expect(try Data(contentsOf: URL(filePath: folder.path("shop.db.damaged"))) == damaged)
      }
    }

    @Test func `law 5: the session of do can be continued, and is not set aside`() async throws {
      let folder = try TemporaryFolder()
      let commands = [
        ["do", "products.search", "lamp", "then", "products.sort", "price", "then", "products.open", "p1"],
        ["do", "products.open", "p1", "then", "sheet.type", "price", "21", "then", "sheet.submit"],
        ["do", "products.select", "p3", "then", "products.delete", "then", "undo"],
      ]
      try await runAndKill(commands, (3, 30), in: folder) {
        try await folder.reset()
        _ = try folder.duration(of: ["do", "products.sort", "name"])
      } check: { command, _, isKilled in
        let database = folder.database()
        let session = try #require(try await SQLiteSessionStore(database).load())
        _ = try folder.duration(of: ["do", "products.sort", "price"])
        let count = try await database.read { connection throws(DatabaseError) in
          try connection.integer("SELECT count(*) FROM session")
        }
        #expect(count == 1, "\(command): the session was set aside: \(String(decoding: session.bytes, as: UTF8.self))")
        #expect(try await SQLiteProductStore(database).products().count >= 1, "\(command)")
        #expect(try await database.problems() == [], "\(command)")
        await database.close()
      }
    }

    @Test func `law 5: a database that is being created can be opened`() async throws {
      let folder = try TemporaryFolder()
      try await runAndKill([["products", "list"]], (2, 30), in: folder) {
        try folder.removeDatabase()
      } check: { _, _, _ in
        let database = folder.database()
        let products = try await SQLiteProductStore(database).products()
        #expect(products == [])
        #expect(try await database.problems() == [])
        await database.close()
      }
    }

    @Test func `law 5: sample data with products is complete`() async throws {
      let folder = try TemporaryFolder()
      try await runAndKill([["sample"]], (2, 30), in: folder) {
        try folder.removeDatabase()
      } check: { _, output, _ in
        let database = folder.database()
        let productCount = try await SQLiteProductStore(database).products().count
        let eventCount = try await SQLiteEventSource(database).eventCount(EventQuery())
        #expect([[0, 0], [0, 24], [9, 24]].contains([productCount, eventCount]))
        if !output.isEmpty { #expect(productCount == 9) }
        await database.close()
      }
    }

    @Test func `law 5: an event that waits is sent once, whenever sending is killed`() async throws {
      let folder = try TemporaryFolder()
      let events = (0..<4).map { number in
        UserEvent(
          userID: UserEvent.start.userID, flag: true, timestamp: Instant(milliseconds: Int64(number / 2)), action: .stop
        )
      }
      let server = try AnalyticsServer()
      try await runAndKill([["events", "outbox", "send", "--server", server.http.url]], (3, 30), in: folder) {
        server.removeEvents()
        try folder.removeDatabase()
        let database = folder.database()
        try await SQLiteEventOutbox(database).append(events, for: server.http.url)
        await database.close()
      } check: { command, _, _ in
        let database = folder.database()
        // The claim of the killed program ends after a minute.
        try await database.write { connection throws(DatabaseError) in
          try connection.run("UPDATE outbox SET claim_end = 0 WHERE claim_end > 0")
        }
        _ = try folder.duration(of: command)
        #expect(try await SQLiteEventOutbox(database).entries(for: nil) == [])
        #expect(server.events.sorted { $0.timestamp < $1.timestamp } == events)
        #expect(try await database.problems() == [])
        await database.close()
      }
    }

    @Test(arguments: [nil, "http://127.0.0.1:1"])
    func `law 5: an event whose recording is killed is stored once by trying again`(server: String?) async throws {
      let folder = try TemporaryFolder()
      let user = UserEvent.start.userID.uuidString
      let options = server.map { ["--server", $0] } ?? []
      let record =
        ["do", "events.record", "--user", user, "--flag=true", "--action", "stop", "--at", "2023-03-22T10:00:00Z"]
        + options
      func contents() async throws -> (eventCount: Int, isInSession: Bool) {
        let database = folder.database()
        let count = try await SQLiteEventSource(database).eventCount(EventQuery())
        let entries = try await SQLiteEventOutbox(database).entries(for: nil)
        let session = try await SQLiteSessionStore(database).load()
        #expect(try await database.problems() == [])
        await database.close()
        let sessionText = String(decoding: session?.bytes ?? [], as: UTF8.self)
        return (count + entries.count, sessionText.contains(user))
      }
      try await runAndKill([record], (2, 30), in: folder) {
        try await folder.reset()
      } check: { _, output, _ in
        let before = try await contents()
        #expect(before.eventCount == 1 || before.eventCount == 0 && output.isEmpty)
        // An event that is not in the session was stored, or the program was killed before it recorded the event.
        let program = try folder.start(["do", "events.record.retry"] + options)
        _ = program.output.fileHandleForReading.readDataToEndOfFile()
        program.process.waitUntilExit()
        let after = try await contents()
        #expect(after.eventCount == (before.isInSession ? 1 : before.eventCount))
        #expect(!after.isInSession)
      }
    }

    /// The server cannot be reached.
    @Test(arguments: [false, true]) func `law 5: an acknowledged event is in the outbox once`(
      isAcknowledged: Bool
    ) async throws {
      let folder = try TemporaryFolder()
      try await folder.database().open()
      let user = "00000000-0000-4000-8000-000000000001"
      let program = try folder.start([
        "events", "record", "--user", user, "--flag", "true", "--action", "stop", "--server", "http://127.0.0.1:1",
      ])
      if isAcknowledged {
        _ = program.output.fileHandleForReading.availableData
      } else {
        // Between the start of the program and the end of its attempts to send: any moment is right.
        usleep(.random(in: 0...500_000))
      }
      Self.end(program.process)
      program.process.waitUntilExit()
      let database = folder.database()
      let entries = try await SQLiteEventOutbox(database).entries(for: nil)
      #expect(entries.count == 1 || entries.isEmpty && !isAcknowledged)
      #expect(entries.allSatisfy { $0.event.userID.uuidString == user && $0.server == "http://127.0.0.1:1" })
      #expect(try await database.problems() == [])
    }
  }

  extension TemporaryFolder {
    /// Removes the database, and everything beside it except a backup.
    fileprivate func removeDatabase() throws {
      for name in try fileNames() where name.hasPrefix("shop.db") && name != "shop.db.backup" {
        try FileManager.default.removeItem(at: url.appending(path: name))
      }
    }

    /// Writes a new database with two products.
    fileprivate func reset() async throws {
      try removeDatabase()
      let database = database()
      for product in [Product.lamp, Product(id: "p3", name: "Desk", price: .zero)] {
        _ = try await SQLiteProductStore(database).insert(product)
      }
      await database.close()
    }

    /// Runs the program to its end, and returns how long that took.
    fileprivate func duration(of command: [String]) throws -> Duration {
      let begin = ContinuousClock.now
      let program = try start(command, printsErrors: true)
      let output = program.output.fileHandleForReading.readDataToEndOfFile()
      program.process.waitUntilExit()
      try #require(program.process.terminationStatus == 0, "\(command): \(String(decoding: output, as: UTF8.self))")
      return ContinuousClock.now - begin
    }

    /// Starts the program on the database of the folder.
    ///
    /// The output contains its errors if `printsErrors` is true.
    fileprivate func start(
      _ command: [String], printsErrors: Bool = false
    ) throws -> (process: Process, output: Pipe) {
      try startProgram(
        command, environment: ["BACKROOM_DATABASE": path("shop.db"), "no_proxy": "*"], printsErrors: printsErrors)
    }
  }
#endif
