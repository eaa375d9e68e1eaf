import Analytics
import BackOffice
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
  /// The store of the back office.
  let office: Store<UndoFeature<BackOffice>>
  /// The product list that `products` uses.
  let productList: ScopedStore<ProductListFeature.State, ProductListFeature.Action>
  /// The event list that `events` uses.
  let eventList: ScopedStore<EventListFeature.State, EventListFeature.Action>
  /// The features for `explore` and `step`, in order of name.
  let features: [any NamedExploration]
  /// Returns an ID for a new product.
  let makeProductID: () -> Product.ID
  /// The console for input, output and files.
  let console: Console

  /// Creates a shell for a store of the back office.
  public init(
    office: Store<UndoFeature<BackOffice>>, features: [any NamedExploration],
    makeProductID: @escaping @Sendable () -> Product.ID, now: @escaping @Sendable () -> Instant, console: Console
  ) {
    application = BackOfficeApplication(
      inputs: .init(makeProductID: makeProductID, now: now) { SplitMix64(seed: $0) })
    self.office = office
    productList = office.scope(\.feature.products) { .feature(.products($0)) }
    eventList = office.scope(\.feature.events) { .feature(.events($0)) }
    self.features = features
    self.makeProductID = makeProductID
    self.console = console
  }

  /// Runs a command line, given without the program's name, and returns the exit status.
  package func run(_ words: [String]) async -> ExitStatus {
    do {
      do {
        try await dispatchCommand(words)
      } catch let help as CommandError where help.status == .success {
        try console.print("\(help.message)\n")
      }
      return .success
    } catch let failure as CommandError {
      return report(failure.message, failure.status)
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

  /// Prints an error message and returns the exit status.
  private func report(_ message: String, _ status: ExitStatus) -> ExitStatus {
    console.printError("backroom: \(message)\n")
    return status
  }

  private func dispatchCommand(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case nil, "--help", "-h": try console.print(Help.programOverview)
    case "help" where rest.isEmpty: try console.print(Help.programOverview)
    case "help": try await dispatchCommand(rest + ["--help"])
    default:
      try await runSubcommand(
        words, of: "backroom",
        [
          "products": runProductsCommand, "events": runEventsCommand, "do": runDoCommand,
          "commands": runCommandsCommand,
          "step": runStepCommand, "replay": runReplayCommand, "explore": runExploreCommand,
          "condition": runConditionCommand, "form": runFormCommand, "table": runTableCommand,
        ])
    }
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

  typealias Command = @MainActor ([String]) async throws -> Void

  /// Runs a command of a group, such as `list` of `events`.
  func runSubcommand(_ words: [String], of group: String, _ commands: KeyValuePairs<String, Command>) async throws {
    let names = commands.map(\.key)
    switch words.first {
    case nil: throw .usageError("\(group): missing command; expected \(names.joinedWithOr)")
    case "--help", "-h": throw CommandError(status: .success, message: Help.group(group))
    case let word?:
      guard let command = commands.first(where: { $0.key == word }) else {
        throw .unknownWord(word, "command", among: names)
      }
      try await command.value(Array(words.dropFirst()))
    }
  }
}

extension [String] {
  /// The words as an enumeration, such as `a, b or c`.
  fileprivate var joinedWithOr: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
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
