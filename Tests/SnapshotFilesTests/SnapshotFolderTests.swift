import Foundation
import Testing

@testable import SnapshotFiles

struct SnapshotFolderTests {
  @Test func `an equal text matches and leaves nothing behind`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "Shop/a.txt")
      try folder.compare("x\n", with: "Shop/a.txt", mayWrite: true)
      try #expect(folder.everything() == ["Shop/a.txt": "x\n"])
    }
  }

  @Test func `a match removes the stale new text beside it, if it may write`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      try folder.put("y\n", in: "a.txt.new")
      try folder.compare("x\n", with: "a.txt", mayWrite: false)
      try #expect(folder.unsettled() == ["a.txt"])
      try folder.compare("x\n", with: "a.txt", mayWrite: true)
      try #expect(folder.unsettled() == [])
    }
  }

  @Test(arguments: [true, false])
  func `a text without a snapshot is missing, and written beside only if allowed`(mayWrite: Bool) throws {
    try withFolder { folder in
      let failure = SnapshotFailure.missing(file: folder.path + "/Shop/a.txt", isProposed: mayWrite)
      #expect(throws: failure) { try folder.compare("x", with: "Shop/a.txt", mayWrite: mayWrite) }
      try #expect(folder.everything() == (mayWrite ? ["Shop/a.txt.new": "x\n"] : [:]))
      try #expect(folder.names() == [])
    }
  }

  @Test func `an empty text without a snapshot is missing too`() throws {
    try withFolder { folder in
      #expect(throws: SnapshotFailure.missing(file: folder.path + "/a.txt", isProposed: true)) {
        try folder.compare("", with: "a.txt", mayWrite: true)
      }
      try folder.accept("a.txt")
      try folder.compare("", with: "a.txt", mayWrite: false)
    }
  }

  @Test(arguments: [true, false])
  func `another text mismatches, and the snapshot stays as it is`(mayWrite: Bool) throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      let failure = SnapshotFailure.mismatching(
        file: folder.path + "/a.txt", UnifiedDiff(of: "a.txt", from: "x\n", to: "y\n"), isProposed: mayWrite)
      #expect(throws: failure) { try folder.compare("y\n", with: "a.txt", mayWrite: mayWrite) }
      try #expect(folder.everything() == (mayWrite ? ["a.txt": "x\n", "a.txt.new": "y\n"] : ["a.txt": "x\n"]))
    }
  }

  @Test func `a text is given a final newline, and only one that lacks it`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      try folder.compare("x", with: "a.txt", mayWrite: false)
      try folder.put("x\r\n", in: "b.txt")
      try folder.compare("x\r\n", with: "b.txt", mayWrite: false)
      try folder.put("", in: "c.txt")
      try folder.compare("", with: "c.txt", mayWrite: false)
      #expect(throws: SnapshotFailure.self) { try folder.compare("x\n\n", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `a file without a final newline mismatches`() throws {
    try withFolder { folder in
      try folder.put("x", in: "a.txt")
      #expect(throws: SnapshotFailure.self) { try folder.compare("x", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `texts are compared byte by byte`() throws {
    try withFolder { folder in
      try folder.put("\u{E9}\n", in: "a.txt")
      #expect(throws: SnapshotFailure.self) { try folder.compare("e\u{301}\n", with: "a.txt", mayWrite: false) }
    }
  }

  @Test func `a file that is no text is named as such and not replaced`() throws {
    try withFolder { folder in
      try Data([0x66, 0xFF]).write(to: URL(filePath: folder.path + "/a.txt"))
      #expect(throws: SnapshotFailure.notText(file: folder.path + "/a.txt")) {
        try folder.compare("x", with: "a.txt", mayWrite: true)
      }
      try #expect(folder.unsettled() == [])
    }
  }

  @Test(arguments: ["", "/a", "a//b", "a/", "../a", "a/../b", ".a", "a/.b", "a.new", "a\nb", "a\u{0}"])
  func `a name that leads elsewhere or hides is refused`(name: String) throws {
    try withFolder { folder in
      #expect(throws: SnapshotFailure.misnamed(name)) { try folder.compare("x", with: name, mayWrite: true) }
      #expect(throws: SnapshotFailure.misnamed(name)) { try folder.accept(name) }
      #expect(throws: SnapshotFailure.misnamed(name)) { try folder.reject(name) }
      #expect(throws: SnapshotFailure.misnamed(name)) { try folder.diff(of: name) }
      try #expect(folder.everything() == [:])
    }
  }

  @Test func `what the file system refuses is said with the file and the reason`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a")
      let failure = #expect(throws: SnapshotFailure.self) { try folder.compare("x", with: "a/b.txt", mayWrite: true) }
      guard case .refused("write", file: folder.path + "/a/b.txt.new", let reason) = failure else {
        Issue.record("not the refusal to write beside a file that is in the way: \(String(describing: failure))")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(arguments: [([:], true), (["CI": ""], true), (["CI": "1"], false), (["CI": "false"], false)])
  func `nothing is written where CI is set to anything`(environment: [String: String], mayWrite: Bool) {
    #expect(SnapshotFolder.mayWrite(in: environment) == mayWrite)
  }

  @Test func `the folder of a package is found from any place in it`() throws {
    try withFolder { folder in
      try folder.put("", in: "Package.swift")
      try folder.put("", in: "Sources/Shop/Shop.swift")
      let expected = SnapshotFolder(folder.path + "/Snapshots")
      #expect(SnapshotFolder(ofPackageAround: folder.path) == expected)
      #expect(SnapshotFolder(ofPackageAround: folder.path + "/Sources/Shop/Shop.swift") == expected)
    }
  }

  @Test func `outside of packages there is no folder of a package`() {
    #expect(SnapshotFolder(ofPackageAround: "/") == nil)
  }
}

