import Foundation
import ProgramFixtures
import Testing

#if os(Linux)
  @Suite struct `The client in the README` {
    @Test func `changes a price, and prints the products`() throws {
      let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
      let text = try String(contentsOf: readme, encoding: .utf8)
      let blocks = text.components(separatedBy: "```python\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
      let code = try #require(blocks.first)
      #expect(blocks.count == 1 && code.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
      let folder = try ProgramFolder()
      try code.write(toFile: folder.path("kiosk.py"), atomically: true, encoding: .utf8)
      let (output, status) = try folder.run(
        #"backroom sample > log; ln -s "$0" backroom; PATH="$PWD:$PATH" python3 -W ignore kiosk.py"#)
      #expect(status == 0 && output.contains("p7  Teapot  26.40  kitchen"), "\(output)")
      #expect(output.split(separator: "\n").count == 9, "\(output)")
    }
  }
#endif
