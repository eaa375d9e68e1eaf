import SnapshotFiles
import Testing

struct SnapshotFolderNamesTests {
  @Test func `names are sorted, and hidden files and new texts are left out`() throws {
    try withTemporarySnapshotFolder { folder in
      for name in [
        "b.txt", "Shop/b.txt", "Shop/a.txt", "Shop/a.txt.new", ".hidden", ".git/x", "Shop/.DS_Store", "c.txt.new",
      ] {
        try folder.writeFile("x\n", named: name)
      }
      try #expect(folder.names() == ["Shop/a.txt", "Shop/b.txt", "b.txt"])
    }
  }

  @Test func `a file with an invalid name is an orphan, not a new text`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.new.new")
      try #expect(folder.orphans(known: []) == ["a.new.new"])
    }
  }

  @Test func `a folder that does not exist has no names`() throws {
    let folder = SnapshotFolder("/nowhere/at/all")
    try #expect(folder.names() == [])
    try #expect(folder.missing(known: ["b", "a"]) == ["a", "b"])
  }

  @Test func `orphans are files without a known name, and missing names are known names without a file`() throws {
    try withTemporarySnapshotFolder { folder in
      for name in ["a", "b", "c.new"] { try folder.writeFile("x\n", named: name) }
      try #expect(folder.orphans(known: ["b", "c"]) == ["a"])
      try #expect(folder.missing(known: ["b", "c"]) == ["c"])
    }
  }

  @Test func `duplicate names, and names that differ only in case, clash`() {
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["a/b", "a/c", "b"]) == [])
    #expect(
      SnapshotFolder.caseInsensitiveClashes(among: ["b", "Shop/A", "Shop/a", "B"]) == [
        ["B", "b"], ["Shop/A", "Shop/a"],
      ])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["a", "b", "a"]) == [["a", "a"]])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["\u{3C3}", "\u{3C2}"]) == [["\u{3C2}", "\u{3C3}"]])
  }

  @Test func `folders, or a file and a folder, that differ only in case clash`() {
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["Shop/a", "shop/b"]) == [["Shop", "shop"]])
    #expect(SnapshotFolder.caseInsensitiveClashes(among: ["shop", "Shop/a/b"]) == [["Shop", "shop"]])
  }
}
