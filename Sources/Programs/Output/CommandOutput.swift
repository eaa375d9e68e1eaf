import Documents
import Values

/// The result of a command, which can be printed in every format.
public enum CommandOutput {
  /// Any number of records, as a list in JSON.
  case list(RecordList)
  /// One record in a row of a table, as an object in JSON.
  case row(RecordList)
  /// One record with a line for each field, as an object in JSON.
  case record(RecordList)
  /// A text for people, and the same as JSON.
  case report(json: String, text: (TextStyle) -> String)

  /// Creates a report with a text that fits every terminal.
  public static func report(_ json: Value, text: String) -> CommandOutput { .report(json: json.jsonText) { _ in text } }

  /// Returns the text in a format, with only the given fields if there are any.
  func text(as format: OutputFormat, fields: [String] = [], in style: TextStyle = TextStyle()) throws(CommandError)
    -> String
  {
    try pieces(as: format, fields: fields, in: style).joined()
  }

  /// Returns the pieces of the text in a format, with only the given fields if there are any.
  func pieces(as format: OutputFormat, fields: [String] = [], in style: TextStyle = TextStyle()) throws(CommandError)
    -> TextPieces
  {
    switch self {
    case .list(let records):
      let records = try records.selecting(fields)
      return format == .json ? records.jsonList : Self.pieces(of: records, as: format, in: style)
    case .row(let record): return Self.pieces(of: try record.selecting(fields), as: format, in: style)
    case .record(let record):
      let record = try record.selecting(fields)
      if format == .table { return TextPieces(record.recordText(in: style)) }
      return Self.pieces(of: record, as: format, in: style)
    case .report(let json, let text):
      switch format {
      case .table, .plain: if fields.isEmpty { return TextPieces(text(TextStyle(width: style.width))) }
      case .json, .jsonl: if fields.isEmpty { return TextPieces(json + "\n") }
      case .csv, .tsv: break
      }
      // What this program has written can be read.
      let node = (try? JSONNode(parsing: json)) ?? JSONNode(.null)
      let records = RecordList(node)
      let output: CommandOutput = if case .list = node.content { .list(records) } else { .row(records) }
      return try output.pieces(as: format, fields: fields, in: style)
    }
  }

  private static func pieces(of records: RecordList, as format: OutputFormat, in style: TextStyle) -> TextPieces {
    switch format {
    case .table: records.alignedText(in: style)
    case .json, .jsonl: records.jsonLines
    case .csv: records.delimitedText(.comma)
    case .tsv: records.delimitedText(.tab)
    case .plain: records.plainText
    }
  }
}
