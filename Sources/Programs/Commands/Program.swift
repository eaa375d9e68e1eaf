import ConsoleIO
import Interface
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program on a command line: its commands, and the options that they have in common.
///
/// ```swift
/// let program = Program<CommandRun>("notes", version: "1.0.0", summary: "notes in files", commands: commands)
/// exit(await program.run().rawValue)
/// ```
///
/// It parses what the user has typed, prints help and errors, and writes the scripts with which shells complete commands.
@MainActor public struct Program<Context: ProgramContext> {
  /// The name with which the program is called.
  public let name: String
  let version: String
  let summary: String
  let notes: String
  let options: [SharedOptions]
  let commands: [ProgramCommand<Context>]
  let movedCommands: [String: String]
  private let frontEnd: (any FrontEnd)?
  let completionWords: [String]
  let completionOptions: [String]
  private let makeContext: @MainActor (CommandRun, [String]) throws -> Context

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The name with which the program is called.
  ///   - version: The version that it prints.
  ///   - summary: What it is, in a few words.
  ///   - notes: What else the overview of the program should say.
  ///   - options: The options that its commands have in common, besides those for the output.
  ///   - frontEnd: The front end on the full screen of a terminal, or `nil`.
  ///   - commands: The commands, in the order in which the overview lists them.
  ///   - movedCommands: The programs that have former commands of this one, by the first word of the command.
  ///   - completionWords: The words with which completion calls the program, so that it changes nothing.
  ///   - completionOptions: The options with a value that completion passes on, such as `--database`.
  ///   - makeContext: A closure that returns what the commands work with, given the words of a command line.
  public init(
    _ name: String, version: String, summary: String, notes: String = "", options: [SharedOptions] = [],
    frontEnd: (any FrontEnd)? = nil, commands: [ProgramCommand<Context>], movedCommands: [String: String] = [:],
    completionWords: [String] = [], completionOptions: [String] = [],
    makeContext: @escaping @MainActor (_ run: CommandRun, _ words: [String]) throws -> Context
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.notes = notes
    self.options = options
    self.frontEnd = frontEnd
    self.movedCommands = movedCommands
    self.makeContext = makeContext
    (self.completionWords, self.completionOptions) = (completionWords, completionOptions)
    self.commands =
      commands + [
        Self.completionCommand(ofProgram: name)
      ]
  }

  /// Runs the command line of the process, and returns the exit status.
  public func run() async -> ExitStatus { await run(utf8Arguments: Console.processArguments, on: .process) }

  /// Runs a command line, given as bytes without the program's name, and returns the exit status.
  ///
  /// An argument that is not valid UTF-8 is rejected, because a repaired one would differ from what the user typed. So are
  /// arguments that cannot be read, which are `nil`: without them, the program would use other data.
  public func run(utf8Arguments words: [[UInt8]]?, on console: Console) async -> ExitStatus {
    guard let words else {
      console.printError("\(name): the arguments cannot be read: /proc is not mounted\n")
      return .failure
    }
    var texts: [String] = []
    for (index, word) in words.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        let shown = String(decoding: word, as: UTF8.self).quoted
        return makeRun(on: console).report(.usageError("argument \(index + 1) is not valid UTF-8: \(shown)"))
      }
      texts.append(text)
    }
    return await run(texts, on: console)
  }

  /// Runs a command line, given without the program's name, and returns the exit status.
  public func run(_ words: [String], on console: Console) async -> ExitStatus {
    var run = makeRun(on: console)
    do {
      let rest = try readOptions(words, &run)
      let context = try makeContext(run, rest)
      do {
        try await context.open(for: rest)
        try await dispatch(rest, in: context)
      } catch {
        // What the command reports is more important than what happens afterwards.
        let status = run.report(error)
        try? await context.close()
        return status
      }
      try await context.close()
      return .success
    } catch {
      return run.report(error)
    }
  }

  private func makeRun(on console: Console) -> CommandRun {
    CommandRun(
      programName: name, version: version, console: console, options: OptionValues(options), frontEnd: frontEnd)
  }

  /// Reads the options that commands have in common, and returns the other words.
  private func readOptions(_ words: [String], _ run: inout CommandRun) throws(CommandError) -> [String] {
    let rest = try run.options.extract(from: words)
    // Help explains how to correct the configuration, and a shell reads the script for completion when it starts.
    let typed = words.prefix { $0 != "--" }
    if ["help", "completions"].contains(rest.first) || typed.contains(where: ["--help", "-h", "--version"].contains) {
      return rest
    }
    try run.options.read(environment: run.console.environment, ofProgram: name)
    if let path = run.configurationPath(of: "config"), let text = try run.readConfiguration(at: path) {
      try run.options.read(configuration: text, path: path)
    }
    return rest
  }

  private func dispatch(_ words: [String], in context: Context) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case nil: try await context.runWithoutCommand(isLinear: false, overview: overview)
    case FrontEndOption.linear where words.count == 1:
      try await context.runWithoutCommand(isLinear: true, overview: overview)
    case "--help", "-h": throw CommandError(status: .success, message: overview)
    case "help":
      if let word = rest.first, rest.count == 1, let help = context.help(for: word) {
        throw CommandError(status: .success, message: help)
      }
      try await dispatch(rest + ["--help"], in: context)
    case "completions" where rest.first == "words":
      try context.console.print(await completion(of: Array(rest.dropFirst(2)), on: context.console).text)
    case "--version": throw CommandError(status: .success, message: "\(name) \(version)")
    case FrontEndOption.linear: throw .usageError("\(FrontEndOption.linear) takes no command")
    case let word? where word.hasPrefix("-"):
      let known =
        (.output + SharedOptions.display + options).flatMap(\.optionNames)
        + ["--json", FrontEndOption.linear, "--help", "--version"]
      throw CommandError(
        status: .usage, message: "unknown option \(word.quoted) before the command",
        suggestion: closestMatch(to: word, among: known).map { "did you mean \"\($0)\"?" })
    case let word?:
      let group = commands.filter { $0.path[0] == word }
      if group.isEmpty { throw unknownCommandError(word) }
      if let command = group.first(where: { $0.path.count == 1 }) { return try await command.run(rest, in: context) }
      try await runCommand(of: word, group, rest, in: context)
    }
  }

  private func unknownCommandError(_ word: String) -> CommandError {
    if let program = movedCommands[word] {
      return CommandError(
        status: .usage, message: "\(word.quoted) is a command of another program",
        suggestion: "type \"\(program) \(word)\"")
    }
    return .unknownWord(word, "command", among: names(at: 0, of: commands))
  }

  /// Returns the words at a place of the names of commands, each once.
  private func names(at index: Int, of commands: [ProgramCommand<Context>]) -> [String] {
    commands.reduce(into: []) { names, command in
      if !names.contains(command.path[index]) { names.append(command.path[index]) }
    }
  }

  /// Runs a command of a group, such as `list` of `events`.
  private func runCommand(
    of name: String, _ group: [ProgramCommand<Context>], _ words: [String], in context: Context
  ) async throws {
    let names = names(at: 1, of: group)
    switch words.first {
    case nil: throw .usageError("\(name): missing command; expected \(names.joinedWithOr)")
    case "--help", "-h": throw CommandError(status: .success, message: help(ofGroup: name, group))
    case let word?:
      let found = group.filter { words.starts(with: $0.path.dropFirst()) }.max { $0.path.count < $1.path.count }
      guard let command = found else { throw .unknownWord(word, "command", among: names) }
      let rest = Array(words.dropFirst(command.path.count - 1))
      let longer = group.filter { $0.path.count > command.path.count && $0.path.starts(with: command.path) }
      if let word = rest.first, !word.hasPrefix("-"), !longer.isEmpty,
        !command.description.parameters.contains(where: \.isPositional)
      {
        throw .unknownWord(word, "command", among: longer.map { $0.path[command.path.count] })
      }
      try await command.run(rest, in: context)
    }
  }
}

