import Documents
import Tables
import Values

/// A file format for rows.
public enum DataFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Fields separated by commas, semicolons or another character, with the column names in the first line.
  case csv
  /// Fields separated by tabs, with the column names in the first line.
  case tsv
  /// A JSON array of objects.
  case json
  /// One JSON object per line.
  case jsonl

  /// Creates the format for the extension of a file name, or returns `nil` if the extension is unknown.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    default: return nil
    }
  }

  /// Infers the format from the first character that is not white space.
  ///
  /// A bracket begins JSON, a brace begins JSON lines, and everything else is CSV.
  public init(inferredFrom bytes: [UInt8]) {
    switch bytes.withoutBOM.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = .jsonl
    default: self = .csv
    }
  }
}
