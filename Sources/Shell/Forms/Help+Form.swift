extension Help {
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
      FireAndForgetRun are rows that are never seen, required rows that never take a value, conditions of rows and validators that are
      always true or always false, and changes that end differently in another order, each with the shortest way there.
      The exit status is 1 if there are any.
    """
}
