import ConsoleIO
import Interface
import LineEditor
import Loop
import PlainText
import TerminalIO
import Values

/// A prompt for commands, for screen readers, scripts and terminals without a screen.
struct LinearFrontEnd: FrontEnd {
  let console: Console
  /// The name of the program, with which the prompt begins.
  let programName: String

  /// Runs the commands that are typed, and prints the screen as lines whenever it has changed.
  ///
  /// - Throws: An error at the end of an input that no user types, if some of its lines could not be run.
  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    let reporting = console.reportProblems(messages)
    defer { reporting.cancel() }
    await store.waitUntilIdle()
    let assistant = LineAssistant {
      application.commands.completions(
        of: $0, in: store.state, on: application.screen(of: store.state), paths: console.paths)
    } syntax: {
      application.commands.syntax(after: $0)
    }
    var (shown, failedCount) = ("", 0)
    while !isFinished(store.state) {
      let screen = application.screen(of: store.state)
        .plainText(width: console.outputWidth, commandText: application.commands.text(of:))
      if screen != shown { try console.print(screen) }
      shown = screen
      guard let line = try console.readAssistedLine("\(programName)> ", assistant)?.trimmed else { break }
      if line == "quit" || line == "q" && bindings["q"] == nil { break }
      do {
        try await run(line, application, store, bindings)
      } catch let error as InvocationError {
        failedCount += 1
        console.printError("\("\(error)".terminalSafe)\n")
      }
    }
    if failedCount > 0, !console.isInteractive {
      throw CommandError(status: .data, message: "\(failedCount.counted("line")) could not be run")
    }
  }

  /// Runs one line, and waits until nothing is pending.
  private func run<App: Application>(
    _ line: String, _ application: App, _ store: Store<App.Feature>, _ bindings: [String: Invocation]
  ) async throws {
    if line.isEmpty || line.hasPrefix("#") { return }
    let bound = invocation(ofKey: line, application, store.state, bindings)
    if bound == nil, line == "help" || line == "?" { return console.printError(help(of: application)) }
    // The options for the output are those of the command line.
    var options = OptionValues([])
    let invocation: Invocation
    if let bound {
      invocation = bound
    } else if application.commands.command(ofLine: line)?.answer != nil {
      var words = try application.commands.words(ofLine: line)
      do throws(CommandError) { words = try options.extract(from: words) } catch {
        throw InvocationError(.invalidValue, error.message, hint: error.suggestion)
      }
      invocation = try application.commands.parse(words: words)
    } else {
      invocation = try application.commands.parse(line)
    }
    let user = CommandUser.whoCanUndo { console.printError("\($0.terminalSafe)\n") }
    let reply = try await application.run(invocation, in: store, for: user)
    let output = options.output
    if let answer = reply.answer, !reply.isStored || !output.fields.isEmpty {
      let style = AnswerStyle(width: output.format == .table ? console.outputWidth : nil)
      try console.print(answer.text(as: output.format, fields: output.fields, in: style))
    }
    if let failure = reply.failure { throw failure }
  }

  /// Returns the invocation that a key of the full screen runs, or `nil` if the text is no such key.
  private func invocation<App: Application>(
    ofKey text: String, _ application: App, _ state: App.Feature.State, _ bindings: [String: Invocation]
  ) -> Invocation? {
    guard application.commands[text] == nil, let key = KeyStroke(text)?.description else { return nil }
    if let invocation = bindings[key] { return invocation }
    let screen = application.screen(of: state)
    return application.commands.command(forKey: key, groups: screen.commandGroups()).map { Invocation($0.path) }
  }

  private func help(of application: some Application) -> String {
    let commands = application.commands.listed.map { command in
      let keys = command.keys.isEmpty ? "" : " (\(command.keys.joined(separator: ", ")))"
      return "  \(command.usage)  \(command.summary)\(keys)"
    }
    return """
      Type a command or its key; Tab completes a command, and 'quit' or 'q' ends the program.
      \(commands.joined(separator: "\n"))

      """
  }
}
