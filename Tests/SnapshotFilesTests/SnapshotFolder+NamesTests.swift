import SnapshotFiles
import Testing

struct SnapshotFolderNamesTests {
  @Test func `names and unsettled names are listed in order, hidden files are not`() throws {
    try withTemporarySnapshotFolder { folder in
      for name in [
        "b.txt", "Shop/b.txt", "Shop/a.txt", "Shop/a.txt.new", ".hidden", ".git/x", "Shop/.DS_Store", "c.txt.new",
      ] {
        try folder.writeFile("x\n", named: name)
      }
      try #expect(folder.names() == ["Shop/a.txt", "Shop/b.txt", "b.txt"])
      try #expect(folder.namesToReview() == ["Shop/a.txt", "c.txt"])
    }
  }

  @Test func `a new text that no name can have is nobody's, so it shows as an orphan`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.new.new")
      try #expect(folder.namesToReview() == [])
      try #expect(folder.orphans(known: []) == ["a.new.new"])
    }
  }

  @Test func `a folder that does not exist has no names`() throws {
    let folder = SnapshotFolder("/nowhere/at/all")
    try #expect(folder.names() == [])
    try #expect(folder.missing(known: ["b", "a"]) == ["a", "b"])
  }

  @Test func `orphans are there and unknown, missing ones are known and not there`() throws {
    try withTemporarySnapshotFolder { folder in
      for name in ["a", "b", "c.new"] { try folder.writeFile("x\n", named: name) }
      try #expect(folder.orphans(known: ["b", "c"]) == ["a"])
      try #expect(folder.missing(known: ["b", "c"]) == ["c"])
    }
  }

  @Test func `names that differ by case alone, or are given twice, clash`() {
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["a/b", "a/c", "b"]) == [])
    #expect(
      SnapshotFolder.caseInsensitiveClashes(among: ["b", "Shop/A", "Shop/a", "B"]) == [
        ["B", "b"], ["Shop/A", "Shop/a"],
      ])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["a", "b", "a"]) == [["a", "a"]])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["\u{3C3}", "\u{3C2}"]) == [["\u{3C2}", "\u{3C3}"]])
  }

  @Test func `folders that differ by case alone clash, and so do a file and a folder`() {
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["Shop/a", "shop/b"]) == [["Shop", "shop"]])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["shop", "Shop/a/b"]) == [["Shop", "shop"]])
  }
}
