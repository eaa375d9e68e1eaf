import Analytics
import Foundation
import MemoryHandlers
import ProgramFixtures
import Programs
import Shop
import Testing
import Values

@testable import Shell

@MainActor @Suite struct `Importing and exporting products` {
  private func session(_ text: String) async throws -> ShellFixture {
    let session = ShellFixture()
    try await session.fileStore.write(Array(text.utf8), to: "shop.csv", overwriting: false)
    return session
  }

  @Test func `stores the rows of a file and prints their numbers`() async throws {
    let session = try await session("id,name,price\np1,Desk lamp,21\np2,Floor lamp,74.50\n,Mug,4.5\n")
    #expect(await session.run(["products", "import", "shop.csv", "-o", "json"]) == .success)
    #expect(session.printed == #"{"new":1,"changed":1,"unchanged":1,"skipped":0,"bad":0}"# + "\n")
    let stored = await session.products.database.products
    #expect(stored.count == 10 && stored.first?.price == Money(cents: 2100) && stored.last?.name == "Mug")
    #expect(await session.run(["products", "import", "shop.csv", "--existing=skip", "--dry-run"]) == .success)
    #expect(session.errors == "This would store nothing.\n")
    #expect(await session.products.database.products.count == 10)
  }

  @Test func `says which columns are not imported, such as the second of two with the same title`() async throws {
    let session = try await session("name,price,price,color\nMug,4.50,5,red\n")
    #expect(await session.run(["products", "import", "shop.csv"]) == .success)
    #expect(
      session.errors == "Not imported: \"price_2\", \"color\" (--map FIELD=COLUMN takes one for the tags or stock)\n")
    #expect(await session.products.database.products.last?.price == Money(cents: 450))
  }

  @Test func `lists what it would store, the first bad rows, and a column for what is missing`() async throws {
    let session = try await session("id,name,cost\np1,Desk lamp,21\nn1,Tea,3\n")
    let dryRun = ["products", "import", "shop.csv", "--dry-run"]
    #expect(await session.run(dryRun + ["--map", "price="]) == .data)
    #expect(
      session.errors.hasPrefix(
        """
        Not imported: "cost"
        No column is taken for the price. Choose one, as in: --map price=cost
        backroom: shop.csv: 1 row is bad;
        """))
    #expect(await session.run(dryRun) == .success)
    #expect(
      session.errors == """
        This would store 2 products:
          line 2: "Desk lamp" (p1): price 19.99 -> 21.00
          line 3: "Tea" (n1) is new: price 3.00

        """)
    let rows = (1...30).map { "r\($0),Row,\($0 > 12 ? "1" : "much")\n" }.joined()
    try await session.fileStore.write(Array("id,name,price\n\(rows)".utf8), to: "shop.csv", overwriting: true)
    #expect(await session.run(dryRun) == .data)
    #expect(
      session.errors.split(separator: "\n").count { $0.hasPrefix("  line ") } == 10
        && session.errors.contains("\n  and 2 more\n"))
    #expect(await session.run(dryRun + ["--skip-bad-rows"]) == .success)
    #expect(session.errors.contains("This would store 18 products:\n  line 14: \"Row\" (r13) is new: price 1.00\n"))
  }

  @Test func `stores nothing if a row is bad, unless the user skips it`() async throws {
    let session = try await session("name,price\nMug,4.50\nJug,much\n")
    #expect(await session.run(["products", "import", "shop.csv"]) == .data)
    #expect(
      session.errors.hasPrefix("backroom: shop.csv: 1 row is bad; correct the file, or skip them\n  line 3, column 5: ")
    )
    #expect(session.errors.hasSuffix("\nNothing was stored. --skip-bad-rows stores the others.\n"))
    #expect(await session.products.database.products.count == 9)
    let reasons = session.errors
    #expect(await session.run(["products", "import", "shop.csv", "--dry-run"]) == .data)
    #expect(session.printed == "NEW  CHANGED  UNCHANGED  SKIPPED  BAD\n  1        0          0        0    1\n")
    #expect(session.errors == reasons, "it says what the import would say")
    #expect(await session.run(["products", "import", "shop.csv", "--skip-bad-rows", "--dry-run"]) == .success)
    #expect(session.errors == "This would store 1 product:\n  line 2: \"Mug\" is new: price 4.50\n")
    #expect(await session.run(["products", "import", "shop.csv", "--skip-bad-rows"]) == .success)
    #expect(await session.products.database.products.map(\.name).suffix(1) == ["Mug"])
  }

  @Test func `reads columns, separators and titles as the user says`() async throws {
    let session = try await session("Mug;4,50;kitchen\n")
    let layout = ["--separator=semicolon", "--no-header"]
    let mapping = ["--map", "name=column1", "--map", "price=column2", "--map", "tags=column3"]
    #expect(await session.run(["products", "import", "shop.csv"] + layout + mapping) == .success)
    let mug = try #require(await session.products.database.products.last)
    #expect(mug.name == "Mug" && mug.price == Money(cents: 450) && mug.tags == ["kitchen"])
    await expectCommandError(
      ["products", "import", "shop.csv", "--map", "name=nope"], .data,
      #"shop.csv: There is no column "nope". The file has Mug, 4,50, kitchen."#, in: session)
    await expectCommandError(
      ["products", "import", "shop.csv", "--map", "nme=a"], .usage,
      #"--map "nme=a" is not valid; expected id, name, price, tags or stock before the equals sign"#)
    await expectCommandError(
      ["products", "import", "shop.csv", "--map", "name"], .usage,
      #"--map "name" is not valid; expected FIELD=COLUMN, as in price=Cost"#)
    await expectCommandError(
      ["products", "import", "shop.csv", "--map", "price=Bogus", "--map", "name=column1"], .data,
      #"shop.csv: There is no column "Bogus". The file has Mug, 4,50, kitchen."#, in: session)
    await expectCommandError(
      ["products", "import", "no.csv"], .data, "no.csv: the file does not exist")
  }

  @Test func `writes a file that the import reads, and replaces a file only on request`() async throws {
    let session = ShellFixture()
    #expect(await session.run(["products", "export", "all.json"]) == .success)
    #expect(session.printed == "all.json: 9 products\n")
    #expect(await session.run(["products", "import", "all.json", "-o", "json"]) == .success)
    #expect(session.printed.hasPrefix(#"{"new":0,"changed":0,"unchanged":9,"#))
    await expectCommandError(
      ["products", "export", "all.json", "p1"], .failure,
      "all.json: the file exists already; add --overwrite to replace it", in: session)
    #expect(await session.run(["products", "export", "all.json", "p1", "--overwrite", "-o", "json"]) == .success)
    #expect(session.printed == #"{"file":"all.json","products":1}"# + "\n")
    await expectCommandError(
      ["products", "export", "b.csv", "p77"], .data, #"no product with the ID "p77""#, in: session)
  }

  @Test func `record an event, and made-up ones`() async throws {
    let session = ShellFixture()
    let user = "00000000-0000-4000-8000-000000000009"
    let event = ["events", "record", "--user", user, "--flag", "true", "--action", "stop"]
    #expect(await session.run(event + ["--at=-1h", "-o", "json"]) == .success)
    #expect(
      session.printed == #"{"userID":"\#(user)","flag":true,"timestamp":"2023-03-24T11:00:00Z","action":"stop"}"# + "\n"
    )
    #expect(await session.run(["events", "sample", "--count=10", "--seed=3"]) == .success)
    #expect(session.printed == "10 events recorded\n")
    #expect(await session.source.database.events.count { $0.userID.uuidString == user } == 1)
    await expectCommandError(
      ["events", "record", "--user", "me", "--flag", "true", "--action", "stop"], .usage,
      #"--user "me" is not valid; expected a UUID such as 00000000-0000-4000-8000-000000000001"#)
    await session.source.inject([.requestFailed(.offline)])
    await expectCommandError(
      event, .unavailable, "the recording of events: the server cannot be reached. Try again.", in: session)
  }

  @Test func `a command of a screen that a table rejects fails`() async {
    let session = ShellFixture()
    #expect(await session.run(["do", "products.group", "nope", "then", "undo"]) == .failure)
    #expect(session.errors == "backroom: command 1: no column named \"nope\"\n")
    await expectCommandError(
      ["do", "events.list.where", "nope > 1"], .failure, "nope is neither a column nor a context value", in: session)
    await session.products.inject([.requestFailed(.offline), .requestFailed(.offline)])
    #expect(await session.run(["do", "products.load"]) == .unavailable)
    #expect(session.printed.contains("[Try again] products.load") && session.errors.contains("cannot be reached"))
  }
}
