import Conditions
import Values

@testable import Tables

/// A reference implementation of queries, as short as possible: it reads every row each time.
struct NaiveQuery {
  let table: ItemTable
  let rows: [Item]
  let query: TableQuery
  let contextValues: ContextValues

  /// The ids of the rows that match, in sort order.
  var visibleIDs: [Int] {
    let matching = rows.enumerated().filter { matches($0.element, query.filter) }
    return matching.sorted { left, right in
      for key in query.sort {
        let ordering = table.columns.first { $0.id == key.column }?.sortOptions ?? SortOptions()
        let order = Self.compare(
          value(left.element, key.column), value(right.element, key.column), sortOptions: ordering,
          direction: key.direction
        )
        if order != 0 { return order < 0 }
      }
      return left.offset < right.offset
    }.map(\.element.id)
  }

  func value(_ item: Item, _ column: String) -> Value {
    switch column {
    case "id": item.id.value
    case "name": item.name.value
    case "price": item.price.value
    case "count": item.count.value
    case "flag": item.flag.value
    default: Value.integer(Int64(item.count ?? 0)).applying(.times, with: contextValues[item.ticker] ?? .null)
    }
  }

  func matches(_ item: Item, _ filter: RowFilter) -> Bool {
    let fits = filter.columns.allSatisfy { column, filter in matches(value(item, column), filter) }
    let holds =
      filter.condition.map { condition in
        let names = table.columns.map(\.id)
        let object = Value.object(Dictionary(uniqueKeysWithValues: names.map { ($0, value(item, $0)) }))
        return (try? condition.holds(for: object, variables: contextValues)) ?? false
      } ?? true
    let found =
      filter.search.isEmpty || (item.name.map { Self.folded($0).contains(Self.folded(filter.search)) } ?? false)
    return fits && holds && found
  }

  private func matches(_ value: Value, _ filter: ColumnFilter) -> Bool {
    switch (filter, value) {
    case (.contains(let text), .text(let cell)): Self.folded(cell).contains(Self.folded(text))
    case (.contains(let text), _): CellFormat.plain.text(of: value, kind: .text).contains(text)
    case (.range(let least, let most), _):
      value != .null
        && (least == nil || value.isEquivalent(to: least ?? nil) || value.compare(to: least ?? nil) == .greater)
        && (most == nil || value.isEquivalent(to: most ?? nil) || value.compare(to: most ?? nil) == .less)
    case (.among(let values), _): values.contains { $0.isEquivalent(to: value) }
    }
  }

  static func folded(_ text: String) -> String {
    StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded(text)
  }

  /// Returns a negative number if the left value sorts first, a positive one if the right value does, and zero if they
  /// are equal.
  static func compare(_ left: Value, _ right: Value, sortOptions: SortOptions, direction: SortDirection) -> Int {
    if left == .null || right == .null {
      if left == right { return 0 }
      return (left == .null) == (sortOptions.nullPlacement == .first) ? -1 : 1
    }
    let order: Int =
      switch (left, right) {
      case (.text(let left), .text(let right)): compareTexts(left, right, sortOptions)
      default: left.isEquivalent(to: right) ? 0 : left.compare(to: right) == .less ? -1 : 1
      }
    return direction == .forward ? order : -order
  }

  static func compareTexts(_ left: String, _ right: String, _ ordering: SortOptions) -> Int {
    let (left, right) = (ordering.compareOptions.folded(left), ordering.compareOptions.folded(right))
    if !ordering.isCaseSensitive {
      var exact = ordering
      (exact.isCaseSensitive, exact.compareOptions) = (true, .none)
      func small(_ text: String) -> String {
        text.unicodeScalars.map { $0.isASCII ? "\($0)".lowercased() : "\($0)" }.joined()
      }
      let order = compareTexts(small(left), small(right), exact)
      return order == 0 ? compareTexts(left, right, exact) : order
    }
    if ordering.isNatural { return NaturalTokens(left).compare(to: NaturalTokens(right)) }
    if left.unicodeScalars.elementsEqual(right.unicodeScalars) { return 0 }
    return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? -1 : 1
  }
}

/// A text split into numbers and single Unicode scalars.
struct NaturalTokens {
  enum Token: Equatable {
    case number(NaturalNumber)
    case scalar(Unicode.Scalar)
  }

  var tokens: [Token] = []

  init(_ text: String) {
    var rest = Substring(text).unicodeScalars
    var before: Unicode.Scalar = " "
    while let next = rest.first {
      let isSigned = (next == "-" || next == "+") && before.properties.isWhitespace
      let behindSign = isSigned ? rest.dropFirst() : rest
      if let digit = behindSign.first, ("0"..."9").contains(digit) {
        let run = behindSign.prefix { ("0"..."9").contains($0) || $0 == "." }
        let groups = Substring(run).split(separator: ".", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        tokens.append(.number(NaturalNumber(groups.map(String.init), isNegative: isSigned && next == "-")))
        rest = behindSign.dropFirst(groups.joined(separator: ".").utf8.count)
        before = "0"
      } else {
        tokens.append(.scalar(next))
        before = next
        rest = rest.dropFirst()
      }
    }
  }

  func compare(to other: NaturalTokens) -> Int {
    for (left, right) in zip(tokens, other.tokens) where left != right {
      switch (left, right) {
      case (.number(let left), .number(let right)): return left < right ? -1 : 1
      case (.scalar(let left), .scalar(let right)): return left < right ? -1 : 1
      // A number sorts like the character `0`, and a negative number like `/`, the character before it.
      case (.number(let left), .scalar(let right)): return (left.isNegative ? "/" : "0") <= right ? -1 : 1
      case (.scalar(let left), .number(let right)): return left < (right.isNegative ? "/" : "0") ? -1 : 1
      }
    }
    return tokens.count == other.tokens.count ? 0 : tokens.count < other.tokens.count ? -1 : 1
  }
}

/// A decimal number, or a version of at least three whole numbers.
struct NaturalNumber: Comparable {
  let isNegative: Bool
  /// The magnitude of the decimal number, or the decimal number that the version directly follows.
  private let magnitude: Double
  /// The numbers of the version, or empty for a decimal number.
  private let version: [Double]

  init(_ groups: [String], isNegative: Bool) {
    let numbers = groups.map { Double($0) ?? .nan }
    version = groups.count > 2 ? numbers : []
    if groups.count < 3 {
      magnitude = Double(groups.joined(separator: ".")) ?? .nan
    } else {
      // `2.1.1` follows `2.1`, while `2.10.1` follows every decimal number that begins with `2.`.
      magnitude = numbers[1] < 10 ? Double("\(groups[0]).\(Int(numbers[1]))") ?? .nan : (numbers[0] + 1).nextDown
    }
    self.isNegative = isNegative && numbers.contains { $0 > 0 }
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    let (lesser, greater) = left.isNegative ? (right, left) : (left, right)
    if lesser.version.isEmpty || greater.version.isEmpty, lesser.magnitude != greater.magnitude {
      return lesser.magnitude < greater.magnitude
    }
    return lesser.version.lexicographicallyPrecedes(greater.version)
  }
}
