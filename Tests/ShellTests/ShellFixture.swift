import Analytics
import BackOffice
import ConsoleIO
import Explorations
import Foundation
import HTTPHandlers
import Interface
import LineEditor
import Loop
import LoopExplorer
import MemoryHandlers
import Shell
import Shop
import Testing
import Values

/// Runs the shell with stores in memory and records its output.
@MainActor final class ShellFixture {
  let products: MemoryProductStore
  let source: MemoryEventSource
  let fileStore = MemoryFileStore()
  /// The outbox, which is used with a server.
  var outbox = MemoryEventOutbox(isDurable: true)
  /// The database that commands watch and maintain, if there is one.
  var database: (any DatabaseTools)?
  /// The store of the session, or `nil` if the session is not stored.
  var sessions: MemorySessionStore?
  private(set) var printed = ""
  private(set) var errors = ""
  private(set) var prompts: [String] = []
  /// What a terminal would have completed, for each line.
  private(set) var assistants: [LineAssistant] = []
  /// The prompts for lines that the terminal does not show while they are typed.
  private(set) var secretPrompts: [String] = []
  var files: [String: String] = [:]
  /// Files that are not UTF-8.
  var binaryFiles: [String: [UInt8]] = [:]
  private var input: ArraySlice<String> = []
  /// Whether a user types the input.
  var isInteractive = true
  /// The resource of the event source whose requests fail.
  var failingResource: EventResource?
  /// Where the data of the last command was.
  private(set) var location: OfficeLocation?

  func forgetLocation() { location = nil }
  /// The environment variables.
  var environment: [String: String] = [:]
  /// The size of the terminal, if the output is shown on one.
  var terminalSize: (columns: Int, rows: Int)?
  /// Whether there is a terminal, although the output may not be shown on it.
  var hasControllingTerminal = false
  /// The front end of the terminal, if there is one.
  var frontEnd: ScriptedFrontEnd?
  /// The texts that the pager showed, with its command.
  private(set) var pages: [(command: String, text: String)] = []
  /// Whether the program of the pager exists.
  var hasPager = true
  /// The error that every write to standard output throws.
  var outputError: StandardOutputError?
  /// The error that every write to a file throws.
  var fileError: FileError?
  /// The error that reading throws after all lines have been read.
  var inputError: StandardInputError?

  init(
    _ shop: ProductDatabase = .sample, _ log: EventDatabase = .sample,
    faults: [FaultQueue<ProductStoreError>.Fault] = [],
    eventFaults: [FaultQueue<EventSourceError.Reason>.Fault] = []
  ) {
    products = MemoryProductStore(shop, faults: FaultQueue(faults))
    source = MemoryEventSource(log, faults: FaultQueue(eventFaults))
  }

  /// Runs a command line with the given lines as standard input.
  @discardableResult
  func run(_ words: [String], typing lines: [String] = []) async -> Shell.ExitStatus {
    input = lines[...]
    printed = ""
    errors = ""
    return await shell.run(words)
  }

  /// Runs a command line given as bytes.
  @discardableResult
  func run(utf8Arguments words: [[UInt8]]) async -> Shell.ExitStatus {
    printed = ""
    errors = ""
    return await shell.run(utf8Arguments: words)
  }

  private var shell: CommandShell {
    var shell = CommandShell(
      connect: { location in
        self.location = location
        return self.makeConnection(to: location.server)
      },
      features: ExploredFeatures.all + [Self.flawedFeature],
      makeProductID: { "new" }, makeBatchID: { EventBatch.ID() },
      now: { Instant("2023-03-24T12:00:00Z") ?? Instant(milliseconds: 0) }, console: console)
    shell.frontEnd = frontEnd
    return shell
  }

  private func makeConnection(to server: ServerAddress?) -> OfficeConnection {
    let events = PartialEventSource(source: source, failing: failingResource)
    let sender = server.map { OutboxHandler(outbox, for: $0.url, sendingTo: events) { Instant(milliseconds: 0) } }
    let source: any EventSource =
      server.map { OutboxEventSource(events, recordingInto: outbox, for: $0.url) } ?? events
    return OfficeConnection(
      handler: BackOfficeHandler(
        products: products, events: source, files: fileStore, timeZones: TimeZoneFiles { _ in nil }, outbox: sender,
        changes: database, makeIDPrefix: { "new" }),
      events: source, database: database, sessions: sessions, outbox: outbox
    ) {
      Issue.record("\($0)")
    }
  }

  /// The editor with a law that does not hold.
  private static let flawedFeature = ExploredFeature("broken") { options in
    var explorer = Explorer(EditorExploration.reducedExploration(isShared: false), options)
    explorer.always("the sheet is never open") { !$0.loopState.state.editor.sheet.isOpen }
    return explorer
  } walking: { options in
    var explorer = Explorer(EditorExploration(), options)
    explorer.always("the sheet is never open") { !$0.loopState.state.editor.sheet.isOpen }
    return explorer
  }

  /// Returns the lines that Tab completes at a prompt.
  func completions(of text: String, atPrompt index: Int) -> [String] { assistants[index].completions(text) }

  private func readLine(after prompt: String) throws -> String? {
    prompts.append(prompt)
    if let line = input.popFirst() { return line }
    if let failure = inputError { throw failure }
    return nil
  }