extension CommandRun {
  /// Prints an error, or help, and returns the exit status.
  fileprivate func report(_ error: any Error) -> ExitStatus {
    do {
      throw error
    } catch let help as CommandError where help.status == .success {
      do { try console.print("\(help.message)\n") } catch { return report(error) }
      return .success
    } catch let failure as CommandError {
      if options.output.format.isJSON {
        console.printError("\(failure.json)\n")
      } else {
        console.printStyledError(errorStyle.red("\(programName):"))
        console.printError(" \(failure.text)\n")
      }
      return failure.status
    } catch StandardOutputError.brokenPipe {
      return .output
    } catch StandardOutputError.systemError(let reason) {
      return report(CommandError(status: .output, message: "cannot write to standard output: \(reason)"))
    } catch let failure as StandardInputError {
      return report(CommandError(status: .input, message: "cannot read standard input: \(failure.reason)"))
    } catch {
      return report(CommandError(status: .failure, message: "\(error)"))
    }
  }
}

extension ProgramContext {
  /// Returns the path of a file of the user's configuration, or `nil` if the environment names no folder for it.
  package func configurationPath(of file: String) -> String? {
    console.folder("XDG_CONFIG_HOME", orInHome: ".config").map { "\($0)/\(run.programName)/\(file)" }
  }

  /// Returns the text of a configuration file, or `nil` if there is none.
  package func readConfiguration(at path: String) throws(CommandError) -> String? {
    do throws(FileError) {
      return String(decoding: try console.readRegularFile(path).withoutBOM, as: UTF8.self)
    } catch .fileNotFound {
      return nil
    } catch {
      throw .dataError(error.message(at: path.terminalSafe))
    }
  }
}

extension Console {
  /// Returns a folder of the user, or `nil` if the environment does not name it.
  ///
  /// - Parameters:
  ///   - variable: The variable with the folder, as in the XDG Base Directory Specification.
  ///   - path: Where the folder is in the home folder if the variable is not set.
  /// - Returns: The path.
  package func folder(_ variable: String, orInHome path: String) -> String? {
    // Relative paths are invalid according to the specification.
    if let folder = environment[variable], folder.hasPrefix("/") { return folder }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/\(path)" }
  }
}

extension Program where Context == CommandRun {
  /// Creates a program whose commands need only their console and options.
  public init(
    _ name: String, version: String, summary: String, notes: String = "", options: [SharedOptions] = [],
    frontEnd: (any FrontEnd)? = nil, commands: [ProgramCommand<Context>]
  ) {
    self.init(
      name, version: version, summary: summary, notes: notes, options: options, frontEnd: frontEnd, commands: commands
    ) { run, _ in run }
  }
}
