import BenchmarkFloor

/// The floor for a sorted list with lookup by id: an array of rows, their indices, and the sorted indices of the rows
/// that match.
struct ReferenceList {
  private var rows: [BenchmarkRow]
  private var indicesByID: [Int: Int32]
  private(set) var sortedIndices: [Int32]

  init(_ rows: [BenchmarkRow]) {
    self.rows = rows
    indicesByID = ReferenceSelection.indicesByID(of: rows)
    sortedIndices = []
    for (place, row) in rows.enumerated() where row.price >= 333 { sortedIndices.append(Int32(place)) }
    sortedIndices.sort { left, right in
      let (first, second) = (rows[Int(left)].price, rows[Int(right)].price)
      return first == second ? left < right : first < second
    }
  }

  /// Reserves capacity for more rows.
  mutating func reserveCapacity(for more: Int) {
    indicesByID.reserveCapacity(rows.count + more)
    rows.reserveCapacity(rows.count + more)
    sortedIndices.reserveCapacity(rows.count + more)
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

  @MainActor mutating func edit(_ size: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<size {
        guard let row = indicesByID[hidingFromOptimizer(number * 4001 % rows.count)] else { continue }
        if rows[Int(row)].price >= 333 { sortedIndices.remove(at: insertionIndex(of: rows[Int(row)].price, row)) }
        rows[Int(row)].price = price(number)
        if price(number) >= 333 { sortedIndices.insert(row, at: insertionIndex(of: price(number), row)) }
      }
    }
  }

  @MainActor mutating func insert(_ size: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<size {
        let new = row(hidingFromOptimizer(2_000_000 + number), price: price(number))
        if indicesByID[new.id] != nil { continue }
        rows.append(new)
        let last = Int32(rows.count - 1)
        indicesByID[new.id] = last
        if price(number) >= 333 { sortedIndices.insert(last, at: insertionIndex(of: price(number), last)) }
      }
    }
  }

  func page(_ number: Int, size: Int) -> [[String]] {
    sortedIndices[number * size..<(number + 1) * size].map { place in
      let row = rows[Int(place)]
      return ["\(row.id)", row.name, "\(row.price)", "\(row.flag)", "\(row.date)"]
    }
  }
}

/// Returns the price for a number.
///
/// The prices are spread over the whole range.
func price(_ number: Int) -> Double { Double(number * 7919 % 1000) }

/// The floor for a selection: the number of selected rows, overall and among the matching ones, the anchor and the
/// cursor.
struct ReferenceSelection {
  private let indicesByID: [Int: Int32]
  private let matches: [Bool]
  private var ids: Set<Int> = []
  private(set) var anchor: Int?
  private(set) var cursor: Int?
  private(set) var selectedCount = 0
  private(set) var visibleSelectedCount = 0

  init(among rows: [BenchmarkRow]) {
    indicesByID = Self.indicesByID(of: rows)
    matches = rows.map { $0.price >= 333 }
  }

  static func indicesByID(of rows: [BenchmarkRow]) -> [Int: Int32] {
    var places: [Int: Int32] = [:]
    places.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() { places[row.id] = Int32(place) }
    return places
  }

  mutating func toggle(_ id: Int) {
    guard let place = indicesByID[id] else { return }
    let isSelected = ids.remove(id) == nil
    if isSelected { ids.insert(id) }
    selectedCount += isSelected ? 1 : -1
    if matches[Int(place)] { visibleSelectedCount += isSelected ? 1 : -1 }
    anchor = id
    cursor = id
  }
}
