import Documents
import ConsoleIO
import Interface
import Tables
import TabularData
import Values

/// The options for reading a file.
struct TableInputOptions {
  let format: DataFormat?
  let encoding: TextEncoding?
  let columnKinds: [String: ColumnKind]
  let reading: ReadingOptions

  /// The options of every command that reads a file of rows.
  static let input = ParameterGroup(
    Argument.choice("format", "format of the file", of: DataFormat.self)
      .optional(otherwise: "that of its name or content"),
    Argument.text(
      "delimiter",
      "character between the fields of CSV, such as : or tab"
    ).placeholder("CHAR").map(
      expecting: "an ASCII character other than a quotation mark, or tab", FieldSeparator.init(parsing:)
    ).optional(otherwise: "the comma, tab, semicolon or | that occurs most often in the first line"),
    Argument.flag(
      "no-header",
      "the first line of CSV is a row; the columns are column1, column2 and so on. With a header, a column without a name "
        + "is also named after its number, and a repeated name gets a number, as in price_2"),
    Argument.choice(
      "ragged",
      "what happens to lines of CSV with more or fewer fields than the first; pad gives every line as many fields as the "
        + "longest. Empty lines are skipped", of: RaggedLines.self
    ).optional(otherwise: "refuse"),
    Argument.choice(
      "encoding", "character encoding of the file; a byte order mark takes precedence", of: TextEncoding.self
    ).optional(otherwise: "utf-8"),
    Argument.text(
      "id",
      "column that identifies the rows, whose cells must be unique, or none to number the rows from 1"
    ).placeholder("COLUMN|none").optional(otherwise: "the column id, or none if its cells are not unique"),
    columnKinds
  ) { format, separator, hasNoHeader, ragged, encoding, id, kinds throws(InvocationError) in
    var reading = ReadingOptions()
    reading.separator = separator
    reading.hasHeader = !hasNoHeader
    reading.raggedLines = ragged ?? .refuse
    if let id { reading.rowIdentity = id == "none" ? .number : .column(id) }
    let delimitedOptions = [
      ("--delimiter", separator != nil), ("--no-header", hasNoHeader), ("--ragged", ragged != nil),
    ]
    if let format, format == .json || format == .jsonl, let (option, _) = delimitedOptions.first(where: \.1) {
      throw InvocationError(
        .invalidValue,
        "\(option) cannot be used with --format \(format.rawValue), which has no lines of fields")
    }
    // A file with a delimiter is CSV, whatever its name.
    return TableInputOptions(
      format: format ?? (separator == nil ? nil : .csv), encoding: encoding, columnKinds: kinds, reading: reading)
  }

  /// The types of columns, by their names.
  private static let columnKinds = Argument.text(
    "types",
    "types of columns, as in name:text,price:money. A type is text, integer, decimal, double, boolean, date or money; "
      + "without one, it is inferred from the cells: numbers that all have two decimals are money, and numbers with leading "
      + "zeros or too many digits and cells of different types are text. Numbers are written as -12.5, 12,5, 1,299.00, "
      + "1 299 or 1e3, money also as €5, and dates as 2024-02-01, 2024-02-01T14:05:09Z or 2024-02-01T15:05:09.250+01:00, "
      + "which is converted to UTC. The other numbers of the column decide whether 1,299 is 1299; else it is text. A double "
      + "is rounded, and digits after the milliseconds of a date are cut off if the type is given, while a decimal must not "
      + "lose digits. An empty CSV field is null. In every list of columns, a comma in a name needs a backslash, as in p\\,q"
  ).placeholder("COLUMN:TYPE").list.map { parts throws(InvocationError) in
    var kinds: [String: ColumnKind] = [:]
    for part in parts {
      guard let colon = part.lastIndex(of: ":"),
        let kind = ColumnKind(rawValue: String(part[part.index(after: colon)...]))
      else {
        throw InvocationError(
          .invalidValue, "--types \(part.quoted) is not valid",
          hint: "expected COLUMN:TYPE, with one of \(ColumnKind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      guard kinds.updateValue(kind, forKey: String(part[..<colon])) == nil else {
        throw InvocationError(.invalidValue, "--types \(part.quoted): the column already has a type")
      }
    }
    return kinds
  }
  .defaulting(to: [])

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
