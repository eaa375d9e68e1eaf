/// What is said about each command.
///
/// The first line is how it is used; a mistake in a command line is answered with that line alone.
enum Help {
  static let program = """
    backroom: the back office of a shop.

    Usage: backroom COMMAND

      products list      show the products
      products add       add a product
      products edit      change a product
      products delete    delete products
      events list        show events
      events count       count events and users
      step               play by hand what is explored
      replay             run a saved session again, and say where it diverges
      explore            walk every situation of a feature: editor, adding, filter, form, selection, reloading,
                         deletion, two-phase-commit
      condition check    read a condition, and say whether it holds
      form check         read a form whose rows come and go by conditions
      form show          show what there is to see of a form
      form fill          fill a form in
      form prove         find rows that nobody can see, and conditions that never change
      table view         sort, filter, count and print the rows of a file
      table drive        let another program drive a table, by lines of JSON

    Products and events are samples in memory: what is changed lasts for one run.
    backroom COMMAND --help says more about each.

    """

  static let products = """
    Usage: backroom products COMMAND

      list      show the products
      add       add a product
      edit      change a product
      delete    delete products

    backroom products COMMAND --help says more about each.
    """

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

  static let events = """
    Usage: backroom events COMMAND

      list     show events
      count    count events and users

    backroom events COMMAND --help says more about each.
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

  static let condition = """
    Usage: backroom condition COMMAND

      check    read a condition, and say whether it holds

    backroom condition COMMAND --help says more about each.
    """

  static let conditionCheck = """
    Usage: backroom condition check TEXT [--object JSON] [--variables JSON] [--arguments JSON] [--now INSTANT]
                                      [--random N] [--explain] [--sql sqlite|postgres] [-o text|json]
           backroom condition check --batch [--now INSTANT] [--random N]

