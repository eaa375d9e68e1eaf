import ProgramFixtures
import Programs
@testable import Shell
import Testing

@MainActor @Suite struct `Options of all commands` {
  @Test func `are given before or after the command, in every spelling`() async {
    let session = ShellFixture()
    let json = #"{"events":24,"users":7}"# + "\n"
    for words in [
      ["-o", "json", "events", "count"], ["-ojson", "events", "count"], ["events", "-o=json", "count"],
      ["events", "count", "--output", "json"], ["events", "count", "--output=json"], ["--json", "events", "count"],
      ["events", "count", "--json", "--"], ["--color", "never", "--no-pager", "events", "count", "-ojsonl"],
    ] {
      #expect(await session.run(words) == .success)
      #expect(session.printed == json, "\(words)")
    }
  }

  @Test(
    arguments: [
      ("shop.db", .file(path: "shop.db")), (":memory:", .memory),
      ("C:/shop.db", .file(path: "C:/shop.db")),
      ("postgres:/x", .file(path: "postgres:/x")),
      ("://x", .file(path: "://x")), ("1://x", .file(path: "1://x")),
      ("Postgres://host/shop", .server(scheme: "postgres", url: "Postgres://host/shop")),
    ] as [(String, DatabaseLocation)])
  func `name a database by its path or its URL`(text: String, location: DatabaseLocation) async {
    #expect(DatabaseLocation(text) == location)
    let session = ShellFixture()
    let status = await session.run(["events", "count", "--database", text])
    if case .server = location {
      #expect(status == .usage && session.location == nil)
      #expect(session.errors.contains("this build cannot use databases that begin with postgres://; name a file"))
    } else {
      #expect(status == .success && session.location?.database == location)
    }
  }

  @Test(arguments: [
    "postgres://ada:s3cret@host/shop", "postgresql://host/shop?password=s3cret",
    "postgres://ada@host/shop?sslmode=require&p%61ssword=s3cret", "postgres://ada:s3cret?x@host/shop",
    "postgres://ada:1/s3cret@host/shop", "host=/tmp user=ada password=s3cret", "password = s3cret",
    " connect_timeout=10 password=s3cret", "sslpassword=s3cret",
  ]) func `refuse a password in the address of a database, which others can see`(text: String) async {
    let location = DatabaseLocation(text)
    let session = ShellFixture()
    #expect(await session.run(["events", "count", "--database", text]) == .usage)
    #expect(location.containsPassword && !session.errors.contains("s3cret"))
    #expect(session.errors.contains("visible to others in the list of processes; set BACKROOM_DATABASE"))
    #expect(!DatabaseLocation("postgres://ada@host:5432/shop?sslmode=verify-full&passfile=x").containsPassword)
  }

