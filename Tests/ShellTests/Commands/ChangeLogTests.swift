import Foundation
import ProgramFixtures
import Testing

#if os(Linux)
  @Suite struct `The record of changes` {
    /// A client that introduces itself as "prompt".
    private static let prompt = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Clients/prompt.py").standardizedFileURL.path

    @Test func `says who changed what with each front end, and each undoes its own changes`() throws {
      let folder = try ProgramFolder()
      func run(_ line: String) throws -> String {
        let (output, status) = try folder.run("export USER=ada; \(line)")
        try #require(status == 0, "\(line): \(output)")
        return output
      }
      _ = try run("backroom sample && backroom products edit p1 --price 5 --yes")
      _ = try run("backroom do products.open p2 then sheet.type price 7 then sheet.submit")
      let lines = "wait\nproducts.set id=p3 column=name value=Stool\nproducts.save\nwait\nundo\nwait\n"
      try lines.write(toFile: folder.path("lines"), atomically: true, encoding: .utf8)
      _ = try run("python3 '\(Self.prompt)' \"$0\" serve --stdio < lines")
      _ = try run("backroom do undo")
      let changes = try run("backroom products changes --fields author,summary -o plain")
      #expect(
        changes == """
          ada, do\tChanged the price of Floor lamp from 7.00 to 74.50
          ada, prompt (serve)\tChanged the name of Oak chair from Stool to Oak chair
          ada, prompt (serve)\tChanged the name of Stool from Oak chair to Stool
          ada, do\tChanged the price of Floor lamp from 74.50 to 7.00
          ada, products edit\tChanged the price of Desk lamp from 19.99 to 5.00
          ada, sample\tAdded Desk lamp and 8 more

          """)
      #expect(
        try run("backroom products show p1 p2 p3 -o plain --fields name,price")
          == "Desk lamp\t5.00\nFloor lamp\t74.50\nOak chair\t129.00\n")
      // Another user does not continue the session.
      let (other, _) = try folder.run("USER=bob backroom do undo")
      #expect(other.contains("there is nothing to undo"), "\(other)")
      #expect(try run("backroom do tab activity").contains("ada, prompt (serve)"))
      // A command without a session is undone in the next one.
      _ = try run("backroom do undo")
      #expect(
        try run("backroom products changes --fields author,summary -o plain")
          .hasPrefix("ada, do\tChanged the price of Desk lamp from 5.00 to 19.99\n"))
    }
  }
#endif
