import ConsoleIO
import Foundation
import Interface
import Loop
import Programs
import Testing
import Values

struct Counter: Reducer {
  enum Action: Hashable, Codable, Sendable { case increased(by: Int) }
  typealias Effect = Never
  typealias Slot = Never

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .increased(let step): state += step
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: Int) -> Bool {}
}

struct CounterApplication: Application {
  let feature = Counter()
  let commands = CommandTable([
    Command<Counter>(
      "increase", "count", Argument.integer("by", "the step", in: 1...100).positional.defaulting(to: 1)
    ) {
      .increased(by: $0)
    }
    .keys("+", hint: "count")
  ])

  func screen(of state: Int, viewports: Viewports) -> Screen {
    let counter = Screen.Counter(id: "count", title: "Count", text: "\(state)")
    return Screen(
      title: "Counter", elements: [.init("counters", .counters([counter]))], commands: commands.screenCommands)
  }
}

struct CounterHandler: EffectHandler {
  func run(_ effect: Counter.Effect, send: Send<Counter.Action>) async -> Counter.Action? {}
}

@MainActor func counterProgram(frontEnd: (any FrontEnd)?) -> Program<ApplicationRun<CounterApplication>> {
  Program(
    "counter", version: "1.0.0", summary: "a counter", showing: CounterApplication(), from: 0, sessionSchema: 1,
    frontEnd: frontEnd, commands: [totalCommand], handler: CounterHandler())
}

@MainActor let totalCommand = ProgramCommand<ApplicationRun<CounterApplication>>(
  "total", "print the count of the session", Argument.flag("double", "print twice the count"),
  examples: ["", "--double"]
) { run, isDouble in
  try await run.openSession(startsAnew: false, saves: false) { run.printNote($0) }
  let count = Int64(run.store.state * (isDouble ? 2 : 1))
  try run.print(.report(["count": .integer(count)], text: "\(count)\n"))
}

@MainActor func output(of words: [String], on script: ScriptedConsole) async -> String {
  script.output = ""
  let status = await counterProgram(frontEnd: nil).run(words, on: script.console)
  return "\(status.rawValue) \(script.output)"
}

/// A console whose output is a text.
@MainActor final class ScriptedConsole {
  var output = ""
  var environment: [String: String] = [:]
  var lines: [String] = []

  var console: Console {
    var console = Console(isInteractive: false) { text throws(StandardOutputError) in
      self.output += text
    } printError: {
      self.output += $0
    } readLine: { _ in
      self.lines.isEmpty ? nil : self.lines.removeFirst()
    } readSecretLine: { _ in
      nil
    } createFile: { _, _ throws(FileError) in
      throw .alreadyExists
    } readFile: { _ throws(FileError) in
      throw .fileNotFound
    } openForAppending: { _ throws(FileError) in
      throw .folderNotFound
    }
    console.environment = environment
    return console
  }
}

/// The program that the guide of Programs shows.
@MainActor @Suite struct `A program of an application` {
  private let script = ScriptedConsole()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "ProgramsTests-\(UUID().uuidString)")

  init() { script.environment = ["XDG_STATE_HOME": folder.path] }

  @Test func `a program of an application continues its session`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await output(of: ["do", "increase", "5", "then", "increase"], on: script).contains("Count: 6"))
    #expect(await output(of: ["show"], on: script).contains("Count: 6"))
    #expect(await output(of: ["total", "--double"], on: script) == "0 12\n")
    #expect(await output(of: ["do", "--new", "increase"], on: script).contains("Count: 1"))
    #expect(await output(of: ["total", "-o", "json"], on: script) == "0 {\"count\":1}\n")
    script.lines = ["increase 2", "+"]
    #expect(await output(of: ["--linear"], on: script).contains("Count: 4"))
    let other = folder.appending(path: "other").path
    #expect(await output(of: ["total", "--session", other], on: script) == "0 0\n")
  }

  @Test func `a session that cannot be continued is kept, and a new one begins`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "counter/session")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("nonsense\n".utf8).write(to: file)
    let printed = await output(of: ["do", "increase"], on: script)
    #expect(printed.contains("The saved session cannot be continued") && printed.contains("Count: 1"), "\(printed)")
    #expect(try String(contentsOf: file.appendingPathExtension("former"), encoding: .utf8) == "nonsense\n")
  }

  @Test func `explains itself, and says what is wrong`() async {
    #expect(await output(of: ["--version"], on: script) == "0 counter 1.0.0\n")
    #expect(await output(of: ["--help"], on: script).contains("counter: a counter.\n\nUsage: counter COMMAND\n"))
    #expect(await output(of: ["help", "increase"], on: script).contains("Usage: counter do increase [BY]"))
    #expect(
      await output(of: ["do", "increase", "many"], on: script)
        == "64 counter: by \"many\" is not valid; expected a whole number from 1 to 100\n")
    #expect(await output(of: ["totl"], on: script) == "64 counter: unknown command \"totl\"; did you mean \"total\"?\n")
    #expect(
      await output(of: ["total", "--log", "x"], on: script).hasPrefix("74 counter: x: the folder does not exist"))
    #expect(await output(of: ["completions", "bash"], on: script).contains("complete -F _counter counter"))
    #expect(await output(of: ["do", "--watch"], on: script).hasPrefix("64 counter: do has no option \"--watch\""))
  }
}
