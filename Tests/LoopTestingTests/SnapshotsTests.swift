import Foundation
import LoopHistory
import LoopTesting
import SnapshotFiles
import Testing

/// Snapshots as a test target uses them.
@Suite struct SnapshotsTests {
  private enum Name: String, SnapshotName {
    static let folder = "Module"

    case test = "test.transcript"
    case table = "table.txt"
  }

  private let failures = CollectedFailures()

  @Test func `a missing snapshot fails, and the new text is written for review if writing is allowed`() throws {
    for mayWrite in [false, true] {
      try withTemporaryFolder { folder in
        expectSnapshot("text\n", Name.test, in: folder, mayWrite: mayWrite, reporter: failures.reporter)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/Module/test.transcript.new") == mayWrite)
      }
    }
    #expect(failures.messages.count == 2 && failures.messages.allSatisfy { $0.hasPrefix("There is no snapshot") })
  }

  @Test func `an equal snapshot passes, and a different one fails with the difference`() throws {
    for text in ["text\n", "other\n"] {
      try withTemporaryFolder { folder in
        try write("text\n", Name.test, in: folder)
        expectSnapshot(text, Name.test, in: folder, mayWrite: false, reporter: failures.reporter)
      }
    }
    #expect(failures.messages.count == 1)
    #expect(failures.messages.first?.contains("-text") == true && failures.messages.first?.contains("+other") == true)
  }

  @Test func `a name used at two positions fails, and one position may use it again`() throws {
    try withTemporaryFolder { folder in
      try write("text\n", Name.test, in: folder)
      for _ in 1...2 { expectSnapshot("text\n", Name.test, in: folder, mayWrite: false, reporter: failures.reporter) }
      #expect(failures.messages == [])
      expectSnapshot("text\n", Name.test, in: folder, mayWrite: false, reporter: failures.reporter)
    }
    #expect(failures.messages.count == 1)
    #expect(
      failures.messages.first?.hasPrefix("duplicate snapshot name: Module/test.transcript is also used at") == true)
  }

  @Test func `each name has a file and each file a name`() throws {
    try withTemporaryFolder { folder in
      try write("text\n", Name.test, in: folder)
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/Module/test.transcript", toPath: "\(folder.path)/Module/orphan.txt")
      expectSnapshotFilesMatchNames(of: Name.self, in: folder, reporter: failures.reporter)
    }
    #expect(
      failures.messages == [
        "missing snapshot: Module/table.txt", "orphaned snapshot, no test uses it: Module/orphan.txt",
      ])
  }

  @Test func `names that differ only in case fail`() throws {
    enum Twins: String, SnapshotName {
      static let folder = "Module"

      case small = "a.txt"
      case large = "A.txt"
    }
    try withTemporaryFolder { folder in
      expectSnapshotFilesMatchNames(of: Twins.self, in: folder, reporter: failures.reporter)
    }
    #expect(failures.messages.last == "snapshot names that differ only in case: Module/A.txt, Module/a.txt")
  }

  @Test func `every snapshot folder belongs to a test target`() throws {
    let folder = try #require(SnapshotFolder(ofPackageAround: #filePath))
    let folders = Set(try folder.names().compactMap { $0.split(separator: "/").first.map(String.init) })
    #expect(
      folders == [
        "Analytics", "Assistants", "BackOffice", "Explorations", "Forms", "Shop", "Tables", "Tasks", "Terminal", "Wire",
      ])
  }

  private func write(_ text: String, _ name: Name, in folder: SnapshotFolder) throws {
    #expect(throws: SnapshotError.self) { try folder.compare(text, with: name.path, mayWrite: true) }
    let file = folder.path + "/" + name.path
    try FileManager.default.moveItem(atPath: file + ".new", toPath: file)
  }

  private func withTemporaryFolder(_ body: (SnapshotFolder) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(SnapshotFolder(path))
  }
}
