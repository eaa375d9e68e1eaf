import Foundation
import HTTPFixtures
import LoopTesting
import ProgramFixtures
import SnapshotFiles
import Testing

#if os(Linux)
  /// The documents in `Snapshots/Tasks`.
  enum TaskSnapshot: String, SnapshotName {
    static let folder = "Tasks"

    case firstProduct = "first-product.txt"
    case supplierFile = "supplier-file.txt"
    case raisePrices = "raise-prices.txt"
    case tagMany = "tag-many.txt"
    case duplicates = "duplicates.txt"
    case conflict = "conflict.txt"
    case week = "week-of-events.txt"
    case outage = "outage.txt"
    case closedTerminal = "closed-terminal.txt"
    case backup = "backup-and-restore.txt"
    case sharedShop = "shared-shop.txt"
  }

  /// A task of a shopkeeper, done with keys on the full screen and with commands, each in a folder of its own.
  ///
  /// Both ways must end in the same stored data. The document of a task contains the keys, the screens, the commands and
  /// their output.
  final class ShopTask {
    let keysFolder: ProgramFolder
    private let commandsFolder: ProgramFolder
    private let servers: [AnalyticsServer]
    private let preparation: [String]
    /// Creates a folder in which everything is prepared.
    private let makeFolder: () throws -> ProgramFolder
    private(set) var terminal: TaskTerminal
    private var keys = ""
    private var screens: [(title: String, lines: [String])] = []
    private var formerKeyCount = 0

    /// Prepares both folders with command lines, and starts the program in one of them.
    ///
    /// If there are servers, the first one is for the keys, the second one for the commands, the third one for the client
    /// of another language, and the last one for an assistant.
    init(preparedBy lines: [String] = [], files: [String: String] = [:], server servers: AnalyticsServer...) throws {
      makeFolder = {
        let folder = try ProgramFolder()
        for (name, text) in files { try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8) }
        for line in lines { _ = try Self.run(line, in: folder) }
        return folder
      }
      (keysFolder, commandsFolder) = (try makeFolder(), try makeFolder())
      (self.servers, preparation) = (servers, lines)
      terminal = try TaskTerminal(of: "shop.db", in: keysFolder, server: servers.first?.http.url)
    }

    /// Runs a command line in a folder, and returns its output.
    @discardableResult static func run(
      _ line: String, in folder: ProgramFolder, server: AnalyticsServer? = nil
    ) throws -> String {
      let setting = server.map { "export no_proxy='*' BACKROOM_SERVER=\($0.http.url); " } ?? ""
      let (output, status) = try folder.run(setting + line)
      try #require(status == 0, "\(line): \(output)")
      return output
    }

    /// Runs a command line as another user of the same database would.
    func runAside(_ line: String) throws {
      try Self.run(line, in: keysFolder)
      keys += Self.transcript(of: line)
    }

    /// Returns a command line and what it prints as lines of the document.
    private static func transcript(of line: String, printing output: String = "") -> String {
      (["$ \(line)"] + output.split(separator: "\n").map(String.init)).map { "  \($0)\n" }.joined()
    }

    /// Presses keys, and waits until the screen shows a text.
    func press(_ keys: String, showing text: String) throws {
      try terminal.press(keys)
      self.keys += line(keys, "shows \(text)")
      try terminal.wait(for: text)
    }

    /// Presses keys, and waits until the screen does not show a text any more.
    func press(_ keys: String, hiding text: String) throws {
      try terminal.press(keys)
      self.keys += line(keys, "hides \(text)")
      try terminal.wait(for: text, isShown: false)
    }

    private func line(_ keys: String, _ result: String) -> String {
      "  \(keys.padding(toLength: max(keys.count, 44), withPad: " ", startingAt: 0))  \(result)\n"
    }

    /// Adds the screen to the document when nothing is being loaded.
    ///
    /// The data is loaded again when the program begins to watch the database, and when another program changes it.
    func showScreen(_ title: String) throws {
      try terminal.waitUntilLoaded()
      screens.append((title, terminal.lines))
    }

    /// Starts the program again.
    func restart() throws {
      formerKeyCount += terminal.keyCount
      terminal = try TaskTerminal(of: "shop.db", in: keysFolder)
    }

    /// A client in another language, with which a user types what the screen offers.
    private static let prompt = client("prompt.py", "serve --stdio")

    /// A client that calls the tools of `backroom mcp`, as an assistant does.
    private static let assistant = client("tools.py", "mcp --allow-folder .")

    private static func client(_ name: String, _ command: String) -> String {
      let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Clients/\(name)")
      return "python3 '\(path.standardizedFileURL.path)' \"$0\" \(command)"
    }

    /// Lets a client run lines in a folder of its own, and returns a document of them and what is stored then.
    private func transcript(
      of client: String, running lines: [[String]], on server: AnalyticsServer?, storing listing: String
    ) throws -> (String, stored: String) {
      let folder = try makeFolder()
      var text = ""
      for (number, part) in zip(1..., lines) {
        try (part.joined(separator: "\n") + "\n").write(
          toFile: folder.path("lines"), atomically: true, encoding: .utf8)
        let line = "\(client) < lines"
        let output = try Self.run(number < lines.count ? "\(line); true" : line, in: folder, server: server)
        text += part.map { "  > \($0)\n" }.joined()
        text += output.split(separator: "\n").map { "  \($0)\n" }.joined() + (number < lines.count ? "\n" : "")
      }
      return (text, try Self.run(listing, in: folder, server: server))
    }

    /// Quits the program, runs command lines in the other folder, lets a client and an assistant do the same in a third
    /// and a fourth one, and compares what they have stored.
    func compare(
      _ title: String, with commands: [String], overServe lines: [String]..., overMCP calls: [String] = [],
      storing listing: String, _ name: TaskSnapshot
    ) throws {
      var text = "\(title)\n\n"
      if !preparation.isEmpty { text += "After:\n\n" + preparation.map { Self.transcript(of: $0) }.joined() + "\n" }
      text += "With \(formerKeyCount + terminal.keyCount) keys:\n\n\(keys)\n"
      try terminal.quit()
      for screen in screens {
        text += "\(screen.title):\n\n" + screen.lines.map { "  |\($0.isEmpty ? "" : " \($0)")\n" }.joined() + "\n"
      }
      if !commands.isEmpty { text += "With commands:\n\n" }
      for line in commands {
        text += Self.transcript(
          of: line, printing: try Self.run(line, in: commandsFolder, server: servers.dropFirst().first))
      }
      let stored = try Self.run(listing, in: keysFolder, server: servers.first)
      if !commands.isEmpty {
        #expect(try Self.run(listing, in: commandsFolder, server: servers.dropFirst().first) == stored)
      }
      if !lines.isEmpty {
        let client = try transcript(
          of: Self.prompt, running: lines, on: servers.dropFirst(2).first, storing: listing)
        text += "\nAt the prompt of a client in another language:\n\n\(client.0)"
        #expect(client.stored == stored)
      }
      if !calls.isEmpty {
        let assistant = try transcript(of: Self.assistant, running: [calls], on: servers.last, storing: listing)
        text += "\nWith the tools of an assistant:\n\n\(assistant.0)"
        #expect(assistant.stored == stored)
      }
      text += "\nStored:\n\n" + Self.transcript(of: listing, printing: stored)
      // The folder, the port of a server and the time of an outage are others in each run.
      text.replace("\(keysFolder.url.path)/", with: "FOLDER/")
      text.replace(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
      text.replace(/(no answer since[\s|]+)[0-9-]+ [0-9:]+/) { "\($0.1)TIME" }
      expectSnapshot(text, name)
    }
  }

  /// What a shopkeeper does in a day, on a real terminal and with commands.
  @Suite(.serialized) struct `The tasks of a day` {
    @Test func `have a document each`() { expectSnapshotFilesMatchNames(of: TaskSnapshot.self) }

    @Test func `from the first start to the first product`() throws {
      let task = try ShopTask()
      try task.terminal.wait(for: "[▸Add a product]")
      try task.showScreen("At the start")
      try task.press("enter", showing: "New product")
      // The end is not in the document, because the product has another ID in each run.
      try task.press("'Lantern' tab '12,50' ctrl+s", showing: "1 row")
      try task.compare(
        "From the first start to the first product",
        with: ["backroom products add --name Lantern --price 12.50 --fields name,price"],
        overServe: [
          "wait", "answer Add a product", "type name Lantern", "type price 12,50", "submit", "until Added",
        ],
        overMCP: [#"products.add {"id": "lantern", "name": "Lantern", "price": "12.50"}"#],
        storing: "backroom products list --fields name,price -o plain", .firstProduct)
    }

    @Test func `the prices of a tag are raised, and that is taken back`() throws {
      let task = try ShopTask(preparedBy: ["backroom sample"])
      try task.terminal.wait(for: "9 rows")
      try task.press("f 'tags' enter 'light' enter", showing: "3 of 9 rows")
      try task.press("ctrl+a e '+10%'", showing: "Changes 3 of 3 products")
      try task.showScreen("The sheet with the change")
      try task.press("ctrl+s", showing: "Changed the price")
      try task.showScreen("The new prices")
      try task.press("z", hiding: "21.99")
      try task.compare(
        "Raise the prices of a tag by 10 %, and take it back",
        with: [
          "backroom products edit --where 'ANY tags == \"light\"' --price +10% --dry-run",
          "backroom do products.edit --where 'ANY tags == \"light\"' --price +10% then undo",
        ],
        overServe: [
          "wait", "search light", "products.select.all", "products.edit price=+10%", "answer Yes", "until 21.99",
          "wait",
          "undo", "until 19.99",
        ],
        overMCP: [
          #"products.edit {"where": "ANY tags == \"light\"", "price": "+10%", "dry-run": true}"#,
          #"products.edit {"where": "ANY tags == \"light\"", "price": "+10%"}"#, "undo",
        ], storing: "backroom products list -o plain", .raisePrices)
    }

    /// A file of a supplier with 300 rows, of which every 25th has a price that is none.
    private static let supplierFile =
      "Article No;Retail price (EUR);Description;Qty\n"
      + (1...300).map { "A\($0);\($0.isMultiple(of: 25) ? "on request" : "\($0),50");Part \($0);\($0 % 7)\n" }.joined()

    @Test func `a supplier's file is imported, and its bad rows later`() throws {
      let task = try ShopTask(files: ["supplier.csv": Self.supplierFile])
      try task.terminal.wait(for: "[▸Add a product]")
      try task.press("shift+i '~/supplier.csv' enter", showing: "12 rows are bad")
      try task.showScreen("The preview")
      try task.press("shift+tab right right enter", showing: ":products.import.rejected")
      try task.press("'~/bad.csv' enter", showing: "12 bad rows")
      try task.showScreen("The bad rows are written")
      try task.press("left enter", showing: "Import these products?")
      try task.press("ctrl+s", showing: "Imported")
      try task.compare(
        "Import a supplier's file of 300 rows with 12 bad ones",
        with: [
          "backroom products import supplier.csv --skip-bad-rows --rejected bad.csv",
          "head -n 3 bad.csv",
        ],
        overServe: [
          "wait", "products.import.read file=supplier.csv", "until 12 rows are bad",
          "products.import.rejected file=bad.csv",
          "products.import.bad-rows policy=skip", "products.import.start", "until Imported",
        ],
        overMCP: [
          #"products.import {"file": "supplier.csv", "dry-run": true, "skip-bad-rows": true}"#,
          #"products.import {"file": "supplier.csv", "skip-bad-rows": true, "rejected": "bad.csv"}"#,
        ], storing: "backroom products list -o plain | tail -n 3", .supplierFile)
    }

    /// Forty mugs and jugs.
    private static let goods =
      "id,name,price\n" + (1...40).map { "g\($0),\($0 % 2 == 0 ? "Mug" : "Jug") \($0),\($0).50\n" }.joined()

    @Test func `twenty products get a tag`() throws {
      let task = try ShopTask(preparedBy: ["backroom products import goods.csv"], files: ["goods.csv": Self.goods])
      try task.terminal.wait(for: "40 rows")
      try task.press("/ 'mug' enter", showing: "20 of 40 rows")
      try task.press("ctrl+a e tab tab 'sale'", showing: "Changes 20 of 20 products")
      try task.showScreen("The sheet with the change")
      try task.press("ctrl+s", showing: "Changed the tags")
      try task.showScreen("At the end")
      try task.compare(
        "Tag 20 products",
        with: ["backroom products edit --where 'name BEGINSWITH \"Mug\"' --add-tag sale --yes -o plain | tail -n 2"],
        overServe: [
          "wait", "search mug", "products.select.all", "products.edit add-tag=sale", "answer Yes", "until sale", "wait",
        ],
        overMCP: [
          "products.search {\"text\": \"mug\"}", "products.select.all", #"products.edit {"add-tag": ["sale"]}"#,
        ],
        storing: "backroom products list -o plain | head -n 4", .tagMany)
    }

    @Test func `duplicates are found by name, and one of each is deleted`() throws {
      let goods = "id,name,price\na,Lamp,5\nb,Mug,3\nc,Bowl,4\nd,Lamp,5\ne,Jug,6\nf,Mug,3\n"
      let task = try ShopTask(preparedBy: ["backroom products import goods.csv"], files: ["goods.csv": goods])
      try task.terminal.wait(for: "6 rows")
      try task.press("down right shift+f", showing: "products.values")
      try task.showScreen("The names and how often each occurs")
      try task.press("enter s 'name' enter", showing: "Name ▲")
      try task.press("home down down down space down down space delete", showing: "Delete 2 products")
      try task.showScreen("The question")
      try task.press("down enter", showing: "4 rows")
      try task.compare(
        "Find duplicates by name, and delete one of each",
        with: ["backroom products list --fields name -o plain | sort | uniq -d", "backroom products delete d f --yes"],
        overServe: ["wait", "sort name", "toggle d", "toggle f", "delete", "answer Yes", "wait", "screen"],
        overMCP: [#"products.values {"column": "name"}"#, #"products.delete {"ids": ["d", "f"]}"#],
        storing: "backroom products list -o plain", .duplicates)
    }

    @Test func `a conflict with another user is resolved`() throws {
      let task = try ShopTask(preparedBy: ["backroom sample"])
      try task.terminal.wait(for: "9 rows")
      try task.press("down enter", showing: "submit")
      try task.runAside("backroom products edit p1 --price 99 --yes")
      try task.press("tab ctrl+u '12,50' ctrl+s", showing: "[Take \"99.00\"]")
      try task.showScreen("The conflict")
      try task.press("shift+tab shift+tab enter", showing: "Price *  99.00")
      try task.press("tab ctrl+u '98' ctrl+s", showing: "Changed the price")
      try task.showScreen("At the end")
      try task.compare(
        "Resolve a conflict", with: [],
        overServe: [
          "wait", "open p1", "! \"$0\" products edit p1 --price 99 --yes", "type price 12,50", "submit",
          "until Take", "answer 'Take \"99.00\"'", "type price 98", "submit", "until Changed", "wait",
        ],
        overMCP: [
          #"products.open {"id": "p1"}"#, "! \"$0\" products edit p1 --price 99 --yes",
          #"sheet.type {"id": "price", "text": "12,50"}"#, "sheet.submit", #"sheet.take {"field": "price"}"#,
          #"sheet.type {"id": "price", "text": "98"}"#, "sheet.submit",
        ], storing: "backroom products show p1 -o plain", .conflict)
    }

    @Test func `the draft of a closed terminal is there again`() throws {
      let task = try ShopTask(preparedBy: ["backroom sample"])
      try task.terminal.wait(for: "9 rows")
      try task.press("down enter", showing: "submit")
      try task.press("ctrl+u 'Reading lamp'", showing: "Reading lamp")
      try task.terminal.close()
      try task.restart()
      try task.terminal.wait(for: "Reading lamp")
      try task.showScreen("In a new terminal")
      try task.press("ctrl+s", showing: "Changed the name")
      try task.compare(
        // An assistant has no drafts that outlive it.
        "Recover from a closed terminal", with: [],
        overServe: ["wait", "open p1", "type name Reading lamp", "! kill -9 $PPID"],
        ["until Reading", "submit", "until Changed", "wait"], storing: "backroom products show p1 -o plain",
        .closedTerminal)
    }

    private static let user = "00000000-0000-4000-8000-000000000001"

    @Test func `the events of a week are recorded and counted by day`() throws {
      let days = (20...24).map {
        "backroom events record --user \(Self.user) --flag false --action stop --at 2023-03-\($0)"
      }
      let task = try ShopTask(preparedBy: days)
      try task.press("2", showing: "5 rows")
      try task.press("n tab tab space tab '2023-03-25' ctrl+s", showing: "6 rows")
      try task.press("n tab right tab space tab '2023-03-26' ctrl+s", showing: "7 rows")
      try task.press("w", showing: "2023-03-20  7")
      try task.press("d", showing: "2023-03-21  1")
      try task.showScreen("The chart")
      try task.compare(
        "Record and chart a week's events",
        with: [
          "backroom events record --user \(Self.user) --flag true --action start --at 2023-03-25 -o plain",
          "backroom events record --user \(Self.user) --flag true --action pause --at 2023-03-26 -o plain",
          "backroom events timeline",
        ],
        overServe: [
          "tab events", "wait", "events.record user=\(Self.user) flag=true action=start at=2023-03-25",
          "events.record user=\(Self.user) flag=true action=pause at=2023-03-26", "until 2023-03-26", "wait", "screen",
        ],
        overMCP: [
          #"events.record {"user": "\#(Self.user)", "flag": true, "action": "start", "at": "2023-03-25"}"#,
          #"events.record {"user": "\#(Self.user)", "flag": true, "action": "pause", "at": "2023-03-26"}"#,
          "events.timeline",
        ], storing: "backroom events list -o plain", .week)
    }

    @Test func `an event that a server does not take waits until it does`() throws {
      let task = try ShopTask(
        server: AnalyticsServer(faults: [.cutBeforeStoring]), AnalyticsServer(faults: [.cutBeforeStoring]),
        AnalyticsServer(faults: [.cutBeforeStoring]), AnalyticsServer(faults: [.cutBeforeStoring]))
      try task.press("2", showing: "0 rows")
      try task.press("n right tab '\(Self.user)' tab tab space tab '2023-03-24' ctrl+s", showing: "waits to be sent")
      try task.terminal.wait(for: "Recorded: start")
      try task.showScreen("During the outage")
      // The program tries again after some seconds.
      try task.press("", showing: "Users: 1")
      for text in ["2023-03-24  1", "2023-03-24 00:00:00", "1 row"] { try task.terminal.wait(for: text) }
      try task.showScreen("At the end")
      try task.compare(
        "Work through an outage of the server",
        with: [
          "backroom events record --user \(Self.user) --flag true --action start --at 2023-03-24 -o plain",
          "backroom events outbox", "backroom events outbox send",
        ],
        overServe: [
          "tab events", "wait", "events.record user=\(Self.user) flag=true action=start at=2023-03-24",
          "until waits to be sent", "until 2023-03-24", "wait", "screen",
        ],
        overMCP: [
          #"events.record {"user": "\#(Self.user)", "flag": true, "action": "start", "at": "2023-03-24"}"#,
          "until 2023-03-24 events.list",
        ], storing: "backroom events list -o plain", .outage)
    }

    @Test func `a backup brings deleted products back`() throws {
      let task = try ShopTask(preparedBy: ["backroom sample"])
      try task.terminal.wait(for: "9 rows")
      try task.runAside("backroom database backup copy.db")
      try task.press("ctrl+a delete", showing: "Delete 9 products")
      try task.press("down enter", showing: "No products yet")
      try task.showScreen("Everything is deleted")
      try task.terminal.quit()
      try task.runAside("backroom database restore copy.db --yes")
      try task.restart()
      try task.terminal.wait(for: "9 rows")
      try task.showScreen("After the restoration")
      try task.compare(
        // An assistant uses the database of a program that is running, which only another one can replace.
        "Back up and restore",
        with: [
          "backroom database backup copy.db",
          "backroom products delete p1 p2 p3 p4 p5 p6 p7 p8 p9 --yes -o plain | tail -n 1",
          "backroom database restore copy.db --yes",
        ],
        overServe: [
          "wait", "! \"$0\" database backup copy.db", "products.select.all", "products.delete", "answer Yes",
          "until No products yet",
        ], ["! \"$0\" database restore copy.db --yes", "until Oak chair"],
        storing: "backroom products list -o plain", .backup)
    }
  }
#endif
