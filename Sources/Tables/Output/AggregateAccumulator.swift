import Values

/// The running value of an aggregate, to which cells are added and from which they are removed.
///
/// The value always equals the one computed from all cells in order; otherwise ``isStale`` is set, and it must be
/// recomputed. This happens when a cell that equals the minimum or maximum is added or removed.
struct AggregateAccumulator: Hashable, Sendable {
  let aggregate: Aggregate
  private let sortOptions: SortOptions
  private var count = 0
  private var sum: DecimalSum
  private var extremeValue: Value?
  /// Whether the value must be recomputed from all cells.
  var isStale = false

  init(_ aggregate: Aggregate, of kind: ColumnKind, _ ordering: SortOptions) {
    self.aggregate = aggregate
    self.sortOptions = ordering
    sum = DecimalSum(kind)
  }

  /// Adds a cell after all others.
  mutating func add(_ cell: Value) {
    if cell.typeRank == 0 { return }
    count += 1
    switch aggregate.function {
    case .count: break
    case .sum, .average: sum.add(cell)
    case .min, .max:
      let order = extremeValue.map { sortOptions.compare(cell, $0, direction: .forward) }
      if order == nil || order == (aggregate.function == .min ? .less : .greater) { extremeValue = .some(cell) }
    }
  }

  /// Adds a cell among the others, or removes it if `count` is -1.
  mutating func update(_ cell: Value, count times: Int) {
    if isStale || cell.typeRank == 0 { return }
    // The first of several equal cells is the extreme, and it is unknown whether this cell precedes it.
    let isExtreme = extremeValue.map { sortOptions.compare(cell, $0, direction: .forward) == .equal } ?? false
    if times > 0 {
      add(cell)
      isStale = isExtreme && extremeValue != .some(cell)
    } else {
      count -= 1
      isStale = isExtreme
      sum.remove(cell)
    }
  }

  /// The value, or null if there are no cells.
  var value: Value {
    switch aggregate.function {
    case .count: .integer(Int64(count))
    case .sum: count == 0 ? .null : sum.value
    case .average: count == 0 ? .null : sum.average(count: count)
    case .min, .max: extremeValue ?? .null
    }
  }
}