  private var console: Console {
    var console = console(isInteractive: isInteractive)
    console.environment = environment
    (console.outputWidth, console.outputHeight) = (terminalSize?.columns, terminalSize?.rows)
    console.isErrorTerminal = terminalSize != nil
    console.hasControllingTerminal = hasControllingTerminal
    console.showInPager = { text, command in
      if self.hasPager { self.pages.append((command, text)) }
      return self.hasPager
    }
    return console
  }

  private func console(isInteractive: Bool) -> Console {
    Console(isInteractive: isInteractive) { text throws(StandardOutputError) in
      if let failure = self.outputError { throw failure }
      self.printed += text
    } printError: {
      self.errors += $0
    } readLine: { prompt in
      try self.readLine(after: prompt)
    } readAssistedLine: { prompt, assistant in
      self.assistants.append(assistant)
      return try self.readLine(after: prompt)
    } readSecretLine: { prompt in
      self.secretPrompts.append(prompt)
      return try self.readLine(after: prompt)
    } createFile: { text, path throws(FileError) in
      if let failure = self.fileError { throw failure }
      if self.files[path] != nil { throw .alreadyExists }
      self.files[path] = text
    } readFile: { path throws(FileError) in
      if let bytes = self.binaryFiles[path] { return bytes }
      guard let text = self.files[path] else { throw .fileNotFound }
      return Array(text.utf8)
    } openForAppending: { path throws(FileError) in
      if let failure = self.fileError { throw failure }
      return AppendableFile(initialBytes: Array(self.files[path, default: ""].utf8)) { length throws(FileError) in
        self.files[path] = String(decoding: self.files[path, default: ""].utf8.prefix(length), as: UTF8.self)
      } append: { text throws(FileError) in
        if let failure = self.fileError { throw failure }
        self.files[path, default: ""] += text
      }
    }
  }
}

/// A session in memory.
actor MemorySessionStore: OfficeSessionStore {
  private(set) var saved: SessionData?
  private(set) var setAsideCount = 0

  /// The error of the next saves.
  private var saveErrors: [SessionStoreError] = []

  init(_ saved: SessionData? = nil) { self.saved = saved }

  func failNextSaves(with error: SessionStoreError, count: Int) {
    saveErrors = Array(repeating: error, count: count)
  }

  func load() async throws(SessionStoreError) -> SessionData? { saved }

  func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    if let error = saveErrors.popLast() { throw error }
    saved = snapshot
  }

  func close() async {}

  func holdsInput() async throws(SessionStoreError) -> Bool { saved?.hasInput ?? false }

  func setAside() async throws(SessionStoreError) {
    saved = nil
    setAsideCount += 1
  }
}

/// An event source of which the requests for one resource fail.
private struct PartialEventSource: EventSource {
  let source: MemoryEventSource
  let failing: EventResource?

  func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    try await source.window(request, progress: progress)
  }

  func histogram(_ query: EventQuery, _ options: HistogramOptions) async throws(EventSourceError) -> EventHistogram {
    try check(.timeline, query)
    return try await source.histogram(query, options)
  }

  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try check(.eventCount, query)
    return try await source.eventCount(query)
  }

  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try check(.userCount, query)
    return try await source.userCount(query)
  }

  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    if failing == .userCount { throw EventSourceError(.userSummary(query), .badStatus(503)) }
    return try await source.eventCountsByUser(query)
  }

  func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    try await source.record(events, batch: id)
  }

  private func check(_ resource: EventResource, _ query: EventQuery) throws(EventSourceError) {
    if resource == failing { throw EventSourceError(EventRequest(resource, query), .badStatus(503)) }
  }
}

/// Expects that a command line prints only the error message and ends with the status.
@MainActor func expectCommandError(
  _ words: [String], _ status: Shell.ExitStatus, _ message: String, in session: ShellFixture = ShellFixture(),
  at location: SourceLocation = #_sourceLocation
) async {
  let line = words.joined(separator: " ")
  #expect(await session.run(words) == status, "\(line)", sourceLocation: location)
  #expect(session.errors == "backroom: \(message)\n", "\(line)", sourceLocation: location)
  #expect(session.printed == "", "\(line)", sourceLocation: location)
}

/// A front end whose user types command lines.
@MainActor final class ScriptedFrontEnd: FrontEnd {
  private let lines: [String]
  /// The screen after each line, and before the first one.
  private(set) var screens: [Screen] = []
  private(set) var bindings: [String: Invocation] = [:]
  /// Whether the last state was one in which there is nothing more to do.
  private(set) var isFinished = false
  /// Whether the user quits without waiting for what the lines do.
  var isHasty = false
  /// The number of messages to wait for, and the messages.
  var expectedMessageCount = 0
  private(set) var messages: [String] = []

  init(typing lines: [String] = []) { self.lines = lines }

  func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    self.bindings = bindings
    await store.waitUntilIdle()
    screens = [application.screen(of: store.state)]
    for line in lines {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      if !isHasty { await store.waitUntilIdle() }
      screens.append(application.screen(of: store.state))
    }
    self.isFinished = isFinished(store.state)
    var received = messages.makeAsyncIterator()
    while self.messages.count < expectedMessageCount, let message = await received.next() {
      self.messages.append(message)
    }
  }
}
