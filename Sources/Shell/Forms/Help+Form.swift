extension Help {
  static let formCheck = """
    Usage: backroom form check FILE

      FILE  form in JSON, such as {"sections":[{"rows":[{"tag":"age","kind":"integer"},
            {"tag":"school","hidden":"$age >= 18"}]}]}

    \(outputOptions)

      Reports all errors at once, each with its position, and exits with status 65 if there are any.

    Example:
      backroom form check hobbies.json
    """

  static let formShow = """
    Usage: backroom form show FILE [--set TAG=VALUE]… [--explain TAG]

      --set      set the value of a row, even if it is hidden or disabled; repeat the option to set several rows in
                 order. A value is JSON, or a text as a user would type it: --set price=3,50 --set hobbies=Music,Films
      --explain  explain why a row or section is or is not hidden or disabled
    \(outputOptions)

      In the JSON of --set, {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null. Dates are
      printed as in 2023-03-22 and 2023-03-22T10:00:00Z. A password is printed as dots, and as null in JSON.

    Examples:
      backroom form show hobbies.json --set 'hobbies=["Music","Films"]' --set age=15 --explain bar
      backroom form show hobbies.json -o json
    """

  static let formFill = """
    Usage: backroom form fill FILE

      Asks for each visible and enabled row in turn, and prints the values as JSON at the end, without those of hidden
      rows. An empty line leaves a value unchanged; a required row without a value is asked for again. Type options as
      they are shown, and separate several by commas. On a terminal, Tab completes them.

      :back     return to the previous row
      :next     go on to the next row, even if this one is required
      :clear    clear the row
      :list     print the form
      :remove   remove the row from a multivalued section
      :up       move the row up in a multivalued section
      :down     move the row down in a multivalued section
      :quit     quit without printing the values

      To enter a text that begins with a colon, type two colons. The terminal does not show a password while you type
      it, but the printed values contain it. Remote checks are not run.

    \(outputOptions)

    Example:
      backroom form fill hobbies.json -o json >values.json
    """

  static let formOpen = """
    Usage: backroom form open FILE [--linear]

      --linear  print the form as lines, and read commands at a prompt, as on a dumb terminal
    \(outputOptions)

      Shows the form on the full screen of the terminal. Rows come and go with the values that they depend on, and errors
      are shown beside the fields. Ctrl-S submits the form: if it is valid, the program ends and prints the values as JSON,
      without those of hidden rows, and with passwords. Ctrl-C quits without printing them. Remote checks are not run.

    Examples:
      backroom form open hobbies.json
      backroom form open hobbies.json >values.json
    """

  static let formProve = """
    Usage: backroom form prove FILE [--limit N]

      --limit  maximum number of states in a group of dependent rows (default: 20000)
    \(outputOptions)

      Searches the states of the form that a user can reach by changing one row at a time, and reports
      - rows that are never visible
      - required rows that are never editable
      - conditions of rows, sections and validators that are always true or always false
      - changes whose order affects the result, with the shortest path to them
      The exit status is 1 if it finds any of these, and 75 if the limit was reached before it found any. Nothing is
      claimed about rows that were not checked completely; they are listed.

      The results hold for the values that were tried, which are printed: the numbers that conditions and validators
      compare with or compute, slightly smaller and greater numbers and numbers between them, a text for each combination
      of results of the tests of a row, all options, and short and long lists. Not tried are texts that a condition
      computes, and combinations of two numbers that matter only together. The conditions of rows that a user adds to a
      multivalued section are not analyzed.

    Example:
      backroom form prove hobbies.json --limit 100000
    """
}
