import Conditions
import Documents
import ConsoleIO
import Interface
import Programs
import Tables
import TabularData
import Values

extension ProgramCommand where Context == CommandRun {
  static var tableCommands: [ProgramCommand] {
    func file(_ note: String = "") -> Parameter<String> {
      Argument.text("file", "rows as CSV, TSV, a JSON array of objects, or JSON lines\(note)").positional
        .suggesting(.files)
    }
    return [
      ProgramCommand(
        "table view", "sort, filter, aggregate and print the rows of a file", file("; - is standard input"),
        TableInputOptions.input,
        TableViewOptions.input(searched: "in any column"),
        examples: [
          "fruit.csv --sort=-weight,name --where 'origin == \"EC\"'",
          "- --format csv --group origin --aggregate 'sum(weight)' <fruit.csv",
          "fruit.csv -o jsonl --fields name,weight",
        ]
      ) { try $0.viewTable(at: $1, $2, $3) },
      ProgramCommand(
        "table open", "browse the rows of a file on the full screen", file(), TableInputOptions.input,
        ProgramCommand.linearFlag("print the rows as lines, and read commands at a prompt, as on a dumb terminal"),
        options: [],
        notes: """
          Shows the rows on the full screen of the terminal, to be sorted (s), searched (/), filtered (f), selected \
          (space) and copied (y). The left and right keys scroll the columns, c hides and shows them, w resizes them, and \
          ? lists all keys. The file is never changed.
          """,
        examples: ["orders.csv", "orders.csv --types weight:decimal"]
      ) { try await $0.openTable(at: $1, $2, isLinear: $3) },
      ProgramCommand(
        "table types", "print the inferred types of the columns of a file", file("; - is standard input"),
        TableInputOptions.input,
        notes: """
          If most cells of a text column have another type, it also prints how many cells do not have it, and the first \
          of them with its position. A type that is given with --types is not inferred; the first cell that does not fit \
          it is an error.
          """,
        examples: ["orders.csv", "orders.csv --types weight:decimal -o json"]
      ) { try $0.printTypes(at: $1, $2) },
      ProgramCommand(
        "table drive", "control a table with JSON requests, one per line", file(), TableInputOptions.input,
        Argument.choice("selection", "which rows can be selected", of: SelectionName.self).defaulting(to: "multiple"),
        Argument.number("page-size", "number of rows on a page", from: 1)
          .optional(otherwise: "all rows"),
        options: [], notes: driverNotes, examples: ["fruit.csv", "fruit.csv --page-size 20 <requests.jsonl"]
      ) { try $0.driveTable(at: $1, $2, $3.mode, pageSize: $4) },
    ]
  }

  private static let driverNotes = """
    Reads one request per line from standard input and prints one response per line: the table after the request, or \
    {"error":{"message":…}} if the request is invalid, which leaves the table unchanged. An empty line is an invalid \
    request. The file is never changed.

    A row is identified by its id as it is printed; if the ids are not unique, the file is refused. Without a column of \
    ids, rows are numbered from 1, and "ids" contains the numbers of the printed rows. "selected" lists rows in their \
    original order, not in the sort order.

      {"sort":"name"}                click a column header; "add":true adds the column to the sort order. "order" is
                                     "forward" or "reverse" to sort by the column alone, or with "add" by this column
                                     too, and null to remove the column. A fourth column replaces the third
      {"click":3}                    select only this row; "shift":true selects the range from the anchor to it
      {"toggle":2}                   select or deselect this row
      {"selectAll":true}             select all matching rows; false deselects all rows
      {"invert":true}                invert the selection
      {"filter":"price > 10"}        show only rows that meet a condition; null shows all rows
      {"search":"tea"}               show only rows that contain a text; null shows all rows
      {"delete":4}                   delete a row or a list of rows
      {"move":[2],"before":7}        move rows before a row, or to the end if "before" is null or missing; "after":7
                                     moves them after a row
      {"page":2,"size":10}           go to a page, from 0, or to the last one if there are fewer. "size" is optional
                                     and can be used alone; it is at most 2147483647, or null for a single page
      {"hover":3}                    move the pointer over a row, or with null away from the rows
      {"key":"shift+down"}           press up, down, pageUp, pageDown, home, end or space, with shift+ or ctrl+; press
                                     delete; or press a letter to go to the next row that begins with it
      {"edit":{"row":2,"column":"price","text":"3.50"}}
                                     edit a cell
      {"undo":true}  {"redo":true}   undo or redo a move, a deletion or an edit; the last 100 changes can be undone
    """
}

