internal import Values

/// What an aggregate comes to so far: cells come and go one by one.
///
/// It is always what all of them come to from the first to the last, or says that it must be computed anew. So must a sum of
/// binary fractions after each change, since another order gives another sum; and an extreme, if one that equals it comes or goes.
struct AggregateAccumulator: Hashable, Sendable {
  let aggregate: Aggregate
  private let ordering: SortOptions
  private var count = 0
  private var sum: DecimalSum
  private var extreme: Value?
  /// Whether all cells must be looked at again.
  private(set) var isStale = false

  init(_ aggregate: Aggregate, of kind: ColumnKind, _ ordering: SortOptions) {
    self.aggregate = aggregate
    self.ordering = ordering
    sum = DecimalSum(kind)
  }

  /// Takes in a cell behind those that are there.
  mutating func add(_ cell: Value) {
    if cell.typeRank == 0 { return }
    count += 1
    switch aggregate.function {
    case .count: break
    case .sum, .average: sum.add(cell)
    case .min:
      if extreme.map({ ordering.compare(cell, $0, direction: .forward) == .less }) ?? true { extreme = .some(cell) }
    case .max:
      if extreme.map({ ordering.compare(cell, $0, direction: .forward) == .greater }) ?? true { extreme = .some(cell) }
    }
  }

  /// Takes in a cell that came among the others, or with minus one that one of them went.
  mutating func update(_ cell: Value, count times: Int) {
    if isStale || cell.typeRank == 0 { return }
    // Of several that are equal the first counts, and nobody knows whether it is this one.
    let isExtreme = extreme.map { ordering.compare(cell, $0, direction: .forward) == .equal } ?? false
    if times > 0 {
      add(cell)
      isStale = !sum.isExact || (isExtreme && extreme != .some(cell))
    } else {
      count -= 1
      isStale = !sum.isExact || isExtreme
      sum.remove(cell)
    }
  }

  mutating func invalidate() { isStale = true }

  /// What it comes to; null where there is nothing to compute it of.
  var value: Value {
    switch aggregate.function {
    case .count: .integer(Int64(count))
    case .sum: sum.value
    case .average: count == 0 ? .null : sum.average(count: count)
    case .min, .max: extreme ?? .null
    }
  }
}
