internal import Values

/// What is said about each command.
///
/// The first line is how it is used; a mistake in a command line is answered with that line alone.
enum Help {
  private typealias Summary = (name: String, text: String)

  /// The commands of each group, with one line about each; a group whose only command has no name is a command itself.
  private static let groups: [(name: String, commands: [Summary])] = [
    (
      "products",
      [
        ("list", "show the products"), ("add", "add a product"), ("edit", "change a product"),
        ("delete", "delete products"),
      ]
    ),
    ("events", [("list", "show events"), ("count", "count events and users")]),
    ("step", [("", "play by hand what is explored")]),
    ("replay", [("", "run a saved session again, and say where it diverges")]),
    ("explore", [("", "walk every situation of a feature")]),
    ("condition", [("check", "read a condition, and say whether it holds")]),
    (
      "form",
      [
        ("check", "read a form, and say all that is wrong with it"), ("show", "show what there is to see of a form"),
        ("fill", "fill a form in"), ("prove", "find rows that nobody can see, and conditions that never change"),
      ]
    ),
    (
      "table",
      [
        ("view", "sort, filter, count and print the rows of a file"),
        ("drive", "let another program drive a table, by lines of JSON"),
      ]
    ),
  ]

  static let program: String = """
    backroom: the back office of a shop.

    Usage: backroom COMMAND

    \(commandLines(for: groups.flatMap { group in group.commands.map { ("\(group.name) \($0.name)".trimmed, $0.text) } }))

    Products and events are samples in memory: what is changed lasts for one run.
    backroom COMMAND --help says more about each.

    """

  static let products = group("products")

  /// The help of a group of commands.
  static func group(_ name: String) -> String {
    """
    Usage: backroom \(name) COMMAND

    \(commandLines(for: groups.first { $0.name == name }?.commands ?? []))

    backroom \(name) COMMAND --help says more about each.
    """
  }

  /// A line for each command, with the texts in a column.
  private static func commandLines(for summaries: [Summary]) -> String {
    let width = (summaries.map(\.name.count).max() ?? 0) + 4
    return summaries.map { name, text in
      "  " + name + String(repeating: " ", count: width - name.count) + text
    }.joined(separator: "\n")
  }

  static let productsList = """
    Usage: backroom products list [OPTION…]

      The columns are id, name, price and tags, and place and version where they are named. Unless they are sorted, the
      products stand in the order given by hand.
    \(looking)
    """

  static let productsAdd = """
    Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]

      --price  digits, and behind a point or a comma one or two more: 20 or 19.99 or 7,5
      --tags   separated by commas
      --id     what the product is known by; one is made where none is given
      The product gets the last place in the order given by hand.
    """

  static let productsEdit = """
    Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]

      --price  digits, and behind a point or a comma one or two more: 20 or 19.99 or 7,5
      --tags   separated by commas, in place of all there were; --tags= leaves none
      What is not named stays as it is.
    """

  static let productsDelete = """
    Usage: backroom products delete ID…

      If one of them is not there, none is deleted.
      An ID that begins like an option stands behind --, as in: delete -- -x
    """

  static let eventsList = """
    Usage: backroom events list [--flag true|false] [--action start|pause|stop]

      --flag    only those that are marked, or only those that are not
      --action  only those of this kind
      The newest come first, dates and times are UTC, ✓ is marked and ○ is not.
      The last line counts the events in the list and the users they are of.
    """

  static let eventsCount = """
    Usage: backroom events count [--flag true|false] [--action start|pause|stop]

      --flag    only those that are marked, or only those that are not
      --action  only those of this kind
      Counted are the events and the users they are of.
    """
}
