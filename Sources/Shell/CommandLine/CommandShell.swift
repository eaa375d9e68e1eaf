import Analytics
import BackOffice
import ConsoleIO
import ExplorerTool
import Interface
import Loop
import LoopExplorer
import Shop
import Values

/// The command line of the program.
///
/// Each command sends a few actions to a store and prints the resulting state. The shell receives the store with its
/// handlers and knows only the features.
@MainActor public struct CommandShell {
  /// The back office that the commands drive.
  let application: BackOfficeApplication
  /// Connects the back office with its data when a command first needs it.
  let connector: OfficeConnector
  /// The schemes of the URLs of databases that can be used.
  private let databaseSchemes: Set<String>
  /// The features for `explore` and `step`, in order of name.
  let features: [any NamedExploration]
  /// Returns an ID for a new product.
  let makeProductID: () -> Product.ID
  /// Returns an ID for a batch of recorded events.
  let makeBatchID: () -> EventBatch.ID
  /// Returns the current point in time.
  let now: () -> Instant
  /// The console for input, output and files.
  let console: Console
  /// The front end on the full screen of a terminal, or `nil`.
  public var frontEnd: (any FrontEnd)?
  /// The options of all commands.
  private(set) var options = ShellOptions()

  /// The version of the program.
  public static let version = "1.0.0"

  /// Creates a shell.
  ///
  /// - Parameters:
  ///   - connect: A closure that connects the back office with the data at a location. It is called when a command
  ///     first needs data.
  ///   - databaseSchemes: The schemes of the URLs of databases that the closure can connect with.
  ///   - features: The features for `explore` and `step`, in order of name.
  ///   - makeProductID: A closure that returns an ID for a new product.
  ///   - makeBatchID: A closure that returns an ID for a batch of recorded events, which no other batch ever gets.
  ///   - now: A closure that returns the current point in time.
  ///   - console: The console for input, output and files.
  public init(
    connect: @escaping @MainActor (OfficeLocation) -> OfficeConnection, databaseSchemes: Set<String> = [],
    features: [any NamedExploration],
    makeProductID: @escaping @Sendable () -> Product.ID, makeBatchID: @escaping @Sendable () -> EventBatch.ID,
    now: @escaping @Sendable () -> Instant, console: Console
  ) {
    application = BackOfficeApplication(
      inputs: .init(makeProductID: makeProductID, makeBatchID: makeBatchID, now: now) { SplitMix64(seed: $0) })
    connector = OfficeConnector(connect)
    self.databaseSchemes = databaseSchemes
    self.features = features
    self.makeProductID = makeProductID
    self.makeBatchID = makeBatchID
    self.now = now
    self.console = console
  }

  /// Runs a command line, given without the program's name, and returns the exit status.
  package func run(_ words: [String]) async -> ExitStatus {
    var shell = self
    do {
      do {
        let rest = try shell.readOptions(words)
        let isFrontEnd = rest.isEmpty && hasTerminal || rest == [Self.linearOption]
        // Made-up events are not sent to a server.
        connector.location = try OfficeLocation(
          options: shell.options, staysOpen: isFrontEnd, usesServer: rest.first != "sample",
          databaseSchemes: databaseSchemes, console: console)
        if rest.first == "do", !rest.contains("--help") {
          try await shell.continueSession(of: rest) { shell.printNote($0.terminalSafe) }
        }
        let log = try shell.options.logPath.map { try LoopLog(of: office, running: rest, at: $0, in: console) }
        defer { log?.stop() }
        try await shell.dispatchCommand(rest)
        if let failure = log?.failure { throw failure }
      } catch let help as CommandError where help.status == .success {
        try console.print("\(help.message)\n")
      }
      await shell.close()
      return .success
    } catch {
      await shell.close()
      return shell.report(error)
    }
  }

  /// Closes the database, and says where its former contents are if it was migrated.
  private func close() async {
    if let path = await connector.usedDatabase?.copyBeforeMigration() {
      printNote(
        "The database was migrated to the current format. \(path.terminalSafe) is a copy of the former one.")
    }
    await connector.close()
  }

  /// Prints an error and returns the exit status.
  private func report(_ error: any Error) -> ExitStatus {
    do {
      throw error
    } catch let failure as CommandError {
      return report(failure)
    } catch StandardOutputError.brokenPipe {
      return .output
    } catch StandardOutputError.systemError(let reason) {
      return report("cannot write to standard output: \(reason)", .output)
    } catch let failure as StandardInputError {
      return report("cannot read standard input: \(failure.reason)", .input)
    } catch let failure as StepLinesRejected {
      return report("\(failure)", .data)
    } catch StepSessionFileError.unreadable(let message) {
      return report(message, .data)
    } catch StepSessionFileError.unwritable(let message) {
      return report(message, .output)
    } catch {
      return report("\(error)", .failure)
    }
  }

