import Foundation
import LoopTesting
import PostgresFixtures
import ProgramFixtures
import PseudoTerminals
import SnapshotFiles
import Testing

#if os(Linux) && Databases
  /// Ada and Bob with a screen each, and Cleo with a client of `serve`, who use one server at the same time.
  private final class SharedShop {
    private let server: TestServer
    private let folders: [String: ProgramFolder]
    let ada: TaskTerminal
    let bob: TaskTerminal
    private let cleo: RunningProgram
    private var document = "Three people in a shop on a server\n\n"

    init() throws {
      server = try TestServer()
      let url = try server.makeDatabase()
      folders = ["Ada": try ProgramFolder(), "Bob": try ProgramFolder()]
      let sample = try RunningProgram(shell: "backroom sample --database '\(url)'")
      try #require(sample.end() == 0)
      ada = try TaskTerminal(of: url, in: try #require(folders["Ada"]))
      bob = try TaskTerminal(of: url, in: try #require(folders["Bob"]))
      let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Clients/prompt.py")
      cleo = try RunningProgram(
        shell: "python3 -u '\(client.standardizedFileURL.path)' \"$0\" serve --stdio --database '\(url)'")
    }

    /// Says in the document what follows.
    func write(_ text: String) { document += "\n\(text)\n\n" }

    /// Presses keys, and waits until the screen shows a text.
    func press(_ keys: String, by name: String, showing text: String) throws {
      let terminal = name == "Ada" ? ada : bob
      if !keys.isEmpty { try terminal.press(keys) }
      document +=
        "  \(name): \(keys.padding(toLength: max(keys.count, 30), withPad: " ", startingAt: 0))  shows \(text)\n"
      try terminal.wait(for: text)
    }

    /// Waits until both screens fulfill a condition.
    func expect(_ result: String, until condition: ([String]) -> Bool) throws {
      for (name, terminal) in [("Ada", ada), ("Bob", bob)] {
        try terminal.wait("\(name) does not see that \(result)", until: condition)
        document += "  \(name): sees that \(result)\n"
      }
    }

    /// Lets the client run lines, the last of which waits for a text.
    func type(_ lines: String...) throws {
      for line in lines {
        try cleo.type(line)
        document += "  Cleo: > \(line)\n"
      }
    }

    /// Adds a screen to the document.
    func show(_ terminal: TaskTerminal) throws {
      try terminal.waitUntilLoaded()
      document += "\n" + terminal.lines.map { "  |\($0.isEmpty ? "" : " \($0)")\n" }.joined()
    }

    /// Ends the programs, and compares the document.
    func end() throws {
      write("Cleo sees the same:")
      try type("screen")
      try cleo.type("quit")
      document += "\n" + cleo.readAllOutput().split(separator: "\n").map { "  |\($0)\n" }.joined()
      #expect(cleo.end() == 0)
      try ada.quit()
      try bob.quit()
      expectSnapshot(document, TaskSnapshot.sharedShop)
    }
  }

  @Suite(.enabled(if: TestServer.isExpected)) struct `A shop on a server` {
    @Test func `says what a program waits for that was quit while the server does not answer`() throws {
      let server = try TestServer()
      let url = try server.makeDatabase()
      let sample = try RunningProgram(shell: "backroom sample --database '\(url)'")
      try #require(sample.end() == 0)
      let folder = try ProgramFolder()
      let terminal = try TaskTerminal(of: url, in: folder)
      try terminal.wait(for: "9 rows")
      try terminal.waitUntilLoaded()
      try server.pause()
      try terminal.press("down")
      try terminal.quit { program in
        defer { try? server.resume() }
        #expect(program.logs("Waiting for \(url). Ctrl-C ends the program at once."))
      }
    }

    @Test func `shows each user the changes of the others, also where they conflict`() throws {
      let shop = try SharedShop()
      try shop.ada.wait(for: "9 rows")
      try shop.bob.wait(for: "9 rows")
      try shop.type("until Candle")
      shop.write("Ada and Bob change the same price:")
      try shop.press("down enter", by: "Ada", showing: "submit")
      try shop.press("down enter", by: "Bob", showing: "submit")
      try shop.press("tab ctrl+u '99' ctrl+s", by: "Bob", showing: "Changed the price")
      try shop.press("", by: "Ada", showing: "99.00")
      try shop.press("tab ctrl+u '12,50' ctrl+s", by: "Ada", showing: "[Take \"99.00\"]")
      try shop.show(shop.ada)
      shop.write("Ada keeps her price, and Bob cannot undo his:")
      try shop.press("ctrl+s", by: "Ada", showing: "Changed the price")
      try shop.press("", by: "Bob", showing: "12.50")
      try shop.type("until 12.50")
      try shop.press("z", by: "Bob", showing: "Nothing was changed")
      try shop.show(shop.bob)
      shop.write("Cleo moves one product and deletes another:")
      try shop.type("products.move ids=p9 before=p1", "products.delete ids=p2")
      try shop.expect("Candle is the first product, and Floor lamp is gone") { lines in
        lines[2].contains("Candle") && !lines.contains { $0.contains("Floor lamp") }
      }
      shop.write("Ada moves a product, Bob deletes it, and Ada cannot undo the move:")
      try shop.press("alt+down", by: "Ada", showing: "Moved Desk lamp")
      try shop.bob.wait("Desk lamp is not below Oak chair") { $0[4].contains("Desk lamp") }
      try shop.press("delete", by: "Bob", showing: "Deleted Desk lamp")
      try shop.press("", by: "Ada", showing: "7 rows")
      try shop.press("z", by: "Ada", showing: "Nothing was changed")
      try shop.show(shop.ada)
      shop.write("Bob changes the price of the next product:")
      try shop.press("enter", by: "Bob", showing: "submit")
      try shop.press("tab ctrl+u '130' ctrl+s", by: "Bob", showing: "Changed the price")
      try shop.type("until 130.00")
      try shop.end()
    }
  }
#endif
