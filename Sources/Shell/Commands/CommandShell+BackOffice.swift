import Analytics
import BackOffice
import Documents
import ExplorerTool
import Interface
import Loop
import PlainText
import Shop
import Tables
import Values

extension CommandShell {
  /// Prints the commands of the back office.
  func runCommandsCommand(_ options: inout CommandArguments) throws {
    let letters = try options.operands("LETTERS", atMost: 1).first ?? ""
    if let command = application.commands[letters] {
      return try print(.report(CommandTable([command]).schema, text: command.explanation))
    }
    let found = application.commands.commands(matching: letters)
    if found.isEmpty { throw .dataError("no command contains the letters \(letters.quoted)") }
    let schemas: Value = [
      "command": CommandTable(found).schema, "screen": Screen.schema, "difference": ScreenDifference.schema,
      "error": InvocationError.schema,
    ]
    try print(.report(schemas, text: found.map(line(for:)).joined()))
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
  func runDoCommand(_ options: inout CommandArguments) async throws {
    let allWords = options.allWords
    // The option has been read with the session.
    let words = allWords.first == Self.newSessionOption ? Array(allWords.dropFirst()) : allWords
    let lines = words.split(separator: "then", omittingEmptySubsequences: false)
    if words.isEmpty { throw .usageError("missing argument COMMAND", usage: options.usage) }
    office.send(.feature(.appeared))
    openOutbox()
    await office.waitUntilIdle()
    let earlierFailures = Set(office.state.feature.failures)
    for (number, line) in zip(1..., lines) {
      if line.isEmpty { throw .usageError("command \(number) is empty", usage: options.usage) }
      let before = office.state
      var hasStartedWork = false
      let observation = office.onEvent { event in
        if case .stepTaken(let entry) = event, !entry.change.started.isEmpty { hasStartedWork = true }
      }
      defer { observation.cancel() }
      do throws(InvocationError) {
        let invocation = try application.commands.parse(words: Array(line))
        office.send(try application.commands.action(for: invocation, in: office.state))
      } catch {
        let place = lines.count > 1 ? "command \(number): " : ""
        throw CommandError(status: error.code == .unavailable ? .failure : .usage, message: "\(place)\(error)")
      }
      await office.waitUntilIdle()
      if let rejection = rejection(in: office.state.feature) {
        let place = lines.count > 1 ? "command \(number): " : ""
        throw CommandError(status: .failure, message: "\(place)\(rejection)")
      }
      if !hasStartedWork, office.state == before {
        printNote("command \(number) (\(line.joined(separator: " "))) changes nothing")
      }
    }
    let screen = application.screen(of: office.state)
    try print(
      .report(json: screen.jsonText) { screen.plainText(width: $0.width, commandText: application.commands.text(of:)) })
    // The screen shows what failed, and scripts see it in the status.
    if let failure = screen.notices.first(where: { $0.kind == .error })?.text
      ?? office.state.feature.failures.first(where: { !earlierFailures.contains($0) })
    {
      throw CommandError(status: .failure, message: failure)
    }
    await connector.connection.flushSession()
    if let failure = connector.connection.saveFailure {
      throw CommandError(status: .unavailable, message: failure.terminalSafe)
    }
  }

  /// Continues the session of the last `do`, or begins a new one.
  func continueSession(of words: [String]) async throws {
    do throws(SessionStoreError) {
      let isNew = words.dropFirst().first == Self.newSessionOption
      try await connector.connection.useSession(startsAnew: isNew) { printNote($0.terminalSafe) }
    } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
  }

  private static let newSessionOption = "--new"

  /// Returns the reason why a table rejected the last action, or `nil` if none did.
  private func rejection(in office: BackOffice.State) -> String? {
    (office.products.table.rejection ?? office.events.table.rejection).map { "\($0)" }
  }
}

extension Help {
  static let `do` = """
    Usage: backroom do [--new] COMMAND [then COMMAND]…

      --new         begin a new session instead of continuing that of the last 'do'; only as the first word
    \(outputOptions)

      Runs commands of the back office one after the other, and prints the screen. A later command begins after the word
      then. The next 'do' continues with the same tab, filters, sort order, selection and drafts, also after a crash,
      and can undo what this one does. 'backroom commands' lists all commands. A text that looks like an option goes
      after --.

    Examples:
      backroom do products.sort price then products.search lamp
      backroom do products.open p1 then sheet.type price 21 then sheet.submit
      backroom do tab events then events.filter.by-flag true then events.timeline week -o json
      backroom do products.search -- --json
    """

  static let commands = """
    Usage: backroom commands [LETTERS]

    \(outputOptions)

      Lists everything that a user can do in the back office: the commands that contain the letters in this order or
      the text in their summary, the best matches first, or all commands. The whole name of a command, such as
      products.sort, explains it with its parameters. In JSON, it prints the JSON Schemas of
      commands, screens, their differences, and errors.

    Examples:
      backroom commands undo
      backroom commands events.filter
      backroom commands -o json
    """
}
