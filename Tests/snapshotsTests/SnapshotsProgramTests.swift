import Foundation
import Testing

@testable import snapshots

struct SnapshotsProgramTests {
  @Test func `every command succeeds if there is nothing to review`() throws {
    try withProgramFixture([]) { session in
      for command in [["review"], ["accept", "--all"], ["reject", "--all"]] {
        #expect(session.run(command) == .success)
      }
      #expect(session.output == "Nothing to review.\nNothing to review.\nNothing to review.\n")
      #expect(session.errorOutput == "")
    }
  }

  @Test func `without a terminal, a review shows all differences and fails`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["review"]) == .needsReview)
      #expect(session.output == "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+new\n--- b\n+++ b\n@@ -0,0 +1,1 @@\n+new\n")
      #expect(session.files == ["a.new", "b.new"])
    }
  }

  @Test func `on a terminal, a review fails while texts are left to review`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["review"], answers: ["a", "s"]) == .needsReview)
      #expect(session.output.hasSuffix("To review: b\n"))
      #expect(session.run(["review"], answers: ["r"]) == .success)
      #expect(session.files == ["a"])
    }
  }

  @Test func `only the given names are accepted or rejected`() throws {
    try withProgramFixture(["a", "b", "c"]) { session in
      #expect(session.run(["accept", "a.new"]) == .success)
      #expect(session.run(["reject", "b"]) == .success)
      #expect(session.files == ["a", "c.new"])
      #expect(session.output == "Accepted a\nRejected b\n")
    }
  }

  @Test func `the option --all accepts all new texts`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["accept", "--all"]) == .success)
      #expect(session.files == ["a", "b"])
    }
  }

  @Test(arguments: ["accept", "reject"])
  func `accepting or rejecting without names is an error that lists the names`(command: String) throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run([command]) == .usageError)
      #expect(session.errorOutput.contains("To review: a, b."))
      #expect(session.files == ["a.new", "b.new"])
    }
  }

  @Test(arguments: ["accept", "reject", "review"])
  func `one unknown name changes nothing`(command: String) throws {
    try withProgramFixture(["a"]) { session in
      #expect(session.run([command, "a", "x"]) == .needsReview)
      #expect(session.errorOutput == "snapshots: There is nothing to review for x. To review: a.\n")
      #expect(session.output == "")
      #expect(session.files == ["a.new"])
    }
  }

  @Test func `a folder that does not exist is an error in the command line`() throws {
    try withProgramFixture([]) { session in
      #expect(session.run(["review", "--folder", "/nowhere/at/all"]) == .usageError)
      #expect(session.errorOutput.contains("/nowhere/at/all"))
    }
  }

  @Test func `help is printed`() throws {
    try withProgramFixture(["a"]) { session in
      #expect(session.run(["--help"]) == .success)
      #expect(session.output == Request.usage)
    }
  }
}

/// Runs the program on a temporary folder.
private final class ProgramFixture {
  private let folder: URL
  private(set) var output = ""
  private(set) var errorOutput = ""

  init(_ folder: URL) { self.folder = folder }

  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  /// Runs the program with the folder of the fixture.
  ///
  /// Another `--folder` argument overrides this folder. If `answers` is `nil`, the program runs without a terminal.
  func run(_ arguments: [String], answers: [String]? = nil) -> SnapshotsProgram.ExitStatus {
    var rest = answers ?? []
    let ask: (String) -> String? = { _ in rest.isEmpty ? nil : rest.removeFirst() }
    let program = SnapshotsProgram(
      writeOutput: { self.output += $0 }, writeError: { self.errorOutput += $0 }, readAnswer: answers == nil ? nil : ask
    )
    return program.run(["--folder", folder.path] + arguments)
  }
}

/// Calls a closure with a fixture whose folder has new texts with the given names, and removes the folder afterwards.
private func withProgramFixture(_ names: [String], _ body: (ProgramFixture) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "snapshotsTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for name in names { try Data("new\n".utf8).write(to: folder.appending(path: name + ".new")) }
  try body(ProgramFixture(folder))
}
