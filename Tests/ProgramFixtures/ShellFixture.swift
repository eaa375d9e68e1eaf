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
import Programs
import Shell
import Shop
import Testing
import Values
import WorkbenchCommands

/// Runs one of the programs with stores in memory and records its output.
@MainActor package final class ShellFixture {
  /// One of the programs.
  package enum ProgramName: String, CaseIterable { case backroom, workbench }

  /// The program that runs the command lines.
  package var name: ProgramName
  package let products: MemoryProductStore
  package let source: MemoryEventSource
  package let fileStore = MemoryFileStore()
  /// The outbox, which is used with a server.
  package var outbox = MemoryEventOutbox(isDurable: true)
  /// The database that commands watch and maintain, if there is one.
  package var database: (any DatabaseTools)?
  /// The store of the session, or `nil` if the session is not stored.
  package var sessions: MemorySessionStore?
  package private(set) var printed = ""
  package private(set) var errors = ""
  package private(set) var prompts: [String] = []
  /// What a terminal would have completed, for each line.
  package private(set) var assistants: [LineAssistant] = []
  /// The prompts for lines that the terminal does not show while they are typed.
  package private(set) var secretPrompts: [String] = []
  package var files: [String: String] = [:]
  /// Files that are not UTF-8.
  package var binaryFiles: [String: [UInt8]] = [:]
  private var input: ArraySlice<String> = []
  /// Whether a user types the input.
  package var isInteractive = true
  /// The resource of the event source whose requests fail.
  package var failingResource: EventResource?
  /// Where the data of the last command was.
  package private(set) var location: OfficeLocation?

  package func forgetLocation() { location = nil }
  /// The environment variables.
  package var environment: [String: String] = [:]
  /// The size of the terminal, if the output is shown on one.
  package var terminalSize: (columns: Int, rows: Int)?
  /// Whether there is a terminal, although the output may not be shown on it.
  package var hasControllingTerminal = false
  /// The front end of the terminal, if there is one.
  package var frontEnd: ScriptedFrontEnd?
  /// The texts that the pager showed, with its command.
  package private(set) var pages: [(command: String, text: String)] = []
  /// Whether the program of the pager exists.
  package var hasPager = true
  /// The error that every write to standard output throws.
  package var outputError: StandardOutputError?
  /// The error that every write to a file throws.
  package var fileError: FileError?
  /// The error that reading throws after all lines have been read.
  package var inputError: StandardInputError?

  package init(
    _ shop: ProductDatabase = .sample, _ log: EventDatabase = .sample, program name: ProgramName = .backroom,
    faults: [FaultQueue<ProductStoreError>.Fault] = [],
    eventFaults: [FaultQueue<EventSourceError.Reason>.Fault] = []
  ) {
    self.name = name
    products = MemoryProductStore(shop, faults: FaultQueue(faults))
    source = MemoryEventSource(log, faults: FaultQueue(eventFaults))
  }

  /// Runs a command line with the given lines as standard input.
  @discardableResult
  package func run(_ words: [String], typing lines: [String] = []) async -> Programs.ExitStatus {
    input = lines[...]
    printed = ""
    errors = ""
    return switch name {
    case .backroom: await shop.run(words, on: console)
    case .workbench: await workbench.run(words, on: console)
    }
  }

  /// Runs a command line given as bytes.
  @discardableResult
  package func run(utf8Arguments words: [[UInt8]]?) async -> Programs.ExitStatus {
    printed = ""
    errors = ""
    return switch name {
    case .backroom: await shop.run(utf8Arguments: words, on: console)
    case .workbench: await workbench.run(utf8Arguments: words, on: console)
    }
  }

  private var shop: Program<CommandShell> {
    CommandShell.program(
      connect: { location in
        self.location = location
        return self.makeConnection(to: location.server)
      },
      inputs: BackOfficeApplication.Inputs(
        makeProductID: { "new" }, makeBatchID: { EventBatch.ID() },
        now: { Instant("2023-03-24T12:00:00Z") ?? Instant(milliseconds: 0) }
      ) { SplitMix64(seed: $0) },
      makeKey: { Array(repeating: 7, count: 32) }, frontEnd: frontEnd)
  }

  private var workbench: Program<CommandRun> {
    Workbench.program(exploring: ExploredFeatures.all + [Self.flawedFeature], frontEnd: frontEnd)
  }

  private func makeConnection(to server: ServerAddress?) -> OfficeConnection {
    let events = PartialEventSource(source: source, failing: failingResource)
    let sender = server.map { OutboxHandler(outbox, for: $0.url, sendingTo: events) { Instant(milliseconds: 0) } }
    let source: any EventSource =
      server.map { OutboxEventSource(events, recordingInto: outbox, for: $0.url) } ?? events
    return OfficeConnection(
      handler: BackOfficeHandler(
        products: products, events: source, files: fileStore, timeZones: TimeZoneFiles { _ in nil }, outbox: sender,
        waitingEvents: outbox,
        changes: database, makeIDPrefix: { "new" }),
      database: database, sessions: sessions, outbox: outbox
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
  package func completions(of text: String, atPrompt index: Int) -> [String] { assistants[index].completions(text) }

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
    try check(.timeline)
    return try await source.histogram(query, options)
  }

  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try check(.eventCount)
    return try await source.eventCount(query)
  }

  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try check(.userCount)
    return try await source.userCount(query)
  }

  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    if failing == .userCount { throw EventSourceError(.eventCountsByUser, .badStatus(503)) }
    return try await source.eventCountsByUser(query)
  }

  func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    try await source.record(events, batch: id)
  }

  private func check(_ resource: EventResource) throws(EventSourceError) {
    if resource == failing { throw EventSourceError(.resource(resource), .badStatus(503)) }
  }
}
