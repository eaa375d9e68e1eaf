import Documents
import Values

/// The result of a command, which can be printed in every format.
enum CommandOutput {
  /// Any number of records, as a list in JSON.
  case list(RecordList)
  /// One record in a row of a table, as an object in JSON.
  case row(RecordList)
  /// One record with a line for each field, as an object in JSON.
  case record(RecordList)
  /// A text for people, and the same as JSON.
  case report(json: String, text: (TextStyle) -> String)

  /// Creates a report with a text that fits every terminal.
  static func report(_ json: Value, text: String) -> CommandOutput { .report(json: json.jsonText) { _ in text } }

  /// Returns the text in a format, with only the given fields if there are any.
  func text(as format: OutputFormat, fields: [String] = [], in style: TextStyle = TextStyle()) throws(CommandError)
    -> String
  {
    switch self {
    case .list(let records):
      let records = try records.selecting(fields)
      if format == .json { return "[\(records.jsonObjects.joined(separator: ","))]\n" }
      return format == .table ? records.alignedText(in: style) : Self.text(of: records, as: format)
    case .row(let record), .record(let record):
      let record = try record.selecting(fields)
      guard format == .table else { return Self.text(of: record, as: format) }
      return if case .row = self { record.alignedText(in: style) } else { record.recordText(in: style) }
    case .report(let json, let text):
      switch format {
      case .table, .plain: if fields.isEmpty { return text(TextStyle(width: style.width)) }
      case .json, .jsonl: if fields.isEmpty { return json + "\n" }
      case .csv, .tsv: break
      }
      // What this program has written can be read.
      let node = (try? JSONNode(parsing: json)) ?? JSONNode(.null)
      let records = RecordList(node)
      let output: CommandOutput = if case .list = node.content { .list(records) } else { .row(records) }
      return try output.text(as: format, fields: fields, in: style)
    }
  }

  private static func text(of records: RecordList, as format: OutputFormat) -> String {
    switch format {
    case .table: records.alignedText(in: TextStyle())
    case .json, .jsonl: records.jsonObjects.map { $0 + "\n" }.joined()
    case .csv: records.delimitedText(.comma)
    case .tsv: records.delimitedText(.tab)
    case .plain: records.plainText
    }
  }
}
