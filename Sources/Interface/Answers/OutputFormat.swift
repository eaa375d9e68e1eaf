/// The format in which a command prints its result.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Aligned columns with titles, or lines of text.
  case table
  /// One JSON value.
  case json
  /// JSON with one record a line.
  case jsonl
  /// Comma-separated values, with a line of field names.
  case csv
  /// Tab-separated values, with a line of field names.
  case tsv
  /// A line for each record, without titles, with tabs between the fields.
  case plain

  /// A Boolean value that indicates whether errors are printed as JSON, too.
  public var isJSON: Bool { self == .json || self == .jsonl }
}
