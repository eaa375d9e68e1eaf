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

      let first = try RunningProgram(["step", "editor", "--journal", journal])
      try first.type("rowTapped p1")
      try first.type("typed name \"Desk lamp\"")
      try first.type("submitTapped")
      #expect(first.read(until: "  1  update("), "it ended without the effect under way")
      let intruder = try RunningProgram(["step", "editor", "--journal", journal])
      #expect(intruder.end() == 74)
      #expect(kill(first.process.processIdentifier, SIGKILL) == 0)
      first.process.waitUntilExit()
      #expect(first.process.terminationReason == .uncaughtSignal)

      let second = try RunningProgram(["step", "editor", "--journal", journal])
      #expect(second.read(until: "3 steps taken up"))
      #expect(second.read(until: "stage: submitting"))
      #expect(second.read(until: "  1  update("))
      try second.type("end 1 saved")
      #expect(second.read(until: "effect - write(p1)"))
      #expect(second.end() == 0)

      let replay = try RunningProgram(["replay", journal])
      #expect(replay.read(until: "the same: 6 steps"))
      #expect(replay.end() == 0)
    }
  }
#endif
