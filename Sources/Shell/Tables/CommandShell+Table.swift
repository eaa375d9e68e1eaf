import Conditions
import Documents
import ConsoleIO
import Tables
import TabularData
import Values

extension CommandShell {
  func viewTable(_ options: inout CommandArguments) throws {
    let inputOptions = try TableInputOptions(&options)
    let viewOptions = try TableViewOptions(&options, self.options)
    let data = try loadTable(at: try options.singleOperand("FILE"), inputOptions)
    try print(TableView(of: data, viewOptions).output, fields: [])
  }

  func printTypes(_ options: inout CommandArguments) throws {
    let inputOptions = try TableInputOptions(&options)
    let data = try loadTable(at: try options.singleOperand("FILE"), inputOptions)
    try print(.report(json: data.typesJSON) { data.typesText(in: $0) })
  }

  func driveTable(_ options: inout CommandArguments) throws {
    let inputOptions = try TableInputOptions(&options)
    let selection =
      try options.popValue("--selection", SelectionMode.init(parsing:), expected: "none, single or multiple")
      ?? .multiple
    let size = try options.popInteger("--page-size", atLeast: 1, example: 20)
    let path = try options.singleOperand("FILE")
    if path == "-" { throw .usageError("the file cannot be -: standard input is used for the requests") }
    let data = try loadTable(at: path, inputOptions)
    // Requests name rows by their ids. If these were ignored, a request could change another row than the one meant.
    if let error = data.idError {
      throw .dataError("\(path.terminalSafe): \(error)\n\(TableInputOptions.hint(for: error))")
    }
    var driver = try TableDriver(data, selection: selection, pageSize: size)
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

extension SelectionMode {
  fileprivate init?(parsing text: String) {
    switch text {
    case "none": self = .none
    case "single": self = .single
    case "multiple": self = .multiple
    default: return nil
    }
  }
}

extension DataTable {
  /// Returns the name, the type and the reason for the type of each column, as aligned columns.
  fileprivate func typesText(in style: TextStyle) -> String {
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
