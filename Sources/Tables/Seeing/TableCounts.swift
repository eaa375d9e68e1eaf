/// How many rows there are; nil where nobody knows.
public struct TableCounts: Hashable, Sendable {
  /// All.
  public let all: Int?
  /// Those that pass the filter.
  public let filtered: Int?
  /// Those that are selected.
  public let selected: Int?
  /// Those that were edited and are not saved.
  public let unsaved: Int
}
