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
@MainActor final class Session {
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
  var outputFailure: OutputFailure?
  var fileFailure: FileFailure?
  /// Why nothing more can be read once all lines are typed.
  var inputFailure: InputFailure?

  init(
    _ shop: ShopWorld = .sample, _ log: EventLog = .sample, faults: [Faults<StoreFailure>.Fault] = [],
    eventFaults: [Faults<EventFailure.Reason>.Fault] = []
  ) {
    products = MemoryProductStore(shop, faults: Faults(faults))
    source = MemoryEventSource(log, faults: Faults(eventFaults))
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
  func run(bytes words: [[UInt8]]) async -> Shell.ExitStatus {
    printed = ""
    complaints = ""
    return await shell.run(bytes: words)
  }

  private var shell: CommandShell {
    CommandShell(
      catalogue: Store(Catalogue(), state: .init(), handler: CatalogueHandler(store: products)) {
        Issue.record("\($0)")
      },
      events: Store(EventList(), state: .init(), handler: EventListHandler(source: source)) { Issue.record("\($0)") },
      features: ExploredFeatures.all + [Self.broken],
      newID: { "new" }, console: console)
  }

  /// The editor with a law that everybody breaks.
  private static let broken = ExploredFeature("broken") { faults, pending in
    var explorer = EditorExploration.explored(isShared: false).explorer(faults: faults, pending: pending)
    explorer.always("Nobody opens a sheet") { !$0.situation.state.sheet.isOpen }
    return explorer
  } walking: { faults, pending in
    var explorer = EditorExploration().explorer(faults: faults, pending: pending)
    explorer.always("Nobody opens a sheet") { !$0.situation.state.sheet.isOpen }
    return explorer
  }

  private func line(behind prompt: String) throws -> String? {
    prompts.append(prompt)
    if let line = input.popFirst() { return line }
    if let failure = inputFailure { throw failure }
    return nil
  }

  private var console: Console {
    Console { text throws(OutputFailure) in
      if let failure = self.outputFailure { throw failure }
      self.printed += text
    } complain: {
      self.complaints += $0
    } read: { prompt in
      try self.line(behind: prompt)
    } readUnseen: { prompt in
      self.unseenPrompts.append(prompt)
      return try self.line(behind: prompt)
    } save: { text, path throws(FileFailure) in
      if let failure = self.fileFailure { throw failure }
      if self.files[path] != nil { throw .nameTaken }
      self.files[path] = text
    } load: { path throws(FileFailure) in
      guard let text = self.files[path] else { throw .fileMissing }
      return Array(text.utf8)
    } openToAdd: { path throws(FileFailure) in
      if let failure = self.fileFailure { throw failure }
      return GrowingFile(bytes: Array(self.files[path, default: ""].utf8)) { length throws(FileFailure) in
        self.files[path] = String(decoding: self.files[path, default: ""].utf8.prefix(length), as: UTF8.self)
      } add: { text throws(FileFailure) in
        if let failure = self.fileFailure { throw failure }
        self.files[path, default: ""] += text
      }
    }
  }
}

/// Expects a command line to be refused: nothing printed, one complaint, this status.
@MainActor func expectRefusal(
  _ words: [String], _ status: Shell.ExitStatus, _ complaint: String, in session: Session = Session(),
  at location: SourceLocation = #_sourceLocation
) async {
  let line = words.joined(separator: " ")
  #expect(await session.run(words) == status, "\(line)", sourceLocation: location)
  #expect(session.complaints == "backroom: \(complaint)\n", "\(line)", sourceLocation: location)
  #expect(session.printed == "", "\(line)", sourceLocation: location)
}
