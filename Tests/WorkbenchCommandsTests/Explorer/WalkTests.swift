import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The explore command with random walks` {
  @Test func `prints the numbers of walks and steps and the seed`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "editor", "--walks", "20", "--seed", "1", "--faults", "1"]) == .success)
    #expect(session.printed.hasPrefix("seed 1: 20 walks, 2000 steps\n"))
    #expect(session.printed.hasSuffix("no law was seen to break\n"))
    let printed = session.printed
    await session.run(["explore", "editor", "--walks", "20", "--seed", "1", "--faults", "1"])
    #expect(session.printed == printed)
    await session.run(["explore", "editor", "--walks", "1", "--steps", "7"])
    #expect(session.printed.contains(": 1 walk, 7 steps\n"))
  }

  @Test func `prints a short path to a violation and fails`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["explore", "broken", "--seconds", "600", "--seed", "3"]) == .failure)
    #expect(session.errors == "workbench: a law does not hold\n")
    #expect(session.printed.contains("found by the walk with seed 3, after "))
    #expect(session.printed.contains("the sheet is never open\n\ntranscript 3\nfeature ProductListFeature\n"))
    #expect(session.printed.contains("\nas steps\n\n  "))
    #expect(session.printed.contains("try Explorer(EditorExploration()).replay(\n"))
  }

  @Test(arguments: [
    (["explore", "--walks", "1"], "explore: feature is missing"),
    (["explore", "editr", "--walks", "1"], "did you mean editor?"),
    (["explore", "editor", "--walks", "0"], "--walks \"0\" is not valid; expected a whole number from 1"),
    (["explore", "editor", "--seconds", "x"], "--seconds \"x\" is not valid; expected a whole number from 1"),
    (["explore", "editor", "--walks", "1", "--seed", "-1"], "expected a whole number from 0"),
    (["explore", "editor", "--walks", "1", "--steps", "0"], "expected a whole number from 1"),
    (["explore", "editor", "--walks", "1", "--seconds", "1"], "--walks and --seconds cannot be used together"),
    (["explore", "editor", "--walks", "1", "--exact"], "--exact cannot be used with random walks"),
    (["explore", "editor", "--seed", "1"], "--seed requires --walks or --seconds"),
    (["explore", "editor", "--steps=5"], "--steps requires --walks or --seconds"),
    (["explore", "editor", "--walks", "1", "--limit", "5"], "--limit cannot be used with random walks"),
    (["explore", "editor", "--walks", "99999999999999999999"], "expected a whole number from 1"),
  ])
  func `rejects an invalid command line`(words: [String], message: String) async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(words) == .usage)
    #expect(session.errors.contains(message), "\(session.errors)")
  }
}
