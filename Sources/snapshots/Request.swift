/// What somebody wants of this program.
enum Request: Equatable {
  case help
  case settle(Command, NameSelection, folder: String?)

  enum Command: String, CaseIterable {
    case review, accept, reject
  }

  /// Which of the new texts are meant.
  enum NameSelection: Equatable {
    case unsaid
    case all
    case named([String])
  }

  /// A command line that says nothing this program can do.
  struct UsageError: Error, Equatable {
    let message: String
  }

  static let usage = """
    Settles the new texts that lie beside snapshots as NAME.new.

    usage: snapshots review [NAME...]         show what changed; on a terminal, ask about each
           snapshots accept NAME... | --all   make the new texts the snapshots
           snapshots reject NAME... | --all   remove the new texts

    A NAME is a path within the folder, with or without ".new".

      --folder PATH   where the snapshots are (Snapshots, below the nearest parent
                      folder that holds Package.swift)
      --all           every new text
      --help          this text

    Exit status: 0 done and nothing left, 1 something is unsettled or failed, 64 a wrong command line.

    """

  /// Reads the arguments that follow the program's name.
  init(parsing arguments: [String]) throws(UsageError) {
    var words: [String] = []
    var folder: String?
    var isAll = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--all":
        isAll = true
      case "--folder":
        folder = rest.popFirst() ?? ""
      case "--":
        words += rest
        rest = []
      case _ where argument.hasPrefix("--folder="):
        folder = String(argument.dropFirst("--folder=".count))
      case _ where argument.hasPrefix("-"):
        throw UsageError(message: "There is no option \(argument).")
      default:
        words.append(argument)
      }
    }
    if folder == "" { throw UsageError(message: "--folder needs a path.") }
    self = .settle(
      try Self.parseCommand(words.first), try Self.parseSelection(words.dropFirst(), isAll: isAll), folder: folder)
  }

  private static func parseCommand(_ word: String?) throws(UsageError) -> Command {
    let deeds = Command.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word else { throw UsageError(message: "Say what to do: \(deeds).") }
    guard let deed = Command(rawValue: word) else { throw UsageError(message: "\"\(word)\" is none of \(deeds).") }
    return deed
  }

  private static func parseSelection(_ names: ArraySlice<String>, isAll: Bool) throws(UsageError) -> NameSelection {
    if isAll && !names.isEmpty { throw UsageError(message: "Give names or --all, not both.") }
    return isAll ? .all : names.isEmpty ? .unsaid : .named(Array(names))
  }
}
