import ConsoleIO
import ExplorerTool
import Foundation
import LoopExplorer
import Testing

@MainActor @Suite struct `The progress of an exploration` {
  /// Returns what is printed to standard error while a small space is explored.
  private func explore(type: String, isTerminal: Bool = true, walks: Int? = nil) throws -> String {
    let script = ScriptedConsole()
    var console = script.console
    var progress = ""
    console.printStyledError = { progress += $0 }
    console.isErrorTerminal = isTerminal
    console.environment = ["TERM": type]
    let light = ExploredFeature("light", LightExploration())
    let options = ExplorationOptions(progressInterval: 2)
    let commands = ExplorerCommands(program: "lights", console: console)
    if let walks {
      let request = WalkRequest(.walks(walks), seed: 1, maxSteps: 10)
      #expect(try commands.report(of: light, request, options).finding == nil)
    } else {
      #expect(try commands.report(of: light, options).verdict == .verified)
    }
    return progress
  }

  @Test func `is shown on a terminal, and erased at the end`() throws {
    let lines = try explore(type: "xterm").components(separatedBy: "\r\u{1B}[K").dropFirst()
    #expect(lines.first?.contains(" states, 2 of them expanded, depth ") == true, "\(lines)")
    #expect(lines.count > 1 && lines.last == "")
    let walks = try explore(type: "xterm", walks: 5).components(separatedBy: "\r\u{1B}[K").dropFirst()
    #expect(walks.map { $0.prefix(7) } == ["2 walks", "4 walks", ""])
  }

  @Test func `is not shown elsewhere`() throws {
    #expect(try explore(type: "dumb") == "")
    #expect(try explore(type: "xterm", isTerminal: false) == "")
  }
}
