import Shell
import Testing

@MainActor @Suite struct `The shell` {
  @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
  func `says what it can do`(words: [String]) async {
    let session = Session()
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
          step               play a feature by hand: editor, filter

        Products and events are samples in memory: what is changed lasts for one run.
        backroom COMMAND --help says more about each.

        """)
    #expect(session.complaints == "")
  }

  @Test(arguments: [
    (["products", "list"], "Usage: backroom products list [--sort place|name|price] [--descending]\n"),
    (
      ["products", "add"], "Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]\n"
    ),
    (["products", "edit"], "Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]\n"),
    (["products", "delete"], "Usage: backroom products delete ID…\n"),
    (["events", "list"], "Usage: backroom events list [--flag true|false] [--action start|pause|stop]\n"),
    (["events", "count"], "Usage: backroom events count [--flag true|false] [--action start|pause|stop]\n"),
    (["step"], "Usage: backroom step editor|filter\n"),
  ])
  func `says how a command is used, which is no failure`(words: [String], usage: String) async {
    let session = Session()
    for help in ["--help", "-h"] {
      #expect(await session.run(words + [help, "nonsense"]) == .success)
      #expect(session.printed == usage)
      #expect(session.complaints == "")
    }
  }

  @Test func `refuses a command it does not know, and names the nearest`() async {
    await expectRefusal(["foo"], .usage, #"unknown command "foo": expected products, events, step"#)
    await expectRefusal([""], .usage, #"unknown command "": expected products, events, step"#)
    await expectRefusal(["product"], .usage, #"unknown command "product"; did you mean "products"?"#)
    await expectRefusal(["products"], .usage, "products: list, add, edit or delete")
    await expectRefusal(["products", "lst"], .usage, #"unknown command "lst"; did you mean "list"?"#)
    await expectRefusal(
      ["products", "frobnicate"], .usage, #"unknown command "frobnicate": expected list, add, edit, delete"#)
    await expectRefusal(["events"], .usage, "events: list or count")
    await expectRefusal(["events", "cont"], .usage, #"unknown command "cont"; did you mean "count"?"#)
  }

  @Test func `numbers its statuses as the system does`() {
    let statuses = [Shell.ExitStatus.success, .failure, .usage, .data, .unavailable]
    #expect(statuses.map(\.rawValue) == [0, 1, 64, 65, 69])
  }
}
