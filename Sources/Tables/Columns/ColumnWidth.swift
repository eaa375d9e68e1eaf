/// How wide a column is, in whatever a front end measures in.
public enum ColumnWidth: Hashable, Codable, Sendable {
  /// Always this wide.
  case fixed(Int)
  /// As wide as there is room for, within bounds.
  case flexible(minimum: Int = 10, maximum: Int? = nil)
  /// As many columns side by side as fit, each within bounds.
  case adaptive(minimum: Int, maximum: Int? = nil)

  /// The least it can be.
  public var minimum: Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, _), .adaptive(let minimum, _): minimum
    }
  }

  /// A width within the bounds.
  public func bounded(_ width: Int) -> Int {
    switch self {
    case .fixed(let width): width
    case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
      max(minimum, min(width, maximum ?? width))
    }
  }
}
