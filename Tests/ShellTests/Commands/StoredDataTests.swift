import Analytics
import Foundation
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Shop
import Testing

@MainActor @Suite struct `Sample data` {
  @Test func `fills an empty shop`() async {
    let session = ShellFixture(ProductDatabase(), EventDatabase())
    #expect(await session.run(["sample"]) == .success)
    #expect(session.printed == "9 products and 24 events added\n")
    #expect(await session.products.database == .sample)
    #expect(await session.source.database.events == EventDatabase.sample.events)
  }

  @Test func `is removed by undo, except for the events`() async {
    let session = ShellFixture(ProductDatabase(), EventDatabase())
    session.sessions = MemorySessionStore()
    #expect(await session.run(["do", "sample"]) == .success)
    #expect(await session.run(["do", "undo"]) == .success)
    #expect(await session.products.database.products.isEmpty)
    #expect(session.printed.contains("Undone: Added Desk lamp and 8 more."), "\(session.printed)")
    #expect(await session.run(["do", "redo"]) == .success)
    #expect(await session.products.database.products.map(\.title) == Product.samples.map(\.title))
    #expect(await session.source.database.events.count == 24)
    #expect(await session.run(["do", "undo"]) == .success)
    #expect(await session.run(["sample"]) == .success, "the events are those of the sample: \(session.errors)")
    #expect(await session.products.database.products.count == 9)
    #expect(await session.source.database.events.count == 24)
  }

  @Test func `that was added in part is completed, and a shop with other events stays as it is`() async {
    let session = ShellFixture(.init(), .init(), faults: [.none, .requestFailed(.failed("the disk is full"))])
    await expectCommandError(
      ["sample"], .unavailable, #""Oak table" (p5) could not be stored: the disk is full. No product was stored."#,
      in: session)
    #expect(await session.products.database.products.isEmpty, "all products are stored, or none")
    #expect(await session.run(["sample"]) == .success, "\(session.errors)")
    #expect(await session.products.database == .sample)
    #expect(await session.source.database.events == EventDatabase.sample.events)
    let other = ShellFixture(.init(), .init())
    #expect(await other.run(["events", "sample", "24"]) == .success)
    await expectCommandError(
      ["sample"], .failure,
      "the shop already has 24 events; sample data is for an empty shop; if 'backroom sample' was interrupted, begin "
        + "with a new database, as in --database new.db", in: other)
    #expect(await other.products.database.products.isEmpty)
  }

  @Test func `sample data is never sent to a server`() async {
    let session = ShellFixture(.init(), .init())
    session.environment = ["BACKROOM_SERVER": "http://a/b"]
    #expect(await session.run(["sample"]) == .success, "\(session.errors)")
    #expect(session.location?.server == nil)
    #expect(await session.source.database.events.count == 24)
  }

  @Test func `has any number of events, the same ones for the same seed`() async {
    var samples: [[UserEvent]] = []
    for seed in ["7", "7", "8"] {
      let session = ShellFixture(ProductDatabase(), EventDatabase())
      #expect(await session.run(["sample", "--events", "300", "--seed", seed]) == .success)
      samples.append(await session.source.database.events)
    }
    #expect(samples[0] == samples[1] && samples[0] != samples[2])
    #expect(samples[0].count == 300)
  }

  @Test func `changes no shop that has products`() async {
    let session = ShellFixture()
    await expectCommandError(
      ["sample"], .failure,
      #"the shop already has products, such as "Desk lamp"; sample data is for an empty shop"#, in: session)
    #expect(await session.products.database == .sample)
    #expect(await session.source.database.events == EventDatabase.sample.events)
    await expectCommandError(
      ["sample", "--seed", "1"], .usage,
      "--seed needs --events\nUsage: backroom sample [--events N] [--seed N]")
    await expectCommandError(
      ["database", "check"], .unavailable, "there is no database in this build", in: session)
  }
}

#if os(Linux) && Databases
  @Suite struct `Data that stays` {
    private let folder: ProgramFolder

    init() throws { folder = try ProgramFolder() }

    @Test func `do --watch shows what another program changes, and leaves the session alone`() throws {
      let session = "products.search lamp then products.set p2 price 5"
      #expect(try folder.run("backroom sample && backroom do \(session) >screen").status == 0)
      let watcher = try RunningProgram(
        shell: "cd '\(folder.url.path)'; export BACKROOM_DATABASE=shop.db; exec \"$0\" do --watch")
      #expect(watcher.read(until: "Desk lamp") && watcher.read(until: "9 rows"))
      #expect(try folder.run("backroom products edit p1 --name 'Bedside lamp'").status == 0)
      #expect(watcher.read(until: "Bedside lamp"), "the search of the session still applies")
      watcher.process.terminate()
      _ = watcher.end()
      #expect(try folder.run("backroom do undo then undo").output.contains("74.50"))
    }

