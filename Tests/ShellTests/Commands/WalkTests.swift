import Shell
import Testing

@MainActor @Suite struct `The explore command with random walks` {
  @Test func `says how much it walked, and the seed`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "editor", "--walks", "20", "--seed", "1", "--faults", "1"]) == .success)
    #expect(session.printed.hasPrefix("seed 1: 20 walks, 2000 steps\n"))
    #expect(session.printed.hasSuffix("no law was seen to break\n"))
    let printed = session.printed
    await session.run(["explore", "editor", "--walks", "20", "--seed", "1", "--faults", "1"])
    #expect(session.printed == printed)
    await session.run(["explore", "editor", "--walks", "1", "--steps", "7"])
    #expect(session.printed.contains(": 1 walk, 7 steps\n"))
  }

  @Test func `shows a short way to where a law breaks, and fails`() async {
    let session = ShellFixture()
    #expect(await session.run(["explore", "broken", "--seconds", "600", "--seed", "3"]) == .failure)
    #expect(session.complaints == "backroom: a law does not hold\n")
    #expect(session.printed.contains("found by the walk with seed 3, after "))
    #expect(session.printed.contains("Nobody opens a sheet\n\ntranscript 1\nfeature ProductEditor\n"))
    #expect(session.printed.contains("\nas steps\n\n  "))
    #expect(session.printed.contains("try EditorExploration().explorer(faults: 0, pending: 3).follow(\n"))
  }

  @Test(arguments: [
    (["explore", "--walks", "1"], "the feature is missing"),
    (["explore", "editr", "--walks", "1"], "did you mean \"editor\"?"),
    (["explore", "editor", "--walks", "0"], "expected a number such as 1000"),
    (["explore", "editor", "--seconds", "x"], "expected a number such as 60"),
    (["explore", "editor", "--walks", "1", "--seed", "-1"], "expected a number such as 1"),
    (["explore", "editor", "--walks", "1", "--steps", "0"], "expected a number such as 100"),
    (["explore", "editor", "--walks", "1", "--seconds", "1"], "--walks and --seconds cannot both be said"),
    (["explore", "editor", "--walks", "1", "--exact"], "--exact is of a whole exploration"),
    (["explore", "editor", "--seed", "1"], "--seed goes with --walks or --seconds"),
    (["explore", "editor", "--steps=5"], "--steps goes with --walks or --seconds"),
    (["explore", "editor", "--walks", "1", "--limit", "5"], "--limit is of a whole exploration"),
    (["explore", "editor", "--walks", "99999999999999999999"], "too large; the largest is 9223372036854775807"),
  ])
  func `says what makes no sense`(words: [String], message: String) async {
    let session = ShellFixture()
    #expect(await session.run(words) == .usage)
    #expect(session.complaints.contains(message), "\(session.complaints)")
  }
}