/// The name of a selection mode.
private enum SelectionName: String, CaseIterable {
  case none, single, multiple

  var mode: SelectionMode {
    switch self {
    case .none: .none
    case .single: .single
    case .multiple: .multiple
    }
  }
}

extension CommandRun {
  fileprivate func viewTable(
    at path: String, _ inputOptions: TableInputOptions, _ viewOptions: TableViewOptions
  ) throws {
    let data = try loadTable(at: path, inputOptions)
    let view = try TableView(of: data.rows, data.searchedColumns, viewOptions) { id in
      data.idColumn.map { id.cellJSON($0.format) } ?? id.jsonText
    }
    try print(view.answer)
  }

  fileprivate func printTypes(at path: String, _ inputOptions: TableInputOptions) throws {
    let data = try loadTable(at: path, inputOptions)
    try print(.report(json: data.typesJSON) { data.typesText(in: $0) })
  }

  fileprivate func driveTable(
    at path: String, _ inputOptions: TableInputOptions, _ selection: SelectionMode, pageSize: Int?
  ) throws {
    if path == "-" { throw .usageError("the file cannot be -: standard input is used for the requests") }
    let data = try loadTable(at: path, inputOptions)
    // Requests name rows by their ids. If these were ignored, a request could change another row than the one meant.
    if let error = data.idError {
      throw .dataError("\(path.terminalSafe): \(error)\n\(TableInputOptions.hint(for: error))")
    }
    var driver = try TableDriver(data, selection: selection, pageSize: pageSize)
    while let line = try console.readLineBytes() { try console.print(driver.performRequest(line) + "\n") }
  }

  func loadTable(at path: String, _ options: TableInputOptions) throws(CommandError) -> DataTable {
    let file = try readFile(at: path)
    // An error is shown with its line, which is decoded as far as possible.
    var bytes = file.withoutBOM
    do throws(DocumentError) {
      bytes = try TextEncoding.decode(file, as: options.encoding)
      let format = options.format ?? DataFormat(fileName: path) ?? DataFormat(inferredFrom: bytes)
      do throws(DocumentError) {
        return try DataTable(parsing: bytes, as: format, kinds: options.columnKinds, options: options.reading)
      } catch {
        guard format == .json, (try? DataTable(parsing: bytes, as: .jsonl)) != nil else { throw error }
        throw DocumentError(at: error.position, found: error.found, expected: error.expected, kind: .jsonLines)
      }
    } catch {
      let name = path == "-" ? "standard input" : path.terminalSafe
      let shown = error.description(withExcerptFrom: String(decoding: bytes, as: UTF8.self))
      let hint = TableInputOptions.hint(for: error)
      throw .dataError("\(name): \(shown)\(hint.isEmpty ? "" : "\n\(hint)")")
    }
  }
}

extension DataTable {
  /// Returns the name, the type and the reason for the type of each column, as aligned columns.
  fileprivate func typesText(in style: AnswerStyle) -> String {
    let rows = columns.map { column in
      let note = column.typeException.map { exception in
        let count = exception.count == 1 ? "1 cell is not" : "\(exception.count) cells are not"
        return "\(count) \(exception.kind.rawValue), of \(exception.cellCount); first, \(exception.position): "
          + exception.cell.messageExcerpt
      }
      let texts = [column.name, column.kind.rawValue, note ?? (column.isID ? "identifies the rows" : "")]
      return texts.map { RecordList.Cell(.text($0)) }
    }
    let fields = ["column", "type", "note"].map { RecordList.Field($0) }
    return RecordList(fields: fields, rows: rows).alignedText(in: style).joined()
      + (idError.map { "\nThe rows are numbered: \($0).\n" } ?? "")
  }

  fileprivate var typesJSON: String {
    columns.jsonList { column in
      var members = [("column", column.name.jsonQuoted), ("type", column.kind.rawValue.jsonQuoted)]
      if column.isID { members.append(("isID", "true")) }
      if let exception = column.typeException {
        let first = [
          ("line", "\(exception.position.line)"), ("column", "\(exception.position.column)"),
          ("value", exception.cell.jsonText),
        ]
        let parts = [
          ("type", exception.kind.rawValue.jsonQuoted), ("count", "\(exception.count)"),
          ("cells", "\(exception.cellCount)"), ("first", orderedJSONObject(first)),
        ]
        members.append(("exceptions", orderedJSONObject(parts)))
      }
      return orderedJSONObject(members)
    }
  }
}
