import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux)
  /// The program itself over a pipe: what it said is what is waited for, never a while.
  @Suite struct `After a kill -9 of the program` {
    @Test func `the session is there with what was pending, and a second one waits for the first`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let journal = folder.appending(path: "day.journal").path

      let first = try Program(["step", "editor", "--journal", journal])
      try first.type("rowTapped p1")
      try first.type("nameChanged \"Desk lamp\"")
      try first.type("saveTapped")
      #expect(first.read(until: "  1  update("), "it ended without the effect under way")
      let intruder = try Program(["step", "editor", "--journal", journal])
      #expect(intruder.end() == 74)
      #expect(kill(first.process.processIdentifier, SIGKILL) == 0)
      first.process.waitUntilExit()
      #expect(first.process.terminationReason == .uncaughtSignal)

      let second = try Program(["step", "editor", "--journal", journal])
      #expect(second.read(until: "3 steps taken up"))
      #expect(second.read(until: "stage: saving"))
      #expect(second.read(until: "  1  update("))
      try second.type("end 1 saved")
      #expect(second.read(until: "effect - write(p1)"))
      #expect(second.end() == 0)

      let replay = try Program(["replay", journal])
      #expect(replay.read(until: "the same: 6 steps"))
      #expect(replay.end() == 0)
    }
  }

  /// The program, run as anybody would.
  private final class Program {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    init(_ words: [String]) throws {
      // It stands beside the tests, and is built with them.
      process.executableURL = Bundle.main.bundleURL.appending(path: "backroom")
      process.arguments = words
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Reads until a text has come, and tells whether it has before the end.
    func read(until text: String) -> Bool {
      while true {
        if let place = unread.firstRange(of: Data(text.utf8)) {
          unread.removeSubrange(..<place.upperBound)
          return true
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return false }
        unread += more
      }
    }

    /// Types nothing more, and returns the exit status.
    func end() -> Int32 {
      try? input.fileHandleForWriting.close()
      _ = read(until: "\u{0}")
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