struct SnapshotFolderSettlingTests {
  @Test func `accepting makes the new text the snapshot`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      try folder.put("y\n", in: "a.txt.new")
      try folder.accept("a.txt")
      try #expect(folder.everything() == ["a.txt": "y\n"])
      try folder.compare("y\n", with: "a.txt", mayWrite: false)
    }
  }

  @Test func `accepting a new name makes its file`() throws {
    try withFolder { folder in
      #expect(throws: SnapshotFailure.self) { try folder.compare("x", with: "Shop/a.txt", mayWrite: true) }
      try folder.accept("Shop/a.txt")
      try #expect(folder.everything() == ["Shop/a.txt": "x\n"])
    }
  }

  @Test func `rejecting leaves the snapshot as it is`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      try folder.put("y\n", in: "a.txt.new")
      try folder.reject("a.txt")
      try #expect(folder.everything() == ["a.txt": "x\n"])
    }
  }

  @Test func `the difference goes from the snapshot to the new text`() throws {
    try withFolder { folder in
      try folder.put("y\n", in: "a.txt.new")
      try #expect(folder.diff(of: "a.txt") == UnifiedDiff(of: "a.txt", from: "", to: "y\n"))
      try folder.put("x\n", in: "a.txt")
      try #expect(folder.diff(of: "a.txt") == UnifiedDiff(of: "a.txt", from: "x\n", to: "y\n"))
    }
  }

  @Test func `where no new text lies there is nothing to settle`() throws {
    try withFolder { folder in
      try folder.put("x\n", in: "a.txt")
      try folder.put("x\n", in: "b.txt.new")
      let failure = SnapshotFailure.nothingToSettle(["a.txt"], unsettled: ["b.txt"])
      #expect(throws: failure) { try folder.accept("a.txt") }
      #expect(throws: failure) { try folder.reject("a.txt") }
      #expect(throws: failure) { try folder.diff(of: "a.txt") }
    }
  }
}
