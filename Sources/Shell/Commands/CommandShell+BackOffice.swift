import Analytics
import BackOffice
import Documents
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import PlainText
import Shop
import Tables
import Values

extension ShellCommand {
  static var officeCommands: [ShellCommand] {
    let parameters = [
      Argument.flag("new", "begin a new session instead of continuing that of the last 'do'").description,
      Argument.flag("watch", "keep running, and print the screen again when another program has changed the data")
        .description,
      Argument.text("command", "a command with its arguments; not needed with --watch").positional.repeated
        .defaulting(to: []).description,
    ]
    return [
      ShellCommand(
        CommandDescription(
          "do", "do anything in the back office, step by step, and print its screen", parameters,
          notes: """
            A later command begins after the word then. The next 'do' continues with the same tab, filters, sort order, \
            selection and drafts, also after a crash, and can undo what this one does, except what it saves in a form, \
            imports or records. With --watch, which ends with Ctrl-C, it looks for changes in the database once a second, \
            and saves no session. 'backroom commands' lists all commands. A text that looks like an option goes after --.
            """,
          examples: [
            "products.sort price then products.search lamp",
            "products.open p1 then sheet.type price 21 then sheet.submit",
            "tab events then events.filter.by-flag true then events.timeline week -o json",
            "products.search -- --json", "--watch tab events",
          ])
      ) { try await $0.runDoCommand($1) },
      ShellCommand(
        "commands", "list everything that can be done in the back office",
        Argument.text("letters", "letters of the commands to list, or the whole name of one to explain").positional
          .defaulting(to: ""),
        notes: """
          Lists the commands that contain the letters in this order or the text in their summary, the best matches \
          first, or all commands. The whole name of a command, such as products.sort, explains it with its parameters. \
          In JSON, it prints the JSON Schemas of commands, screens, their differences, and errors.
          """,
        examples: ["undo", "events.filter", "-o json"]
      ) { try $0.runCommandsCommand($1) },
    ]
  }
}

extension CommandShell {
  /// Prints the commands of the back office.
  fileprivate func runCommandsCommand(_ letters: String) throws {
    if let command = application.commands[letters] {
      return try print(.report(CommandTable([command]).schema, text: Self.help(of: command)))
    }
    let found = application.commands.commands(matching: letters)
    if found.isEmpty { throw .dataError("no command contains the letters \(letters.quoted)") }
    // Programs also need the commands that no list shows.
    let schemas: Value = [
      "command": letters.isEmpty ? application.commands.schema : CommandTable(found).schema, "screen": Screen.schema,
      "difference": ScreenDifference.schema,
      "error": InvocationError.schema,
    ]
    try print(.report(schemas, text: found.map(line(for:)).joined()))
  }

