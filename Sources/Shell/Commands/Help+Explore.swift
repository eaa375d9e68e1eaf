import LoopExplorer

extension Help {
  /// Returns the names of the table features, wrapped to lines.
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

  /// Returns the list of features for the help of `explore` and `step`.
  private static func featureList(_ features: [String]) -> String {
    """
      editor, adding    the product editor, while another user changes products, and while a product is added
      filter, recording the filter of the event list, and recording events
      back-office       both tabs of the back office, undoing and redoing
      changes           the products in the back office, while another program changes them
      export            the export of products, while another program creates the file
      import, import-shared
                        the import of products, while another user changes the file, and products too
      outbox, outbox-batch, outbox-shared
                        sending recorded events: equal ones, a batch, and while another program sends them
      form              a sign-up form with a remotely validated name and a hidden address
      selection, reloading, deletion
                        the product list: selecting, sorting, reloading, deleting, undoing and redoing
      two-phase-commit  seven resource managers that all commit or all abort, with a known number of states
      table-immediate-changes …    a table of four rows, one feature for each part of its behavior:
    \(tableFeatureNames(among: features))
    """
  }

  static func explore(_ features: [String]) -> String {
    let defaults = ExplorationOptions()
    return """
      Usage: backroom explore FEATURE [--faults N] [--pending N] [--limit N] [--exact] [--coverage] [--statechart]
             backroom explore FEATURE --walks N|--seconds N [--seed S] [--steps N] [--faults N] [--pending N]

      \(featureList(features))

        --faults      maximum number of injected faults: lost responses, and effects executed twice or late
                      (default: \(defaults.faults))
        --pending     maximum number of pending effects (default: \(defaults.pendingLimit))
        --limit       maximum number of states to visit (default: \(defaults.stateLimit))
        --exact       compare whole states instead of 64-bit hashes
        --coverage    print the effect of every action and response in every kind of state
        --statechart  print the transitions between kinds of states as a Mermaid diagram
        --walks       run N random walks instead; they cover everything that step offers, which is usually too large to
                      explore completely
        --seconds     run random walks for N seconds instead
        --seed        seed of the first walk; the same seed repeats the walks (default: a random one)
        --steps       maximum number of steps in a walk (default: \(WalkRequest.defaultMaxSteps))
      \(outputOptions)

        For each law that does not hold, prints the shortest path to a violation as a transcript, as steps for backroom
        step and as a test, and exits with status 1. The path of a random walk is shrunk first and may not be the
        shortest. If a limit was reached and no violation was found, nothing is verified: the report says BOUNDED, and
        the status is 75.

      Examples:
        backroom explore editor --faults 1
        backroom explore back-office --seconds 10 --seed 1
        backroom explore filter -o json --fields verdict,states
      """
  }

  static func step(_ features: [String]) -> String {
    """
    Usage: backroom step FEATURE [--transcript FILE]

    \(featureList(features))

      --transcript  write each step to FILE before it is shown, and resume from FILE if it exists

      Each line is an action, or says how a pending effect ends. Type help for a list of all commands.

    Examples:
      backroom step editor
      backroom step selection --transcript shop.transcript
    """
  }

  static let replay = """
    Usage: backroom replay FILE

      FILE  a transcript of backroom step or of the option --log

    \(outputOptions)

      Replays the session with the current code of the feature and without handlers. If a step changes the state or
      starts effects differently, prints the difference and exits with status 1.

    Examples:
      backroom replay shop.transcript
      backroom replay offline.transcript
    """
}
