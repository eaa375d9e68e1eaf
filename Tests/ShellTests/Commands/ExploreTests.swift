import Shell
import Testing

@MainActor @Suite struct `The explore command` {
  @Test func `says how much it walked, and that every law holds`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "filter"]) == .success)
    let scope = """
      with: three events and one more that comes, the switch for marked events
      without: the kinds of events, picking what a switch shows, presets, clearing, reading again
      """
    #expect(
      session.printed
        == "1598 moments, 14289 steps, depth 8\n\(scope), anything that goes wrong\nevery law holds\n")
    let printed = session.printed
    #expect(await session.run(["explore", "filter", "--exact"]) == .success)
    #expect(session.printed == printed)
  }

  @Test func `says where it stopped following`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "editor", "--pending=0"]) == .success)
    #expect(session.printed.contains("BOUNDED: more can be pending than the 0 that were followed: "))
    #expect(!session.printed.contains("every law holds"))
    #expect(await session.run(["explore", "editor", "--limit", "20"]) == .success)
    #expect(session.printed.hasPrefix("20 moments, "))
    #expect(session.printed.contains("BOUNDED: given up at the limit of 20 moments"))
    #expect(!session.printed.contains("every law holds"))
  }

  @Test func `draws what was asked for, and nothing else`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "filter", "--statechart"]) == .success)
    #expect(session.printed.hasPrefix("stateDiagram-v2\n  [*] --> unasked\n"))
    #expect(await session.run(["explore", "filter", "--coverage"]) == .success)
    #expect(session.printed.hasPrefix("+ changes something"))
    #expect(!session.printed.contains("every law holds"))
  }

  @Test func `shows the shortest way to where a law breaks, and fails`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "broken"]) == .failure)
    #expect(session.complaints == "backroom: a law does not hold\n")
    #expect(session.printed.contains("Nobody opens a sheet\n\ntranscript 1\nfeature ProductEditor\n"))
    #expect(session.printed.contains("\nuser rowTapped(p1)\n  sheet: closed -> open("))
    #expect(session.printed.contains("\nas steps\n\n  rowTapped(p1)\n"))
  }

  @Test(arguments: [
    (["explore"], "the feature is missing"), (["explore", "editr"], "did you mean \"editor\"?"),
    (["explore", "editor", "--faults", "-1"], "expected a number such as 1"),
    (["explore", "editor", "--faults", "x"], "expected a number such as 1"),
    (["explore", "editor", "--exact=1"], "--exact takes no value"),
    (["explore", "editor", "--fualts=1"], #"unknown option "--fualts"; did you mean "--faults"?"#),
    (["explore", "editor", "--faults", "99999999999999999999"], "too large; the largest is 9223372036854775807"),
    (["explore", "editor", "--limit", "0"], "--limit \"0\": expected a number such as 1000000"),
  ])
  func `says what makes no sense`(words: [String], message: String) async {
    let session = ShellFixture()
    #expect(await session.run(words) == .usage)
    #expect(session.complaints.contains(message), "\(session.complaints)")
  }
}
