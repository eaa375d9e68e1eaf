import Foundation
import Testing

/// A front end gets every invocation from the screen or from the table of commands.
@Test(arguments: ["Terminal", "PlainText"])
func `no command is named in a front end`(module: String) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/\(module)")
  let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
  #expect(paths.count > 3)
  for path in paths {
    let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    for pattern in ["Invocation(\"", "commands[\"", "path.hasPrefix", "path.hasSuffix"] {
      #expect(!text.contains(pattern), "\(path): \(pattern)")
    }
    // Neither is a path part of any other text, nor the end of one that follows a prefix.
    let literals = text.matches(of: /"(?:\\\([^"]*\))?\.?[a-z-]+(?:\.[a-z-]+)+"|\)\.[a-z-]+"/).map(\.output)
    #expect(literals.isEmpty, "\(path): \(literals)")
  }
}
