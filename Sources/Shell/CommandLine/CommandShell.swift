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
  let catalogue: Store<Catalogue>
  /// The list that `events` shows.
  let events: Store<EventList>
  /// What can be explored, walked by chance and played by hand, in order of name.
  let features: [any NamedExploration]
  /// Makes an identifier for a new product.
  let newID: () -> Product.ID
  /// Where it prints and reads.
  let console: Console

  /// Makes a shell.
  public init(
    catalogue: Store<Catalogue>, events: Store<EventList>, features: [any NamedExploration],
    newID: @escaping () -> Product.ID, console: Console
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
      try await carryOut(words)
      return .success
    } catch let failure as ShellFailure {
      console.complain("backroom: \(failure.message)\n")
      return failure.status
    } catch let failure as OutputFailure {
      switch failure {
      case .readerGone: break
      case .refused(let reason): console.complain("backroom: standard output cannot be written: \(reason)\n")
      }
      return .output
    } catch let failure as InputFailure {
      console.complain("backroom: standard input cannot be read: \(failure.reason)\n")
      return .input
    } catch SessionError.unreadable(let message) {
      console.complain("backroom: \(message)\n")
      return .data
    } catch SessionError.notWritten(let message) {
      console.complain("backroom: \(message)\n")
      return .output
    } catch {
      console.complain("backroom: \(error)\n")
      return .failure
    }
  }

  /// Help that was asked for is no failure.
  private func carryOut(_ words: [String]) async throws {
    do {
      try await dispatch(words)
    } catch let help as ShellFailure where help.status == .success {
      try console.print("\(help.message)\n")
    }
  }

  private func dispatch(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case nil, "--help", "-h": try console.print(Help.program)
    case "help" where rest.isEmpty: try console.print(Help.program)
    case "help": try await dispatch(rest + ["--help"])
    default:
      try await run(
        words, of: "backroom",
        [
          "products": products, "events": events, "step": step, "replay": replay, "explore": explore,
          "condition": condition, "form": form, "table": table,
        ])
    }
  }

  typealias Command = @MainActor ([String]) async throws -> Void

  /// Runs one of several commands of a group, such as `list` of `events`.
  func run(_ words: [String], of group: String, _ commands: KeyValuePairs<String, Command>) async throws {
    let names = commands.map(\.key)
    switch words.first {
    case nil: throw .usage("\(group): \(names.alternatives)")
    case "--help", "-h": throw ShellFailure(status: .success, message: Help.group(group))
    case let word?:
      guard let command = commands.first(where: { $0.key == word }) else { throw .unknown(word, "command", of: names) }
      try await command.value(Array(words.dropFirst()))
    }
  }
}

extension [String] {
  /// The words as a sentence names them: `a, b or c`.
  fileprivate var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

extension CommandShell {
  /// Runs one command line as the system hands it over, without the program's name.
  ///
  /// A word that is not UTF-8 is refused: a repaired one would be something that was not typed.
  public func run(bytes words: [[UInt8]]) async -> ExitStatus {
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
