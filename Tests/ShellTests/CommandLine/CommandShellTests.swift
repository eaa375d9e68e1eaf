import ConsoleIO
import Foundation
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Shop
import Testing
import Values

@MainActor @Suite struct `The shell` {
  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `prints an overview of all commands`(words: [String]) async {
    let session = ShellFixture()
    #expect(await session.run(words) == .success)
    #expect(
      session.printed == """
        backroom: the back office of a shop.

        Usage: backroom COMMAND

          products list            list products
          products show            show products
          products add             add a product
          products edit            change products
          products move            change the order of products
          products delete          delete products
          products changes         list who changed products, and when
          products import          import products from a file
          products export          export products to a file
          events list              list events
          events count             count events and users
          events users             list users with their numbers of events
          events timeline          count events by day, week or month, by action or by flag
          events record            record an event
          events sample            record made-up events
          events outbox            list the events that wait to be sent to a server
          events outbox send       send the events that wait, and those that the server has refused
          events outbox discard    discard events that wait to be sent, or that the server has refused
          sample                   fill an empty shop with sample data
          database check           look for damage in the database
          database backup          copy the database to a file
          database restore         replace all data by that of a backup
          database copy            copy all data to an empty database, also of another kind
          database migrate         change an older database to the current format
          database vacuum          make the file of the database smaller
          do                       do anything in the back office, step by step, and print its screen
          show                     print the screen of the back office
          serve                    let another program show the back office and run its commands
          mcp                      let an assistant work with the back office, by the Model Context Protocol
          commands                 list everything that can be done in the back office
          completions              print a script with which a shell completes commands
          help                     explain a command

        Options of all commands, before or after the command:
          --color              when colors are used (auto, always or never; default: auto, which means on a
                               terminal)
          --no-pager           do not show long output with a pager
          --log FILE           append each step to the transcript in this file, which 'workbench replay' reads
          --database PATH      path of the database, postgres://USER@HOST/NAME, or :memory: for one that ends
                               with the command
          --existing-database  fail if there is no database yet, instead of creating one
          --new-database       begin a new shop if the database has disappeared
          --server URL         URL of a server from which events come, instead of the database
          --token-file FILE    file with the token for the server (default: the token in BACKROOM_TOKEN)
          --insecure-token     send the token to another machine without encryption
          --version            print the version

        Other defaults of options are read from the environment (BACKROOM_OUTPUT, BACKROOM_COLOR,
        BACKROOM_PAGER, BACKROOM_LOG, BACKROOM_DATABASE, BACKROOM_EXISTING_DATABASE, BACKROOM_NEW_DATABASE,
        BACKROOM_SERVER, BACKROOM_TOKEN_FILE, BACKROOM_INSECURE_TOKEN, BACKROOM_TIME_ZONE), or else from
        ~/.config/backroom/config, with lines such as: output = json

        Without a command, the back office opens on the full screen of the terminal; ? lists its keys there.
        With --linear, or on a dumb terminal, it prints screens as lines, and commands are typed at a
        prompt. Products and events are stored in the database ~/.local/share/backroom/shop.db, unless
        another one is named. 'backroom sample' fills an empty one with sample data. 'backroom do undo'
        takes back the last change of the products, also that of another command.

        The certificate of a server is checked with the authorities that the system trusts, or with those in
        the file that CURL_CA_BUNDLE or SSL_CERT_FILE names.

        Run 'backroom COMMAND --help' for more information about a command.

        Exit status:
            0  success
            1  the command failed
           64  invalid command line
           65  invalid data, or a file that cannot be read
           66  standard input cannot be read
           69  a database or a server cannot be reached
           74  output cannot be written
           75  a limit was reached before the result was certain: raise the limit
          130  interrupted by Ctrl-C, as a shell reports it

        """)
    #expect(session.errors == "")
  }

  @Test func `documents every exit status as its help does`() async throws {
    let session = ShellFixture()
    await session.run(["help"])
    let page = try DocumentedTranscript.text("Sources/Shell/Shell.docc/CommandLine.md")
    let rows = page.components(separatedBy: "| status | meaning |\n| --- | --- |\n").last?.split(separator: "\n") ?? []
    let lines = rows.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return String(repeating: " ", count: 5 - cells[0].count) + cells.joined(separator: "  ") + "\n"
    }
    #expect(session.printed.hasSuffix("Exit status:\n\(lines.joined())"))
  }

  @Test(arguments: [
    (["products"], "Usage: backroom products COMMAND"), (["events"], "Usage: backroom events COMMAND"),
    (["products", "list"], "Usage: backroom products list [OPTION…]"),
    (
      ["products", "add"], "Usage: backroom products add --name NAME --price PRICE [--tags TAG,…] [--stock N] [--id ID]"
    ),
    (
      ["products", "edit"], "Usage: backroom products edit [ID…] [OPTION…]"
    ),
    (["products", "delete"], "Usage: backroom products delete ID… [--dry-run] [--yes]"),
    (["events", "list"], "Usage: backroom events list [OPTION…]"),
    (["events", "count"], "Usage: backroom events count [OPTION…]"),
    (["events", "users"], "Usage: backroom events users [OPTION…]"),
    (["database"], "Usage: backroom database COMMAND"),
  ])
  func `prints the help of a command and succeeds`(
    words: [String], usage: String
  ) async {
    let session = ShellFixture()
    for words in [words + ["--help", "nonsense"], words + ["-h"], ["help"] + words] {
      #expect(await session.run(words) == .success)
      let lines = session.printed.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first ?? "" == usage)
      #expect((5...55).contains(lines.count), "a usage line, an empty line and a few lines of explanation")
      #expect(session.errors == "")
    }
  }

  @Test func `without a command and a terminal, prints the products`() async {
    let session = ShellFixture()
    #expect(await session.run([]) == .success)
    #expect(session.printed.hasPrefix("ID  NAME") && session.printed.hasSuffix("p9  Candle          3.50  light\n"))
  }

  @Test func `with --linear, runs the lines of the input and prints changed screens`() async {
    let session = ShellFixture()
    session.isInteractive = false
    let lines = [
      "products.search lamp", "# a comment", "", "products.serch lamp", "products.select p1", "quit", "undo",
    ]
    #expect(await session.run(["--linear"], typing: lines) == .data)
    #expect(session.printed.components(separatedBy: "Backroom\n").count == 4, "three screens")
    #expect(session.printed.contains("2 of 9 rows, 1 selected"))
    #expect(session.errors.contains("did you mean products.search?"))
    #expect(session.errors.contains("1 line could not be run"))
  }

  @Test func `with --linear and a command, fails`() async {
    let session = ShellFixture()
    #expect(await session.run(["--linear", "products", "list"]) == .usage)
    #expect(session.errors.contains("--linear takes no command"), "\(session.errors)")
  }

  @Test func `with --linear, prints answers in the format and with the fields of the line`() async {
    let session = ShellFixture()
    #expect(await session.run(["--linear"], typing: ["products.show p3 -o json --fields id,price"]) == .success)
    #expect(session.printed.contains(#"{"id":"p3","price":"129.00"}"#), "\(session.printed)")
    session.isInteractive = false
    #expect(await session.run(["--linear"], typing: ["products.show p3 --fields nope", "products.show -o x"]) == .data)
    #expect(session.errors.contains(#"no field named "nope""#) && session.errors.contains(#"-o "x" is not valid"#))
  }

  @Test func `with --linear, runs the commands of keys`() async {
    let session = ShellFixture()
    #expect(await session.run(["--linear"], typing: ["products.set p1 price 5", "z", "n", "escape", "?"]) == .success)
    #expect(session.printed.components(separatedBy: "[Products]  Events").count == 6, "\(session.printed)")
    #expect(session.printed.contains("New product"))
    #expect(session.errors.contains("  undo  undo the last change (z, ctrl+z)"), "\(session.errors)")
    #expect(await session.run(["--linear"], typing: ["q", "products.serch"]) == .success, "\(session.errors)")
    #expect(await session.run(["--linear"], typing: ["ctrl+y"]) == .success)
    #expect(session.errors.contains("redo is not available"), "\(session.errors)")
  }

  @Test func `shows examples of every command that it lists`() async {
    let session = ShellFixture()
    await session.run(["help"])
    let lines = session.printed.components(separatedBy: "\n\n")[2].split(separator: "\n")
    for line in lines.dropLast() {
      let name = line.dropFirst(2).components(separatedBy: "   ")[0]
      #expect(await session.run(name.components(separatedBy: " ") + ["--help"]) == .success)
      let help = session.printed.split(separator: "\n")
      #expect(help.allSatisfy { $0.count <= 122 }, "\(name)")
      let examples = help.drop { !$0.hasPrefix("Example") }.dropFirst()
      #expect(!examples.isEmpty, "\(name)")
      for example in examples { #expect(example.contains("backroom \(name)"), "\(example)") }
    }
  }

  @Test func `takes the examples of its help, also in a session`() async throws {
    let session = ShellFixture()
    await session.run(["commands", "-o", "json"])
    let paths = Set(session.printed.matches(of: /"const":"([a-z.-]+)"/).map { String($0.output.1) })
    #expect(paths.isSuperset(of: ["products.list", "sheet.submit"]))
    await session.run(["help"])
    let names = session.printed.matches(of: /\n[ ]{2}([a-z]+(?: [a-z]+)*)[ ]{2}/).map { String($0.output.1) }
    #expect(names.count > 20)
    var count = 0
    for name in names + paths {
      await session.run(["help"] + name.split(separator: " ").map(String.init))
      let examples = session.printed.components(separatedBy: "\nExample").dropFirst().first ?? ""
      for line in examples.split(separator: "\n") where line.contains("  backroom ") && !line.contains(">~") {
        count += 1
        let text = String(line.contains("'") ? line : line.replacing("\"", with: "'"))
        let words = DocumentedTranscript.Command.words(of: text.trimmingCharacters(in: .whitespaces))
        let example = ShellFixture()
        if words.contains("--watch") { continue }
        let status = await example.run(Array(words.dropFirst()))
        // A test has no time zones.
        #expect(status != .usage || example.errors.contains("no such time zone"), "\(line): \(example.errors)")
      }
    }
    #expect(count > 50, "\(count)")
  }

  @Test func `lists every command in the help of its group`() async {
    let session = ShellFixture()
    await session.run(["products", "--help"])
    #expect(
      session.printed == """
        Usage: backroom products COMMAND

          list       list products
          show       show products
          add        add a product
          edit       change products
          move       change the order of products
          delete     delete products
          changes    list who changed products, and when
          import     import products from a file
          export     export products to a file

        Run 'backroom products COMMAND --help' for more information about a command.

        """)
    await session.run(["help", "events"])
    #expect(session.printed.contains("  list              list events\n  count             count events and users\n"))
  }

  @Test func `does what a user can do, and prints the screen`() async {
    let session = ShellFixture()
    #expect(
      await session.run(["do", "products.open", "p1", "then", "sheet.type", "price", "21,5", "then", "sheet.submit"])
        == .success)
    #expect(session.printed.contains("21.50") && session.printed.contains("[Products]"))
    #expect(await session.products.database.products[0].price.cents == 2150)
    await session.run(["do", "products.search", "lamp", "then", "products.sort", "price", "--add", "--json"])
    #expect(session.printed.hasPrefix(#"{"title":"Backroom","status":[],"tabs":["#))
    #expect(await session.run(["do", "products.search", "--", "-o"]) == .success)
    let usage = "Usage: backroom do [--new] [--watch] [COMMAND…]"
    #expect(await session.run(["help", "products.sort"]) == .success)
    #expect(session.printed.hasPrefix("Usage: backroom do products.sort COLUMN [--add]\n\nSort by a column"))
    await expectCommandError(["do"], .usage, "a command is missing\n\(usage)")
    await expectCommandError(["do", "undo"], .failure, "undo is not available: there is nothing to undo")
    await expectCommandError(
      ["do", "tab", "events", "then", "undu"], .usage, #"command 2: unknown command "undu"; did you mean undo?"#)
    await expectCommandError(
      ["do", "tab", "news"], .usage, #"name "news" is not valid; expected products, events or activity"#)
  }

  @Test func `lists the commands of the back office, and describes them as JSON`() async throws {
    let session = ShellFixture()
    #expect(await session.run(["commands"]) == .success)
    #expect(session.printed.contains("\nundo                                      undo the last change (z, ctrl+z)\n"))
    #expect(session.printed.contains("\nproducts.sort COLUMN [--add]  "))
    let longest = session.printed.split(separator: "\n").map(\.count).max() ?? 0
    #expect(longest <= 120)
    await session.run(["commands", "-o", "json", "discard"])
    #expect(session.printed.contains(#""path":{"const":"sheet.discard"}"#))
    await expectCommandError(["commands", "zzz"], .data, #"no command contains the letters "zzz""#)
    await expectCommandError(
      ["commands", "-o", "xml"], .usage, #"-o "xml" is not valid; expected table, json, jsonl, csv, tsv or plain"#)
  }

  @Test func `rejects help for an unknown command`() async {
    await expectCommandError(["help", "prodcts"], .usage, #"unknown command "prodcts"; did you mean "products"?"#)
    await expectCommandError(["help", "events", "coutn"], .usage, #"unknown command "coutn"; did you mean "count"?"#)
  }

  @Test func `rejects an unknown command and suggests a similar one`() async {
    let known =
      "products, events, sample, database, do, show, serve, mcp, commands, completions"
    await expectCommandError(["foo"], .usage, #"unknown command "foo": expected \#(known)"#)
    await expectCommandError([""], .usage, #"unknown command "": expected \#(known)"#)
    await expectCommandError(["product"], .usage, #"unknown command "product"; did you mean "products"?"#)
    await expectCommandError(
      ["products"], .usage,
      "products: missing command; expected list, show, add, edit, move, delete, changes, import or export")
    await expectCommandError(["products", "lst"], .usage, #"unknown command "lst"; did you mean "list"?"#)
    await expectCommandError(
      ["products", "frobnicate"], .usage,
      #"unknown command "frobnicate": expected list, show, add, edit, move, delete, changes, import, export"#
    )
    await expectCommandError(
      ["events"], .usage, "events: missing command; expected list, count, users, timeline, record, sample or outbox")
    await expectCommandError(["events", "cont"], .usage, #"unknown command "cont"; did you mean "count"?"#)
  }

  @Test func `uses the exit statuses of the system`() {
    let statuses = [Programs.ExitStatus.success, .failure, .usage, .data, .input, .unavailable, .output]
    #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 74])
  }

  @Test(arguments: ["table", "form", "condition", "explore", "step", "replay"])
  func `names the program of a command that has moved`(word: String) async {
    await expectCommandError(
      [word, "x"], .usage, "\"\(word)\" is a command of another program; type \"workbench \(word)\"")
  }

  @Test(arguments: [["step", "editor"], ["condition", "check", "--batch"]])
  func `distinguishes a read error from the end of input`(words: [String]) async {
    let session = ShellFixture(program: .workbench)
    session.inputError = StandardInputError(reason: "Is a directory")
    #expect(await session.run(words, typing: [""]) == .input)
    #expect(session.errors == "workbench: cannot read standard input: Is a directory\n")
  }

  @Test(arguments: [["help"], ["products", "list"], ["events", "list"], ["events", "count"]])
  func `reports a write error, but not a closed pipe`(words: [String]) async {
    let session = ShellFixture()
    session.outputError = .systemError(reason: "No space left on device")
    await expectCommandError(
      words, .output, "cannot write to standard output: No space left on device", in: session)
    session.outputError = .brokenPipe
    #expect(await session.run(words) == .output)
    #expect(session.errors == "")
  }

  @Test(arguments: [
    ["products", "add", "--name", "Tea", "--price", "3"], ["products", "edit", "p1", "--price", "3"],
    ["products", "move", "p1", "--last"], ["products", "delete", "p1", "--yes"],
    ["do", "products.edit", "p1", "--price", "3", "then", "tab", "events"],
    [
      "events", "record", "--user", "00000000-0000-4000-8000-000000000001", "--flag", "true", "--action", "start",
    ],
  ])
  func `law 5: a change is said to be stored if the output cannot be written`(words: [String]) async {
    let session = ShellFixture()
    session.outputError = .systemError(reason: "No space left on device")
    let stored = "; the change is stored, do not repeat it"
    await expectCommandError(
      words, .output, "cannot write to standard output: No space left on device\(stored)", in: session)
    let closed = ShellFixture()
    closed.outputError = .brokenPipe
    await expectCommandError(
      words, .output, "cannot write to standard output: its reader has closed it\(stored)", in: closed)
  }

  @Test(arguments: [
    ["products", "edit", "p1", "--price", "3"], ["products", "add", "--name", "A", "--price", "3"],
    ["products", "delete", "p1", "--yes"], ["do", "products.edit", "p1", "--price", "3"],
  ])
  func `changes nothing if the result has no such field`(words: [String]) async {
    let session = ShellFixture()
    #expect(await session.run(words + ["--fields", "nope"]) == .usage)
    #expect(
      session.errors.contains(#"--fields: no field named "nope"; the fields are "id", "name""#), "\(session.errors)")
    #expect(await session.products.database == .sample)
  }

  @Test func `does nothing if its arguments cannot be read`() async {
    let session = ShellFixture()
    #expect(await session.run(utf8Arguments: nil) == .failure)
    #expect(session.errors == "backroom: the arguments cannot be read: /proc is not mounted\n")
    #expect(session.location == nil)
  }

  @Test func `rejects arguments that are not valid UTF-8`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name"].map { Array($0.utf8) }
    #expect(await session.run(utf8Arguments: words + [[0x61, 0xFF, 0x62], Array("--price=1".utf8)]) == .usage)
    #expect(session.errors == "backroom: argument 4 is not valid UTF-8: \"a\u{FFFD}b\"\n")
    #expect(session.printed == "")
    #expect(await session.run(utf8Arguments: ["do", "products.search", "é"].map { Array($0.utf8) }) == .success)
    #expect(session.printed.contains("é"))
  }
}
