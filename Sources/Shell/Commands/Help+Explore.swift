extension Help {
  /// The names of the tables among what is explored, a few on each line.
  private static func tableFeatureNames(among features: [String]) -> String {
    let names = features.filter { $0.hasPrefix("table-") }
    var lines = [""]
    for name in names {
      let word = name == names.last ? name : name + ","
      if lines[lines.count - 1].count + word.count > 88 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " " + word
    }
    return lines.map { String(repeating: " ", count: 20) + $0 }.joined(separator: "\n")
  }

  /// The features that are explored and stepped through.
  private static func featureList(_ features: [String]) -> String {
    """
      editor, adding    the product editor that somebody else's changes reach, or in which a product is added
      filter            the filter over the list of events
      form              a form to sign up: a name that is validated remotely, and a hidden address
      selection, reloading, deletion
                        the product list: selecting, sorting, reading again, deleting, undoing and redoing
      two-phase-commit  seven resources that commit together or not at all: a space whose size is known
      table-acting …    a table of four rows, in one situation or another:
    \(tableFeatureNames(among: features))
    """
  }

  static func explore(_ features: [String]) -> String {
    """
    Usage: backroom explore FEATURE [--faults N] [--pending N] [--limit N] [--exact] [--coverage] [--statechart]
           backroom explore FEATURE --walks N|--seconds N [--seed S] [--steps N] [--faults N] [--pending N]

    \(featureList(features))
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

    \(featureList(features))
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
}
