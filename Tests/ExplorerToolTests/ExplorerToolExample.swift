import ConsoleIO
import ExplorerTool
import Loop
import LoopExplorer
import Programs
import Testing

struct Light: Reducer {
  struct State: Hashable, Codable { var isOn = false; var isSwitching = false }
  enum Action: Hashable, Codable { case tapped, switched(Bool), failed }
  enum Effect: Hashable, Codable { case setLight(Bool) }
  enum Slot: Hashable, Codable { case switching }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .tapped:
      state.isSwitching = true
      return .run(.setLight(!state.isOn), in: .switching, .first, ifLost: .failed, afterRestart: .reportLost)
    case .switched(let isOn): state = State(isOn: isOn)
    case .failed: state.isSwitching = false
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

struct LightExploration: Exploration {
  let feature = Light()
  var start: (state: Light.State, environment: Bool) { (.init(), false) }

  func actions(in state: Light.State) -> [Light.Action] { [.tapped] }

  func outcomes(of effect: Light.Effect, in isOn: Bool) -> [Outcome<Light.Action, Bool>] {
    switch effect {
    case .setLight(let value): [Outcome("switched", .switched(value), in: value), Outcome("failed", .failed, in: isOn)]
    }
  }

  func isBusy(_ state: Light.State) -> Bool { state.isSwitching }

  func addLaws(to explorer: inout Explorer<LightExploration>) {
    explorer.always("an idle switch shows the light") { !$0.isIdle || $0.state.isOn == $0.environment }
  }
}

@MainActor let program = Program(
  "lights", version: "1.0.0", summary: "explores a light",
  commands: ProgramCommand.explorerCommands(
    [ExploredFeature("light", LightExploration())], replaying: [ReplayableFeature(Light())]))

@MainActor final class ScriptedConsole {
  var lines: [String] = []
  var output = ""
  var files: [String: String] = [:]

  var console: Console {
    Console(isInteractive: false) { text throws(StandardOutputError) in
      self.output += text
    } printError: {
      self.output += $0
    } readLine: { _ in
      self.lines.isEmpty ? nil : self.lines.removeFirst()
    } readSecretLine: { _ in
      nil
    } createFile: { text, path throws(FileError) in
      if self.files[path] != nil { throw .alreadyExists }
      self.files[path] = text
    } readFile: { path throws(FileError) in
      guard let text = self.files[path] else { throw .fileNotFound }
      return Array(text.utf8)
    } openForAppending: { path throws(FileError) in
      AppendableFile(initialBytes: Array(self.files[path, default: ""].utf8)) { length throws(FileError) in
        self.files[path] = String(decoding: self.files[path, default: ""].utf8.prefix(length), as: UTF8.self)
      } append: { text throws(FileError) in
        self.files[path, default: ""] += text
      }
    }
  }
}

/// The code that the guide of ExplorerTool shows.
@MainActor @Suite struct `The guide of ExplorerTool` {
  private let script = ScriptedConsole()

  @Test func `explores a feature`() async {
    #expect(await program.run(["explore", "light"], on: script.console) == .success)
    #expect(script.output.contains("\nevery law holds"), "\(script.output)")
    #expect(await program.run(["dance"], on: script.console) == .usage)
  }

  @Test func `steps through a feature, saves the session and replays it`() async {
    script.lines = ["tapped", "end 1 switched", "save evening"]
    #expect(await program.run(["step", "light", "--transcript", "day.transcript"], on: script.console) == .success)
    #expect(script.output.contains("  effect + switching setLight(true)\n"), "\(script.output)")
    #expect(Set(script.files.keys) == ["day.transcript", "evening.transcript"])
    for file in ["day.transcript", "evening.transcript"] {
      script.output = ""
      #expect(await program.run(["replay", file], on: script.console) == .success)
      #expect(script.output == "the same: 3 steps\n", "\(file)")
    }
    #expect(await program.run(["replay", "missing"], on: script.console) == .data)
  }

  @Test func `reports a line that is not possible`() async {
    script.lines = ["jump"]
    #expect(await program.run(["step", "light"], on: script.console) == .data)
    let message = "lights: line 1: no action or command named \"jump\"; type actions for a list\n"
    #expect(script.output.contains(message), "\(script.output)")
  }
}
