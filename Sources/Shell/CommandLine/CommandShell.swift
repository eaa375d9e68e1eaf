public import Analytics
public import ExplorerTool
public import Loop
public import LoopExplorer
public import Shop

/// One-shot subcommands: each is a few steps in a store, and then what is to be seen.
///
/// The shell knows the features and never their handlers: it is given stores that have theirs.
@MainActor public struct CommandShell {
  /// The catalogue that `products` works on.
  let catalogue: Store<ProductListFeature>
  /// The list that `events` shows.
  let events: Store<EventListFeature>
  /// What can be explored, walked by chance and played by hand, in order of name.
  let features: [any NamedExploration]
  /// Makes an identifier for a new product.
  let newID: () -> Product.ID
  /// Where it prints and reads.
  let console: Console

  /// Makes a shell.
  public init(
    productList catalogue: Store<ProductListFeature>, eventList events: Store<EventListFeature>,
    features: [any NamedExploration],
    makeProductID newID: @escaping () -> Product.ID, console: Console
  ) {
    self.catalogue = catalogue
    self.events = events
    self.features = features
    self.newID = newID
    self.console = console
  }

  /// Runs one command line, without the program's name.
  ///
  /// Returns the exit status.
  package func run(_ words: [String]) async -> ExitStatus {
    do {
      try await runPrintingHelp(words)
      return .success
    } catch let failure as CommandError {
      console.complain("backroom: \(failure.message)\n")
      return failure.status
    } catch let failure as OutputError {
      switch failure {
      case .readerGone: break
      case .refused(let reason): console.complain("backroom: standard output cannot be written: \(reason)\n")
      }
      return .output
    } catch let failure as InputError {
      console.complain("backroom: standard input cannot be read: \(failure.reason)\n")
      return .input
    } catch StepSessionFileError.unreadable(let message) {
      console.complain("backroom: \(message)\n")
      return .data
    } catch StepSessionFileError.notWritten(let message) {
      console.complain("backroom: \(message)\n")
      return .output
    } catch {
      console.complain("backroom: \(error)\n")
      return .failure
    }
  }

  /// Help that was asked for is no failure.
  private func runPrintingHelp(_ words: [String]) async throws {
    do {
      try await dispatchCommand(words)
    } catch let help as CommandError where help.status == .success {
      try console.print("\(help.message)\n")
    }
  }

  private func dispatchCommand(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case nil, "--help", "-h": try console.print(Help.program)
    case "help" where rest.isEmpty: try console.print(Help.program)
    case "help": try await dispatchCommand(rest + ["--help"])
    default:
      try await runSubcommand(
        words, of: "backroom",
        [
          "products": runProductsCommand, "events": runEventsCommand, "step": runStepCommand,
          "replay": runReplayCommand, "explore": runExploreCommand,
          "condition": runConditionCommand, "form": runFormCommand, "table": runTableCommand,
        ])
    }
  }

  typealias Command = @MainActor ([String]) async throws -> Void

  /// Runs one of several commands of a group, such as `list` of `events`.
  func runSubcommand(_ words: [String], of group: String, _ commands: KeyValuePairs<String, Command>) async throws {
    let names = commands.map(\.key)
    switch words.first {
    case nil: throw .usageError("\(group): \(names.joinedWithOr)")
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
  /// The words as a sentence names them: `a, b or c`.
  fileprivate var joinedWithOr: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

extension CommandShell {
  /// Runs one command line as the system hands it over, without the program's name.
  ///
  /// A word that is not UTF-8 is refused: a repaired one would be something that was not typed.
  public func run(utf8Arguments words: [[UInt8]]) async -> ExitStatus {
    var texts: [String] = []
    for (place, word) in words.enumerated() {
      guard let text = String(validating: word, as: UTF8.self) else {
        let shown = String(decoding: word, as: UTF8.self).quoted
        console.complain("backroom: word \(place + 1) of the command line is not UTF-8: \(shown)\n")
        return .usage
      }
      texts.append(text)
    }
    return await run(texts)
  }
}
