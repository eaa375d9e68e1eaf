import Values

/// How the cells of a column are compared.
///
/// The comparison is a total order over all values. Null and NaN are equal and sort first or last, in both directions.
/// The other values sort by type: numbers and booleans, points in time, texts, lists, objects. Lists are compared
/// element by element. Objects are compared member by member, in the order of the members' names. Inside lists and
/// objects null is the least value.
///
/// Texts are compared as if the letters A to Z were small, and texts that differ only in them by their Unicode scalars:
/// `apple`, `Zebra`, `zebra`. Databases have the same order with `ORDER BY lower(name), name` and a binary collation.
public struct SortOptions: Hashable, Codable, Sendable {
  /// A Boolean value that indicates whether numbers in texts compare by value, so that `item2` sorts before `item10`.
  public var isNatural: Bool
  /// The differences that are ignored when texts are compared.
  public var compareOptions: StringCompareOptions
  /// A Boolean value that indicates whether texts are compared by their Unicode scalars alone, so that `Zebra` sorts
  /// before `apple`.
  public var isCaseSensitive: Bool
  /// Where null sorts.
  public var nullPlacement: NullPlacement
  /// Values that sort in this order and before other values, or `nil` for the choices of the column.
  ///
  /// Null sorts where ``nullPlacement`` says. Filters by a range do not follow the order.
  public var order: [Value]?

  /// Where null sorts, independent of the direction.
  public enum NullPlacement: String, Hashable, Codable, Sendable {
    /// Before all other values, in both directions.
    case first
    /// After all other values, in both directions.
    case last
  }

  /// Creates options for comparing the cells of a column.
  public init(
    isNatural: Bool = false, compareOptions: StringCompareOptions = .none, isCaseSensitive: Bool = false,
    nullPlacement: NullPlacement = .last, order: [Value]? = nil
  ) {
    self.isNatural = isNatural
    self.compareOptions = compareOptions
    self.isCaseSensitive = isCaseSensitive
    self.nullPlacement = nullPlacement
    self.order = order
  }

  /// A Boolean value that indicates whether some values have a place in an order.
  var hasOrder: Bool { order?.isEmpty == false }

  /// Returns what is compared in place of a value: a text without the ignored differences, or the place in the order.
  func collationKey(for value: Value) -> Value {
    let key = if case .text(let text) = value { Value.text(collationKey(for: text)) } else { value }
    guard hasOrder, let order, value.typeRank != 0 else { return key }
    // Numbers sort before lists.
    return order.firstIndex(of: value).map { .integer(Int64($0)) } ?? .list([key])
  }

  /// Returns a text that is equal to that of another text if both texts are equal under the options.
  ///
  /// These texts are compared by `compareKeys`.
  @inline(__always) func collationKey(for text: String) -> String { transformsText ? transformed(text) : text }

  private func transformed(_ text: String) -> String {
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
    return direction.applied(to: compareKeys(collationKey(for: left), collationKey(for: right)))
  }

  /// Returns the order of two values whose texts are collation keys.
  func compareKeys(_ left: Value, _ right: Value) -> ValueOrdering {
    if hasOrder, case .list(let left) = left, case .list(let right) = right, let left = left.first,
      let right = right.first
    {
      return compareTransformed(left, right)
    }
    return compareTransformed(left, right)
  }

  private func compareTransformed(_ left: Value, _ right: Value) -> ValueOrdering {
    if case .text(let left) = left, case .text(let right) = right { return compareKeys(left, right) }
    return left.totalOrder(to: right)
  }

  /// Returns the order of two collation keys of texts.
  func compareKeys(_ left: String, _ right: String) -> ValueOrdering {
    let (left, right) = (left.utf8, right.utf8)
    if !isCaseSensitive {
      let order = left.lazy.map(\.small).order(to: right.lazy.map(\.small))
      if order != .equal { return order }
    }
    return left.order(to: right)
  }
}

extension UInt8 {
  /// The small letter in place of one from A to Z, and any other byte of a text unchanged.
  var small: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

extension Sequence<UInt8> {
  /// Returns the order of two texts by their bytes, which is that of their Unicode scalars.
  fileprivate func order(to other: some Sequence<UInt8>) -> ValueOrdering {
    var others = other.makeIterator()
    for byte in self {
      guard let otherByte = others.next() else { return .greater }
      if byte != otherByte { return byte < otherByte ? .less : .greater }
    }
    return others.next() == nil ? .equal : .less
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
