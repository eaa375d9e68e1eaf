import Foundation
import ProgramFixtures
import Programs
import Testing

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux)
  /// Runs the program over pipes.
  ///
  /// The tests wait for its output and never for a period of time.
  @Suite struct `A transcript after kill -9` {
    @Test func `resumes with the pending effects, and cannot be used by two sessions at once`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let transcript = folder.appending(path: "day.transcript").path

      let first = try RunningProgram(["step", "editor", "--transcript", transcript], of: "workbench")
      try first.type("rowTapped p1")
      try first.type("typed name \"Desk lamp\"")
      try first.type("submitTapped")
      #expect(first.read(until: "  1  editor(update("), "the output ended without the pending effect")
      let concurrent = try RunningProgram(["step", "editor", "--transcript", transcript], of: "workbench")
      #expect(concurrent.end() == 74)
      #expect(kill(first.process.processIdentifier, SIGKILL) == 0)
      first.process.waitUntilExit()
      #expect(first.process.terminationReason == .uncaughtSignal)

      let second = try RunningProgram(["step", "editor", "--transcript", transcript], of: "workbench")
      #expect(second.read(until: "3 steps resumed"))
      #expect(second.read(until: "stage: submitting"))
      #expect(second.read(until: "  1  editor(update("))
      try second.type("end 1 saved")
      #expect(second.read(until: "effect - writes"))
      #expect(second.end() == 0)

      let replay = try RunningProgram(["replay", transcript], of: "workbench")
      #expect(replay.read(until: "the same: 5 steps"))
      #expect(replay.end() == 0)
    }
  }
#endif
