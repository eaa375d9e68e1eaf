import Analytics
import MemoryHandlers
import Shell
import Testing

@MainActor @Suite struct `The events command` {
  private let listUsage = "Usage: backroom events list [--flag true|false] [--action start|pause|stop]"

  @Test func `list prints the newest events first, with counts`() async {
    let session = ShellFixture()
    #expect(await session.run(["events", "list", "--flag", "true", "--action=pause"]) == .success)
    #expect(
      session.printed == """
           DATE        TIME      ACTION
        ✓  2023-03-24  02:27:40  pause
        ✓  2023-03-23  01:35:04  pause

        2 events, 2 users

        """)
    #expect(session.errors == "")
  }

  @Test func `list of no events prints only the column titles`() async {
    let session = ShellFixture(.sample, EventDatabase())
    #expect(await session.run(["events", "list"]) == .success)
    #expect(session.printed == "  DATE  TIME  ACTION\n\n0 events, 0 users\n")
  }

  @Test func `timeline counts events by period, action and flag`() async {
    let session = ShellFixture()
    await session.run(["events", "timeline", "--by", "week", "-o", "json"])
    #expect(session.printed == #"[{"start":"2023-03-20","count":24}]"# + "\n")
    await session.run(["events", "timeline", "--by=flag", "--action", "start"])
    #expect(session.printed == "FLAG   EVENTS\ntrue        2\nfalse       6\n")
    await expectCommandError(
      ["events", "timeline", "--by", "hour"], .usage, #"--by "hour": expected day, week, month, action or flag"#)
  }

  @Test func `timeline counts by the days of a time zone`() async {
    let session = ShellFixture()
    let header = "TZif2" + String(repeating: "\0", count: 15) + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{4}"
    let part = header + "\0\0\0\0\0\0" + "UTC\0"
    session.files["/usr/share/zoneinfo/Ahead"] = part + part + "\n<+12>-12\n"
    session.files["/usr/share/zoneinfo/Broken"] = part
    await session.run(["events", "timeline", "--time-zone", "Ahead"])
    #expect(session.printed == "START       EVENTS\n2023-03-22       2\n2023-03-23      12\n2023-03-24      10\n")
    let hint = "expected a name such as Europe/Berlin, or UTC"
    for (name, message) in [
      ("../secret", hint), ("", hint), ("Mars", "no such time zone in /usr/share/zoneinfo; \(hint)"),
      ("Broken", "it is not a file of the time zone database; \(hint)"),
    ] {
      #expect(await session.run(["events", "timeline", "--time-zone", name]) == .usage)
      #expect(session.errors == "backroom: --time-zone \"\(name)\": \(message)\n")
    }
  }

  @Test func `count prints the numbers of events and users, with the singular for one`() async {
    let session = ShellFixture()
    #expect(await session.run(["events", "count"]) == .success)
    #expect(session.printed == "24 events, 7 users\n")
    await session.run(["events", "count", "--flag=false"])
    #expect(session.printed == "18 events, 7 users\n")
    let one = ShellFixture(.sample, EventDatabase(EventDatabase.sample.events.suffix(1)))
    await one.run(["events", "count"])
    #expect(one.printed == "1 event, 1 user\n")
  }

  @Test func `rejects invalid values, options and arguments`() async {
    await expectCommandError(["events", "count", "--flag", "yes"], .usage, #"--flag "yes": expected true or false"#)
    await expectCommandError(
      ["events", "count", "--action", "jump"], .usage, #"--action "jump": expected one of start, pause, stop"#)
    await expectCommandError(["events", "list", "--flag"], .usage, "missing value for --flag\n\(listUsage)")
    await expectCommandError(["events", "list", "all"], .usage, "unexpected argument \"all\"\n\(listUsage)")
    await expectCommandError(["events", "list", "--all"], .usage, "unknown option \"--all\"\n\(listUsage)")
  }

  @Test func `a source that cannot be reached is reported with the failed request`() async {
    let session = ShellFixture(eventFaults: [
      .requestFailed(.offline), .requestFailed(.offline), .requestFailed(.offline),
    ])
    await expectCommandError(
      ["events", "list", "--flag", "true"], .unavailable,
      "GET userevents?flag=true: the server cannot be reached. Try again.", in: session)
    #expect(await session.run(["events", "count"]) == .success, "all injected faults have been used")
  }

  @Test func `one failed request of three fails the command`() async {
    let session = ShellFixture(eventFaults: [.requestFailed(.badStatus(503))])
    #expect(await session.run(["events", "count"]) == .unavailable)
    #expect(session.printed == "")
    #expect(session.errors.hasSuffix(": the server answered with status 503.\n"))
  }
}
