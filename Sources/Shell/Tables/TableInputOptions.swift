import Documents
import ConsoleIO
import Tables
import TabularData
import Values

/// The options for reading a file.
struct TableInputOptions {
  let format: DataFormat?
  let encoding: TextEncoding?
  let columnKinds: [String: ColumnKind]
  let reading: ReadingOptions

  init(_ options: inout CommandArguments) throws(CommandError) {
    columnKinds = try options.columnKinds()
    encoding = try options.popValue(
      "--encoding", TextEncoding.init, expected: "utf-8, latin-1, windows-1252 or utf-16")
    var reading = ReadingOptions()
    reading.separator = try options.popValue(
      "--delimiter", FieldSeparator.init(parsing:), expected: "an ASCII character other than a quotation mark, or tab")
    reading.hasHeader = try !options.popFlag("--no-header")
    let ragged = try options.popValue("--ragged", RaggedLines.init, expected: "refuse or pad")
    reading.raggedLines = ragged ?? .refuse
    if let id = try options.popValue("--id") { reading.rowIdentity = id == "none" ? .number : .column(id) }
    self.reading = reading
    let delimitedOptions = [
      ("--delimiter", reading.separator != nil), ("--no-header", !reading.hasHeader), ("--ragged", ragged != nil),
    ]
    let format = try options.popValue("--format", DataFormat.init(rawValue:), expected: "csv, tsv, json or jsonl")
    if let format, format == .json || format == .jsonl, let (option, _) = delimitedOptions.first(where: \.1) {
      throw .usageError("\(option) cannot be used with --format \(format.rawValue), which has no lines of fields")
    }
    // A file with a delimiter is CSV, whatever its name.
    self.format = format ?? (reading.separator == nil ? nil : .csv)
  }

  /// Returns the options that make a file readable in spite of an error, or an empty text if there is none.
  static func hint(for error: DocumentError) -> String {
    switch error.kind {
    case .syntax: ""
    case .encoding: "for a text in another encoding, use --encoding latin-1, windows-1252 or utf-16"
    case .fieldCount: "to fill short lines with empty fields, use --ragged pad; for another separator, use --delimiter"
    case .rowID: "to number the rows instead, use --id none"
    case .jsonLines: "for one JSON object per line, use --format jsonl"
    }
  }
}

extension FieldSeparator {
  fileprivate init?(parsing text: String) {
    switch text {
    case "tab", "\\t": self = .tab
    default: self.init(text)
    }
  }
}

extension CommandArguments {
  /// Removes the option for the types of columns and returns them by column.
  fileprivate mutating func columnKinds() throws(CommandError) -> [String: ColumnKind] {
    var kinds: [String: ColumnKind] = [:]
    for part in try popCommaSeparatedList("--types") {
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
    return kinds
  }
}
