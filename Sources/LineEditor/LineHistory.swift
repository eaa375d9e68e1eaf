/// The lines that were submitted, the newest last.
public struct LineHistory: Hashable, Sendable {
  /// The lines.
  public private(set) var lines: [String] = []
  /// The maximum number of lines, after which the oldest are removed.
  public let limit: Int

  /// Creates a history without lines.
  public init(limit: Int = 1000) {
    precondition(limit >= 0, "the limit of a history must not be negative")
    self.limit = limit
  }

  /// Adds a line, unless it is empty, equals the last one, or begins with a space.
  public mutating func add(_ line: String) {
    if line.isEmpty || line.hasPrefix(" ") || line == lines.last { return }
    lines.append(line)
    if lines.count > limit { lines.removeFirst() }
  }
}
