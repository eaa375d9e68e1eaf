import Explorations
import Loop
import LoopExplorer
import TestInputs
import Testing
import Values

@testable import ExplorerTool

@Suite struct `Completing commands of a step session` {
  private func completions(of text: String, after lines: String...) throws -> [String] {
    var play = try StepSession(EditorExploration())
    for line in lines { _ = try play.runLine(line) }
    return play.completions(of: text)
  }

  @Test func `completes commands and the actions that are possible now`() throws {
    #expect(try completions(of: "en") == ["end "])
    #expect(try completions(of: "st") == ["state"] && completions(of: "  st") == ["  state"])
    #expect(try completions(of: "row") == ["rowTapped(p1)", "rowTapped(p2)"])
    #expect(try completions(of: "rowTapped ") == ["rowTapped p1", "rowTapped p2"])
    #expect(try completions(of: "subm", after: "rowTapped p1") == ["submitTapped"])
    #expect(
      try completions(of: "editor(form(fields(s", after: "rowTapped p1") == ["editor(form(fields(submitTapped)))"])
    #expect(
      try completions(of: "").starts(with: ["end ", "execute ", "fire ", "deliver ", "occur ", "actions", "state"]))
    #expect(try completions(of: "state ").isEmpty && completions(of: "frobnicate").isEmpty)
  }

  @Test func `completes the outcomes of pending effects, the ones without faults first`() throws {
    let lines = ["rowTapped p1", "submitTapped"]
    #expect(try completions(of: "end ").isEmpty)
    #expect(
      try completions(of: "end ", after: lines[0], lines[1]) == [
        "end 1 saved", "end 1 failed offline", "end 1 saved, lost", "end 1 failed offline, again saved",
      ])
    #expect(try completions(of: "execute 1 f", after: lines[0], lines[1]).first == "execute 1 failed offline")
    #expect(
      try completions(of: "deliver ", after: lines[0], lines[1], "execute 1 saved") == ["deliver 1"])
    #expect(try completions(of: "end", after: lines[0], lines[1], "execute 1 saved") == ["end "])
    #expect(try completions(of: "end ", after: lines[0], lines[1], "execute 1 saved") == ["end 1"])
    #expect(try completions(of: "occur d") == ["occur deleted p1", "occur deleted p2"])
  }

  @Test func `every completed line can be run`() throws {
    var numbers = SplitMix64(seed: 4)
    var play = try StepSession(EditorExploration())
    var runLines = 0
    let count = caseCount(4, exhaustive: 40)
    for _ in 0..<count {
      let starts =
        play.completions(of: "") + ["end ", "execute ", "deliver ", "occur ", "fire "].flatMap(play.completions)
      let lines = starts.filter { !$0.hasSuffix(" ") && !["quit", "back", "save"].contains($0) }
      for line in lines {
        var copy = play
        do { _ = try copy.runLine(line) } catch { Issue.record("\(line): \(error)") }
        // Each beginning of a line is completed by it, if it can be typed at all.
        let start = String(line.prefix(Int.random(in: 1...line.count, using: &numbers)))
        #expect(play.completions(of: start).contains(line) || !start.contains(" "), "\(start): \(line)")
        runLines += 1
      }
      if let line = lines.randomElement(using: &numbers) { _ = try play.runLine(line) }
    }
    #expect(runLines > count * 10, "only \(runLines) lines were run")
  }

  @Test(arguments: [
    ("", nil), ("e", nil), ("end", " N [OUTCOME]"), ("end ", "N [OUTCOME]"), ("end 1", " [OUTCOME]"),
    ("end 1 ", "[OUTCOME]"),
    ("end 1 saved", nil), ("end 1 failed offline", nil), ("execute ", "N OUTCOME"), ("execute l", "ate EFFECT"),
    ("execute late ", "EFFECT"), ("save", " NAME"), ("occur ", "[EVENT]"), ("state", nil), ("rowTapped", nil),
    ("endx", nil),
  ])
  func `shows the syntax of a command`(text: String, syntax: String?) {
    #expect(StepHelp.syntax(after: text) == syntax)
  }
}
