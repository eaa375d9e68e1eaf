internal import Values

/// In which direction rows are sorted.
public enum SortOrder: String, Hashable, Codable, Sendable {
  /// The least first.
  case forward
  /// The greatest first.
  case reverse

  /// The other one.
  public var flipped: SortOrder {
    switch self {
    case .forward: .reverse
    case .reverse: .forward
    }
  }

  func directed(_ order: Order) -> Order {
    switch (self, order) {
    case (.forward, _), (_, .equal): order
    case (.reverse, .less): .greater
    case (.reverse, .greater): .less
    }
  }
}
