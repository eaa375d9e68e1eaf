import ConsoleIO
import Documents
import Interface
import Loop
import PlainText
import Values
import Wire

extension ProgramCommand where Context: ApplicationContext {
  /// Returns the commands that drive an application: `do`, `show`, `serve`, `mcp` and `commands`.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - subject: What the user works with, for the summaries, such as `the back office`.
  ///   - notes: What else the help of `do` should say.
  ///   - examples: The arguments of useful calls of `do`.
  ///   - options: The options that `do`, `show` and `serve` have besides those for the output.
  ///   - assistants: The access of assistants, or `nil` if there is no command `mcp`.
  ///   - watch: A closure that prints the screen again whenever it has changed, or `nil` if nothing changes by itself.
  /// - Returns: The commands.
  public static func applicationCommands(
    of application: Context.App, subject: String, notes: String = "", examples: [String],
    options: [SharedOptions] = [], assistants: AssistantAccess? = nil,
    watching watch: (@MainActor (_ context: Context, _ printed: Screen) async throws -> Void)? = nil
  ) -> [ProgramCommand] {
    [
      doCommand(of: application, subject, notes, examples, options, watch),
      ProgramCommand("show", "print the screen of \(subject)", options: .output + options, examples: ["", "-o json"]) {
        try await $0.showScreen()
      },
      serveCommand(of: application, subject, options),
    ] + (assistants.map { [assistantCommand(of: application, subject, options, $0)] } ?? []) + [
      ProgramCommand(
        "commands", "list everything that can be done in \(subject)",
        Argument.text("letters", "letters of the commands to list, or the whole name of one to explain").positional
          .suggesting(words: application.commands.listed.map(\.path)).defaulting(to: ""),
        notes: """
          Lists the commands that contain the letters in this order or the text in their summary, the best matches \
          first, or all commands. The whole name of a command explains it with its parameters. In JSON, it prints the \
          JSON Schemas of commands, screens, their differences, and errors.
          """,
        examples: ["undo", "-o json"]
      ) { try $0.listCommands($1) }
    ]
  }

  /// Returns the commands of an application that a program offers on its command line, where they need no session.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - options: A closure that returns the options that a command, given by its path, has besides those for the output.
  /// - Returns: The commands.
  public static func directCommands(
    of application: Context.App, options: (_ path: String) -> [SharedOptions] = { _ in [] }
  ) -> [ProgramCommand] {
    application.commands.commands.compactMap { command in
      command.commandLineUse.map { directCommand(command, $0, options(command.path)) }
    }
  }

  private static func directCommand(
    _ command: Interface.Command<Context.App.Feature>, _ use: CommandLineUse, _ options: [SharedOptions]
  ) -> ProgramCommand {
    var parameters = command.parameters.map { use.requiredNames.contains($0.name) ? $0.required : $0 }
    let consent = use.confirmedVerb.map { verb in
      Argument.flag("yes", "\(verb) without asking; required if standard input is not a terminal")
    }
    if let consent { parameters.append(consent.description) }
    let name = command.path.replacing(".", with: " ")
    let description = CommandDescription(
      name, command.summary, parameters, notes: command.description.notes, examples: command.description.examples)
    return ProgramCommand(description, .output + options) { context, words in
      var arguments = try description.arguments(ofWords: words)
      let isConfirmed = consent != nil && arguments.removeValue(forKey: "yes") == true
      try context.checkFields(of: command)
      try await context.prepare(forDirectCommand: command.path)
      let user = CommandUser { question in
        if isConfirmed { return true }
        try context.requireTerminal(orUsing: "--yes to \(use.confirmedVerb ?? "go on")")
        return try context.confirm(question.text)
      } note: {
        context.printNote($0)
      }
      let reply = try await context.application.run(
        Invocation(command.path, arguments), in: context.store, for: user, recordingInput: false)
      try await context.finish(directCommand: command.path)
      if let answer = reply.answer { try reply.isStored ? context.printChange(answer) : context.print(answer) }
      if let failure = reply.failure { throw failure }
    }
  }

  private static func serveCommand(
    of application: Context.App, _ subject: String, _ options: [SharedOptions]
  ) -> ProgramCommand {
    ProgramCommand(
      "serve", "let another program show \(subject) and run its commands",
      Argument.flag("stdio", "talk over standard input and output, which is the only way at present"),
      options: options + [.reading],
      notes: """
        Speaks JSON-RPC 2.0 with one message on each line. The first request is initialize with the protocol 1; the request \
        describe explains all others, the commands, and the screens. The end of the input ends the program.
        """,
      examples: ["--stdio"]
    ) { context, usesStandardInput in
      if !usesStandardInput { throw InvocationError(.missingParameter, "--stdio is missing") }
      let isReadOnly = try context.options.content(of: ServerOptions.isReadOnly)
      try await context.openApplication(
        on: context.wireFrontEnd(speaking: .userInterface, isReadOnly: isReadOnly), staysOpen: true, saves: !isReadOnly)
    }
  }

