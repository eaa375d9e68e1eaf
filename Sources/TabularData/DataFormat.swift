internal import Documents
internal import Tables

/// How a document holds rows.
public enum DataFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Fields separated by commas or semicolons, the columns' names in the first line.
  case csv
  /// Fields separated by tabs, the columns' names in the first line.
  case tsv
  /// An array of objects.
  case json
  /// An object a line.
  case jsonl

  /// The format that a file's name tells.
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

  /// The format that the first characters tell: a bracket begins an array, a brace a line of JSON, and all else is CSV.
  public init(inferredFrom bytes: [UInt8]) {
    switch bytes.withoutBOM.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = .jsonl
    default: self = .csv
    }
  }
}
