import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The explore command` {
  @Test func `prints the number of states and that every law holds`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "filter"]) == .success)
    let scope = """
      with: three events and one that arrives later, the list and eventCount, switching the flag filter on and off, reloading the list
      without: the other numbers, the action filter, picking the value of a filter, presets, clearing
      """
    let report = "780 states, 6272 steps, depth 11\n\(scope), injected faults\nevery law holds"
    #expect(session.printed == report + " (unless equal hashes hid a state: less than 1 in 10^13)\n")
    #expect(await session.run(["explore", "filter", "--exact"]) == .success)
    #expect(session.printed == report + "\n")
  }

  @Test func `reports that a limit was reached`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "editor", "--pending=0"]) == .inconclusive)
    #expect(session.printed.contains("BOUNDED: more effects can be pending than the limit of 0: "))
    #expect(!session.printed.contains("every law holds"))
    #expect(await session.run(["explore", "editor", "--limit", "20"]) == .inconclusive)
    #expect(
      session.errors == "workbench: a limit was reached, so nothing is verified; raise it with --limit or --pending\n")
    #expect(session.printed.hasPrefix("20 states, "))
    #expect(session.printed.contains("BOUNDED: stopped at the limit of 20 states"))
    #expect(!session.printed.contains("every law holds"))
  }

  @Test func `prints the verdict and the findings in JSON`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "filter", "-o", "json"]) == .success)
    #expect(
      session.printed
        == #"{"depth":11,"feature":"filter","findings":[],"states":780,"steps":6272,"verdict":"verified"}"# + "\n")
    #expect(await session.run(["explore", "broken", "-o", "json"]) == .failure)
    #expect(session.printed.contains(#""verdict":"violated""#) && session.printed.contains(#""steps":["rowTapped"#))
    #expect(session.errors == #"{"error":{"code":"failure","message":"a law does not hold","hint":null}}"# + "\n")
    #expect(await session.run(["explore", "broken", "--walks", "50", "--seed", "1", "-o", "csv"]) == .failure)
    #expect(session.printed.hasPrefix("feature,findings,seed,steps,walks\nbroken,"))
  }

  @Test func `prints only the requested drawing`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "recording", "--statechart"]) == .success)
    #expect(session.printed.hasPrefix("stateDiagram-v2\n  [*] --> notLoaded\n"))
    #expect(await session.run(["explore", "recording", "--coverage"]) == .success)
    #expect(session.printed.hasPrefix("+ changes something"))
    #expect(!session.printed.contains("every law holds"))
  }

  @Test func `prints the shortest path to a violation and fails`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "broken"]) == .failure)
    #expect(session.errors == "workbench: a law does not hold\n")
    #expect(session.printed.contains("the sheet is never open\n\ntranscript 3\nfeature ProductListFeature\n"))
    #expect(session.printed.contains("\nsent rowTapped(p1)\n  editor.sheet: closed -> open("))
    #expect(session.printed.contains("\nas steps\n\n  rowTapped(p1)\n"))
  }

  @Test(arguments: [
    (["explore"], "explore: feature is missing: the feature; expected adding, back-office, "),
    (["explore", "editr"], "did you mean editor?"),
    (["explore", "editor", "--faults", "-1"], "--faults \"-1\" is not valid; expected a whole number from 0"),
    (["explore", "editor", "--faults", "x"], "expected a whole number from 0"),
    (["explore", "editor", "--exact=2"], "--exact \"2\" is not valid; expected true or false"),
    (["explore", "editor", "--fualts=1"], #"explore has no option "--fualts"; did you mean --faults?"#),
    (["explore", "editor", "--faults", "99999999999999999999"], "expected a whole number from 0"),
    (["explore", "editor", "--limit", "0"], "--limit \"0\" is not valid; expected a whole number from 1"),
  ])
  func `rejects an invalid command line`(words: [String], message: String) async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(words) == .usage)
    #expect(session.errors.contains(message), "\(session.errors)")
  }
}
