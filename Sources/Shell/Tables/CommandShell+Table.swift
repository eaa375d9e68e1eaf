internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Tables
internal import TabularData
internal import Values

extension CommandShell {
  func runTableCommand(_ words: [String]) async throws {
    try await runSubcommand(words, of: "table", ["view": viewTable, "drive": driveTable])
  }

  private func viewTable(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.tableView)
    let reading = try TableInputOptions(&options)
    let wishes = try TableViewOptions(&options)
    let data = try loadTable(at: try options.singleOperand("the file"), reading)
    try console.print(TableView(of: data, wishes).text)
  }

  private func driveTable(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.tableDrive)
    let reading = try TableInputOptions(&options)
    let selection =
      try options.value("--selection", SelectionMode.init(parsing:), expected: "none, single or multiple") ?? .several
    let size = try options.integer("--page-size", atLeast: 1, example: 20)
    let path = try options.singleOperand("the file")
    if path == "-" { throw .usageError("requests are read from standard input, and the rows from a file") }
    let data = try loadTable(at: path, reading)
    var driver = try TableDriver(data, selection: selection, pageSize: size)
    while let line = try console.readBytes() { try console.print(driver.response(to: line) + "\n") }
  }

  private func loadTable(at path: String, _ reading: TableInputOptions) throws(CommandError) -> DataTable {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try console.load(path).withoutBOM
    } catch {
      throw .dataError(error.message(at: path.terminalSafe))
    }
    let format = reading.format ?? DataFormat(fileName: path) ?? DataFormat(inferredFrom: bytes)
    do throws(DocumentError) {
      return try DataTable(parsing: bytes, as: format, kinds: reading.kinds)
    } catch {
      let place = path == "-" ? "standard input" : path.terminalSafe
      let shown = error.description(withExcerptFrom: String(decoding: bytes, as: UTF8.self))
      let areLines = format == .json && (try? DataTable(parsing: bytes, as: .jsonl)) != nil
      throw .dataError("\(place): \(shown)\(areLines ? "\nobjects line by line are read by --format jsonl" : "")")
    }
  }
}

/// How a document is to be read.
struct TableInputOptions {
  let format: DataFormat?
  let kinds: [String: ColumnKind]

  init(_ options: inout CommandArguments) throws(CommandError) {
    format = try options.value("--format", { DataFormat(rawValue: $0) }, expected: "csv, tsv, json or jsonl")
    var kinds: [String: ColumnKind] = [:]
    for part in try options.commaSeparatedList("--types") {
      guard let colon = part.lastIndex(of: ":"),
        let kind = ColumnKind(rawValue: String(part[part.index(after: colon)...]))
      else {
        let known = ColumnKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usageError("--types \(part.quoted): expected COLUMN:TYPE, with one of \(known)")
      }
      guard kinds.updateValue(kind, forKey: String(part[..<colon])) == nil else {
        throw .usageError("--types \(part.quoted): this column has a type already")
      }
    }
    self.kinds = kinds
  }
}

/// What rows are printed as.
enum TableOutputFormat: String {
  case table, json, jsonl, csv, plain

  /// Whether there is no room for anything but rows.
  var isRowsOnly: Bool {
    switch self {
    case .table, .json: false
    case .jsonl, .csv, .plain: true
    }
  }
}

extension SelectionMode {
  fileprivate init?(parsing text: String) {
    switch text {
    case "none": self = .none
    case "single": self = .one
    case "multiple": self = .several
    default: return nil
    }
  }
}
