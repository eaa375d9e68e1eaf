import MemoryHandlers
import Shell
import Shop
import Testing
import Values

@MainActor @Suite struct `The products command` {
  private let listUsage = "Usage: backroom products list [OPTION…]"
  private let addUsage = "Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]"
  private let editUsage = "Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]"

  @Test func `list shows the products as the shopkeeper ordered them`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "list"]) == .success)
    #expect(
      session.printed == """
        ID  NAME           PRICE  TAGS
        p1  Desk lamp      19.99  light
        p2  Floor lamp     74.50  light
        p3  Oak chair     129.00  oak, seat
        p4  Stool          39.00  seat
        p5  Oak table     349.00  oak
        p6  Tea towel       6.50  kitchen
        p7  Teapot         24.00  kitchen
        p8  Wool blanket   59.00
        p9  Candle          3.50  light

        """)
    #expect(session.complaints == "")
  }

  @Test func `list sorts by a column, in both directions`() async {
    let session = ShellFixture()
    func ids() -> String {
      session.printed.split(separator: "\n").dropFirst().map { String($0.prefix(2)) }.joined(separator: " ")
    }
    await session.run(["products", "list", "--sort", "price"])
    #expect(ids() == "p9 p6 p1 p7 p4 p8 p2 p3 p5")
    await session.run(["products", "list", "--sort=name"])
    #expect(ids() == "p9 p1 p2 p3 p5 p4 p6 p7 p8")
    await session.run(["products", "list", "--sort", "-price"])
    #expect(ids() == "p5 p3 p2 p8 p4 p7 p1 p6 p9")
    await session.run(["products", "list", "--sort", "-place"])
    #expect(ids() == "p9 p8 p7 p6 p5 p4 p3 p2 p1")
    await session.run(["products", "list", "--sort", "place"])
    #expect(ids() == "p1 p2 p3 p4 p5 p6 p7 p8 p9")
  }

  @Test func `list of an empty shop is its titles`() async {
    let session = ShellFixture(ProductDatabase())
    #expect(await session.run(["products", "list"]) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS\n")
  }

  @Test func `list refuses what it does not understand`() async {
    await expectCommandError(
      ["products", "list", "--sort", "size"], .data,
      #"--sort: there is no column "size": there are "id", "name", "price", "tags", "place", "version""#)
    await expectCommandError(["products", "list", "--sort"], .usage, "--sort lacks its value\n\(listUsage)")
    await expectCommandError(["products", "list", "--loud"], .usage, "unknown option \"--loud\"\n\(listUsage)")
    await expectCommandError(["products", "list", "-x"], .usage, "unknown option \"-x\"\n\(listUsage)")
    await expectCommandError(["products", "list", "now"], .usage, "\"now\" is one word too many\n\(listUsage)")
  }

  @Test func `list shows what was asked for, as rows of a file are shown`() async {
    let session = ShellFixture()
    let words = [
      "--where", "price < 50", "--search", "te", "--aggregate", "sum(price)", "--columns", "name,price,version",
    ]
    await session.run(["products", "list"] + words)
    #expect(
      session.printed == """
        NAME       PRICE  VERSION
        Tea towel   6.50        1
        Teapot     24.00        1

        sum(price)  30.50

        """)
    await session.run(["products", "list", "--where", "ANY tags == \"oak\"", "--sort", "-name", "-o", "json"])
    #expect(
      session.printed
        == #"[{"id":"p5","name":"Oak table","price":349.0,"tags":["oak"]},"#
        + #"{"id":"p3","name":"Oak chair","price":129.0,"tags":["oak","seat"]}]"# + "\n")
  }

  @Test func `add stores a product in the last place`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name", "Mug", "--price", "7,5", "--tags", "a,b", "--id", "m1"]
    #expect(await session.run(words) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS\nm1  Mug    7.50  a, b\n")
    let stored = await session.products.world["m1"]
    #expect(
      stored == Product(id: "m1", name: "Mug", price: Money(cents: 750), tags: ["a", "b"], position: 10, version: 1))
  }

  @Test func `add makes an identifier where none is given`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "add", "--name=A=B", "--price=0"]) == .success)
    #expect(session.printed == "ID   NAME  PRICE  TAGS\nnew  A=B    0.00\n")
  }

  @Test func `add refuses what makes no product`() async {
    await expectCommandError(
      ["products", "add", "--name", " ", "--price", "3"], .data, "It cannot be saved.\nName: is required")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price=-5"], .data, "It cannot be saved.\nPrice: is too small: at least 0")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", "3", "--id", "p1"], .data, #"there is a product "p1" already"#)
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", ""], .usage, #"--price "": expected an amount such as 19.99"#)
    await expectCommandError(["products", "add", "--name"], .usage, "--name lacks its value\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", "3", "Y"], .usage, "\"Y\" is one word too many\n\(addUsage)")
  }

  @Test func `add needs a name and a price`() async {
    for words in [[], ["--name", "X"], ["--name", "X", "--tags", "a", "--id", "x"]] {
      let missing = words.isEmpty ? "--name" : "--price"
      await expectCommandError(["products", "add"] + words, .usage, "\(missing) is missing\n\(addUsage)")
    }
    await expectCommandError(["products", "add", "--price", "3"], .usage, "--name is missing\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--nme", "x"], .usage, "unknown option \"--nme\"; did you mean \"--name\"?\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--name", "x", "--prise=3"], .usage,
      "unknown option \"--prise\"; did you mean \"--price\"?\n\(addUsage)")
  }

  @Test func `an amount that cannot be is refused with the reason`() async {
    for (text, reason) in [
      ("much", "expected an amount such as 19.99"),
      ("1.234", "too many decimals; an amount has two at most, as in 19.99"),
      ("99999999999999999999", "too large; the largest amount is 92233720368547758.07"),
      ("-99999999999999999999", "too small; the smallest amount is -92233720368547758.08"),
    ] {
      await expectCommandError(
        ["products", "add", "--name", "X", "--price", text], .usage, "--price \"\(text)\": \(reason)")
    }
    await expectCommandError(
      ["products", "add", "--name", "--price", "3"], .usage, "--name lacks its value\n\(addUsage)")
  }

  @Test func `add refuses an identifier that cannot be seen or is like an option`() async {
    let add = ["products", "add", "--name", "X", "--price", "3"]
    await expectCommandError(add + ["--id", ""], .data, #"--id "": an ID must not be blank"#)
    await expectCommandError(add + ["--id", " \t"], .data, #"--id " \t": an ID must not be blank"#)
    await expectCommandError(add + ["--id", "-x"], .data, #"--id "-x": an ID must not begin with -"#)
    await expectCommandError(add + ["--id=--x"], .data, #"--id "--x": an ID must not begin with -"#)
  }

  @Test func `tags are words, each once`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name", "Mug", "--price", "7", "--tags", " a, ,b c,,a ,b"]
    #expect(await session.run(words) == .success)
    #expect(await session.products.world["new"]?.tags == ["a", "b c", "b"])
  }

  @Test func `a name can neither break the table nor reach the terminal`() async {
    let session = ShellFixture(ProductDatabase())
    await session.run(["products", "add", "--name", "Tea\n\u{1b}[31m", "--price", "3"])
    #expect(session.printed == "ID   NAME             PRICE  TAGS\nnew  Tea\\n\\u{1b}[31m   3.00\n")
  }

  @Test func `edit changes what is named and nothing else`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "edit", "p1", "--price", "5"]) == .success)
    #expect(session.printed == "ID  NAME       PRICE  TAGS\np1  Desk lamp   5.00  light\n")
    #expect(await session.run(["products", "edit", "--tags=", "--name", "Lamp", "p1"]) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS\np1  Lamp   5.00\n")
    let stored = await session.products.world["p1"]
    #expect(stored == Product(id: "p1", name: "Lamp", price: Money(cents: 500), position: 1, version: 3))
  }

  @Test func `edit refuses what changes nothing or nothing that is there`() async {
    await expectCommandError(["products", "edit", "p1"], .usage, "nothing to change\n\(editUsage)")
    await expectCommandError(["products", "edit"], .usage, "the product's ID is missing\n\(editUsage)")
    await expectCommandError(
      ["products", "edit", "p1", "p2"], .usage, "\"p2\" is one word too many\n\(editUsage)")
    await expectCommandError(["products", "edit", "zz", "--name", "a"], .data, #"there is no product "zz""#)
    await expectCommandError(
      ["products", "edit", "p1", "--name", " "], .data, "It cannot be saved.\nName: is required")
  }

  @Test func `delete removes each once, and shows what is left`() async {
    let session = ShellFixture()
    let words = ["products", "delete", "p1", "p2", "p1", "p3", "p4", "p5", "p6", "p7", "p8"]
    #expect(await session.run(words) == .success)
    #expect(session.printed == "ID  NAME    PRICE  TAGS\np9  Candle   3.50  light\n")
    #expect(await session.products.world.products.map(\.id) == ["p9"])
  }

  @Test func `delete takes any word behind two dashes`() async {
    let session = ShellFixture(
      ProductDatabase(products: [Product(id: "-x", name: "X", price: .zero), Product(id: "y", name: "Y", price: .zero)])
    )
    #expect(await session.run(["products", "delete", "--", "-x"]) == .success)
    #expect(await session.products.world.products.map(\.id) == ["y"])
  }

  @Test func `delete refuses where one is not there, and then deletes none`() async {
    let session = ShellFixture()
    await expectCommandError(
      ["products", "delete", "zz", "p1", "yy"], .data, #"there is no product "zz", "yy""#, in: session)
    #expect(await session.products.world == .sample)
    await expectCommandError(
      ["products", "delete", "--", "-x", ""], .data, #"there is no product "-x", """#, in: session)
    await expectCommandError(
      ["products", "delete"], .usage, "a product's ID is missing\nUsage: backroom products delete ID…")
  }

  @Test func `a store that cannot be reached is unavailable`() async {
    let offline = "The store cannot be reached. Try again."
    for words in [["list"], ["add", "--name", "X", "--price", "3"], ["edit", "p1", "--name", "X"], ["delete", "p1"]] {
      await expectCommandError(
        ["products"] + words, .unavailable, offline, in: ShellFixture(faults: [.refused(.offline)]))
    }
    for words in [["add", "--name", "X", "--price", "3"], ["edit", "p1", "--name", "X"]] {
      for fault in [FaultQueue<ProductStoreError>.Fault.refused(.offline), .answerLost(.offline)] {
        await expectCommandError(["products"] + words, .unavailable, offline, in: ShellFixture(faults: [.none, fault]))
      }
    }
    await expectCommandError(
      ["products", "delete", "p1"], .unavailable, "p1 was not deleted. \(offline)",
      in: ShellFixture(faults: [.none, .refused(.offline)]))
  }

  @Test func `what somebody else did meanwhile is a failure that says so`() async throws {
    let other = Product(id: "p1", name: "Lantern", price: Money(cents: 100), position: 1, version: 2)
    await expectCommandError(
      ["products", "edit", "p1", "--name", "X"], .failure,
      "Somebody else has changed it meanwhile, to \"Lantern\" at 1.00. Save again to keep what you changed.",
      in: ShellFixture(faults: [.none, .refused(.conflict(current: other))]))
    await expectCommandError(
      ["products", "edit", "p1", "--name", "X"], .failure,
      "It has been deleted meanwhile. Save again to keep your version as a new product.",
      in: ShellFixture(faults: [.none, .refused(.gone)]))
  }
}
