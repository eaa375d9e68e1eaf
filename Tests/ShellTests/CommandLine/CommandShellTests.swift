import ExplorerTool
import Shell
import Testing

@MainActor @Suite struct `The shell` {
  @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
  func `says what it can do`(words: [String]) async {
    let session = ShellFixture()
    #expect(await session.run(words) == .success)
    #expect(
      session.printed == """
        backroom: the back office of a shop.

        Usage: backroom COMMAND

          products list      show the products
          products add       add a product
          products edit      change a product
          products delete    delete products
          events list        show events
          events count       count events and users
          step               play by hand what is explored
          replay             run a saved session again, and say where it diverges
          explore            walk every situation of a feature
          condition check    read a condition, and say whether it holds
          form check         read a form, and say all that is wrong with it
          form show          show what there is to see of a form
          form fill          fill a form in
          form prove         find rows that nobody can see, and conditions that never change
          table view         sort, filter, count and print the rows of a file
          table drive        let another program drive a table, by lines of JSON

        Products and events are samples in memory: what is changed lasts for one run.
        backroom COMMAND --help says more about each.

        """)
    #expect(session.complaints == "")
  }

  @Test(arguments: [
    (["products"], "Usage: backroom products COMMAND"), (["events"], "Usage: backroom events COMMAND"),
    (["products", "list"], "Usage: backroom products list [OPTION…]"),
    (["products", "add"], "Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]"),
    (["products", "edit"], "Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]"),
    (["products", "delete"], "Usage: backroom products delete ID…"),
    (["events", "list"], "Usage: backroom events list [--flag true|false] [--action start|pause|stop]"),
    (["events", "count"], "Usage: backroom events count [--flag true|false] [--action start|pause|stop]"),
    (["step"], "Usage: backroom step FEATURE [--journal FILE]"),
    (["replay"], "Usage: backroom replay FILE"), (["condition"], "Usage: backroom condition COMMAND"),
  ])
  func `says how a command is used and what its options mean, which is no failure`(
    words: [String], usage: String
  ) async {
    let session = ShellFixture()
    for words in [words + ["--help", "nonsense"], words + ["-h"], ["help"] + words] {
      #expect(await session.run(words) == .success)
      let lines = session.printed.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first ?? "" == usage)
      #expect((5...25).contains(lines.count), "a usage line, an empty one, and a few that explain")
      #expect(session.complaints == "")
    }
  }

  @Test func `names every command in the help of its group`() async {
    let session = ShellFixture()
    await session.run(["products", "--help"])
    #expect(
      session.printed == """
        Usage: backroom products COMMAND

          list      show the products
          add       add a product
          edit      change a product
          delete    delete products

        backroom products COMMAND --help says more about each.

        """)
    await session.run(["help", "events"])
    #expect(session.printed.contains("  list     show events\n  count    count events and users\n"))
  }

  @Test func `refuses help on what it does not know`() async {
    await expectCommandError(["help", "prodcts"], .usage, #"unknown command "prodcts"; did you mean "products"?"#)
    await expectCommandError(["help", "events", "coutn"], .usage, #"unknown command "coutn"; did you mean "count"?"#)
  }

  @Test func `refuses a command it does not know, and names the nearest`() async {
    let known = "products, events, step, replay, explore, condition, form, table"
    await expectCommandError(["foo"], .usage, #"unknown command "foo": expected \#(known)"#)
    await expectCommandError([""], .usage, #"unknown command "": expected \#(known)"#)
    await expectCommandError(["product"], .usage, #"unknown command "product"; did you mean "products"?"#)
    await expectCommandError(["products"], .usage, "products: list, add, edit or delete")
    await expectCommandError(["products", "lst"], .usage, #"unknown command "lst"; did you mean "list"?"#)
    await expectCommandError(
      ["products", "frobnicate"], .usage, #"unknown command "frobnicate": expected list, add, edit, delete"#)
    await expectCommandError(["events"], .usage, "events: list or count")
    await expectCommandError(["events", "cont"], .usage, #"unknown command "cont"; did you mean "count"?"#)
  }

  @Test func `numbers its statuses as the system does`() {
    let statuses = [Shell.ExitStatus.success, .failure, .usage, .data, .input, .unavailable, .output]
    #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 74])
  }

  @Test(arguments: [["step", "editor"], ["condition", "check", "--batch"]])
  func `says that nothing can be read, which is not the end`(words: [String]) async {
    let session = ShellFixture()
    session.inputFailure = InputError(reason: "Is a directory")
    #expect(await session.run(words, typing: [""]) == .input)
    #expect(session.complaints == "backroom: standard input cannot be read: Is a directory\n")
  }

  @Test(arguments: [["help"], ["products", "list"], ["events", "list"], ["events", "count"], ["step", "editor"]])
  func `says that nothing can be printed, unless whoever read has left`(words: [String]) async {
    let session = ShellFixture()
    session.outputFailure = .refused(reason: "No space left on device")
    await expectCommandError(
      words, .output, "standard output cannot be written: No space left on device", in: session)
    session.outputFailure = .readerGone
    #expect(await session.run(words) == .output)
    #expect(session.complaints == "")
  }

  @Test func `refuses words that are no text, and does not guess what they were to be`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name"].map { Array($0.utf8) }
    #expect(await session.run(utf8Arguments: words + [[0x61, 0xFF, 0x62], Array("--price=1".utf8)]) == .usage)
    #expect(session.complaints == "backroom: word 4 of the command line is not UTF-8: \"a\u{FFFD}b\"\n")
    #expect(session.printed == "")
    #expect(await session.run(utf8Arguments: ["condition", "check", "a == 'é'"].map { Array($0.utf8) }) == .success)
    #expect(session.printed == "a == 'é'\nreads a\n")
  }
}