  private static func assistantCommand(
    of application: Context.App, _ subject: String, _ options: [SharedOptions], _ access: AssistantAccess
  ) -> ProgramCommand {
    ProgramCommand(
      "mcp", "let an assistant work with \(subject), by the Model Context Protocol",
      options: options + [.reading, .files],
      notes: """
        Speaks the revisions 2026-07-28 and 2025-11-25 of the protocol over standard input and output. The tools are the \
        commands that 'commands' lists. Before something is deleted, or several things are replaced, the user is asked. No \
        file is read or written unless a folder that contains it is named. The end of the input ends the program.
        """,
      examples: ["", "--read-only", "--allow-folder ~/Documents"]
    ) { context in
      let isReadOnly = try context.options.content(of: ServerOptions.isReadOnly)
      // An assistant begins with an empty screen, and leaves the session of the user alone.
      try await context.openApplication(
        on: context.wireFrontEnd(speaking: .modelContext(access), isReadOnly: isReadOnly), staysOpen: true,
        startsAnew: true, saves: false)
    }
  }

  private static func doCommand(
    of application: Context.App, _ subject: String, _ notes: String, _ examples: [String],
    _ options: [SharedOptions], _ watch: (@MainActor (Context, Screen) async throws -> Void)?
  ) -> ProgramCommand {
    let command = Argument.text(
      "command", "a command with its arguments\(watch == nil ? "" : "; not needed with --watch")")
    let words = command.suggesting(words: application.commands.listed.map(\.path)).positional.repeated
    let watchFlag = Argument.flag("watch", DoMode.watch.summary)
    let parameters =
      [Argument.flag("new", DoMode.new.summary).description] + (watch == nil ? [] : [watchFlag.description])
      + [watch == nil ? words.description : words.defaulting(to: []).description]
    let description = CommandDescription(
      "do", "do anything in \(subject), step by step, and print its screen", parameters,
      notes: """
        A later command begins after the word then. The next 'do' continues with the same state, also after a crash. \
        'commands' lists all commands. If the last command only reads, or with --fields, its answer is printed instead of \
        the screen. A text that looks like an option goes after --.\(notes.isEmpty ? "" : "\n\n\(notes)")
        """,
      examples: examples)
    return ProgramCommand(description, .output + options) { earlier, word in
      let typed = earlier.drop { DoMode(rawValue: $0) != nil }
      let command = typed.split(separator: "then", omittingEmptySubsequences: false).last ?? []
      return application.commands.suggestions(after: Array(command), for: word).map { suggestions in
        guard case .words(let words) = suggestions else { return suggestions }
        // A shell separates the value from its option.
        return .words(words.map { $0.hasSuffix("=") ? String($0.dropLast()) : $0 })
      }
    } running: {
      try await $0.doCommands($1, watch)
    }
  }
}

/// An option of `do`, which stands before the first command.
private enum DoMode: String {
  case new = "--new"
  case watch = "--watch"

  var summary: String {
    switch self {
    case .new: "begin a new session instead of continuing that of the last 'do'"
    case .watch: "keep running, and print the screen again when another program has changed the data"
    }
  }
}

extension ApplicationContext {
  /// Returns a front end that another program drives.
  fileprivate func wireFrontEnd(speaking language: WireProtocol, isReadOnly: Bool) -> WireFrontEnd {
    WireFrontEnd(
      identity: WireIdentity(name: run.programName, version: run.version), console: console, speaks: language,
      isReadOnly: isReadOnly, introduce: { introduce(client: $0) })
  }

  /// Throws an error if --fields names a field that the answer of a command cannot have, before anything is changed.
  fileprivate func checkFields(of command: Interface.Command<App.Feature>) throws {
    guard let known = command.answer?.fields else { return }
    for name in options.output.fields where !known.contains(name) {
      throw InvocationError.unknownField(name, among: known)
    }
  }

  /// Prints the commands of the application.
  fileprivate func listCommands(_ letters: String) throws {
    if let command = application.commands[letters] {
      return try print(.report(CommandTable([command]).schema, text: help(of: command) + "\n"))
    }
    let found = application.commands.commands(matching: letters)
    if found.isEmpty { throw .dataError("no command contains the letters \(letters.quoted)") }
    // Programs also need the commands that no list shows.
    let schemas: Value = [
      "command": letters.isEmpty ? application.commands.schema : CommandTable(found).schema, "screen": Screen.schema,
      "difference": ScreenDifference.schema, "error": InvocationError.schema,
    ]
    try print(.report(schemas, text: found.map(line(for:)).joined()))
  }

