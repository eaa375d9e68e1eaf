import ConsoleIO
import Interface
import Values

extension Program {
  /// The help of the program.
  var overview: String {
    let common = (SharedOptions.display + options).filter(\.isCommon)
    let version = Argument.flag("version", "print the version").description
    let parts: [String] = [
      "\(name): \(summary).", "Usage: \(name) COMMAND",
      Self.commandLines(for: commands.map { ($0.name, $0.description.summary) } + [("help", "explain a command")]),
      "Options of all commands, before or after the command:\n"
        + CommandDescription.lines(
          for: common.filter { $0.places.contains(.commandLine) }.flatMap(\.parameters) + [version]),
      "Other defaults of options are read from the environment (\(variables.joined(separator: ", "))), or else from "
        + "~/.config/\(name)/config, with lines such as: output = json",
      notes, "Run '\(name) COMMAND --help' for more information about a command.",
      "Exit status:\n"
        + (ExitStatus.allCases.map { Self.exitStatusLine($0.rawValue, $0.meaning) }
        + [Self.exitStatusLine(130, "interrupted by Ctrl-C, as a shell reports it")]).joined(separator: "\n"),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.wrapped(to: 100) }.joined(separator: "\n\n")
  }

  /// The environment variables that set options.
  private var variables: [String] { OptionValues(options).variables(ofProgram: name).map(\.name) }

  private static func exitStatusLine(_ status: Int32, _ meaning: String) -> String {
    String(repeating: " ", count: 5 - "\(status)".count) + "\(status)  \(meaning)"
  }

  /// Returns the help of a group of commands.
  func help(ofGroup group: String, _ commands: [ProgramCommand<Context>]) -> String {
    """
    Usage: \(name) \(group) COMMAND

    \(Self.commandLines(for: commands.map { ($0.path.dropFirst().joined(separator: " "), $0.description.summary) }))

    Run '\(name) \(group) COMMAND --help' for more information about a command.
    """
  }

  /// Returns a line for each command, with the summaries aligned.
  private static func commandLines(for summaries: [(name: String, text: String)]) -> String {
    let width = (summaries.map(\.name.count).max() ?? 0) + 4
    return summaries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }.joined(separator: "\n")
  }
}
