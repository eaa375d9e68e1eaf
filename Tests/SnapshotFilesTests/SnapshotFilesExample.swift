import SnapshotFiles
import Testing

/// The code that the guide of SnapshotFiles shows.
struct SnapshotFilesGuideTests {
  @Test func `a report is compared with its snapshot`() throws {
    func problem(with report: String, in snapshots: SnapshotFolder, mayWrite: Bool) -> String? {
      do throws(SnapshotError) {
        try snapshots.compare(report, with: "Reports/march.txt", mayWrite: mayWrite)
        return nil
      } catch {
        return "\(error)"
      }
    }
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("Lamps: 3\nTeapots: 4\n", named: "Reports/march.txt")
      #expect(problem(with: "Lamps: 3\nTeapots: 4", in: folder, mayWrite: false) == nil)
      #expect(
        problem(with: "Lamps: 3\nTeapots: 5", in: folder, mayWrite: true) == """
          The text differs from the snapshot \(folder.path)/Reports/march.txt. The new text is in the same folder, with \
          the suffix ".new". Move it to the snapshot to accept it.
          --- Reports/march.txt
          +++ Reports/march.txt
          @@ -1,2 +1,2 @@
           Lamps: 3
          -Teapots: 4
          +Teapots: 5

          """)
      #expect(try folder.allFiles().keys.contains("Reports/march.txt.new"))
    }
  }
}
