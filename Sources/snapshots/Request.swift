/// A parsed command line.
enum Request: Equatable {
  case help
  case resolve(Command, NameSelection, folder: String?)

  enum Command: String, CaseIterable {
    case review, accept, reject
  }

  /// The new texts to which a command applies.
  enum NameSelection: Equatable {
    case unspecified
    case all
    case named([String])
  }

  /// An error in the command line.
  struct UsageError: Error, Equatable {
    let message: String
  }

  static let usage = """
    Review the new texts of snapshots. The new text of NAME is in NAME.new.

    usage: snapshots review [NAME...]         show the changes; on a terminal, ask about each
           snapshots accept NAME... | --all   replace the snapshots with the new texts
           snapshots reject NAME... | --all   remove the new texts

    A NAME is a path within the folder, with or without ".new".

      --folder PATH   the folder of the snapshots (default: Snapshots in the nearest
                      parent folder with a Package.swift)
      --all           every new text
      --help          this text

    Exit status: 0 success, 1 texts left to review or an error, 64 an error in the command line.

    """

  /// Parses the arguments after the name of the program.
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
        throw UsageError(message: "Unknown option \(argument).")
      default:
        words.append(argument)
      }
    }
    if folder == "" { throw UsageError(message: "--folder needs a path.") }
    let commands = Command.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = words.first else { throw UsageError(message: "A command is missing. Use one of: \(commands).") }
    guard let command = Command(rawValue: word) else {
      throw UsageError(message: "Unknown command \"\(word)\". Use one of: \(commands).")
    }
    let names = Array(words.dropFirst())
    if isAll && !names.isEmpty { throw UsageError(message: "Give names or --all, not both.") }
    self = .resolve(command, isAll ? .all : names.isEmpty ? .unspecified : .named(names), folder: folder)
  }
}
