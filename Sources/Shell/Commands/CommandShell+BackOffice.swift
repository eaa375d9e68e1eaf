import BackOffice
import Documents
import ExplorerTool
import Interface
import Loop
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

private enum CommandsOutputFormat: String { case table, json }
