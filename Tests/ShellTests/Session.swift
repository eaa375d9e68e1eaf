import Analytics
import Explorations
import ExplorerTool
import Loop
import LoopExplorer
import MemoryHandlers
import Shell
import Shop
import Testing

/// One run of the shell, with all that it printed.
@MainActor final class ShellFixture {
  let products: MemoryProductStore
  let source: MemoryEventSource
  private(set) var printed = ""
  private(set) var complaints = ""
  private(set) var prompts: [String] = []
  /// Those behind which nobody sees what is typed.
  private(set) var unseenPrompts: [String] = []
  var files: [String: String] = [:]
  private var input: ArraySlice<String> = []
  /// Why standard output takes nothing, and why no file can be written.
  var outputFailure: OutputError?
  var fileFailure: FileError?
  /// Why nothing more can be read once all lines are typed.
  var inputFailure: InputError?

  init(
    _ shop: ProductDatabase = .sample, _ log: EventLog = .sample, faults: [FaultQueue<ProductStoreError>.Fault] = [],
    eventFaults: [FaultQueue<EventSourceError.Reason>.Fault] = []
  ) {
    products = MemoryProductStore(shop, faults: FaultQueue(faults))
    source = MemoryEventSource(log, faults: FaultQueue(eventFaults))
  }

  /// Runs one command line, and lets these lines be typed.
  @discardableResult
  func run(_ words: [String], typing lines: [String] = []) async -> Shell.ExitStatus {
    input = lines[...]
    printed = ""
    complaints = ""
    return await shell.run(words)
  }

  /// Runs one command line of words as the system hands them over.
  @discardableResult
  func run(utf8Arguments words: [[UInt8]]) async -> Shell.ExitStatus {
    printed = ""
    complaints = ""
    return await shell.run(utf8Arguments: words)
  }

  private var shell: CommandShell {
    CommandShell(
      productList: Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products)) {
        Issue.record("\($0)")
      },
      eventList: Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source)) {
        Issue.record("\($0)")
      },
      features: ExploredFeatures.all + [Self.flawedFeature],
      makeProductID: { "new" }, console: console)
  }

  /// The editor with a law that everybody breaks.
  private static let flawedFeature = ExploredFeature("broken") { faults, pending in
    var explorer = EditorExploration.exploredFeature(isShared: false).explorer(faults: faults, pending: pending)
    explorer.always("Nobody opens a sheet") { !$0.situation.state.sheet.isOpen }
    return explorer
  } walking: { faults, pending in
    var explorer = EditorExploration().explorer(faults: faults, pending: pending)
    explorer.always("Nobody opens a sheet") { !$0.situation.state.sheet.isOpen }
    return explorer
  }

  private func readLine(after prompt: String) throws -> String? {
    prompts.append(prompt)
    if let line = input.popFirst() { return line }
    if let failure = inputFailure { throw failure }
    return nil
  }

  private var console: Console {
    Console { text throws(OutputError) in
      if let failure = self.outputFailure { throw failure }
      self.printed += text
    } printError: {
      self.complaints += $0
    } readLine: { prompt in
      try self.readLine(after: prompt)
    } readSecretLine: { prompt in
      self.unseenPrompts.append(prompt)
      return try self.readLine(after: prompt)
    } createFile: { text, path throws(FileError) in
      if let failure = self.fileFailure { throw failure }
      if self.files[path] != nil { throw .nameTaken }
      self.files[path] = text
    } readFile: { path throws(FileError) in
      guard let text = self.files[path] else { throw .fileMissing }
      return Array(text.utf8)
    } openForAppending: { path throws(FileError) in
      if let failure = self.fileFailure { throw failure }
      return AppendableFile(initialBytes: Array(self.files[path, default: ""].utf8)) { length throws(FileError) in
        self.files[path] = String(decoding: self.files[path, default: ""].utf8.prefix(length), as: UTF8.self)
      } append: { text throws(FileError) in
        if let failure = self.fileFailure { throw failure }
        self.files[path, default: ""] += text
      }
    }
  }
}

/// Expects a command line to be refused: nothing printed, one complaint, this status.
@MainActor func expectCommandError(
  _ words: [String], _ status: Shell.ExitStatus, _ complaint: String, in session: ShellFixture = ShellFixture(),
  at location: SourceLocation = #_sourceLocation
) async {
  let line = words.joined(separator: " ")
  #expect(await session.run(words) == status, "\(line)", sourceLocation: location)
  #expect(session.complaints == "backroom: \(complaint)\n", "\(line)", sourceLocation: location)
  #expect(session.printed == "", "\(line)", sourceLocation: location)
}
