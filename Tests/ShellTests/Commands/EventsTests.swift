import Analytics
import MemoryHandlers
import Shell
import Testing

@MainActor @Suite struct `The events command` {
  private let listUsage = "Usage: backroom events list [--flag true|false] [--action start|pause|stop]"

  @Test func `list shows the newest first, and counts`() async {
    let session = ShellFixture()
    #expect(await session.run(["events", "list", "--flag", "true", "--action=pause"]) == .success)
    #expect(
      session.printed == """
           DATE        TIME      ACTION
        ✓  2023-03-24  02:27:40  pause
        ✓  2023-03-23  01:35:04  pause

        2 events, 2 users

        """)
    #expect(session.complaints == "")
  }

  @Test func `list of no events is its titles`() async {
    let session = ShellFixture(.sample, EventLog())
    #expect(await session.run(["events", "list"]) == .success)
    #expect(session.printed == "  DATE  TIME  ACTION\n\n0 events, 0 users\n")
  }

  @Test func `count counts events and users, and one is one`() async {
    let session = ShellFixture()
    #expect(await session.run(["events", "count"]) == .success)
    #expect(session.printed == "24 events, 7 users\n")
    await session.run(["events", "count", "--flag=false"])
    #expect(session.printed == "18 events, 7 users\n")
    let one = ShellFixture(.sample, EventLog(EventLog.sample.events.suffix(1)))
    await one.run(["events", "count"])
    #expect(one.printed == "1 event, 1 user\n")
  }

  @Test func `refuses what it does not understand`() async {
    await expectCommandError(["events", "count", "--flag", "yes"], .usage, #"--flag "yes": expected true or false"#)
    await expectCommandError(
      ["events", "count", "--action", "jump"], .usage, #"--action "jump": expected one of start, pause, stop"#)
    await expectCommandError(["events", "list", "--flag"], .usage, "--flag lacks its value\n\(listUsage)")
    await expectCommandError(["events", "list", "all"], .usage, "\"all\" is one word too many\n\(listUsage)")
    await expectCommandError(["events", "list", "--all"], .usage, "unknown option \"--all\"\n\(listUsage)")
  }

  @Test func `a source that cannot be reached is unavailable, and the request is named`() async {
    let session = ShellFixture(eventFaults: [.refused(.offline), .refused(.offline), .refused(.offline)])
    await expectCommandError(
      ["events", "list", "--flag", "true"], .unavailable,
      "GET userevents?flag=true: the server cannot be reached. Try again.", in: session)
    #expect(await session.run(["events", "count"]) == .success, "the faults are over")
  }

  @Test func `one of three requests that fails is a failure`() async {
    let session = ShellFixture(eventFaults: [.refused(.badStatus(503))])
    #expect(await session.run(["events", "count"]) == .unavailable)
    #expect(session.printed == "")
    #expect(session.complaints.hasSuffix(": the server answered with status 503.\n"))
  }
}
