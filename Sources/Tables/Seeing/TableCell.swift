public import Values

/// A cell in sight.
public struct TableCell: Hashable, Sendable {
  /// What it holds.
  public let value: Value
  /// What it shows.
  public let text: String
  /// Whether it was edited and is not saved.
  public let isUnsaved: Bool
  /// What was found wrong with it.
  public let fault: String?
}