  @Test func `are rejected if they are invalid, repeated or unknown to the command`() async {
    let names = "table, json, jsonl, csv, tsv or plain"
    await expectCommandError(["-oxml", "events", "count"], .usage, #"-o "xml" is not valid; expected \#(names)"#)
    await expectCommandError(["events", "count", "-o"], .usage, "-o has no value; expected \(names)")
    await expectCommandError(["events", "count", "-o", "csv", "-ocsv"], .usage, "-o is given twice")
    await expectCommandError(["events", "count", "--no-pager=x"], .usage, "--no-pager takes no value")
    await expectCommandError(
      ["--color", "red", "events"], .usage, #"--color "red" is not valid; expected auto, always or never"#)
    await expectCommandError(
      ["--jsn", "events", "count"], .usage, #"unknown option "--jsn" before the command; did you mean "--json"?"#)
    await expectCommandError(
      ["completions", "zsh", "-o", "csv"], .usage,
      "unknown option \"-o\"\nUsage: backroom completions bash|zsh|fish")
    await expectCommandError(
      ["products", "list", "--time-zone", "UTC"], .usage,
      "unknown option \"--time-zone\"\nUsage: backroom products list [OPTION…]")
    await expectCommandError(
      ["products", "list", "--fields", "id,id"], .usage, #"--fields: "id" is given twice"#)
    await expectCommandError(
      ["products", "show", "p1", "--fields", "prise"], .usage,
      #"--fields: no field named "prise"; did you mean "price"?"#)
  }

  @Test func `errors are JSON if the output is`() async {
    let session = ShellFixture()
    for (words, error) in [
      (
        ["-ojson", "products", "lst"],
        #"{"code":"usage","message":"unknown command \"lst\"","hint":"did you mean \"list\"?"}"#
      ),
      (
        ["products", "show", "zz", "-ojsonl"], #"{"code":"data","message":"no product with the ID \"zz\"","hint":null}"#
      ),
      (
        ["products", "show", "--json"],
        #"{"code":"usage","message":"products show: ID is missing: IDs of the products","hint":"Usage: backroom products show ID…"}"#
      ),
      (
        ["--color", "red", "--json"],
        #"{"code":"usage","message":"--color \"red\" is not valid","hint":"expected auto, always or never"}"#
      ),
      (["--json", "-o"], #"{"code":"usage","message":"-o is given twice","hint":null}"#),
    ] {
      #expect(await session.run(words) != .success)
      #expect(session.errors == #"{"error":\#(error)}"# + "\n" && session.printed == "")
    }
    session.environment["BACKROOM_OUTPUT"] = "json"
    await session.run(["products", "show", "zz"])
    #expect(session.errors.hasPrefix(#"{"error":{"code":"data""#))
  }

  @Test func `the version is printed`() async {
    let session = ShellFixture()
    #expect(await session.run(["--version"]) == .success)
    #expect(session.printed.hasPrefix("backroom ") && session.printed.split(separator: ".").count == 3)
  }
}

@MainActor @Suite struct `Defaults of options` {
  private let path = "/home/me/.config/backroom/config"
  private let words = ["events", "count"]

  @Test func `come from the environment and the configuration file, in this order after the command line`() async {
    let session = ShellFixture()
    session.environment["HOME"] = "/home/me"
    session.files[path] = "\u{FEFF}# defaults\n\n output = csv \ncolor=never\ntime-zone = UTC\n"
    await session.run(words)
    #expect(session.printed == "events,users\n24,7\n")
    session.environment["BACKROOM_OUTPUT"] = "tsv"
    await session.run(words)
    #expect(session.printed == "events\tusers\n24\t7\n")
    await session.run(words + ["-o", "json"])
    #expect(session.printed == #"{"events":24,"users":7}"# + "\n")
    session.environment["BACKROOM_OUTPUT"] = ""
    session.environment["XDG_CONFIG_HOME"] = "/etc/xdg"
    await session.run(words)
    #expect(session.printed == "24 events, 7 users\n", "a file in another folder is not read")
    session.environment["XDG_CONFIG_HOME"] = "relative"
    await session.run(words)
    #expect(session.printed == "events,users\n24,7\n", "a relative path is not valid")
  }

  @Test func `also come from there if words after two dashes look like options`() async {
    let session = ShellFixture()
    session.environment["BACKROOM_OUTPUT"] = "json"
    #expect(await session.run(["products", "show", "--", "--help"]) == .data)
    #expect(session.errors.hasPrefix("{"), "\(session.errors)")
  }

  @Test(arguments: [
    ("output = csv\noutput", "line 2: expected KEY = VALUE, as in output = json"),
    ("\noutputs = csv", #"line 2: unknown key "outputs"; did you mean "output"?"#),
    ("output = xml", #"line 1: output "xml" is not valid; expected table, json, jsonl, csv, tsv or plain"#),
    ("color=never\ncolor=never", "line 2: color is given twice"),
  ]) func `in an invalid configuration file are errors with its line`(file: String, message: String) async {
    let session = ShellFixture()
    session.environment["HOME"] = "/home/me"
    session.files[path] = file
    await expectCommandError(words, .data, "\(path): \(message)", in: session)
    #expect(await session.run(["products", "list", "--help"]) == .success, "help is still printed")
  }

  @Test func `do not matter if an earlier source sets the same, even if they are invalid`() async {
    let session = ShellFixture()
    session.environment = ["HOME": "/home/me", "BACKROOM_OUTPUT": "xml", "BACKROOM_COLOR": "never"]
    session.files[path] = "color = red\n"
    #expect(await session.run(words + ["-o", "tsv"]) == .success)
    #expect(session.printed == "events\tusers\n24\t7\n")
    #expect(await session.run(words + ["--json"]) == .success)
    await expectCommandError(
      words, .usage, #"BACKROOM_OUTPUT "xml" is not valid; expected table, json, jsonl, csv, tsv or plain"#, in: session
    )
  }

  @Test func `in an invalid variable are errors with its name`() async {
    let session = ShellFixture()
    session.environment["BACKROOM_COLOR"] = "red"
    await expectCommandError(
      words, .usage, #"BACKROOM_COLOR "red" is not valid; expected auto, always or never"#, in: session)
    session.environment = ["BACKROOM_TIME_ZONE": "Mars"]
    await expectCommandError(
      words, .usage,
      #"BACKROOM_TIME_ZONE "Mars": no such time zone in /usr/share/zoneinfo; expected a name such as Europe/Berlin, or UTC"#,
      in: session)
    #expect(await session.run(["products", "list"]) == .success)
  }
}

@MainActor @Suite struct `Output on a terminal` {
  private let session = ShellFixture()
  private let words = ["products", "list", "--limit", "2"]
  private let bold = "\u{1B}[1m"

  init() {
    session.environment["TERM"] = "xterm"
    session.terminalSize = (80, 24)
  }

  @Test func `has bold titles and red errors, unless the environment or an option says otherwise`() async {
    await session.run(words)
    #expect(session.printed.hasPrefix("\(bold)ID  NAME        PRICE  TAGS   STOCK\u{1B}[0m\np1  Desk"))
    await session.run(["products", "show", "zz"])
    #expect(session.errors == "\u{1B}[31mbackroom:\u{1B}[0m no product with the ID \"zz\"\n")
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb"), ("BACKROOM_COLOR", "never")] {
      session.environment = ["TERM": "xterm"].merging([name: value]) { $1 }
      await session.run(words)
      #expect(session.printed.hasPrefix("ID  NAME"), "\(name)")
      await session.run(words + ["--color=always"])
      #expect(session.printed.hasPrefix(bold), "\(name)")
    }
    session.environment = ["TERM": "xterm"]
    await session.run(words + ["--color=never"])
    #expect(session.printed.hasPrefix("ID  NAME"))
    await session.run(words + ["-ojson"])
    #expect(session.printed.hasPrefix("[{"))
  }

  @Test func `has no colors in a pipe, unless they are forced`() async {
    session.terminalSize = nil
    await session.run(words)
    #expect(session.printed.hasPrefix("ID  NAME"))
    session.environment["CLICOLOR_FORCE"] = "1"
    await session.run(words)
    #expect(session.printed.hasPrefix(bold))
    session.environment["CLICOLOR_FORCE"] = "0"
    await session.run(words)
    #expect(session.printed.hasPrefix("ID  NAME"))
  }

  @Test func `fits the width, and is not cut in a pipe`() async {
    session.environment["NO_COLOR"] = "1"
    let words = ["events", "list", "--limit", "1"]
    session.terminalSize = (40, 24)
    await session.run(words)
    #expect(
      session.printed == """
        USERID        FLAG   TIMESTAMP    ACTION
        00000000-00…  false  2023-03-24…  pause

        """)
    session.terminalSize = (20, 24)
    await session.run(words)
    #expect(session.printed.hasPrefix("USERID:\n  00000000-0000-4000\n"))
    #expect(session.printed.split(separator: "\n").allSatisfy { $0.count <= 20 })
    session.terminalSize = nil
    await session.run(words)
    #expect(session.printed.contains("00000000-0000-4000-8000-000000000003  false  2023-03-24T08:40:49Z  pause\n"))
  }

  @Test func `is shown by a pager if it is longer than the terminal`() async {
    session.environment["NO_COLOR"] = "1"
    session.terminalSize = (80, 10)
    let words = ["products", "list"]
    await session.run(words)
    #expect(session.printed == "" && session.pages.last?.text.hasPrefix("ID  NAME") == true)
    #expect(session.pages.last?.command.hasSuffix("less -FRX") == true)
    session.environment["PAGER"] = "more"
    await session.run(words)
    session.environment["BACKROOM_PAGER"] = "most"
    await session.run(words)
    #expect(session.pages.map(\.command).suffix(2) == ["more", "most"])
    await session.run(words + ["--no-pager"])
    #expect(session.printed.hasPrefix("ID  NAME") && session.pages.count == 3)
    session.hasPager = false
    await session.run(words)
    #expect(session.printed.hasPrefix("ID  NAME"), "a missing pager is no error")
    session.hasPager = true
    session.environment["TERM"] = "dumb"
    await session.run(words)
    #expect(session.printed.hasPrefix("ID  NAME") && session.pages.count == 3)
    session.environment["TERM"] = "xterm"
    session.terminalSize = (80, 11)
    await session.run(words)
    #expect(session.printed.hasPrefix("ID  NAME") && session.pages.count == 3, "it fits the terminal")
  }
}
