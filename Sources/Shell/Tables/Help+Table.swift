extension Help {
  private static let reading = """
      FILE          rows as CSV, TSV, a JSON array of objects or JSON lines; to be viewed, - is standard input
      --format      csv, tsv, json or jsonl; else told from the file's name, and where that says nothing, from its beginning
      --types       what columns hold, as name:text,price:money: text, integer, decimal, double, boolean, date or money.
                    Else it is read off the cells: numbers that all have two decimals are money, digits behind a zero are
                    text, and so is what is of several kinds, or a number that would lose digits. Nothing between two
                    commas is null. Numbers are written as -12.5 or 1e3, money also as 12,5 where it is said to be money,
                    and dates as 2024-02-01 or, in UTC and no other zone, 2024-02-01T14:05:09Z. Of a double the nearest
                    binary number is meant, while a decimal that would lose digits is refused. Wherever several
                    columns are named, a comma that belongs to a name stands behind a backslash, as in p\\,q
    """

  /// What is to be seen of rows, of a file or of the shop.
  static let looking = """
      --columns     the columns to print, in this order
      --sort        the columns to sort by, the weightiest first, with a minus where the greatest comes first. Behind a
                    colon: natural (item2 before item10), fold (case and accents do not count), nulls-first
      --where       print only rows that meet a condition, such as 'price > 10 AND name BEGINSWITH[c] "t"'; what a date is
                    compared with is one, and a day means its beginning: 'date >= "2024-02-01"'
      --search      print only rows with this text in some column, whatever the case and the accents
      --facets      how often each value stands in a column, of all rows that pass, on whatever page
      --group       the rows of each value of a column together; what its order cannot tell apart is one group, as item2 and
                    item02 are where it is sorted naturally
      --aggregate   count, count(NAME), sum(NAME), average(NAME), min(NAME) or max(NAME) of the rows that pass; behind a
                    colon all, filtered or selected for other rows
      --select      mark the rows that pass and meet a condition; "selected" names them in the order of their own
      --offset      leave out so many rows first
      --limit       print so many rows at most
      --page        the page to print, from 0; one that there is not is the last
      --page-size   how many rows a page holds
      -o            aligned columns; an array of objects, or with facets, groups, aggregates or a selection an object with
                    rows, facets, groups, aggregates and selected; an object a line; CSV; or cells with tabs between them
    """

  static let tableView = """
    Usage: backroom table view FILE [--format F] [--types NAME:TYPE,…] [--columns NAME,…] [--sort [-]NAME[:HOW],…]
                               [--where CONDITION] [--search TEXT] [--facets NAME,…] [--group NAME]
                               [--aggregate FUNCTION(NAME),…] [--select CONDITION] [--offset N] [--limit N]
                               [--page N --page-size N] [-o table|json|jsonl|csv|plain]

    \(reading)
    \(looking)
    """

  static let tableDrive = """
    Usage: backroom table drive FILE [--format F] [--types NAME:TYPE,…] [--selection none|single|multiple] [--page-size N]

    \(reading)
      --selection   how many rows can be selected; multiple, unless said otherwise
      --page-size   how many rows a page holds; all, unless said otherwise

    Reads a request a line from standard input, and answers each with the table as it is then, or with
    {"error":{"message":…}}, as a line with nothing in it too, and the table as it was. The file is not changed. A row is
    named by its id as it is printed, or where there is none by its number from 1: then "ids" tells the numbers of the rows.
    "selected" names rows in the order of their own, whatever they are sorted by.
      {"sort":"name"}                     press a title; "add":true with the key that adds. "order":"forward" or "reverse"
                                          sorts by this column alone, or with "add" by it too; null takes it away. Rows
                                          are sorted by three columns at most, of which the oldest is dropped
      {"click":3}                         select this row alone; "shift":true from the anchor to it
      {"toggle":2}                        select this row too, or no more
      {"selectAll":true}                  select all that passes; false selects nothing
      {"invert":true}                     select what is not selected
      {"filter":"price > 10"}             show what meets a condition, or with null all
      {"search":"tea"}                    show what has a text, or with null all
      {"delete":4}                        delete a row, or a list of them
      {"move":[2],"before":7}             move rows before another, or with null or nothing to the end; "after":7 behind
                                          another, which there must be
      {"page":2,"size":10}                turn to a page, from 0, or the last one; a size is also taken alone, up to
                                          2147483647, and null puts all rows on one page
      {"hover":3}                         point at a row, or with null at none
      {"key":"shift+down"}                up, down, pageUp, pageDown, home, end, space, with shift+ and ctrl+; delete; a
                                          letter goes to the next row that begins with it
      {"edit":{"row":2,"column":"price","text":"3.50"}}
      {"undo":true}  {"redo":true}        for what was moved, deleted and edited, the last hundred times
    """
}
