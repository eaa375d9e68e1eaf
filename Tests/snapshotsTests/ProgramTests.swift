import Foundation
import Testing

@testable import snapshots

struct SnapshotsProgramTests {
  @Test func `with nothing unsettled every deed is done`() throws {
    try withProgramFixture([]) { session in
      for deed in [["review"], ["accept", "--all"], ["reject", "--all"]] {
        #expect(session.run(deed) == .done)
      }
      #expect(session.said == "Nothing to settle.\nNothing to settle.\nNothing to settle.\n")
      #expect(session.complained == "")
    }
  }

  @Test func `without a terminal a review shows everything and fails`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["review"]) == .unsettled)
      #expect(session.said == "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+new\n--- b\n+++ b\n@@ -0,0 +1,1 @@\n+new\n")
      #expect(session.files == ["a.new", "b.new"])
    }
  }

  @Test func `on a terminal a review fails while something is left`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["review"], answers: ["a", "s"]) == .unsettled)
      #expect(session.said.hasSuffix("Unsettled: b\n"))
      #expect(session.run(["review"], answers: ["r"]) == .done)
      #expect(session.files == ["a"])
    }
  }

  @Test func `only what was named is settled`() throws {
    try withProgramFixture(["a", "b", "c"]) { session in
      #expect(session.run(["accept", "a.new"]) == .done)
      #expect(session.run(["reject", "b"]) == .done)
      #expect(session.files == ["a", "c.new"])
      #expect(session.said == "Accepted a\nRejected b\n")
    }
  }

  @Test func `all are settled when all are meant`() throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run(["accept", "--all"]) == .done)
      #expect(session.files == ["a", "b"])
    }
  }

  @Test(arguments: ["accept", "reject"])
  func `accepting or rejecting without saying what names what there is`(deed: String) throws {
    try withProgramFixture(["a", "b"]) { session in
      #expect(session.run([deed]) == .misused)
      #expect(session.complained.contains("Unsettled: a, b."))
      #expect(session.files == ["a.new", "b.new"])
    }
  }

  @Test(arguments: ["accept", "reject", "review"])
  func `one unknown name changes nothing`(deed: String) throws {
    try withProgramFixture(["a"]) { session in
      #expect(session.run([deed, "a", "x"]) == .unsettled)
      #expect(session.complained == "snapshots: There is nothing to settle for x. Unsettled: a.\n")
      #expect(session.said == "")
      #expect(session.files == ["a.new"])
    }
  }

  @Test func `a folder that does not exist is a wrong command line`() throws {
    try withProgramFixture([]) { session in
      #expect(session.run(["review", "--folder", "/nowhere/at/all"]) == .misused)
      #expect(session.complained.contains("/nowhere/at/all"))
    }
  }

  @Test func `help is said and done`() throws {
    try withProgramFixture(["a"]) { session in
      #expect(session.run(["--help"]) == .done)
      #expect(session.said == Request.usage)
    }
  }
}

/// Runs of the program on a folder of its own.
private final class ProgramFixture {
  private let folder: URL
  private(set) var said = ""
  private(set) var complained = ""

  init(_ folder: URL) { self.folder = folder }

  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  /// Without answers there is no terminal.
  ///
  /// A folder that is named again later wins.
  func run(_ arguments: [String], answers: [String]? = nil) -> SnapshotsProgram.ExitStatus {
    var rest = answers ?? []
    let ask: (String) -> String? = { _ in rest.isEmpty ? nil : rest.removeFirst() }
    let program = SnapshotsProgram(
      say: { self.said += $0 }, complain: { self.complained += $0 }, ask: answers == nil ? nil : ask)
    return program.run(["--folder", folder.path] + arguments)
  }
}

/// Lends a session on a folder with new texts of these names, and removes it afterwards.
private func withProgramFixture(_ names: [String], _ body: (ProgramFixture) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "snapshotsTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for name in names { try Data("new\n".utf8).write(to: folder.appending(path: name + ".new")) }
  try body(ProgramFixture(folder))
}