    @Test func `a day is the same for commands with and without a session, also while another program is open`() throws
    {
      let event = "--user 00000000-0000-4000-8000-000000000001 --flag true --action stop --at 2024-03-22"
      #expect(try folder.run("backroom do settings.time-zone Europe/Berlin").status == 0)
      let other = try RunningProgram(
        shell: "cd '\(folder.url.path)'; export BACKROOM_DATABASE=shop.db; exec \"$0\" do --watch tab events")
      #expect(other.read(until: "Events:"))
      #expect(
        try folder.run(
          """
          backroom events record \(event) && backroom do events.record \(event) >/dev/null &&
          backroom events record \(event) --time-zone UTC >/dev/null && backroom events list -o plain --fields timestamp
          """
        ).output.hasSuffix("2024-03-22T00:00:00Z\n2024-03-21T23:00:00Z\n2024-03-21T23:00:00Z\n"))
      // That of a program is not that of the shop.
      #expect(
        try folder.run(
          """
          backroom do --time-zone Asia/Tokyo tab events >/dev/null; backroom events record \(event) -o plain --fields timestamp
          """
        ).output == "2024-03-21T23:00:00Z\n")
      #expect(
        try folder.run(
          """
          export BACKROOM_TIME_ZONE=Asia/Tokyo; backroom events record \(event) && backroom do events.record \(event) &&
          backroom do --time-zone UTC events.record \(event) && backroom events list -o plain --fields timestamp
          """
        ).output.hasSuffix(
          "2024-03-21T23:00:00Z\n2024-03-21T23:00:00Z\n2024-03-21T23:00:00Z\n"
            + "2024-03-21T15:00:00Z\n2024-03-21T15:00:00Z\n"))
      other.process.terminate()
      _ = other.end()
    }

    @Test func `the settings are those of the shop, in every session and on every open screen`() throws {
      #expect(try folder.run("backroom sample && backroom do tab activity >/dev/null").status == 0)
      let other = try RunningProgram(
        shell: "cd '\(folder.url.path)'; export BACKROOM_DATABASE=shop.db; exec \"$0\" do --watch tab products")
      #expect(other.read(until: "19.99"))
      #expect(try folder.run("backroom do settings.currency EUR").status == 0)
      #expect(other.read(until: "EUR"), "an open screen shows it")
      other.process.terminate()
      _ = other.end()
      // Two changes by different users are both kept, also for a session from before.
      #expect(
        try folder.run(
          "USER=ada backroom do settings.grouping comma && USER=bob backroom do settings.first-weekday sunday"
        ).status == 0)
      let screen = try folder.run("backroom do tab activity").output
      #expect(screen.contains("EUR") && screen.contains("comma") && screen.contains("sunday"), "\(screen)")
    }

    @Test func `a path that begins with ~ is in the folder of the user, also where no shell expands it`() throws {
      let result = try folder.run(
        """
        export HOME="$PWD"; backroom sample >/dev/null && backroom products export '~/out.csv' &&
        backroom do products.import.read '~/none.csv'
        """)
      #expect(try folder.fileNames().contains("out.csv"))
      #expect(result.output.contains("/none.csv") && !result.output.contains("~/none.csv:"), "\(result.output)")
    }

    @Test func `a change is there in the next command`() throws {
      let result = try folder.run(
        """
        backroom sample && backroom products edit p1 --price 21 && backroom products delete p2 p3 --yes -o json &&
        backroom products move p9 --first -o plain --fields id && backroom products list --limit 2
        """)
      #expect(
        result.output.hasSuffix(
          """
          p9
          p1
          p4
          p5
          p6
          p7
          p8
          ID  NAME       PRICE  TAGS   STOCK
          p9  Candle      3.50  light
          p1  Desk lamp  21.00  light

          """))
      #expect(result.status == 0)
      #expect(try folder.fileNames() == ["shop.db"])
      #expect(try folder.permissions(of: "shop.db") == 0o600)
    }

    @Test func `only its owner can read a file that a command creates`() throws {
      let commands = """
        backroom sample --log shop.transcript && backroom database backup a.db && backroom products export a.csv && \
        printf 'rowTapped p1\\nsave day\\n' | workbench step editor --transcript steps.transcript
        """
      #expect(try folder.run(commands).status == 0)
      for name in ["shop.db", "shop.transcript", "a.db", "day.transcript", "steps.transcript"] {
        #expect(try folder.permissions(of: name) == 0o600, "\(name)")
      }
    }

    @Test func `a backup restores the data, and an existing file is not replaced without being asked`() throws {
      #expect(
        try folder.run("backroom sample && backroom database backup monday.db && backroom products delete p1 --yes")
          .status
          == 0)
      #expect(
        try folder.run("backroom database backup monday.db")
          == (
            "backroom: standard input is not a terminal, so nothing can be asked; add --yes to replace monday.db\n", 64
          ))
      #expect(
        try folder.run("backroom database restore monday.db --yes && backroom products show p1 --fields name -o csv")
          == ("restored from monday.db\nname\nDesk lamp\n", 0))
      #expect(try folder.run("backroom database check") == ("no problems found\n", 0))
    }

    @Test func `law 5: restoring a backup names the draft that is lost`() throws {
      let draft = "backroom do products.open p1 then sheet.type price 21 >/dev/null"
      #expect(try folder.run("backroom sample && backroom database backup a.db && \(draft)").status == 0)
      #expect(
        try folder.run("backroom database restore a.db --yes")
          == ("The unsaved drafts or events of saved sessions are lost.\nrestored from a.db\n", 0))
      #expect(try folder.run("backroom database restore a.db --yes") == ("restored from a.db\n", 0))
    }

    @Test(
      arguments: [
        ("mkdir shop.db", "shop.db: is a directory, not a database"),
        ("yes garbage | head -c 20000 >shop.db", "shop.db: the file is not a database"),
        (
          "export BACKROOM_DATABASE=no/folder.db",
          "no/folder.db: the database cannot be opened: No such file or directory"
        ),
        (
          "unset BACKROOM_DATABASE HOME XDG_DATA_HOME",
          "no folder for the database is known: set HOME, or name a file with --database"
        ),
      ])
    func `a database that cannot be used is an error, whatever the command`(damage: String, message: String) throws {
      for command in ["products list", "events count", "products add --name Tea --price 3", "database check"] {
        let result = try folder.run("\(damage) 2>/dev/null; backroom \(command)")
        // A failure of the data is a sentence.
        #expect(["backroom: \(message)\n", "backroom: \(message).\n"].contains(result.output), "\(command)")
        #expect(result.status == 69, "\(command)")
      }
    }

    @Test func `a shop that has disappeared is an error, and not a new one`() throws {
      let data = "unset BACKROOM_DATABASE; export XDG_DATA_HOME=$PWD/data XDG_STATE_HOME=$PWD/state; "
      #expect(try folder.run(data + "backroom sample").status == 0)
      let result = try folder.run(data + "backroom database backup b.db; rm data/backroom/*; backroom products list")
      #expect(result.output.contains("the database has been used before and has disappeared"), "\(result)")
      #expect(result.output.contains("a new shop with --new-database.\n") && result.status == 69, "\(result)")
      let restored = try folder.run(
        data + "backroom database restore b.db --yes && backroom products list --fields name -o plain | wc -l")
      #expect(restored.output.hasSuffix("9\n") && restored.status == 0, "\(restored)")
      let named = try folder.run(data + "rm data/backroom/*; backroom products list --database data/backroom/shop.db")
      #expect(named.output.contains("has disappeared") && named.status == 69, "\(named)")
      let elsewhere = try folder.run(
        data
          + "cd data; backroom sample --database try.db; cd ..; backroom products list --database data/try.db | wc -l;"
          + "rm data/try.db*; backroom products list --database data/try.db")
      #expect(elsewhere.output.contains("10\nbackroom: data/try.db: the database has been used before"), "\(elsewhere)")
      let spelled = try folder.run(data + "backroom products list --database ./data/../data/try.db")
      #expect(spelled.output.contains("has disappeared"), "\(spelled)")
      let new = try folder.run(data + "backroom products list --new-database && backroom products list")
      #expect(new.status == 0, "\(new)")
    }

    @Test func `an empty path is an error, and a home that is no folder is none`() throws {
      #expect(
        try folder.run("backroom events count --database ''")
          == ("backroom: --database is empty; expected the path of a file\n", 64))
      #expect(try folder.run("HOME=/dev/null backroom events count") == ("0 events, 0 users\n", 0))
    }
  }
#endif