  /// Returns the usage of a command, and its summary next to it or below it.
  private func line(for command: Interface.Command<App.Feature>) -> String {
    let width = 40
    let usage = command.usage
    let keys = command.keys.isEmpty ? "" : " (\(command.keys.joined(separator: ", ")))"
    let isShort = usage.count <= width
    let space = String(repeating: " ", count: isShort ? width - usage.count : width)
    return "\(usage)\(isShort ? "" : "\n")\(space)  \(command.summary)\(keys)\n"
  }

  /// Prints the screen with which the next `do` continues.
  func showScreen() async throws {
    try await openSession(startsAnew: false, saves: false) { printNote($0.terminalSafe) }
    beginWork(staysOpen: false)
    await store.waitUntilIdle()
    try print(screen: application.screen(of: store.state))
  }

  /// Prints a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - isFirst: Whether no other screen was printed before. The others follow an empty line.
  /// - Throws: An error if the output cannot be written.
  package func print(screen: Screen, isFirst: Bool = true) throws {
    let commands = application.commands
    try print(
      .report(json: screen.jsonText) { style in
        (isFirst ? "" : "\n") + screen.plainText(width: style.width, commandText: commands.text(of:))
      })
  }

  /// Runs commands one after the other, each until nothing is pending, and prints the screen.
  fileprivate func doCommands(_ words: [String], _ watch: (@MainActor (Self, Screen) async throws -> Void)?)
    async throws
  {
    let modes = words.prefix { DoMode(rawValue: $0) != nil }.compactMap(DoMode.init)
    let rest = words.dropFirst(modes.count)
    // Nothing is asked here, so that the consent of a command without a session changes nothing.
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    let words = rest[..<end].filter { $0 != "--yes" } + rest[end...]
    let watch = modes.contains(.watch) ? watch : nil
    if let option = words.first ?? (watch == nil && modes.contains(.watch) ? DoMode.watch.rawValue : nil),
      option.hasPrefix("--"), option != "--"
    {
      throw InvocationError(.unknownParameter, "do has no option \(option.jsonQuoted)")
    }
    if words.isEmpty, watch == nil { throw InvocationError(.missingParameter, "a command is missing") }
    let lines = words.isEmpty ? [] : words.split(separator: "then", omittingEmptySubsequences: false)
    if let index = lines.firstIndex(where: \.isEmpty) {
      throw InvocationError(.invalidText, "command \(index + 1) is empty")
    }
    try await openSession(startsAnew: modes.contains(.new), saves: watch == nil) { printNote($0.terminalSafe) }
    do {
      try await runCommands(lines, watch)
    } catch {
      // The session has the drafts.
      do { try await saveSession(afterCommands: false) } catch let failure {
        printNote(failure.message)
        if options.output.format.isJSON, var error = error as? CommandError {
          error.message += " \(failure.message)"
          throw error
        }
      }
      throw error
    }
    if watch == nil { try await saveSession(afterCommands: true) }
  }

  private func runCommands(
    _ lines: [ArraySlice<String>], _ watch: (@MainActor (Self, Screen) async throws -> Void)?
  ) async throws {
    beginWork(staysOpen: false)
    await store.waitUntilIdle()
    var earlierFailures = failures()
    var answer: CommandAnswer?
    var hasStored = false
    for (number, line) in zip(1..., lines) {
      let before = store.state
      var hasStartedWork = false
      let observation = store.onEvent { event in
        if case .stepTaken(let entry) = event, !entry.change.started.isEmpty { hasStartedWork = true }
      }
      defer { observation.cancel() }
      let place = lines.count > 1 ? "command \(number): " : ""
      do {
        let invocation = try application.commands.parse(words: Array(line))
        if number == lines.count, let command = application.commands[invocation.path] { try checkFields(of: command) }
        let reply = try await application.run(invocation, in: store, for: .whoCanUndo { printNote($0) }) {
          earlierFailures?.forgetRetried(in: store.state)
        }
        // The screen shows a stored answer, but not as fields that can be chosen.
        answer = reply.isStored && options.output.fields.isEmpty ? nil : reply.answer
        if reply.isStored { hasStored = true }
        if let failure = reply.failure { throw failure }
      } catch let error as InvocationError {
        throw CommandError(status: error.code.exitStatus, message: place + error.message, suggestion: error.hint)
      }
      if answer == nil, !hasStartedWork, store.state == before {
        printNote("command \(number) (\(line.joined(separator: " "))) changes nothing")
      }
    }
    let screen = application.screen(of: store.state)
    func printResult() throws { if let answer { try print(answer) } else { try print(screen: screen) } }
    try hasStored ? reportingChange(printResult) : printResult()
    if let watch { return try await watch(self, screen) }
    // The screen shows what failed, and scripts see it in the status.
    if let error = earlierFailures?.laterError(in: store.state) { throw error }
  }
}
