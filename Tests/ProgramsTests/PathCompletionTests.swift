import ConsoleIO
import Foundation
import Testing

@Suite struct `The completion of paths` {
  @Test func `finds files and folders, hidden ones only by their name, and the folder of the user`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "backroom-paths-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["lists/lamps.csv", "lists/lanterns.csv", "lists/.hidden", "lists/lamps/a.csv", "lists/old lamps.csv"] {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: path))
    }
    let lists = "\(folder)/lists"
    #expect(paths(beginningWith: "\(lists)/lam", home: nil) == ["\(lists)/lamps.csv", "\(lists)/lamps/"])
    #expect(paths(beginningWith: "\(lists)/", home: nil).count == 4)
    #expect(paths(beginningWith: "\(lists)/old ", home: nil) == ["\(lists)/old lamps.csv"])
    #expect(paths(beginningWith: "\(lists)/.", home: nil) == ["\(lists)/.hidden"])
    #expect(paths(beginningWith: "~/lan", home: lists) == ["~/lanterns.csv"])
    #expect(
      paths(beginningWith: "\(lists)/no/x", home: nil).isEmpty && paths(beginningWith: "no-such", home: nil).isEmpty)
  }
}
