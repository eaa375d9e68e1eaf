import Tables

/// What changed in a table.
public struct TableDifference: Hashable, Codable, Sendable {
  /// The table without rows, if anything but the rows changed.
  public let frame: TableScreen<String>?
  /// The IDs of the rows that are removed first.
  public let removed: [String]
  /// The changed rows that stay, which are replaced next.
  public let changed: [TableScreen<String>.Row]
  /// The rows that are inserted last, in ascending order.
  ///
  /// A row that moved is removed and inserted.
  public let inserted: [Insertion]

  /// A row and the index at which it is inserted.
  public struct Insertion: Hashable, Codable, Sendable {
    /// The index.
    public let index: Int
    /// The row.
    public let row: TableScreen<String>.Row
  }

  init(from old: TableScreen<String>, to new: TableScreen<String>) {
    frame = old.replacingRows(with: []) == new.replacingRows(with: []) ? nil : new.replacingRows(with: [])
    let oldIndices = Dictionary(zip(old.rows.map(\.id), old.rows.indices)) { first, _ in first }
    let staying = Set(longestAscendingRun(of: new.rows.map { oldIndices[$0.id] }).map { new.rows[$0].id })
    removed = old.rows.map(\.id).filter { !staying.contains($0) }
    changed = new.rows.filter { row in staying.contains(row.id) && oldIndices[row.id].map { old.rows[$0] } != row }
    inserted = new.rows.enumerated().filter { !staying.contains($1.id) }.map { Insertion(index: $0, row: $1) }
  }

  func apply(to table: inout TableScreen<String>) {
    let removed = Set(removed)
    let changed = Dictionary(changed.map { ($0.id, $0) }) { first, _ in first }
    var rows = table.rows.filter { !removed.contains($0.id) }.map { changed[$0.id] ?? $0 }
    for insertion in inserted { rows.insert(insertion.row, at: min(insertion.index, rows.count)) }
    table = (frame ?? table).replacingRows(with: rows)
  }
}

/// Returns the indices of the longest subsequence whose values ascend.
///
/// A value that is `nil` is in none.
///
/// - Complexity: O(*n* log *n*)
private func longestAscendingRun(of values: [Int?]) -> [Int] {
  // For each length, the index of the last element of the run of this length that ends with the least value.
  var ends: [Int] = []
  var previous = [Int?](repeating: nil, count: values.count)
  for (index, value) in values.enumerated() {
    guard let value else { continue }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if values[ends[middle]] ?? 0 < value { low = middle + 1 } else { high = middle }
    }
    previous[index] = low > 0 ? ends[low - 1] : nil
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var run: [Int] = []
  var next = ends.last
  while let index = next {
    run.append(index)
    next = previous[index]
  }
  return run.reversed()
}

extension TableScreen {
  fileprivate func replacingRows(with rows: [Row]) -> TableScreen {
    var screen = self
    screen.rows = rows
    return screen
  }
}