      TEXT         a condition in the language of NSPredicate, as '$age.value < 18 AND country IN {"DE", "AT"}'
      --object     what keys are read from, and what SELF is, be it an object or any other value; a key that is missing
                   is null
      --variables  an object with a value for each variable, without its $
      --arguments  a list with a value for each %@, %K, %d and %f
      --now        what now() is, as 2026-11-21T17:00:00Z; no clock is looked at
      --random     what random() is, from 0 up to 1; nothing is drawn
      --explain    say which parts decided
      --sql        print the condition as SQL, and what SQL cannot say and why. Nobody says what the columns hold: it is
                   guessed from what each is compared with, of 20 and 19.99 the wider type, and printed as assumed. A
                   variable that is given is a parameter, and one that is not is a column; --object and --explain make
                   no sense beside it
      -o           the answer as text, or as JSON
      --batch      read lines {"condition":…,"object":…,"variables":…,"arguments":…}, and answer each with one:
                   {"result":…} or {"error":{"kind":…,"line":…,"column":…,"message":…}}, also a line that is empty. The
                   place is one in the condition, or in the request where the message says that it makes no sense itself
      A text that looks like an option stands at the end behind --, as in: condition check -- '-a==1'
      With an object, variables, --now or --random it prints true or false, else the condition as it was understood and
      what it reads.
      In JSON {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null.
    """

  static let form = """
    Usage: backroom form COMMAND

      check    read a form, and say all that is wrong with it
      show     show what there is to see of it, after rows were given values
      fill     ask for each row in sight, and print the values
      prove    find rows that nobody can see, and conditions that never change

    backroom form COMMAND --help says more about each.
    """

  static let formCheck = """
    Usage: backroom form check FILE

      FILE  a form in JSON, as in {"sections":[{"rows":[{"tag":"age","kind":"integer"},
            {"tag":"school","hidden":"$age >= 18"}]}]}
      All that is wrong is said at once, each with its line and a caret; the exit status is then 65.
    """

  static let formShow = """
    Usage: backroom form show FILE [--set TAG=JSON]… [--explain TAG] [-o text|json]

      --set      give a row a value, in the order in which they stand; rows that are hidden or disabled take them too.
                 A text in a row of another kind is what a person would type there: --set 'price="3,50"'
      --explain  say why a row or a section is hidden and disabled, or is not
      -o         what is to be seen as text, or as JSON
      In JSON {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null.
    """

  static let formFill = """
    Usage: backroom form fill FILE

      Each row in sight that takes something is asked for in turn, and an empty line leaves it as it is. At the end the
      values are printed as JSON, without those of rows that are hidden.
      :back     goes back to the row before
      :clear    leaves nothing in the row
      :list     shows the form as it is
      :remove   takes a row out of a section of many values
      :up       moves it up, and :down moves it down
      :quit     leaves, and prints nothing
      A text that begins with a colon is typed with two.
      Options are typed as they are shown; several with commas between them. A terminal does not show a password while it
      is typed; among the values it is printed as it is.
    """

  static let formProve = """
    Usage: backroom form prove FILE [--limit N] [-o text|json]

      --limit  how many situations are looked at of rows that are tied together, at most; 20000 if not said
      -o       what was found as text, or as JSON
      The form is filled in every way that makes a difference to its conditions, row by row as a person would: with the
      numbers that conditions and validators compare with or compute, a little more, a little less and in between, with
      texts that answer what is asked of them in every way, with every option, and with lists of few values and many.
      What is told holds over these values, which are listed. Not made up are texts that a condition computes, and two
      numbers at once that only together come to something; and what hides rows that are added to a list is not looked at.
      Told are rows that are never seen, required rows that never take a value, conditions of rows and validators that are
      always true or always false, and changes that end differently in another order, each with the shortest way there.
      The exit status is 1 if there are any.
    """

  /// The names of the tables among what is explored, a few on each line.
  private static func tables(among features: [String]) -> String {
    let names = features.filter { $0.hasPrefix("table-") }
    var lines = [""]
    for name in names {
      let word = name == names.last ? name : name + ","
      if lines[lines.count - 1].count + word.count > 88 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " " + word
    }
    return lines.map { String(repeating: " ", count: 20) + $0 }.joined(separator: "\n")
  }

  static func explore(_ features: [String]) -> String {
    """
    Usage: backroom explore FEATURE [--faults N] [--pending N] [--limit N] [--exact] [--coverage] [--statechart]
           backroom explore FEATURE --walks N|--seconds N [--seed S] [--steps N] [--faults N] [--pending N]

      editor            the product editor with one product, which somebody else changes too
      adding            the product editor with one product and a second that is added, and nobody else
      filter            the event list with one of its switches, and an event that may come
      form              a form to sign up: a name that the world judges and somebody may take, and a hidden address
      selection         the product list with two products, one of which is selected, sorted, deleted, and had back
      deletion          the product list with one product, which is deleted and had back, and which somebody else
                        changes too
      reloading         the product list with two products, which are selected and read again, and which somebody else
                        changes too
      two-phase-commit  seven resources that commit together or not at all: a space whose size is known
      table-acting …    a table of four rows, in one situation or another:
    \(tables(among: features))
      --faults      how much may go wrong: answers lost, deeds done twice or late, runs that linger; 0 if not said
      --pending     how much may be on its way at once; 3 if not said
      --limit       how many situations are walked at most; 10000000 if not said
      --exact       whole situations are compared, not 64 bits of each
      --coverage    print what was done and heard in which kind of state, and what came of it
      --statechart  print what leads from one kind of state to another, as a Mermaid diagram
      --walks       make so many random walks through all that step plays, most of which is too large to be explored
      --seconds     make random walks for so long
      --seed        what the first walk is made with: with the same seed it is made again; any if not said
      --steps       how many steps a walk has at most; 100 if not said
      Where a law does not hold, the shortest way there is printed, or as short a one as a walk shrinks to: as a
      transcript, as steps that can be typed in backroom step, and as a test; the exit status is then 1.
    """
  }

  static func step(_ features: [String]) -> String {
    """
    Usage: backroom step FEATURE [--journal FILE]

      editor, adding    the product editor, in a shop of two products that somebody else changes too, or of one alone
      filter            the filter over a list of three events
      form              a form to sign up: a name that the world judges, and an address that is hidden at first
      selection         the product list over that editor, with what is selected, sorted, deleted, undone and redone
      deletion, reloading  the product list with one product, or with two; only the last step can be undone
      two-phase-commit  seven resources that commit together or not at all
      table-acting …    a table of four rows, in one situation or another:
    \(tables(among: features))
      Each line that is typed is something done, or how an effect ends; help lists what can be typed.
      --journal  keep each step in a file before it is shown, and go on where the file ends
    """
  }

  static let replay = """
    Usage: backroom replay FILE

      FILE  a journal that step --journal kept, or a transcript that was saved
      The session is run again by the feature as it is today, without a handler. Where a step changes something else, or
      asks for other effects, the difference is printed, and the exit status is 1.
    """

  static let playCommands = [
    "end", "do", "tell", "hear", "late", "happen", "actions", "state", "back", "save", "quit", "help",
  ]

  static let play = """
    Type what is done, as "actions" lists it; a payload stands in parentheses or behind a space.
      end N [OUTCOME]   end the pending effect N, as one of the outcomes listed behind it; behind the outcome stands
                        ", lost" or ", again OUTCOME" if that goes wrong
      do N OUTCOME      only carry it out
      tell EFFECT       carry out what was told, or list what was
      hear N            let the next answer of what was carried out arrive
      late EFFECT       carry out what was cancelled before it was, or list what was
      happen [WHAT]     let something happen in the world, or list what can
      actions           list what would change something now
      state             show the whole state
      back              take the last step back
      save NAME         write what was played as a transcript
      quit              leave

    """
}
