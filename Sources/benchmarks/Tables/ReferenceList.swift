import BenchmarkFloor

/// The floor for a sorted list with lookup by id: an array of rows, their indices, and the sorted indices of the rows
/// that match.
struct ReferenceList {
  private var rows: [BenchmarkRow]
  private var indicesByID: [Int: Int32]
  private(set) var sortedIndices: [Int32]

  init(_ rows: [BenchmarkRow]) {
    self.rows = rows
    indicesByID = [:]
    indicesByID.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() { indicesByID[row.id] = Int32(index) }
    sortedIndices = []
    for (index, row) in rows.enumerated() where row.price >= 333 { sortedIndices.append(Int32(index)) }
    sortedIndices.sort { left, right in
      let (first, second) = (rows[Int(left)].price, rows[Int(right)].price)
      return first == second ? left < right : first < second
    }
  }

  /// Returns the lower bound: the first index whose row does not sort before this one.
  private func insertionIndex(of price: Double, _ row: Int32) -> Int {
    var (low, high) = (0, sortedIndices.count)
    while low < high {
      let middle = low + (high - low) / 2
      let other = rows[Int(sortedIndices[middle])].price
      if other < price || (other == price && sortedIndices[middle] < row) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @MainActor mutating func measureEdits(_ editCount: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<editCount {
        guard let row = indicesByID[hidingFromOptimizer(number * 4001 % rows.count)] else { continue }
        if rows[Int(row)].price >= 333 { sortedIndices.remove(at: insertionIndex(of: rows[Int(row)].price, row)) }
        rows[Int(row)].price = price(number)
        if price(number) >= 333 { sortedIndices.insert(row, at: insertionIndex(of: price(number), row)) }
      }
    }
  }

  func page(_ number: Int, size: Int) -> [[String]] {
    sortedIndices[number * size..<(number + 1) * size].map { index in
      let row = rows[Int(index)]
      return ["\(row.id)", row.name, "\(row.price)", "\(row.flag)", "\(row.date)"]
    }
  }
}

/// Returns the price for a number.
///
/// The prices are spread over the whole range.
func price(_ number: Int) -> Double { Double(number * 7919 % 1000) }