  /// Returns the text that explains a command.
  static func help(of command: Interface.Command<BackOfficeApplication.State, BackOfficeApplication.Action>) -> String {
    command.description.help(calledWith: "backroom do \(command.path)", keys: command.keys) + "\n"
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
  fileprivate func runDoCommand(_ words: [String]) async throws {
    let (modes, words) = Self.doModes(of: words)
    let isWatching = modes.contains(.watch)
    if let option = words.first, option.hasPrefix("--"), option != "--" {
      throw InvocationError(.unknownParameter, "do has no option \(option.jsonQuoted)")
    }
    if words.isEmpty, !isWatching { throw InvocationError(.missingParameter, "a command is missing") }
    let lines = words.isEmpty ? [] : words.split(separator: "then", omittingEmptySubsequences: false)
    do {
      try await runCommands(lines, isWatching: isWatching)
    } catch {
      // The session has the drafts.
      do { try await saveSession() } catch let failure {
        printNote(failure.message)
        if self.options.format.isJSON, var error = error as? CommandError {
          error.message += " \(failure.message)"
          throw error
        }
      }
      throw error
    }
    if isWatching { return }
    do { try await saveSession() } catch var error {
      // A script that repeated the commands would record events twice.
      error.message += " All other changes are stored; do not repeat them."
      throw error
    }
  }

  private func runCommands(_ lines: [ArraySlice<String>], isWatching: Bool) async throws {
    office.send(.feature(.appeared))
    openOutbox(retries: false)
    await office.waitUntilIdle()
    var earlierFailures = EarlierFailures(in: office.state.feature)
    for (number, line) in zip(1..., lines) {
      if line.isEmpty { throw InvocationError(.invalidText, "command \(number) is empty") }
      let before = office.state
      let rejections = application.rejections(in: before)
      var hasStartedWork = false
      let observation = office.onEvent { event in
        if case .stepTaken(let entry) = event, !entry.change.started.isEmpty { hasStartedWork = true }
      }
      defer { observation.cancel() }
      do throws(InvocationError) {
        try office.send(try application.commands.parse(words: Array(line)), of: application.commands)
        earlierFailures.forgetRetried(in: office.state.feature)
      } catch {
        let place = lines.count > 1 ? "command \(number): " : ""
        throw CommandError(status: error.code.exitStatus, message: place + error.message, suggestion: error.hint)
      }
      await office.waitUntilIdle()
      if let rejection = application.newRejection(in: office.state, since: rejections) {
        let place = lines.count > 1 ? "command \(number): " : ""
        throw CommandError(status: .failure, message: "\(place)\(rejection)")
      }
      if !hasStartedWork, office.state == before {
        printNote("command \(number) (\(line.joined(separator: " "))) changes nothing")
      }
    }
    let screen = application.screen(of: office.state)
    try print(screen)
    if isWatching { return try await watch(printed: screen) }
    // The screen shows what failed, and scripts see it in the status.
    if let error = earlierFailures.laterError(in: office.state.feature) { throw error }
  }

  /// Waits until the session is saved.
  ///
  /// - Throws: An error if it cannot be saved.
  func saveSession() async throws(CommandError) {
    await connector.connection.flushSession()
    if let failure = connector.connection.saveFailure {
      let loss = " Unsaved changes to drafts, and recorded events, are lost."
      let message = failure.terminalSafe + (office.state.feature.hasUnstoredInput ? loss : "")
      throw CommandError(status: .unavailable, message: message)
    }
  }

  /// Prints a screen, with an empty line before it if it is not the first one.
  private func print(_ screen: Screen, isFirst: Bool = true) throws {
    try print(
      .report(json: screen.jsonText) { style in
        (isFirst ? "" : "\n")
          + screen.plainText(width: style.width, commandText: application.commands.text(of:))
      })
  }

  /// Prints the screen again after each change by another program, until the task is cancelled.
  private func watch(printed: Screen) async throws {
    if database == nil { throw CommandError(status: .usage, message: "--watch needs a database") }
    let (changes, continuation) = AsyncStream<BackOffice.Action>.makeStream()
    let observation = office.onEvent { event in
      guard case .stepTaken(let entry) = event else { return }
      switch entry.cause {
      case .delivered(.feature(let action), in: .changes), .ended(in: .changes, with: .feature(let action)):
        continuation.yield(action)
      default: break
      }
    }
    defer { observation.cancel() }
    office.send(.feature(.changesWatched))
    var printed = printed
    for await change in changes {
      await office.waitUntilIdle()
      let screen = application.screen(of: office.state)
      if screen != printed { try print(screen, isFirst: false) }
      printed = screen
      guard case .watchingEnded(let reason) = change else { continue }
      if let reason { throw CommandError(status: .unavailable, message: reason.terminalSafe) }
      return
    }
  }

  /// Continues the session of the last `do`, or begins a new one.
  ///
  /// - Parameters:
  ///   - words: The words of the command.
  ///   - report: A closure that receives a message for each problem.
  /// - Throws: An error if the saved session cannot be read.
  func continueSession(of words: [String], report: @escaping @MainActor (String) -> Void) async throws {
    do throws(SessionStoreError) {
      let modes = Self.doModes(of: Array(words.dropFirst())).modes
      try await connector.connection.useSession(
        eventServer: connector.location?.server?.url, startsAnew: modes.contains(.new),
        saves: !modes.contains(.watch), report: report)
    } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
  }

  /// An option of `do`, which stands before the first command.
  private enum DoMode: String { case new = "--new", watch = "--watch" }

  /// Returns the options at the beginning of the words after `do`, and the other words.
  private static func doModes(of words: [String]) -> (modes: Set<DoMode>, commandWords: [String]) {
    let modes = words.prefix { DoMode(rawValue: $0) != nil }
    return (Set(modes.compactMap(DoMode.init)), Array(words.dropFirst(modes.count)))
  }
}
