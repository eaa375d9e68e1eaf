import Analytics
import Foundation
import LoopExplorer
import SQLiteHandlers
import Shop
import Testing
import Values

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux) && SQLite
  /// Kills the program at random moments of its writes.
  @Suite struct `A killed program` {
    /// 5 kills, or exhaustively 200.
    private static let killCount = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1" ? 200 : 5

    @Test func `law 5: what it has acknowledged is stored, and nothing is stored in part`() async throws {
      let folder = try TemporaryFolder()
      let rows = (0..<300).map { #"{"id":"i\#($0)","name":"Imported","price":"1.00","tags":["a","b"]}"# }
      try Data(rows.joined(separator: "\n").utf8).write(to: folder.url.appending(path: "rows.jsonl"))
      let commands = [
        ["products", "add", "--id", "new", "--name", "New", "--price", "2", "--tags", "a,b", "-o", "json"],
        ["products", "edit", "p1", "--name", "Changed", "--tags", "x,y,z", "-o", "json"],
        ["products", "delete", "p3", "--yes", "-o", "json"], ["products", "move", "p3", "--first", "-o", "json"],
        ["products", "import", folder.path("rows.jsonl"), "-o", "json"],
      ]
      var random = SplitMix64(seed: 1)
      var killedCount = 0
      var round = 0
      while killedCount < Self.killCount {
        let command = commands[round % commands.count]
        round += 1
        try await folder.reset()
        let before = try await SQLiteProductStore(folder.database()).products()
        let duration = try folder.duration(of: command)
        let after = try await SQLiteProductStore(folder.database()).products()
        try await folder.reset()

        let program = try folder.start(command)
        // A moment between the start of the program and its end: any of them is right.
        let moment = ContinuousClock.now + duration * Double.random(in: 0...1, using: &random)
        while ContinuousClock.now < moment {}
        kill(program.process.processIdentifier, SIGKILL)
        let output = program.output.fileHandleForReading.readDataToEndOfFile()
        program.process.waitUntilExit()
        if program.process.terminationReason == .uncaughtSignal { killedCount += 1 }

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
      kill(program.process.processIdentifier, SIGKILL)
      program.process.waitUntilExit()
      let database = folder.database()
      let entries = try await SQLiteEventOutbox(database).entries(for: nil)
      #expect(entries.count == 1 || entries.isEmpty && !isAcknowledged)
      #expect(entries.allSatisfy { $0.event.userID.uuidString == user && $0.server == "http://127.0.0.1:1" })
      #expect(try await database.problems() == [])
    }
  }

  extension TemporaryFolder {
    /// Writes a new database with two products.
    fileprivate func reset() async throws {
      for name in try fileNames() where name.hasPrefix("shop.db") {
        try FileManager.default.removeItem(at: url.appending(path: name))
      }
      let database = database()
      for product in [Product.lamp, Product(id: "p3", name: "Desk", price: .zero)] {
        _ = try await SQLiteProductStore(database).insert(product)
      }
      await database.close()
    }

    /// Runs the program to its end, and returns how long that took.
    fileprivate func duration(of command: [String]) throws -> Duration {
      let begin = ContinuousClock.now
      let program = try start(command)
      _ = program.output.fileHandleForReading.readDataToEndOfFile()
      program.process.waitUntilExit()
      try #require(program.process.terminationStatus == 0, "\(command)")
      return ContinuousClock.now - begin
    }

    /// Starts the program, which is built together with the tests in the same folder.
    fileprivate func start(_ command: [String]) throws -> (process: Process, output: Pipe) {
      let process = Process()
      let output = Pipe()
      process.executableURL = Bundle.main.bundleURL.appending(path: "backroom")
      process.arguments = command
      process.environment = ["BACKROOM_DATABASE": path("shop.db")]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      return (process, output)
    }
  }
#endif
