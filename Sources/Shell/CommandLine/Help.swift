import Values

/// The help texts of the commands.
///
/// The first line is the usage line, which error messages repeat.
enum Help {
  private typealias Summary = (name: String, text: String)

  /// The commands of each group, with a summary of each.
  ///
  /// If the only command of a group has no name, the group itself is the command.
  private static let groups: [(name: String, commands: [Summary])] = [
    (
      "products",
      [
        ("list", "list products"), ("add", "add a product"), ("edit", "change a product"),
        ("delete", "delete products"),
      ]
    ),
    (
      "events",
      [
        ("list", "list events"), ("count", "count events and users"),
        ("timeline", "count events by day, week or month, by action or by flag"),
      ]
    ),
    ("do", [("", "do anything in the back office, step by step, and print its screen")]),
    ("commands", [("", "list everything that can be done in the back office")]),
    ("step", [("", "run a feature by hand, one step at a time")]),
    ("replay", [("", "replay a saved session and report where it diverges")]),
    ("explore", [("", "explore every state of a feature and check its laws")]),
    ("condition", [("check", "parse a condition and evaluate it")]),
    (
      "form",
      [
        ("check", "validate a form file and report all errors"), ("show", "print a form with given values"),
        ("fill", "fill in a form interactively"),
        ("prove", "find rows that are never visible and conditions that never change"),
      ]
    ),
    (
      "table",
      [
        ("view", "sort, filter, aggregate and print the rows of a file"),
        ("types", "print the inferred types of the columns of a file"),
        ("drive", "control a table with JSON requests, one per line"),
      ]
    ),
  ]

  static let programOverview: String = """
    backroom: the back office of a shop.

    Usage: backroom COMMAND

    \(commandLines(for: groups.flatMap { group in group.commands.map { ("\(group.name) \($0.name)".trimmed, $0.text) } }))

    Products and events are sample data in memory. Changes are lost when the program ends.
    Run 'backroom COMMAND --help' for more information about a command.

    Exit status:
    \(ExitStatus.allCases.map { exitStatusLine($0.rawValue, $0.meaning) }.joined(separator: "\n"))
    \(exitStatusLine(130, "interrupted by Ctrl-C, as a shell reports it"))

    """

  private static func exitStatusLine(_ status: Int32, _ meaning: String) -> String {
    String(repeating: " ", count: 5 - "\(status)".count) + "\(status)  \(meaning)"
  }

  /// Returns the help of a group of commands.
  static func group(_ name: String) -> String {
    """
    Usage: backroom \(name) COMMAND

    \(commandLines(for: groups.first { $0.name == name }?.commands ?? []))

    Run 'backroom \(name) COMMAND --help' for more information about a command.
    """
  }

  /// Returns a line for each command, with the summaries aligned.
  private static func commandLines(for summaries: [Summary]) -> String {
    let width = (summaries.map(\.name.count).max() ?? 0) + 4
    return summaries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }.joined(separator: "\n")
  }

  static let productsList = """
    Usage: backroom products list [OPTION…]

      Without --sort, the products are in their manual order. The columns are id, name, price and tags; position and version
      are also available.

    \(rowViewOptions)
    """

  static let productsAdd = """
    Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]

      --name   name of the product
      --price  amount with at most two decimals, after a point or a comma: 20, 19.99 or 7,5
      --tags   tags, separated by commas
      --id     ID of the product (default: a generated one)

      The product is added at the end of the manual order.
    """

  static let productsEdit = """
    Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]

      --name   new name
      --price  new amount with at most two decimals, after a point or a comma: 20, 19.99 or 7,5
      --tags   new tags, separated by commas; they replace all present tags, and --tags= removes all

      Properties without an option stay unchanged.
    """

  static let productsDelete = """
    Usage: backroom products delete ID…

      If one of the products does not exist, none is deleted.
      To delete a product whose ID begins with a dash, put -- before it, as in: delete -- -x
    """

  static let eventsTimeline = """
    Usage: backroom events timeline [--by day|week|month|action|flag] [--time-zone NAME] [-o table|json]
                                    [--flag true|false] [--action start|pause|stop]

      --by         how events are grouped (default: day). A week begins on Monday. Periods without events are listed,
                   too, unless there are more than 10000.
      --time-zone  name of the time zone in which a day begins, such as Europe/Berlin (default: UTC)
      -o           table (aligned columns) or json
      --flag       only marked events (true) or only unmarked events (false)
      --action     only events of this kind
    """

  static let `do` = """
    Usage: backroom do COMMAND [then COMMAND]…

      Runs commands of the back office one after the other, and prints the screen. A later command begins after the word
      then. 'backroom commands' lists all commands.

    Examples:
      backroom do products.sort price then products.search lamp
      backroom do products.open p1 then sheet.type price 21 then sheet.submit
      backroom do tab events then events.filter.by-flag true then events.timeline week
    """

  static let commands = """
    Usage: backroom commands [LETTERS] [-o table|json]

      -o    table (aligned lines) or json (a JSON Schema of the commands and their arguments)

      Lists everything that a user can do in the back office: the commands that contain the letters in this order or
      the text in their summary, the best matches first, or all commands.
    """

  static let eventsList = """
    Usage: backroom events list [--flag true|false] [--action start|pause|stop]

      --flag    only marked events (true) or only unmarked events (false)
      --action  only events of this kind

      The newest events come first. Dates and times are in UTC. ✓ means marked, and ○ means unmarked.
      The last line contains the number of listed events and the number of their users.
    """

  static let eventsCount = """
    Usage: backroom events count [--flag true|false] [--action start|pause|stop]

      --flag    only marked events (true) or only unmarked events (false)
      --action  only events of this kind

      Prints the number of events and the number of their users.
    """
}
