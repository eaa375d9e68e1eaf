import Analytics
import Foundation
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Testing

@MainActor @Suite struct `The events command` {
  private let listUsage = "Usage: backroom events list [OPTION…]"

  @Test func `list prints the newest events first`() async {
    let session = ShellFixture()
    #expect(await session.run(["events", "list", "--flag", "true", "--action=pause"]) == .success)
    #expect(
      session.printed == """
        USERID                                FLAG  TIMESTAMP             ACTION
        00000000-0000-4000-8000-000000000002  true  2023-03-24T02:27:40Z  pause
        00000000-0000-4000-8000-000000000005  true  2023-03-23T01:35:04Z  pause

        """)
    #expect(session.errors == "")
    await session.run(["events", "list", "--limit", "1", "-o", "json"])
    #expect(
      session.printed == #"[{"userID":"00000000-0000-4000-8000-000000000003","flag":false,"#
        + #""timestamp":"2023-03-24T08:40:49Z","action":"pause"}]"# + "\n")
  }

  @Test func `list sorts, filters and searches typed fields`() async {
    let session = ShellFixture()
    let words = ["events", "list", "--fields", "timestamp,flag", "-o", "csv"]
    await session.run(
      words + [
        "--where", "timestamp < '2023-03-22T12:00:00Z' OR flag == TRUE", "--sort", "flag,timestamp", "--limit=3",
      ])
    #expect(
      session.printed
        == "timestamp,flag\n2023-03-22T11:04:23Z,false\n2023-03-22T09:00:00Z,true\n2023-03-22T17:17:32Z,true\n")
    await session.run(words + ["--search", "000006", "--offset", "3"])
    #expect(session.printed == "timestamp,flag\n")
    await expectCommandError(
      ["events", "list", "--sort", "time"], .usage,
      #"--sort: no column named "time"; the columns are "userID", "flag", "timestamp", "action""#)
  }

  @Test(arguments: [[], ["--facets", "flag"]]) func `list searches the users and kinds of action, as on the screen`(
    summary: [String]
  ) async {
    let session = ShellFixture()
    for (text, count) in [("000006", 3), ("STOP", 8), ("2023-03", 0), ("true", 0)] {
      await session.run(["events", "list", "-o", "json", "--search", text] + summary)
      #expect(session.printed.components(separatedBy: "timestamp").count - 1 == count, "\(text)")
    }
  }

  @Test func `list of no events prints only the column titles`() async {
    let session = ShellFixture(.sample, EventDatabase())
    #expect(await session.run(["events", "list"]) == .success)
    #expect(session.printed == "USERID  FLAG  TIMESTAMP  ACTION\n")
  }

  @Test func `dates limit the period`() async {
    let session = ShellFixture()
    // Now is noon of 2023-03-24.
    for (words, count) in [
      (["--from", "2023-03-23"], 16), (["--to", "2023-03-23"], 19), (["--from=2023-03-23", "--to=2023-03-23"], 11),
      (["--from", "today"], 5), (["--from", "yesterday", "--to", "yesterday"], 11), (["--from", "-12h"], 5),
      (["--from", "-1d", "--to", "-600m"], 6), (["--from", "-1w"], 24), (["--to", "-1w"], 0),
      (["--to", "2023-03-22T09:00"], 1), (["--to", "2023-03-22T08:59:59"], 0), (["--from", "2023-03-24T08:40:49Z"], 1),
      (["--from", "2023-03-24T09:40:49+01:00", "--flag", "false"], 1), (["--from=today", "--to=today"], 5),
    ] {
      await session.run(["events", "list", "-o", "jsonl"] + words)
      #expect(session.printed.split(separator: "\n").count == count, "\(words)")
      await session.run(["events", "count", "-o", "csv", "--fields", "events"] + words)
      #expect(session.printed == "events\n\(count)\n", "\(words)")
    }
    await session.run(["events", "timeline", "--from", "2023-03-23T12:00", "--to", "2023-03-24", "-o", "plain"])
    #expect(session.printed == "2023-03-23\t5\n2023-03-24\t5\n")
    await expectCommandError(
      ["events", "count", "--from=today", "--to=yesterday"], .usage,
      #"--from "today" is after --to "yesterday"; no event is in this interval"#)
    for text in ["", "tomorrow", "2023-02-30", "-7", "-d", "-x7d", "7d", "-99999999999999999999d", "10:00"] {
      await expectCommandError(
        ["events", "count", "--from=\(text)"], .usage,
        "--from \"\(text)\" is not valid; expected a date as in 2023-03-22, 2023-03-22T10:00 or 2023-03-22T10:00:00Z, today, yesterday, or a duration before now as in -7d or -12h"
      )
    }
  }

  @Test func `timeline counts events by period, action and flag`() async {
    let session = ShellFixture()
    await session.run(["events", "timeline", "--by", "week", "-o", "json"])
    #expect(session.printed == #"[{"start":"2023-03-20","count":24}]"# + "\n")
    await session.run(["events", "timeline", "--by=flag", "--action", "start"])
    #expect(session.printed == "FLAG   COUNT\ntrue       2\nfalse      6\n")
    await expectCommandError(
      ["events", "timeline", "--by", "hour"], .usage,
      #"--by "hour" is not valid; expected day, week, month, action or flag"#)
  }

  @Test func `users are listed with their numbers of events, and events by user`() async {
    let session = ShellFixture()
    let user = "00000000-0000-4000-8000-000000000003"
    await session.run(["events", "users", "--limit", "2", "-o", "plain"])
    #expect(session.printed == "00000000-0000-4000-8000-000000000000\t4\n\(user)\t4\n")
    await session.run(["events", "users", "--user", user, "--from", "2023-03-23", "-o", "json"])
    #expect(session.printed == #"[{"userID":"\#(user)","events":3}]"# + "\n")
    await session.run(["events", "count", "--user", user])
    #expect(session.printed == "4 events, 1 user\n")
    await session.run(["events", "users", "--where", "events < 4", "--aggregate", "sum(events)", "-o", "json"])
    #expect(session.printed.contains(#""sum(events)":12"#), "\(session.printed)")
    await expectCommandError(
      ["events", "count", "--user", "1"], .usage,
      #"--user "1" is not valid; expected a UUID such as 00000000-0000-4000-8000-000000000001"#)
    session.failingResource = .userCount
    #expect(await session.run(["events", "users"]) == .unavailable)
    #expect(
      session.errors
        == "backroom: the events of each user: the server answered with status 503 Service Unavailable: no data\n")
  }

  @Test func `timeline counts by the days of a time zone`() async {
    let session = ShellFixture()
    let header = "TZif2" + String(repeating: "\0", count: 15) + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\u{4}"
    let part = header + "\0\0\0\0\0\0" + "UTC\0"
    session.files["/usr/share/zoneinfo/Ahead"] = part + part + "\n<+12>-12\n"
    session.files["/usr/share/zoneinfo/Broken"] = part
    await session.run(["events", "timeline", "--time-zone", "Ahead"])
    #expect(session.printed == "START       COUNT\n2023-03-22      2\n2023-03-23     12\n2023-03-24     10\n")
    await session.run(["events", "count", "--time-zone", "Ahead", "--from", "2023-03-22", "--to", "2023-03-22"])
    #expect(session.printed == "2 events, 2 users\n")
    await session.run(["events", "count", "--time-zone", "Ahead", "--to", "2023-03-22T21:00"])
    #expect(session.printed == "1 event, 1 user\n")
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
    await expectCommandError(
      ["events", "count", "--flag", "maybe"], .usage, #"--flag "maybe" is not valid; expected true or false"#)
    await expectCommandError(
      ["events", "count", "--action", "jump"], .usage, #"--action "jump" is not valid; expected start, pause or stop"#)
    await expectCommandError(
      ["events", "list", "--action"], .usage, "--action has no value; expected start, pause or stop\n\(listUsage)")
    await expectCommandError(["events", "list", "all"], .usage, "unexpected word \"all\"\n\(listUsage)")
    await expectCommandError(["events", "list", "--all"], .usage, "events list has no option \"--all\"\n\(listUsage)")
  }

  @Test func `a source that cannot be reached is reported with the failed request`() async {
    let session = ShellFixture(eventFaults: [.requestFailed(.offline)])
    await expectCommandError(
      ["events", "list", "--flag", "true"], .unavailable,
      "the list of events: the server cannot be reached. Try again.", in: session)
    #expect(await session.run(["events", "count"]) == .success, "all injected faults have been used")
  }

  @Test func `only a request that a command needs can fail it`() async {
    for (words, status) in [
      (["list"], [.success, .success, .success]), (["timeline"], [.success, .success, .unavailable]),
      (["count"], [.unavailable, .unavailable, .success]),
      (["count", "--to=today"], [.unavailable, .unavailable, .success]),
    ] as [([String], [Programs.ExitStatus])] {
      for (index, resource) in EventResource.allCases.enumerated() {
        let session = ShellFixture()
        session.failingResource = resource
        #expect(await session.run(["events"] + words) == status[index], "\(words) \(resource)")
      }
    }
  }
}
