import Interface
import Values

/// The help texts of the program and of groups of commands.
enum Help {
  /// Returns the help of the program.
  @MainActor static func overview(of commands: [ShellCommand]) -> String {
    """
    backroom: the back office of a shop.

    Usage: backroom COMMAND

    \(commandLines(for: commands.map { ($0.name, $0.description.summary) } + [("help", "explain a command")]))

    \(commonOptions)

    Without a command, the back office opens on the full screen of the terminal; ? lists its keys there.
    With --linear, or on a dumb terminal, it prints screens as lines, and commands are typed at a prompt.
    Products and events are stored in the database ~/.local/share/backroom/shop.db, unless another one is named.
    'backroom sample' fills an empty one with sample data.
    Run 'backroom COMMAND --help' for more information about a command.

    Exit status:
    \(ExitStatus.allCases.map { exitStatusLine($0.rawValue, $0.meaning) }.joined(separator: "\n"))
    \(exitStatusLine(130, "interrupted by Ctrl-C, as a shell reports it"))

    """
  }

  private static let commonOptions = """
    Options of all commands, before or after the command:
      --color       auto, always or never (default: auto, which means on a terminal)
      --no-pager    do not show long output with a pager
      --log         append each step to the transcript in this file, which replay reads
      --database    path of the database, or :memory: for one that ends with the command
      --server      URL of a server from which events come, instead of the database
      --token-file  file with the token for the server (default: the token in BACKROOM_TOKEN)
      --insecure-token
                    send the token to another machine without encryption
      --version     print the version

    Defaults are read from the environment (BACKROOM_OUTPUT, BACKROOM_COLOR, BACKROOM_PAGER, BACKROOM_TIME_ZONE,
    BACKROOM_LOG, BACKROOM_DATABASE, BACKROOM_SERVER, BACKROOM_TOKEN_FILE and BACKROOM_INSECURE_TOKEN), or else from
    ~/.config/backroom/config, with lines such as: output = json

    The certificate of a server is checked with the authorities that the system trusts, or with those in the file that
    CURL_CA_BUNDLE or SSL_CERT_FILE names.
    """

  private static func exitStatusLine(_ status: Int32, _ meaning: String) -> String {
    String(repeating: " ", count: 5 - "\(status)".count) + "\(status)  \(meaning)"
  }

  /// Returns the help of a group of commands.
  @MainActor static func group(_ name: String, _ commands: [ShellCommand]) -> String {
    """
    Usage: backroom \(name) COMMAND

    \(commandLines(for: commands.map { ($0.path[1], $0.description.summary) }))

    Run 'backroom \(name) COMMAND --help' for more information about a command.
    """
  }

  /// Returns a line for each command, with the summaries aligned.
  private static func commandLines(for summaries: [(name: String, text: String)]) -> String {
    let width = (summaries.map(\.name.count).max() ?? 0) + 4
    return summaries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }.joined(separator: "\n")
  }
}
