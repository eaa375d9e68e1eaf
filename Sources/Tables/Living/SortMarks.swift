/// What tells in a title how the rows are sorted.
public struct SortMarks: Hashable, Codable, Sendable {
  /// The least first.
  public var forward: String
  /// The greatest first.
  public var reverse: String
  /// Not by this column; it takes as much room as the others.
  public var neutral: String

  /// Makes marks, or the usual ones.
  public init(forward: String = "▲", reverse: String = "▼", neutral: String = " ") {
    self.forward = forward
    self.reverse = reverse
    self.neutral = neutral
  }
}
