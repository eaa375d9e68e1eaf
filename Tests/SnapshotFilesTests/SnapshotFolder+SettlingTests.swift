import SnapshotFiles
import Testing

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
