extension Help {
  private static let fileReadingOptions = """
      FILE          rows as CSV, TSV, a JSON array of objects, or JSON lines; - is standard input, except for table drive
      --format      csv, tsv, json or jsonl (default: from the file name extension, or else from the content)
      --delimiter   character between the fields of CSV, such as : or tab (default: the comma, tab, semicolon or | that
                    occurs most often in the first line)
      --no-header   the first line of CSV is a row; the columns are column1, column2 and so on. With a header, a column
                    without a name is also named after its number, and a repeated name gets a number, as in price_2
      --ragged      lines of CSV with more or fewer fields than the first: refuse (default), or pad, which gives every line
                    as many fields as the longest. Empty lines are skipped
      --encoding    utf-8 (default), latin-1, windows-1252 or utf-16; a byte order mark in the file takes precedence
      --id          column that identifies the rows, whose cells must be unique, or none to number the rows from 1
                    (default: the column "id"; if its cells are not unique, the rows are numbered, except that
                    table drive refuses the file)
      --types       types of columns, as in name:text,price:money. A type is text, integer, decimal, double, boolean, date
                    or money; without one, it is inferred from the cells: numbers that all have two decimals are money,
                    and numbers with leading zeros or too many digits and cells of different types are text. Numbers are
                    written as -12.5, 12,5, 1,299.00, 1 299 or 1e3, money also as €5, and dates as 2024-02-01,
                    2024-02-01T14:05:09Z or 2024-02-01T15:05:09.250+01:00, which is converted to UTC. The other numbers of
                    the column decide whether 1,299 is 1299; else it is text. A double is rounded, and digits after the
                    milliseconds of a date are cut off if the type is given, while a decimal must not lose digits. An
                    empty CSV field is null. In every list of columns, a comma in a name needs a backslash, as in p\\,q
    """

  private static let fileReadingUsage = """
    [--format F] [--delimiter CHAR] [--no-header] [--ragged refuse|pad] [--encoding E]
                               [--id COLUMN|none] [--types NAME:TYPE,…]
    """

  /// The options for viewing rows of a file or of the shop.
  static let rowViewOptions = """
      --sort        columns to sort by, the most significant first; -NAME sorts in descending order. Append :natural for
                    item2 before item10, :fold to ignore case and accents, :exact for Zebra before apple,
                    :nulls-first or :nulls-last
      --where       print only rows that meet a condition, such as 'price > 10 AND name BEGINSWITH[c] "t"'. A text that is
                    compared with a date is parsed as a date, and a day is its first instant: 'date >= "2024-02-01"'.
                    Other comparisons of different types, such as 'price > "10"', are errors
      --search      print only rows that contain a text in any column, ignoring case and accents
      --facets      count the rows for each value of a column, in all matching rows, not only those of the page
      --group       group rows by a column. Values that compare equal in its sort order are one group, such as item2 and
                    item02 with :natural
      --aggregate   count, count(NAME), sum(NAME), average(NAME), min(NAME) or max(NAME) of the matching rows; append
                    :all for all rows or :selected for the selected rows, as in sum(price):all
      --select      mark the matching rows that meet a condition; "selected" in JSON lists them in their original order
      --offset      skip the first N rows
      --limit       print at most N rows
      --page        page to print, from 0; a page after the last one is the last one
      --page-size   number of rows on a page
    \(outputOptions)
                    With facets, groups, aggregates or a selection, the output is a table or a JSON object with rows,
                    facets, groups, aggregates and selected
    """

  static let tableView = """
    Usage: backroom table view FILE \(fileReadingUsage)
                               [--fields NAME,…] [--sort [-]NAME[:HOW],…] [--where CONDITION] [--search TEXT]
                               [--facets NAME,…] [--group NAME] [--aggregate FUNCTION(NAME),…] [--select CONDITION]
                               [--offset N] [--limit N] [--page N --page-size N] [-o FORMAT]

    \(fileReadingOptions)
    \(rowViewOptions)

    Examples:
      backroom table view fruit.csv --sort=-weight,name --where 'origin == "EC"'
      backroom table view - --format csv --group origin --aggregate 'sum(weight)' <fruit.csv
      backroom table view fruit.csv -o jsonl --fields name,weight
    """

  static let tableOpen = """
    Usage: backroom table open FILE \(fileReadingUsage)
                               [--linear]

    \(fileReadingOptions)
      --linear      print the rows as lines, and read commands at a prompt, as on a dumb terminal

    Shows the rows on the full screen of the terminal, to be sorted (s), searched (/), filtered (f), selected (space) and
    copied (y). The left and right keys scroll the columns, c hides, shows and resizes them, and ? lists all keys. The file
    is never changed.

    Examples:
      backroom table open orders.csv
      backroom table open orders.csv --types weight:decimal
    """

  static let tableTypes = """
    Usage: backroom table types FILE \(fileReadingUsage)
                               [-o FORMAT]

    \(fileReadingOptions)
    \(outputOptions)

    Prints the type of each column. If most cells of a text column have another type, it also prints how many cells do
    not have it, and the first of them with its position. A type that is given with --types is not inferred; the first
    cell that does not fit it is an error.

    Examples:
      backroom table types orders.csv
      backroom table types orders.csv --types weight:decimal -o json
    """

  static let tableDrive = """
    Usage: backroom table drive FILE \(fileReadingUsage)
                               [--selection none|single|multiple] [--page-size N]

    \(fileReadingOptions)
      --selection   which rows can be selected: none, single or multiple (default: multiple)
      --page-size   number of rows on a page (default: all rows)

    Reads one request per line from standard input and prints one response per line: the table after the request, or
    {"error":{"message":…}} if the request is invalid, which leaves the table unchanged. An empty line is an invalid
    request. The file is never changed.

    A row is identified by its id as it is printed. Without a column of ids, rows are numbered from 1, and "ids" contains
    the numbers of the printed rows. "selected" lists rows in their original order, not in the sort order.

      {"sort":"name"}                     click a column header; "add":true adds the column to the sort order. "order" is
                                          "forward" or "reverse" to sort by the column alone, or with "add" by this column
                                          too, and null to remove the column. A fourth column replaces the third
      {"click":3}                         select only this row; "shift":true selects the range from the anchor to it
      {"toggle":2}                        select or deselect this row
      {"selectAll":true}                  select all matching rows; false deselects all rows
      {"invert":true}                     invert the selection
      {"filter":"price > 10"}             show only rows that meet a condition; null shows all rows
      {"search":"tea"}                    show only rows that contain a text; null shows all rows
      {"delete":4}                        delete a row or a list of rows
      {"move":[2],"before":7}             move rows before a row, or to the end if "before" is null or missing; "after":7
                                          moves them after a row
      {"page":2,"size":10}                go to a page, from 0, or to the last one if there are fewer. "size" is optional
                                          and can be used alone; it is at most 2147483647, or null for a single page
      {"hover":3}                         move the pointer over a row, or with null away from the rows
      {"key":"shift+down"}                press up, down, pageUp, pageDown, home, end or space, with shift+ or ctrl+; press
                                          delete; or press a letter to go to the next row that begins with it
      {"edit":{"row":2,"column":"price","text":"3.50"}}
                                          edit a cell
      {"undo":true}  {"redo":true}        undo or redo a move, a deletion or an edit; the last 100 changes can be undone

    Examples:
      echo '{"sort":"name"}' | backroom table drive fruit.csv
      backroom table drive fruit.csv --page-size 20 <requests.jsonl
    """
}
