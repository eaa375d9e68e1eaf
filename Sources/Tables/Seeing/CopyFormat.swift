/// How rows are written to be taken elsewhere.
public enum CopyFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Values separated by commas, and quoted where they must be.
  case csv
  /// Values separated by tabs, and quoted where they must be.
  case tsv
  /// An array of an object for each row, with the values themselves.
  case json
}
