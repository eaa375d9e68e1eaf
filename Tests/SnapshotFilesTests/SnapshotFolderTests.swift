import Foundation
import Testing

@testable import SnapshotFiles

struct SnapshotFolderTests {
  @Test func `an equal text matches and writes nothing`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "Shop/a.txt")
      try folder.compare("x\n", with: "Shop/a.txt", mayWrite: true)
      try #expect(folder.allFiles() == ["Shop/a.txt": "x\n"])
    }
  }

  @Test func `a match removes an outdated new text if writing is allowed`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.txt")
      try folder.writeFile("y\n", named: "a.txt.new")
      try folder.compare("x\n", with: "a.txt", mayWrite: false)
      try #expect(folder.allFiles().keys.contains("a.txt.new"))
      try folder.compare("x\n", with: "a.txt", mayWrite: true)
      try #expect(folder.allFiles() == ["a.txt": "x\n"])
    }
  }

  @Test(arguments: [true, false])
  func `a text without a snapshot is missing, and is written for review if writing is allowed`(mayWrite: Bool) throws {
    try withTemporarySnapshotFolder { folder in
      let failure = SnapshotError.missing(file: folder.path + "/Shop/a.txt", isProposed: mayWrite)
      #expect(throws: failure) { try folder.compare("x", with: "Shop/a.txt", mayWrite: mayWrite) }
      try #expect(folder.allFiles() == (mayWrite ? ["Shop/a.txt.new": "x\n"] : [:]))
      try #expect(folder.names() == [])
    }
  }

  @Test func `an empty text without a snapshot is missing`() throws {
    try withTemporarySnapshotFolder { folder in
      #expect(throws: SnapshotError.missing(file: folder.path + "/a.txt", isProposed: true)) {
        try folder.compare("", with: "a.txt", mayWrite: true)
      }
      try folder.writeFile("", named: "a.txt")
      try folder.compare("", with: "a.txt", mayWrite: false)
    }
  }

  @Test(arguments: [true, false])
  func `another text is a mismatch, and the snapshot does not change`(mayWrite: Bool) throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.txt")
      let failure = SnapshotError.mismatch(
        file: folder.path + "/a.txt", UnifiedDiff(of: "a.txt", from: "x\n", to: "y\n"), isProposed: mayWrite)
      #expect(throws: failure) { try folder.compare("y\n", with: "a.txt", mayWrite: mayWrite) }
      try #expect(folder.allFiles() == (mayWrite ? ["a.txt": "x\n", "a.txt.new": "y\n"] : ["a.txt": "x\n"]))
    }
  }

  @Test func `a final newline is added only to a text without one`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.txt")
      try folder.compare("x", with: "a.txt", mayWrite: false)
      try folder.writeFile("x\r\n", named: "b.txt")
      try folder.compare("x\r\n", with: "b.txt", mayWrite: false)
      try folder.writeFile("", named: "c.txt")
      try folder.compare("", with: "c.txt", mayWrite: false)
      #expect(throws: SnapshotError.self) { try folder.compare("x\n\n", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `a file without a final newline is a mismatch`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x", named: "a.txt")
      #expect(throws: SnapshotError.self) { try folder.compare("x", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `texts are compared byte by byte`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("\u{E9}\n", named: "a.txt")
      #expect(throws: SnapshotError.self) { try folder.compare("e\u{301}\n", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `a file that is not UTF-8 is an error and is not replaced`() throws {
    try withTemporarySnapshotFolder { folder in
      try Data([0x66, 0xFF]).write(to: URL(filePath: folder.path + "/a.txt"))
      #expect(throws: SnapshotError.notUTF8(file: folder.path + "/a.txt")) {
        try folder.compare("x", with: "a.txt", mayWrite: true)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.txt.new"))
    }
  }

  @Test(arguments: ["", "/a", "a//b", "a/", "../a", "a/../b", ".a", "a/.b", "a.new", "a\nb", "a\u{0}"])
  func `a name that leaves the folder or is hidden is rejected`(name: String) throws {
    try withTemporarySnapshotFolder { folder in
      #expect(throws: SnapshotError.invalidName(name)) { try folder.compare("x", with: name, mayWrite: true) }
      try #expect(folder.allFiles() == [:])
    }
  }

  @Test func `an error of the file system has the file and the reason`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a")
      let failure = #expect(throws: SnapshotError.self) { try folder.compare("x", with: "a/b.txt", mayWrite: true) }
      guard case .fileOperationFailed("write", file: folder.path + "/a/b.txt.new", let reason) = failure else {
        Issue.record("expected a failed write, found \(String(describing: failure))")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(arguments: [([:], true), (["CI": ""], true), (["CI": "1"], false), (["CI": "false"], false)])
  func `nothing is written if CI has a value`(environment: [String: String], mayWrite: Bool) {
    #expect(SnapshotFolder.mayWrite(in: environment) == mayWrite)
  }

  @Test func `the folder of a package is found from any file or folder in it`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("", named: "Package.swift")
      try folder.writeFile("", named: "Sources/Shop/Shop.swift")
      let expected = SnapshotFolder(folder.path + "/Snapshots")
      #expect(SnapshotFolder(ofPackageAround: folder.path) == expected)
      #expect(SnapshotFolder(ofPackageAround: folder.path + "/Sources/Shop/Shop.swift") == expected)
    }
  }

  @Test func `there is no folder outside of a package`() {
    #expect(SnapshotFolder(ofPackageAround: "/") == nil)
  }
}
