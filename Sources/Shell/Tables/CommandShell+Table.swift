import Conditions
import Documents
import ExplorerTool
import Tables
import TabularData
import Values

extension CommandShell {
  func runTableCommand(_ words: [String]) async throws {
    try await runSubcommand(words, of: "table", ["view": viewTable, "drive": driveTable])
  }

  private func viewTable(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.tableView)
    let inputOptions = try TableInputOptions(&options)
    let viewOptions = try TableViewOptions(&options)
    let data = try loadTable(at: try options.singleOperand("FILE"), inputOptions)
    try console.print(TableView(of: data, viewOptions).text)
  }

  private func driveTable(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.tableDrive)
    let inputOptions = try TableInputOptions(&options)
    let selection =
      try options.popValue("--selection", SelectionMode.init(parsing:), expected: "none, single or multiple")
      ?? .multiple
    let size = try options.popInteger("--page-size", atLeast: 1, example: 20)
    let path = try options.singleOperand("FILE")
    if path == "-" { throw .usageError("the file cannot be -: standard input is used for the requests") }
    let data = try loadTable(at: path, inputOptions)
    var driver = try TableDriver(data, selection: selection, pageSize: size)
    while let line = try console.readLineBytes() { try console.print(driver.performRequest(line) + "\n") }
  }

  private func loadTable(at path: String, _ inputOptions: TableInputOptions) throws(CommandError) -> DataTable {
    let bytes = try readFile(at: path).withoutBOM
    let format = inputOptions.format ?? DataFormat(fileName: path) ?? DataFormat(inferredFrom: bytes)
    do throws(DocumentError) {
      return try DataTable(parsing: bytes, as: format, kinds: inputOptions.columnKinds)
    } catch {
      let name = path == "-" ? "standard input" : path.terminalSafe
      let shown = error.description(withExcerptFrom: String(decoding: bytes, as: UTF8.self))
      let areLines = format == .json && (try? DataTable(parsing: bytes, as: .jsonl)) != nil
      throw .dataError("\(name): \(shown)\(areLines ? "\nfor one JSON object per line, use --format jsonl" : "")")
    }
  }
}

/// The options for reading a file.
struct TableInputOptions {
  let format: DataFormat?
  let columnKinds: [String: ColumnKind]

  init(_ options: inout CommandArguments) throws(CommandError) {
    format = try options.popValue("--format", DataFormat.init(rawValue:), expected: "csv, tsv, json or jsonl")
    var kinds: [String: ColumnKind] = [:]
    for part in try options.popCommaSeparatedList("--types") {
      guard let colon = part.lastIndex(of: ":"),
        let kind = ColumnKind(rawValue: String(part[part.index(after: colon)...]))
      else {
        let known = ColumnKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usageError("--types \(part.quoted): expected COLUMN:TYPE, with one of \(known)")
      }
      guard kinds.updateValue(kind, forKey: String(part[..<colon])) == nil else {
        throw .usageError("--types \(part.quoted): the column already has a type")
      }
    }
    self.columnKinds = kinds
  }
}

/// The output format for rows.
enum TableOutputFormat: String {
  case table, json, jsonl, csv, plain
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
