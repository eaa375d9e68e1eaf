import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Shop
import Testing
import Values

@MainActor @Suite struct `The products command` {
  private let listUsage = "Usage: backroom products list [OPTION…]"
  private let addUsage = "Usage: backroom products add --name NAME --price PRICE [--tags TAG,…] [--stock N] [--id ID]"
  private let editUsage = "Usage: backroom products edit [ID…] [OPTION…]"

  @Test func `list prints the products in their manual order`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "list"]) == .success)
    #expect(
      session.printed == """
        ID  NAME           PRICE  TAGS       STOCK
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
    #expect(session.errors == "")
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
    await session.run(["products", "list", "--sort", "-position"])
    #expect(ids() == "p9 p8 p7 p6 p5 p4 p3 p2 p1")
    await session.run(["products", "list", "--sort", "position"])
    #expect(ids() == "p1 p2 p3 p4 p5 p6 p7 p8 p9")
  }

  @Test func `list sorts and searches as the screen does`() async {
    let session = ShellFixture()
    for (id, name) in [("p10", "desk 10"), ("p11", "Desk 9"), ("p12", "Éclair")] {
      #expect(await session.run(["products", "add", "--id", id, "--name", name, "--price", "1"]) == .success)
    }
    for (options, command) in [
      (["--sort", "id"], "products.sort id"), (["--sort", "name"], "products.sort name"),
      (["--sort", "id:nulls-last"], "products.sort id"),
      (["--sort=-name"], "products.sort.by name:reverse"), (["--search", "eclair"], "products.search eclair"),
      (["--search", "1"], "products.search 1"),
    ] {
      await session.run(["products", "list", "-o", "plain", "--fields", "id"] + options)
      let listed = session.printed.split(separator: "\n").map(String.init)
      await session.run(["do", "--new"] + command.split(separator: " ").map(String.init) + ["--json"])
      let shown = session.printed.matches(of: /"id":"(p[0-9]+)"/).map { String($0.output.1) }
      #expect(listed == shown && !listed.isEmpty, "\(command)")
    }
  }

  @Test func `a tag can begin with a bracket, and an option of one letter is no operand`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name", "Box", "--price", "1", "--tags", "[wood],oak"]
    #expect(await session.run(words) == .success, "\(session.errors)")
    #expect(await session.products.database["new"]?.tags == ["[wood]", "oak"])
    for words in [["database", "backup", "-y"], ["products", "export", "-f"], ["products", "delete", "p1", "-y"]] {
      #expect(await session.run(words) == .usage)
      #expect(session.errors.contains("has no option \"\(words.last ?? "")\""), "\(session.errors)")
    }
  }

  @Test func `list of an empty shop prints only the column titles`() async {
    let session = ShellFixture(ProductDatabase())
    #expect(await session.run(["products", "list"]) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS  STOCK\n")
  }

  @Test func `list rejects unknown columns, options and arguments`() async {
    await expectCommandError(
      ["products", "list", "--sort", "size"], .usage,
      #"--sort: no column named "size"; the columns are "id", "name", "price", "tags", "stock", "position", "version""#)
    await expectCommandError(
      ["products", "list", "--sort"], .usage, "--sort has no value; expected a text, or several\n\(listUsage)")
    await expectCommandError(
      ["products", "list", "--loud"], .usage, "products list has no option \"--loud\"\n\(listUsage)")
    await expectCommandError(["products", "list", "-x"], .usage, "products list has no option \"-x\"\n\(listUsage)")
    await expectCommandError(["products", "list", "now"], .usage, "unexpected word \"now\"\n\(listUsage)")
  }

  @Test func `list accepts the same options as the rows of a file`() async {
    let session = ShellFixture()
    let words = [
      "--where", "price < 50", "--search", "te", "--aggregate", "sum(price)", "--fields", "name,price,version",
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
        == #"[{"id":"p5","name":"Oak table","price":"349.00","tags":["oak"],"version":1},"#
        + #"{"id":"p3","name":"Oak chair","price":"129.00","tags":["oak","seat"],"version":1}]"# + "\n")
  }

  @Test func `add stores a product at the end of the manual order`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name", "Mug", "--price", "7,5", "--tags", "a,b", "--id", "m1"]
    #expect(await session.run(words) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS  STOCK\nm1  Mug    7.50  a, b\n")
    let stored = await session.products.database["m1"]
    #expect(
      stored == Product(id: "m1", name: "Mug", price: Money(cents: 750), tags: ["a", "b"], position: 10, version: 1))
  }

  @Test func `add generates an ID if none is given`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "add", "--name=A=B", "--price=0"]) == .success)
    #expect(session.printed == "ID   NAME  PRICE  TAGS  STOCK\nnew  A=B    0.00\n")
  }

  @Test func `add rejects an invalid product`() async {
    await expectCommandError(
      ["products", "add", "--name", " ", "--price", "3"], .data,
      "the product was not saved\nName is required")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price=-5"], .data,
      "the product was not saved\nPrice is too small: at least 0")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", "3", "--id", "p1"], .data,
      #"a product with the ID "p1" already exists"#)
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", ""], .usage,
      #"--price "" is not valid; expected an amount such as 19.99"#)
    await expectCommandError(
      ["products", "add", "--name"], .usage, "--name has no value; expected a text\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--name", "X", "--price", "3", "Y"], .usage, "unexpected word \"Y\"\n\(addUsage)")
  }

  @Test func `add requires a name and a price`() async {
    for words in [[], ["--name", "X"], ["--name", "X", "--tags", "a", "--id", "x"]] {
      let missing =
        words.isEmpty
        ? "--name is missing: name of the product"
        : "--price is missing: price of the product, with a point or a comma; "
          + "expected an amount with at most two decimals, such as 19.99"
      await expectCommandError(["products", "add"] + words, .usage, "products add: \(missing)\n\(addUsage)")
    }
    await expectCommandError(
      ["products", "add", "--price", "3"], .usage, "products add: --name is missing: name of the product\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--nme", "x"], .usage,
      "products add has no option \"--nme\"; did you mean --name?\n\(addUsage)")
    await expectCommandError(
      ["products", "add", "--name", "x", "--prise=3"], .usage,
      "products add has no option \"--prise\"; did you mean --price?\n\(addUsage)")
  }

  @Test func `an invalid amount is rejected with the reason`() async {
    for (text, reason) in [
      ("much", "expected an amount such as 19.99"),
      ("1.234", "too many decimals; an amount has two at most, as in 19.99"),
      ("99999999999999999999", "too large; the largest amount is 92233720368547758.07"),
      ("-99999999999999999999", "too small; the smallest amount is -92233720368547758.08"),
    ] {
      await expectCommandError(
        ["products", "add", "--name", "X", "--price", text], .usage, "--price \"\(text)\" is not valid; \(reason)")
    }
    await expectCommandError(
      ["products", "add", "--name", "--price", "3"], .usage, "--name has no value; expected a text\n\(addUsage)")
  }

  @Test func `add rejects an ID that is blank or looks like an option`() async {
    let add = ["products", "add", "--name", "X", "--price", "3"]
    await expectCommandError(add + ["--id", ""], .data, #"--id "": an ID must not be blank"#)
    await expectCommandError(add + ["--id", " \t"], .data, #"--id " \t": an ID must not be blank"#)
    await expectCommandError(add + ["--id", "-x"], .data, #"--id "-x": an ID must not begin with -"#)
    await expectCommandError(add + ["--id=--x"], .data, #"--id "--x": an ID must not begin with -"#)
  }

  @Test func `the stock is a number that can be missing`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "edit", "p1", "--stock", "12"]) == .success)
    #expect(session.printed == "ID  NAME       PRICE  TAGS   STOCK\np1  Desk lamp  19.99  light     12\n")
    #expect(await session.run(["products", "show", "p1", "--json"]) == .success)
    #expect(session.printed.contains(#""tags":["light"],"stock":12,"version":2}"#), "\(session.printed)")
    #expect(
      await session.run(["products", "list", "--where", "stock > 5", "-o", "plain", "--fields", "id"]) == .success)
    #expect(session.printed == "p1\n")
    #expect(await session.run(["products", "edit", "p1", "--stock="]) == .success)
    #expect(await session.products.database["p1"]?.stock == nil)
    for text in ["x", "1.5"] {
      await expectCommandError(
        ["products", "edit", "p1", "--stock=\(text)"], .usage,
        "--stock \"\(text)\" is not valid; expected a whole number from 0, a change such as +5 or -1, or none"
      )
    }
    await expectCommandError(
      ["products", "add", "--name", "A", "--price", "1", "--stock=-1"], .usage,
      "--stock \"-1\" is not valid; expected a whole number from 0, or nothing for none")
    func submit(_ text: String) -> [String] {
      ["do", "products.open", "p1", "then", "sheet.type", "stock", text, "then", "sheet.submit"]
    }
    #expect(await session.run(submit("7")) == .success, "\(session.errors)")
    #expect(await session.products.database["p1"]?.stock == 7)
    #expect(await session.run(submit("-7")) == .failure && session.errors.contains("Stock is too small: at least 0"))
    #expect(await session.products.database["p1"]?.stock == 7)
  }

  @Test func `tags are trimmed and distinct`() async {
    let session = ShellFixture()
    let words = ["products", "add", "--name", "Mug", "--price", "7", "--tags", " a, ,b c,,a ,b"]
    #expect(await session.run(words) == .success)
    #expect(await session.products.database["new"]?.tags == ["a", "b c", "b"])
  }

  @Test func `control characters in a name are escaped in the output`() async {
    let session = ShellFixture(ProductDatabase())
    await session.run(["products", "add", "--name", "Tea\n\u{1b}[31m", "--price", "3"])
    #expect(session.printed == "ID   NAME             PRICE  TAGS  STOCK\nnew  Tea\\n\\u{1b}[31m   3.00\n")
  }

  @Test func `edit changes only the given properties`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "edit", "p1", "--price", "5"]) == .success)
    #expect(session.printed == "ID  NAME       PRICE  TAGS   STOCK\np1  Desk lamp   5.00  light\n")
    #expect(await session.run(["products", "edit", "--tags=", "--name", "Lamp", "p1"]) == .success)
    #expect(session.printed == "ID  NAME  PRICE  TAGS  STOCK\np1  Lamp   5.00\n")
    let stored = await session.products.database["p1"]
    #expect(stored == Product(id: "p1", name: "Lamp", price: Money(cents: 500), position: 1, version: 3))
  }

  @Test func `edit rejects an empty change and an unknown product`() async {
    await expectCommandError(
      ["products", "edit", "p1"], .usage,
      "nothing to change; expected --name, --price, --add-tag, --remove-tag, --tags or --stock\n\(editUsage)"
    )
    await expectCommandError(
      ["products", "edit", "--price", "3"], .usage,
      "no product is named, or selected and visible; expected IDs, or --where CONDITION\n\(editUsage)")
    await expectCommandError(
      ["products", "edit", "p1", "--where", "price > 1", "--price", "3"], .usage, "--where cannot be used with IDs")
    await expectCommandError(["products", "edit", "zz", "--name", "a"], .data, #"no product with the ID "zz""#)
    await expectCommandError(
      ["products", "edit", "p1", "--name", " "], .data, #""Desk lamp" (p1) cannot be changed: the name is missing"#)
  }

  @Test func `edit changes several products together, or those that meet a condition`() async {
    let session = ShellFixture()
    #expect(
      await session.run(["products", "edit", "p1", "p2", "--price=+10%", "--add-tag", "sale,light"], typing: ["y"])
        == .success)
    #expect(
      session.prompts == [
        #"Change 2 products: "Desk lamp" price 19.99 -> 21.99, tags light -> light, sale; "#
          + #""Floor lamp" price 74.50 -> 81.95, tags light -> light, sale? [y/N] "#
      ])
    #expect(
      session.printed == """
        ID  NAME        PRICE  TAGS         STOCK
        p1  Desk lamp   21.99  light, sale
        p2  Floor lamp  81.95  light, sale

        """)
    let words = ["products", "edit", "--where", #"ANY tags == "sale""#, "--price=-0.10", "--remove-tag", "light"]
    #expect(await session.run(words + ["--round", ".99", "--dry-run", "-o", "csv"]) == .success)
    #expect(session.errors == "This would change 2 products:\n")
    #expect(
      session.printed == """
        id,name,field,before,after
        p1,Desk lamp,tags,"light, sale",sale
        p2,Floor lamp,price,81.95,81.99
        p2,Floor lamp,tags,"light, sale",sale

        """)
    #expect(
      await session.run(words + ["--stock", "3", "--yes", "-o", "plain", "--fields", "id,price,stock"]) == .success)
    #expect(session.printed == "p1\t21.89\t3\np2\t81.85\t3\n")
    #expect(await session.run(words + ["--stock=+2", "--yes", "-o", "plain", "--fields", "stock"]) == .success)
    #expect(session.printed == "5\n5\n")
    #expect(await session.run(["products", "edit", "p1", "p2", "--stock", "5"]) == .success)
    #expect(session.errors == "nothing is different\n")
    #expect(await session.run(["products", "edit", "--where", "price > 1000", "--price", "1"]) == .success)
    #expect(session.errors == "no product meets the condition\n")
  }

  @Test func `edit of several products changes all of them, or none`() async {
    let session = ShellFixture()
    await expectCommandError(
      ["products", "edit", "p1", "p9", "--price=-5", "--yes"], .data,
      #""Candle" (p9): the price, now 3.50, would be below zero"#,
      in: session)
    await expectCommandError(
      ["products", "edit", "p1", "p9", "--stock=+5", "--yes"], .data,
      #""Desk lamp" (p1) has no stock that can be changed"#, in: session)
    for price in ["10%", "++1", "-x", "+\u{2212}1", "+€10%"] {
      await expectCommandError(
        ["products", "edit", "p1", "--price=\(price)"], .usage,
        "--price \"\(price)\" is not valid; expected an amount such as 19.99, or a change such as +2.50 or -10%",
        in: session)
    }
    await expectCommandError(
      ["products", "edit", "p1", "p2", "--price", "3"], .failure, "nothing was changed", in: session)
    session.isInteractive = false
    await expectCommandError(
      ["products", "edit", "p1", "p2", "--price", "3"], .usage,
      "standard input is not a terminal, so nothing can be asked; add --yes to change", in: session)
    #expect(await session.products.database == .sample)
    let current = Product(id: "p2", name: "Lantern", price: Money(cents: 100), position: 2, version: 2)
    await expectCommandError(
      ["products", "edit", "p1", "p2", "--price", "3", "--yes"], .failure,
      #""Floor lamp" (p2) was changed by another user meanwhile, to "Lantern" at 1.00. No product was stored."#,
      in: ShellFixture(faults: [.none, .requestFailed(.conflict(current: current))]))
  }

  @Test func `a change of several products is one step of undo, also in a later command`() async throws {
    let session = ShellFixture()
    session.sessions = MemorySessionStore()
    #expect(await session.run(["do", "products.edit", "p1", "p2", "--price", "+10%"]) == .success)
    #expect(session.printed.contains("21.99"))
    #expect(session.printed.contains("Changed the price of Desk lamp and Floor lamp."))
    #expect(await session.run(["do", "undo"]) == .success)
    #expect(await session.products.database["p1"]?.price == Money(cents: 1999))
    #expect(await session.run(["do", "redo"]) == .success)
    // Another program changes one of them, so that neither is changed.
    try await session.products.modifyDatabase { database throws(ProductStoreError) in
      guard var lamp = database["p2"] else { throw .notFound }
      lamp.price = Money(cents: 500)
      _ = try database.update(lamp, expecting: lamp.version)
    }
    _ = await session.run(["do", "undo"])
    #expect(session.printed.contains(#""Floor lamp" (p2) has the price 5.00 now. Nothing was changed."#))
    #expect(await session.products.database["p1"]?.price == Money(cents: 2199))
  }

  @Test func `a change without a session can be undone by the next one`() async {
    let session = ShellFixture()
    session.sessions = MemorySessionStore()
    let before = await session.products.database.products
    #expect(await session.run(["do", "products.search", "lamp"]) == .success)
    #expect(await session.run(["products", "edit", "p1", "p2", "--price", "+10%", "--yes"]) == .success)
    #expect(await session.run(["products", "delete", "p3", "--yes"]) == .success)
    #expect(await session.run(["products", "add", "--name", "Tea", "--price", "3"]) == .success)
    let after = await session.products.database.products.map(\.title)
    #expect(await session.run(["do", "history.open", "0"]) == .success)
    #expect(await session.products.database.products.map(\.title) == before.map(\.title))
    #expect(await session.products.database["p1"]?.price == Money(cents: 1999))
    #expect(session.printed.contains("2 of 9 rows; search"), "the session keeps its search: \(session.printed)")
    #expect(await session.run(["do", "history.open", "3"]) == .success)
    #expect(await session.products.database.products.map(\.title) == after)
  }

  @Test func `export to a spreadsheet names the formats`() async {
    let session = ShellFixture()
    await expectCommandError(
      ["products", "export", "Out.XLSX"], .usage,
      #""Out.XLSX": no file ending in .xlsx can be written; expected a name that ends in .csv, .tsv, .json or .jsonl, or "#
        + "--format", in: session)
    #expect(session.files.isEmpty)
    #expect(await session.run(["products", "export", "out.xlsx", "--format", "csv"]) == .success)
  }

  @Test func `delete removes each product once and prints the deleted ones`() async {
    let session = ShellFixture()
    let words = ["products", "delete", "--yes", "p1", "p2", "p1", "p3", "p4", "p5", "p6", "p7", "p8"]
    #expect(await session.run(words) == .success)
    #expect(
      session.printed.split(separator: "\n").map { $0.prefix(2) }.joined(separator: " ") == "ID p1 p2 p3 p4 p5 p6 p7 p8"
    )
    #expect(await session.products.database.products.map(\.id) == ["p9"])
    #expect(await session.run(["products", "delete", "p9", "--yes", "--json"]) == .success)
    #expect(session.printed == #"[{"id":"p9","name":"Candle","price":"3.50","tags":["light"],"version":1}]"# + "\n")
  }

  @Test func `delete asks on a terminal, and needs an option elsewhere`() async {
    let session = ShellFixture()
    for answer in ["", "n", "yes please"] {
      #expect(await session.run(["products", "delete", "p9", "p8"], typing: [answer]) == .failure)
      #expect(session.errors == "backroom: nothing was deleted\n" && session.printed == "")
    }
    #expect(session.prompts.last == #"Delete p9 "Candle", p8 "Wool blanket"? [y/N] "#)
    #expect(await session.run(["products", "delete", "p9"]) == .failure, "the end of the input is no answer")
    #expect(await session.run(["products", "delete", "p9"], typing: [" Y "]) == .success)
    #expect(await session.products.database["p9"] == nil)
    session.isInteractive = false
    await expectCommandError(
      ["products", "delete", "p8"], .usage,
      "standard input is not a terminal, so nothing can be asked; add --yes to delete", in: session)
    #expect(await session.products.database["p8"] != nil)
  }

  @Test func `delete can print what it would delete`() async {
    let session = ShellFixture()
    session.isInteractive = false
    #expect(await session.run(["products", "delete", "p9", "p8", "p9", "--dry-run"]) == .success)
    #expect(session.errors == "This would delete 2 products:\n")
    #expect(
      session.printed
        == "ID  NAME          PRICE  TAGS   STOCK\np9  Candle         3.50  light\np8  Wool blanket  59.00\n")
    #expect(await session.run(["products", "delete", "p9", "--dry-run", "--json"]) == .success)
    #expect(session.errors == "")
    #expect(await session.products.database == .sample)
    await expectCommandError(
      ["products", "delete", "zz", "--dry-run"], .data, #"no product with the ID "zz""#, in: session)
  }

  @Test func `delete accepts any ID after two dashes`() async {
    let session = ShellFixture(
      ProductDatabase(products: [Product(id: "-x", name: "X", price: .zero), Product(id: "y", name: "Y", price: .zero)])
    )
    #expect(await session.run(["products", "delete", "--yes", "--", "-x"]) == .success)
    #expect(await session.products.database.products.map(\.id) == ["y"])
  }

  @Test func `delete removes no product if one does not exist`() async {
    let session = ShellFixture()
    await expectCommandError(
      ["products", "delete", "zz", "p1", "yy"], .data, #"no product with the ID "zz", "yy""#, in: session)
    #expect(await session.products.database == .sample)
    await expectCommandError(
      ["products", "delete", "--", "-x", ""], .data, #"no product with the ID "-x", """#, in: session)
    await expectCommandError(
      ["products", "delete"], .usage,
      "products delete: ID is missing: IDs of the products\nUsage: backroom products delete ID… [--dry-run] [--yes]")
  }

  @Test func `show prints a line for each field, or several products as records`() async {
    let session = ShellFixture()
    #expect(await session.run(["products", "show", "p3"]) == .success)
    #expect(session.printed == "ID: p3\nNAME: Oak chair\nPRICE: 129.00\nTAGS: oak, seat\nSTOCK:\nVERSION: 1\n")
    await session.run(["products", "show", "p3", "-o", "json"])
    #expect(
      session.printed == #"{"id":"p3","name":"Oak chair","price":"129.00","tags":["oak","seat"],"version":1}"# + "\n")
    await session.run(["products", "show", "p9", "p1", "--fields", "position,id", "-o", "jsonl"])
    #expect(session.printed == #"{"position":9,"id":"p9"}"# + "\n" + #"{"position":1,"id":"p1"}"# + "\n")
    await expectCommandError(
      ["products", "show", "p1", "zz", "yy"], .data, #"no product with the ID "zz", "yy""#, in: session)
  }

  @Test func `move changes the order and prints all products`() async {
    let session = ShellFixture()
    func order(_ words: String...) async -> String {
      await session.run(["products", "move"] + words + ["-o", "plain", "--fields", "id"])
      return session.printed.split(separator: "\n").joined(separator: " ")
    }
    #expect(await order("p9", "--first") == "p9 p1 p2 p3 p4 p5 p6 p7 p8")
    #expect(await order("p3", "p1", "p3", "--after", "p5") == "p9 p2 p4 p5 p3 p1 p6 p7 p8")
    #expect(await order("p8", "p9", "--before=p2") == "p8 p9 p2 p4 p5 p3 p1 p6 p7")
    #expect(await order("p2", "p8", "--last") == "p9 p4 p5 p3 p1 p6 p7 p2 p8")
    #expect(await order("p4", "p9", "--first") == "p4 p9 p5 p3 p1 p6 p7 p2 p8")
    #expect(
      await session.products.database.products.sorted { $0.position < $1.position }.map(\.id.rawValue)
        == ["p4", "p9", "p5", "p3", "p1", "p6", "p7", "p2", "p8"])
  }

  @Test func `move needs one position that exists`() async {
    let usage = "Usage: backroom products move ID… [--before ID] [--after ID] [--first] [--last]"
    for words in [["p1"], ["p1", "--first", "--last"], ["p1", "--before", "p2", "--after", "p3"]] {
      await expectCommandError(
        ["products", "move"] + words, .usage, "expected one of --before, --after, --first and --last\n\(usage)")
    }
    await expectCommandError(
      ["products", "move", "p1", "--after", "zz"], .data, #"no product with the ID "zz""#)
    await expectCommandError(
      ["products", "move", "p1", "p2", "--after", "p2"], .data, #""p2" cannot be moved before or after itself"#)
    await expectCommandError(
      ["products", "move", "p1", "--last"], .unavailable, "cannot move p1: The store cannot be reached. Try again.",
      in: ShellFixture(faults: [.none, .requestFailed(.offline)]))
  }

  @Test func `a store that cannot be reached ends with the status unavailable`() async {
    let offline = "The store cannot be reached. Try again."
    for words in [
      ["list"], ["add", "--name", "X", "--price", "3"], ["edit", "p1", "--name", "X"], ["delete", "p1", "--yes"],
    ] {
      await expectCommandError(
        ["products"] + words, .unavailable, offline, in: ShellFixture(faults: [.requestFailed(.offline)]))
    }
    for words in [["add", "--name", "X", "--price", "3"], ["edit", "p1", "--name", "X"]] {
      for fault in [FaultQueue<ProductStoreError>.Fault.requestFailed(.offline), .responseLost(.offline)] {
        let isEdit = words[0] == "edit"
        await expectCommandError(
          ["products"] + words, .unavailable,
          isEdit ? "The store cannot be reached. It may have stored all products, or none." : offline,
          in: ShellFixture(faults: [.none, fault]))
      }
    }
    await expectCommandError(
      ["products", "delete", "p1", "--yes"], .unavailable, "nothing was deleted: \(offline)",
      in: ShellFixture(faults: [.none, .requestFailed(.offline)]))
    await expectCommandError(
      ["products", "delete", "p1", "--yes"], .unavailable, "it is not known whether anything was deleted: \(offline)",
      in: ShellFixture(faults: [.none, .responseLost(.offline), .requestFailed(.offline)]))
    let lost = ShellFixture(faults: [.none, .responseLost(.offline)])
    #expect(await lost.run(["products", "delete", "p1", "--yes"]) == .success)
    #expect(lost.printed.contains("p1"), "the list that is loaded again shows that it was deleted")
  }

  @Test func `a conflict with another user is reported as a failure`() async throws {
    let other = Product(id: "p1", name: "Lantern", price: Money(cents: 100), position: 1, version: 2)
    await expectCommandError(
      ["products", "edit", "p1", "--name", "X"], .failure,
      #""X" (p1) was changed by another user meanwhile, to "Lantern" at 1.00. No product was stored."#,
      in: ShellFixture(faults: [.none, .requestFailed(.conflict(current: other))]))
    await expectCommandError(
      ["products", "edit", "p1", "--name", "X"], .failure,
      #""X" (p1) was deleted by another user meanwhile. No product was stored."#,
      in: ShellFixture(faults: [.none, .requestFailed(.notFound)]))
  }
}
