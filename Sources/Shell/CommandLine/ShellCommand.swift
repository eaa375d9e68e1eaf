import ConsoleIO
import Interface
import LoopExplorer
import Values

/// A command of the command line: how it is called, what its help says, and what it does.
@MainActor struct ShellCommand {
  let description: CommandDescription
  /// The options that it has in common with others, besides those of all commands.
  let options: [SharedOption]
  private let body: @MainActor (CommandShell, [String]) async throws -> Void

  /// Options that say how a command prints, and are read with those of all commands.
  enum SharedOption {
    /// The format of the output, and its fields.
    case output
    /// The time zone of days and times.
    case timeZone
  }

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The words of the command, such as `products list`.
  ///   - summary: What it does, in one line.
  ///   - inputs: The parameters.
  ///   - options: The options that it has in common with others.
  ///   - notes: What a user should know besides.
  ///   - examples: The arguments of useful calls.
  ///   - run: A closure that runs the command with the contents of the inputs.
  init<each Input: CommandInput>(
    _ name: String, _ summary: String, _ inputs: repeat each Input, options: [SharedOption] = [.output],
    notes: String = "", examples: [String] = [],
    run: @escaping @MainActor (CommandShell, repeat (each Input).Content) async throws -> Void
  ) {
    var parameters: [ParameterDescription] = []
    for input in repeat each inputs { parameters += input.descriptions }
    let description = CommandDescription(name, summary, parameters, notes: notes, examples: examples)
    self.init(description, options) { shell, words in
      let values = try description.arguments(ofWords: words)
      try await run(shell, repeat try (each inputs).content(of: values))
    }
  }

  /// Creates a command that reads the words after its name by itself.
  init(
    _ description: CommandDescription, _ options: [SharedOption] = [.output],
    running body: @escaping @MainActor (CommandShell, [String]) async throws -> Void
  ) {
    (self.description, self.options, self.body) = (description, options, body)
  }

  /// The words of the command, such as `products list`.
  var name: String { description.path }

  /// The words of the name.
  var path: [String] { name.split(separator: " ").map(String.init) }

  /// Runs the command with the words after its name.
  ///
  /// - Throws: The help as an error with the status success if the words ask for it.
  func run(_ words: [String], in shell: CommandShell) async throws {
    if words.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
      throw CommandError(status: .success, message: help)
    }
    if let option = shell.options.givenOptions.first(where: { !accepts($0) }) {
      throw .usageError("unknown option \(option.quoted)", usage: usage)
    }
    do { try await body(shell, words) } catch let error as InvocationError { throw CommandError(error, usage: usage) }
  }
}

extension ShellCommand {
  private var programWords: String { "backroom \(name)" }

  /// The usage line.
  var usage: String { description.usageLine(calledWith: programWords) }

  /// The text that explains the command.
  var help: String {
    description.help(calledWith: programWords, more: options.flatMap(\.helpLines))
  }

  /// The names of all options, for completion.
  var optionNames: [String] {
    description.parameters.filter { !$0.isPositional }.map { "--\($0.name)" } + options.flatMap(\.names)
  }

  private func accepts(_ option: String) -> Bool {
    options.flatMap(\.names).contains(option) || ["-o", "--json"].contains(option) && options.contains(.output)
  }

  /// All commands, given the features for `explore` and `step`.
  static func all(features: [any NamedExploration]) -> [ShellCommand] {
    productCommands + fileCommands + eventCommands + databaseCommands + officeCommands
      + explorerCommands(features) + [conditionCommand] + formCommands + tableCommands + [completionCommand]
  }
}

extension ShellCommand.SharedOption {
  var names: [String] {
    switch self {
    case .output: ["--output", "--fields"]
    case .timeZone: ["--time-zone"]
    }
  }

  fileprivate var helpLines: [(label: String, text: String)] {
    switch self {
    case .output:
      [
        (
          "-o, --output FORMAT",
          "table (default), json (also --json), jsonl, csv, tsv, or plain, which has tabs and no titles"
        ), ("--fields NAME,…", "fields to print, in this order, separated by commas"),
      ]
    case .timeZone: [("--time-zone NAME", "time zone of days and times, such as Europe/Berlin (default: UTC)")]
    }
  }
}

extension Argument {
  /// A whole number without a greatest value, such as a limit.
  static func number(_ name: String, _ summary: String, from least: Int) -> Parameter<Int> {
    integer(name, summary, in: least ... .max).placeholder("N")
  }
}

extension CommandError {
  /// Creates the error for a command line that is not valid.
  ///
  /// The usage helps if the words are wrong, but not if only a value is.
  init(_ error: InvocationError, usage: String) {
    let needsUsage = [.unknownParameter, .missingParameter, .invalidText].contains(error.code)
    self.init(
      status: error.code.exitStatus,
      // An excerpt of a condition has lines of its own.
      message: error.message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }
        .joined(separator: "\n"),
      suggestion: error.hint?.terminalSafe,
      usage: needsUsage ? usage : nil)
  }
}
