import Values

/// How the cells of a column are compared.
///
/// The comparison is a total order over all values. Null and NaN are equal and sort first or last, in both directions.
/// The other values sort by type: numbers and booleans, points in time, texts, lists, objects. Lists are compared
/// element by element. Objects are compared member by member, in the order of the members' names. Inside lists and
/// objects null is the least value.
public struct SortOptions: Hashable, Codable, Sendable {
  /// A Boolean value that indicates whether numbers in texts compare by value, so that `item2` sorts before `item10`.
  public var isNatural: Bool
  /// The differences that are ignored when texts are compared.
  public var compareOptions: StringCompareOptions
  /// Where null sorts.
  public var nullPlacement: NullPlacement

  /// Where null sorts, independent of the direction.
  public enum NullPlacement: String, Hashable, Codable, Sendable {
    /// Before all other values, in both directions.
    case first
    /// After all other values, in both directions.
    case last
  }

  /// Creates options for comparing the cells of a column.
  public init(
    isNatural: Bool = false, compareOptions: StringCompareOptions = .none,
    nullPlacement: NullPlacement = .last
  ) {
    self.isNatural = isNatural
    self.compareOptions = compareOptions
    self.nullPlacement = nullPlacement
  }

  /// Returns a value whose texts sort correctly when they are compared byte by byte.
  func collationKey(for value: Value) -> Value {
    guard transformsText, case .text(let text) = value else { return value }
    return .text(collationKey(for: text))
  }

  /// Returns a text that sorts correctly when it is compared byte by byte.
  func collationKey(for text: String) -> String {
    let folded = compareOptions.folded(text)
    return isNatural ? folded.naturalSortKey : folded
  }

  /// Whether the collation key of a text may differ from the text.
  var transformsText: Bool { isNatural || compareOptions != .none }

  /// Returns the order of two values in one direction.
  package func compare(_ left: Value, _ right: Value, direction: SortDirection) -> ValueOrdering {
    let (leftIsNull, rightIsNull) = (left.typeRank == 0, right.typeRank == 0)
    if leftIsNull && rightIsNull { return .equal }
    if leftIsNull || rightIsNull { return leftIsNull == (nullPlacement == .first) ? .less : .greater }
    return direction.applied(to: collationKey(for: left).totalOrder(to: collationKey(for: right)))
  }
}

extension Value {
  /// The rank of the value's type in the total order.
  ///
  /// Null and NaN have rank zero.
  var typeRank: UInt64 {
    switch self {
    case .null: 0
    case .real(let real): real.isNaN ? 0 : 1
    case .boolean, .integer, .money: 1
    case .instant: 2
    case .text: 3
    case .list: 4
    case .object: 5
    }
  }

  /// The text, or `nil` for null and NaN, in an optional that is `nil` for any other value.
  var textOrNull: String?? {
    if case .text(let text) = self { return .some(text) }
    return typeRank == 0 ? .some(nil) : nil
  }

  /// Returns the order of two values in the total order over all values.
  func totalOrder(to other: Value) -> ValueOrdering {
    let (rank, otherRank) = (typeRank, other.typeRank)
    if rank != otherRank { return rank < otherRank ? .less : .greater }
    switch (self, other) {
    case (.list(let left), .list(let right)): return Self.compareLists(left, right)
    case (.object(let left), .object(let right)):
      return Self.compareLists(Self.sortedMembers(of: left), Self.sortedMembers(of: right))
    default: return compare(to: other) ?? .equal
    }
  }

  private static func compareLists(_ left: [Value], _ right: [Value]) -> ValueOrdering {
    for (left, right) in zip(left, right) {
      let order = left.totalOrder(to: right)
      if order != .equal { return order }
    }
    return left.count < right.count ? .less : left.count > right.count ? .greater : .equal
  }

  /// Returns the names and values of an object's members as one list, sorted by name.
  private static func sortedMembers(of members: [String: Value]) -> [Value] {
    members.map { (name: Value.text($0.key), value: $0.value) }.sorted {
      $0.name.totalOrder(to: $1.name) == .less
    }
    .flatMap { [$0.name, $0.value] }
  }
}
