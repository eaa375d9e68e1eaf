import Foundation
import LoopTesting
import ProgramFixtures
import SnapshotFiles
import Testing

#if os(Linux)
  /// The documents in `Snapshots/Assistants`.
  enum AssistantSnapshot: String, SnapshotName {
    static let folder = "Assistants"

    case library = "library.txt"
  }

  /// `backroom mcp`, driven by the official library of the protocol for Python.
  ///
  /// Without the library, which `.ci/run` installs, the tests are skipped, except where `CI` is set.
  @Suite struct `An assistant with the library of its protocol` {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardizedFileURL
    /// The path of the interpreter, which finds the library because it is named by the link in the library's folder.
    private static let python = tests.deletingLastPathComponent().path + "/.build/python/bin/python"
    private static let canRun =
      FileManager.default.isExecutableFile(atPath: python) || ProcessInfo.processInfo.environment["CI"] != nil

    @Test func `has a document`() { expectSnapshotFilesMatchNames(of: AssistantSnapshot.self) }

    @Test(.enabled(if: canRun), arguments: ["2026-07-28", "2025-11-25"])
    func `calls every tool, reads every resource, is asked, and sees the changes of others`(revision: String) throws {
      let folder = try ProgramFolder()
      let client = Self.tests.appending(path: "Clients/assistant.py").path
      let (output, status) = try folder.run(
        "backroom sample > sample.log; '\(Self.python)' -W ignore '\(client)' \(revision) \"$0\" '\(folder.url.path)'")
      try #require(status == 0, "\(output)")
      let lines = output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      #expect(lines.first == "revision \(revision)")
      expectSnapshot(String(lines.last ?? ""), AssistantSnapshot.library)
    }
  }
#endif
