public import Values

/// How the cells of a column are compared.
///
/// It is a total order over all values: null, which also stands for what is no number, before or behind everything
/// whatever the direction; then numbers and booleans, points in time, texts, lists, objects. Lists are compared value by
/// value, and objects member by member in the order of the names; null is the least in them.
public struct SortOptions: Hashable, Codable, Sendable {
  /// Whether numbers in texts count as numbers, so that `item2` comes before `item10`.
  public var isNatural: Bool
  /// What is not looked at when texts are compared.
  public var folding: StringCompareOptions
  /// Where nothing stands.
  public var nulls: NullPlacement

  /// Where nothing stands.
  public enum NullPlacement: String, Hashable, Codable, Sendable {
    /// Before everything, in both directions.
    case first
    /// Behind everything, in both directions.
    case last
  }

  /// Makes one of its parts.
  public init(
    isNatural: Bool = false, compareOptions folding: StringCompareOptions = .none,
    nullPlacement nulls: NullPlacement = .last
  ) {
    self.isNatural = isNatural
    self.folding = folding
    self.nulls = nulls
  }

  /// The value whose texts stand in the order of their bytes.
  func collationKey(for value: Value) -> Value {
    if case .text(let text) = value, isNatural || folding != .none { return .text(collationKey(for: text)) }
    return value
  }

  private func collationKey(for text: String) -> String {
    let folded = folding.folded(text)
    return isNatural ? folded.naturalSortKey : folded
  }

  /// Which of two values comes first, in one direction.
  package func compare(_ left: Value, _ right: Value, direction: SortDirection) -> ValueOrdering {
    let (leftIsNull, rightIsNull) = (left.typeRank == 0, right.typeRank == 0)
    if leftIsNull && rightIsNull { return .equal }
    if leftIsNull || rightIsNull { return leftIsNull == (nulls == .first) ? .less : .greater }
    return direction.applied(to: collationKey(for: left).compareByTypeRank(to: collationKey(for: right)))
  }
}

extension Value {
  /// What kinds of values come before which.
  var typeRank: UInt64 {
    switch self {
    case .null: 0
    case .real(let real): real.isNaN ? 0 : 1
    case .boolean, .integer: 1
    case .instant: 2
    case .text: 3
    case .list: 4
    case .object: 5
    }
  }

  /// Which comes first of two values in the order of all values.
  func compareByTypeRank(to other: Value) -> ValueOrdering {
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
      let order = left.compareByTypeRank(to: right)
      if order != .equal { return order }
    }
    return left.count < right.count ? .less : left.count > right.count ? .greater : .equal
  }

  /// The names and values of an object, one after the other in the order of the names.
  private static func sortedMembers(of members: [String: Value]) -> [Value] {
    members.map { (name: Value.text($0.key), value: $0.value) }.sorted {
      $0.name.compareByTypeRank(to: $1.name) == .less
    }
    .flatMap { [$0.name, $0.value] }
  }
}
