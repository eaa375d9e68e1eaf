import BackOffice
import Documents
import ExplorerTool
import Interface
import Loop
import PlainText
import Values

extension CommandShell {
  /// Prints the commands of the back office.
  func runCommandsCommand(_ words: [String]) async throws {
    var options = try CommandArguments(words, help: Help.commands)
    let output = try options.popValue("-o", CommandsOutputFormat.init, expected: "table or json") ?? .table
    let letters = try options.operands("LETTERS", atMost: 1).first ?? ""
    let found = application.commands.commands(matching: letters)
    if found.isEmpty { throw .dataError("no command contains the letters \(letters.quoted)") }
    switch output {
    case .json: try console.print(CommandTable(found).schema.jsonText + "\n")
    case .table: try console.print(found.map(line(for:)).joined())
    }
  }

  /// Returns the usage of a command, and its summary next to it or below it.
  private func line(for command: Interface.Command<BackOfficeApplication.State, BackOfficeApplication.Action>)
    -> String
  {
    let width = 40
    let usage = command.usage
    let keys = command.keys.isEmpty ? "" : " (\(command.keys.joined(separator: ", ")))"
    let isShort = usage.count <= width
    let space = String(repeating: " ", count: isShort ? width - usage.count : width)
    return "\(usage)\(isShort ? "" : "\n")\(space)  \(command.summary)\(keys)\n"
  }
}

extension CommandShell {
  /// Runs commands of the back office one after the other, each until nothing is pending, and prints the screen.
  func runDoCommand(_ words: [String]) async throws {
    let usage = Help.do.prefix { $0 != "\n" }
    if ["--help", "-h"].contains(words.first) { throw CommandError(status: .success, message: Help.do) }
    let lines = words.split(separator: "then", omittingEmptySubsequences: false)
    if words.isEmpty { throw .usageError("missing argument COMMAND\n\(usage)") }
    office.send(.feature(.appeared))
    await office.waitUntilIdle()
    for (number, line) in zip(1..., lines) {
      do throws(InvocationError) {
        let invocation = try application.commands.parse(words: Array(line))
        office.send(try application.commands.action(for: invocation, in: office.state))
      } catch {
        let place = lines.count > 1 ? "command \(number): " : ""
        throw CommandError(status: error.code == .unavailable ? .failure : .usage, message: "\(place)\(error)")
      }
      await office.waitUntilIdle()
    }
    let screen = application.screen(of: office.state)
    try console.print(screen.plainText(width: console.outputWidth, commandText: application.commands.text(of:)))
  }
}

private enum CommandsOutputFormat: String { case table, json }
