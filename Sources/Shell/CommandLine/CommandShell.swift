public import Analytics
public import Loop
public import LoopProof
public import Shop

/// One-shot subcommands: each is a few steps in a store, and then what is to be seen.
///
/// The shell knows the features and never their handlers: it is given stores that have theirs.
@MainActor public struct CommandShell {
  /// The catalogue that `products` works on.
  public let catalogue: Store<Catalogue>
  /// The list that `events` shows.
  public let events: Store<EventList>
  /// What can be explored, walked by chance and played by hand, in order of name.
  public let features: [any NamedExploration]
  /// Makes an identifier for a new product.
  public let newID: () -> Product.ID
  /// Where it prints and reads.
  public let console: Console

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
  public func run(_ words: [String]) async -> ExitStatus {
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
    case "products": try await products(rest)
    case "events": try await events(rest)
    case "step": try step(rest)
    case "replay": try replay(rest)
    case "explore": try explore(rest)
    case "condition": try condition(rest)
    case "form": try form(rest)
    case "table": try table(rest)
    case let word?:
      throw .unknown(
        word, "command", of: ["products", "events", "step", "replay", "explore", "condition", "form", "table"])
    }
  }
}
