import ConsoleIO
import Interface
import Loop
import LoopHistory
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the commands of a program with one application work with: the store, and its session in a file.
///
/// The session is saved after each change, so that the next command continues where the last one ended, also after a
/// crash. If several programs use one file, the last one that saves wins.
@MainActor public final class ApplicationRun<App: Application>: ApplicationContext
where
  App.Feature.State: Codable & Equatable, App.Feature.Action: Codable, App.Feature.Effect: Codable,
  App.Feature.Slot: Codable
{
  /// The console and the options of the command.
  public let run: CommandRun
  /// The application.
  public let application: App
  /// The store that runs the application.
  public private(set) var store: Store<App.Feature>
  private let handler: any EffectHandler<App.Feature.Effect, App.Feature.Action>
  private let sessionPath: String?
  private let sessionSchema: Int
  private let logPath: String?
  private var words: [String] = []
  private var autosave: SessionAutosave<App.Feature>?
  private var saveFailure: String?
  private var reportSaveFailure: @MainActor (String) -> Void = { _ in }
  private var log: StoreLog<App.Feature>?

  init(
    run: CommandRun, application: App, state: App.Feature.State, sessionSchema: Int,
    handler: any EffectHandler<App.Feature.Effect, App.Feature.Action>
  ) throws(CommandError) {
    self.run = run
    self.application = application
    self.handler = handler
    self.sessionSchema = sessionSchema
    store = Store(application.feature, state: state, handler: handler)
    let named = try run.options.content(of: ApplicationOptions.session)
    sessionPath =
      named ?? run.console.folder("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/\(run.programName)/session" }
    logPath = try run.options.content(of: ApplicationOptions.log)
  }

  /// Remembers the command line for the log.
  public func open(for words: [String]) { self.words = words }

  /// Continues the saved session, if there is one, and saves it after each change from now on.
  ///
  /// A session that cannot be continued is kept in another file.
  public func openSession(startsAnew: Bool, saves: Bool, report: @escaping @MainActor (String) -> Void) async throws {
    if let sessionPath {
      let file = FileSessionStore(sessionPath)
      do {
        if !startsAnew, let saved = try await file.load() {
          store = Store(
            application.feature, resuming: try saved.decode(for: App.Feature.self, schema: sessionSchema),
            handler: handler)
        }
      } catch SessionStoreError.inaccessible(let path, let reason) {
        throw CommandError(status: .unavailable, message: "\(path.terminalSafe): \(reason)")
      } catch {
        let problem = "The saved session cannot be continued: \(error)"
        if !saves {
          report(problem)
        } else {
          let former = unusedPath("\(sessionPath).former")
          if rename(sessionPath, former) != 0 {
            throw CommandError(status: .unavailable, message: "\(problem). Move \(sessionPath.terminalSafe) away.")
          }
          report("\(problem). It is kept in \(former).")
        }
      }
      if saves { autosaveSession(in: file, at: sessionPath) }
    }
    if let logPath { log = try StoreLog(of: store, running: words, at: logPath, in: console) }
  }

  private func autosaveSession(in file: FileSessionStore, at path: String) {
    createFolders(of: path)
    autosave = SessionAutosave(
      of: store, in: file, schema: sessionSchema, onSave: { [weak self] in self?.saveFailure = nil }
    ) { [weak self] error in
      guard let self else { return }
      saveFailure = "The session cannot be saved: \(error)"
      reportSaveFailure("The session cannot be saved: \(error)")
    }
  }

  /// Does nothing: what the first screen needs is in the first state.
  public func beginWork(staysOpen: Bool) {}

  /// Saves the session at once.
  public func flushSession() async { await autosave?.flush() }

  /// Waits until nothing is pending and the session is saved.
  public func saveSession(afterCommands: Bool) async throws(CommandError) {
    await store.waitUntilIdle()
    await autosave?.flush()
    if let saveFailure { throw CommandError(status: .unavailable, message: saveFailure.terminalSafe) }
  }

  /// Calls a closure with the reason whenever the session can no longer be saved.
  public func onSaveFailure(_ report: @escaping @MainActor (String) -> Void) { reportSaveFailure = report }

  /// Ends the log.
  public func close() throws {
    log?.stop()
    if let failure = log?.failure { throw failure }
  }
}

/// Returns a path at which there is no file: the given one, or with a number.
private func unusedPath(_ path: String) -> String {
  if access(path, F_OK) != 0 { return path }
  var number = 2
  while access("\(path)-\(number)", F_OK) == 0 { number += 1 }
  return "\(path)-\(number)"
}

/// The options of all commands of a program with one application.
private enum ApplicationOptions {
  static let session = Argument.text("session", "file with the session, which is continued").placeholder("FILE")
    .suggesting(.files).optional(otherwise: "session in the folder of the program's state")
  static let log = Argument.text("log", "append each step to the transcript in this file").placeholder("FILE")
    .suggesting(.files).optional
}

extension Program {
  /// Creates the program of an application.
  ///
  /// It has the commands `do`, `show` and `commands`, and without a command it opens the application on the full screen.
  ///
  /// - Parameters:
  ///   - name: The name with which the program is called.
  ///   - version: The version that it prints.
  ///   - summary: What it is, in a few words.
  ///   - subject: What the user works with, as in `do anything in the reading list`.
  ///   - notes: What else the overview of the program should say.
  ///   - options: The options that its commands have in common, besides those for the output, the session and the log.
  ///   - application: The application.
  ///   - state: The state in which the first session begins.
  ///   - sessionSchema: The version of the format of the session. Increase it whenever the types of the feature change.
  ///   - frontEnd: The front end on the full screen of a terminal, or `nil`.
  ///   - commands: More commands, which can use the store.
  ///   - handler: The handler that runs the effects of the application.
  public init<App: Application>(
    _ name: String, version: String, summary: String, subject: String = "the application", notes: String = "",
    options: [SharedOptions] = [], showing application: App, from state: App.Feature.State,
    sessionSchema: Int, frontEnd: (any FrontEnd)?, commands: [ProgramCommand<Context>] = [],
    handler: any EffectHandler<App.Feature.Effect, App.Feature.Action>
  ) where Context == ApplicationRun<App> {
    let example = application.commands.listed.first { !$0.asksForArguments } ?? application.commands.listed.first
    self.init(
      name, version: version, summary: summary, notes: notes,
      options: [SharedOptions(ApplicationOptions.session, ApplicationOptions.log)] + options, frontEnd: frontEnd,
      commands: ProgramCommand<Context>.applicationCommands(
        of: application, subject: subject, examples: [example?.path ?? "undo"]) + commands
    ) { run, _ in
      try ApplicationRun(
        run: run, application: application, state: state, sessionSchema: sessionSchema, handler: handler)
    }
  }
}
