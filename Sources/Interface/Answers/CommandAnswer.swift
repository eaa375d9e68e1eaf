import Documents
import Values

/// What a command answers: records, or a report.
///
/// It can be printed in every format.
public enum CommandAnswer {
  /// Any number of records, as a list in JSON.
  case list(RecordList)
  /// One record in a row of a table, as an object in JSON.
  case row(RecordList)
  /// One record with a line for each field, as an object in JSON.
  case record(RecordList)
  /// Rows with what summarizes them, which only a table and JSON can show.
  case summary(RecordSummary)
  /// A text for people, and the same as JSON.
  case report(json: String, text: (AnswerStyle) -> String)

  /// Creates a report with a text that fits every terminal.
  public static func report(_ json: Value, text: String) -> CommandAnswer { .report(json: json.jsonText) { _ in text } }

  /// Returns the text in a format, with only the given fields if there are any.
  package func text(as format: OutputFormat, fields: [String] = [], in style: AnswerStyle = AnswerStyle())
    throws(InvocationError)
    -> String
  {
    try pieces(as: format, fields: fields, in: style).joined()
  }

  /// Returns the pieces of the text in a format, with only the given fields if there are any.
  package func pieces(as format: OutputFormat, fields: [String] = [], in style: AnswerStyle = AnswerStyle())
    throws(InvocationError)
    -> TextPieces
  {
    switch self {
    case .list(let records):
      let records = try records.selecting(fields)
      return format == .json ? records.jsonList : Self.pieces(of: records, as: format, in: style)
    case .row(let record): return Self.pieces(of: try record.selecting(fields), as: format, in: style)
    case .record(let record):
      let record = try record.selecting(fields)
      if format == .table { return TextPieces(record.forPeople.recordText(in: style)) }
      return Self.pieces(of: record, as: format, in: style)
    case .summary(let summary):
      switch format {
      case .table: return TextPieces(try summary.text(fields, AnswerStyle(width: style.width)))
      case .json: return TextPieces(try summary.json(fields) + "\n")
      case .jsonl, .csv, .tsv, .plain:
        throw InvocationError(
          .invalidValue, "\(summary.option) cannot be used with -o \(format.rawValue), which prints only rows")
      }
    case .report(let json, let text):
      switch format {
      case .table, .plain: if fields.isEmpty { return TextPieces(text(AnswerStyle(width: style.width))) }
      case .json, .jsonl: if fields.isEmpty { return TextPieces(json + "\n") }
      case .csv, .tsv: break
      }
      // What this program has written can be read.
      let node = (try? JSONNode(parsing: json)) ?? JSONNode(.null)
      let records = RecordList(node)
      let output: CommandAnswer = if case .list = node.content { .list(records) } else { .row(records) }
      return try output.pieces(as: format, fields: fields, in: style)
    }
  }

  private static func pieces(of records: RecordList, as format: OutputFormat, in style: AnswerStyle) -> TextPieces {
    switch format {
    case .table: records.forPeople.alignedText(in: style)
    case .json, .jsonl: records.jsonLines
    case .csv: records.delimitedText(.comma)
    case .tsv: records.delimitedText(.tab)
    case .plain: records.forPeople.plainText
    }
  }
}

/// Rows with facets, groups, aggregates or a selection.
public struct RecordSummary {
  /// The option that asked for it.
  let option: String
  /// Returns the JSON, given the fields of the rows, or an empty array for all.
  let json: ([String]) throws(InvocationError) -> String
  /// Returns the text for people, given the fields of the rows, or an empty array for all.
  let text: ([String], AnswerStyle) throws(InvocationError) -> String
}

/// What a command answers, for programs.
///
/// A command without one answers with the screen.
public struct AnswerDescription: Hashable, Sendable {
  /// A JSON Schema of the answer.
  package let schema: Value
  /// The fields that the answer can have.
  package let fields: [String]

  /// Any number of records with some of these fields.
  public static func list(_ fields: [String]) -> AnswerDescription {
    AnswerDescription(schema: ["type": "array", "items": object(fields)], fields: fields)
  }

  /// One record with some of these fields.
  public static func record(_ fields: [String]) -> AnswerDescription {
    AnswerDescription(schema: object(fields), fields: fields)
  }

  private static func object(_ fields: [String]) -> Value {
    ["type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0, [:]) }))]
  }
}