  /// Prints a message and returns the exit status.
  private func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
    report(CommandError(status: status, message: message))
  }

  private func report(_ error: CommandError) -> ExitStatus {
    if options.format.isJSON {
      console.printError("\(error.json)\n")
    } else {
      console.printStyledError(errorStyle.red("backroom:"))
      console.printError(" \(error.text)\n")
    }
    return error.status
  }

  /// Reads the options of all commands, the environment and the configuration file, and returns the other words.
  private mutating func readOptions(_ words: [String]) throws -> [String] {
    let rest = try options.extractOptions(from: words)
    // Help explains how to correct the configuration.
    if words.first == "help" || words.contains(where: ["--help", "-h", "--version"].contains) { return rest }
    try options.read(environment: console.environment)
    if let path = console.configurationPath(of: "config"),
      let text = try readConfiguration(at: path)
    {
      try options.read(configuration: text, path: path)
    }
    return rest
  }

  /// Returns the text of the configuration file, or `nil` if there is none.
  func readConfiguration(at path: String) throws(CommandError) -> String? {
    do throws(FileError) {
      return String(decoding: try console.readRegularFile(path).withoutBOM, as: UTF8.self)
    } catch .fileNotFound {
      return nil
    } catch {
      throw .dataError(error.message(at: path.terminalSafe))
    }
  }

  private func dispatchCommand(_ words: [String]) async throws {
    let commands = ShellCommand.all(features: features)
    let rest = Array(words.dropFirst())
    switch words.first {
    case nil: try await runWithoutCommand(commands)
    case Self.linearOption where words.count == 1:
      try await openOffice(on: LinearFrontEnd(console: console), retriesSending: false)
    case "--help", "-h": try console.print(Help.overview(of: commands))
    case "help":
      // The commands of the shell have no points in their names.
      if let path = rest.first, rest.count == 1, path.contains("."), let command = application.commands[path] {
        return try console.print(Self.help(of: command))
      }
      try await dispatchCommand(rest + ["--help"])
    case "--version": try console.print("backroom \(Self.version)\n")
    case let word? where word.hasPrefix("-"):
      let known = ShellOptions.optionNames + [Self.linearOption, "--help", "--version"]
      throw CommandError(
        status: .usage, message: "unknown option \(word.quoted) before the command",
        suggestion: closestMatch(to: word, among: known).map { "did you mean \"\($0)\"?" })
    case let word?:
      let group = commands.filter { $0.path[0] == word }
      let names = commands.map { $0.path[0] }
      if group.isEmpty {
        throw .unknownWord(word, "command", among: names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      }
      if let command = group.first(where: { $0.path.count == 1 }) { return try await run(command, rest) }
      try await runCommand(of: word, group, rest)
    }
  }

  /// Runs a command of a group, such as `list` of `events`.
  private func runCommand(of name: String, _ group: [ShellCommand], _ words: [String]) async throws {
    let names = group.map { $0.path[1] }
    switch words.first {
    case nil: throw .usageError("\(name): missing command; expected \(names.joinedWithOr)")
    case "--help", "-h": throw CommandError(status: .success, message: Help.group(name, group))
    case let word?:
      guard let command = group.first(where: { $0.path[1] == word }) else {
        throw .unknownWord(word, "command", among: names)
      }
      try await run(command, Array(words.dropFirst()))
    }
  }

  private func run(_ command: ShellCommand, _ words: [String]) async throws {
    try await command.run(words, in: self)
  }

  /// Reads a whole file.
  func readFile(at path: String) throws(CommandError) -> [UInt8] {
    do throws(FileError) {
      return try console.readFile(path)
    } catch {
      if path == "-", case .systemError(let reason) = error {
        throw CommandError(status: .input, message: "cannot read standard input: \(reason)")
      }
      throw .dataError(error.message(at: path.terminalSafe))
    }
  }
}

extension CommandShell {
  /// The store of the back office.
  var office: Store<UndoFeature<BackOffice>> { connector.connection.office }

  /// The product list that `products` uses.
  var productList: ScopedStore<ProductListFeature.State, ProductListFeature.Action> {
    office.scope(\.feature.products) { .feature(.products($0)) }
  }

  /// The event list that `events` uses.
  var eventList: ScopedStore<EventListFeature.State, EventListFeature.Action> {
    office.scope(\.feature.events) { .feature(.events($0)) }
  }

  /// The database, or `nil` if the data is not stored in one.
  var database: (any DatabaseTools)? { connector.connection.database }
}

extension CommandShell {
  /// Runs a command line, given as bytes without the program's name, and returns the exit status.
  ///
  /// An argument that is not valid UTF-8 is rejected, because a repaired one would differ from what the user typed.
  public func run(utf8Arguments words: [[UInt8]]) async -> ExitStatus {
    var texts: [String] = []
    for (index, word) in words.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        let shown = String(decoding: word, as: UTF8.self).quoted
        return report("argument \(index + 1) is not valid UTF-8: \(shown)", .usage)
      }
      texts.append(text)
    }
    return await run(texts)
  }
}
