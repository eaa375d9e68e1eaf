internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Tables
internal import TabularData
internal import Values

extension CommandShell {
  func table(_ words: [String]) async throws {
    try await run(words, of: "table", ["view": viewTable, "drive": driveTable])
  }

  private func viewTable(_ words: [String]) throws {
    var options = try Options(words, help: Help.tableView)
    let reading = try TableReading(&options)
    let wishes = try TableWishes(&options)
    let data = try dataTable(try options.only("the file"), reading)
    try console.print(TableView(of: data, wishes).text)
  }

  private func driveTable(_ words: [String]) throws {
    var options = try Options(words, help: Help.tableDrive)
    let reading = try TableReading(&options)
    let selection =
      try options.value("--selection", SelectionMode.init(typed:), expected: "none, single or multiple") ?? .several
    let size = try options.number("--page-size", from: 1, such: 20)
    let path = try options.only("the file")
    if path == "-" { throw .usage("requests are read from standard input, and the rows from a file") }
    let data = try dataTable(path, reading)
    var driver = try TableDriver(data, selection: selection, pageSize: size)
    while let line = try console.readBytes() { try console.print(driver.answer(to: line) + "\n") }
  }

  private func dataTable(_ path: String, _ reading: TableReading) throws(ShellFailure) -> DataTable {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try console.load(path).withoutMark
    } catch {
      throw .data(error.message(at: path.visible))
    }
    let format = reading.format ?? DataFormat(fileName: path) ?? DataFormat(guessedFrom: bytes)
    do throws(DocumentFault) {
      return try DataTable(parsing: bytes, as: format, kinds: reading.kinds)
    } catch {
      let place = path == "-" ? "standard input" : path.visible
      let shown = error.shown(in: String(decoding: bytes, as: UTF8.self))
      let areLines = format == .json && (try? DataTable(parsing: bytes, as: .jsonl)) != nil
      throw .data("\(place): \(shown)\(areLines ? "\nobjects line by line are read by --format jsonl" : "")")
    }
  }
}

/// How a document is to be read.
struct TableReading {
  let format: DataFormat?
  let kinds: [String: ColumnKind]

  init(_ options: inout Options) throws(ShellFailure) {
    format = try options.value("--format", { DataFormat(rawValue: $0) }, expected: "csv, tsv, json or jsonl")
    var kinds: [String: ColumnKind] = [:]
    for part in try options.list("--types") {
      guard let colon = part.lastIndex(of: ":"),
        let kind = ColumnKind(rawValue: String(part[part.index(after: colon)...]))
      else {
        let known = ColumnKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("--types \(part.quoted): expected COLUMN:TYPE, with one of \(known)")
      }
      guard kinds.updateValue(kind, forKey: String(part[..<colon])) == nil else {
        throw .usage("--types \(part.quoted): this column has a type already")
      }
    }
    self.kinds = kinds
  }
}

/// What rows are printed as.
enum TableOutput: String {
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
  fileprivate init?(typed text: String) {
    switch text {
    case "none": self = .none
    case "single": self = .one
    case "multiple": self = .several
    default: return nil
    }
  }
}
