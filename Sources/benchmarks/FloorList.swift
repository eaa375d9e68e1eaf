import BenchmarkFloor

/// The floor for a sorted list with lookup by id: an array of rows, their indices, and the sorted indices of the rows
/// that match.
struct ReferenceList {
  private var rows: [BenchmarkRow]
  private var places: [Int: Int32]
  private(set) var order: [Int32]

  init(_ rows: [BenchmarkRow]) {
    self.rows = rows
    places = ReferenceSelection.indicesByID(of: rows)
    order = []
    for (place, row) in rows.enumerated() where row.price >= 333 { order.append(Int32(place)) }
    order.sort { left, right in
      let (first, second) = (rows[Int(left)].price, rows[Int(right)].price)
      return first == second ? left < right : first < second
    }
  }

  /// Reserves capacity for more rows.
  mutating func reserveCapacity(for more: Int) {
    places.reserveCapacity(rows.count + more)
    rows.reserveCapacity(rows.count + more)
    order.reserveCapacity(rows.count + more)
  }

  /// Returns the lower bound: the first index whose row does not sort before this one.
  private func insertionIndex(of price: Double, _ row: Int32) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = low + (high - low) / 2
      let other = rows[Int(order[middle])].price
      if other < price || (other == price && order[middle] < row) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @MainActor mutating func edit(_ size: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<size {
        guard let row = places[hidingFromOptimizer(number * 4001 % rows.count)] else { continue }
        if rows[Int(row)].price >= 333 { order.remove(at: insertionIndex(of: rows[Int(row)].price, row)) }
        rows[Int(row)].price = price(number)
        if price(number) >= 333 { order.insert(row, at: insertionIndex(of: price(number), row)) }
      }
    }
  }

  @MainActor mutating func insert(_ size: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<size {
        let new = row(hidingFromOptimizer(2_000_000 + number), price: price(number))
        if places[new.id] != nil { continue }
        rows.append(new)
        let last = Int32(rows.count - 1)
        places[new.id] = last
        if price(number) >= 333 { order.insert(last, at: insertionIndex(of: price(number), last)) }
      }
    }
  }

  func page(_ number: Int, size: Int) -> [[String]] {
    order[number * size..<(number + 1) * size].map { place in
      let row = rows[Int(place)]
      return ["\(row.id)", row.name, "\(row.price)", "\(row.flag)", "\(row.date)"]
    }
  }
}

/// Returns a price for a number.
///
/// The prices are spread over the whole order.
func price(_ number: Int) -> Double { Double(number * 7919 % 1000) }

/// The floor for a selection: the number of selected rows, overall and among the matching ones, the anchor and the
/// cursor.
struct ReferenceSelection {
  private let places: [Int: Int32]
  private let passes: [Bool]
  private var ids: Set<Int> = []
  private(set) var anchor: Int?
  private(set) var cursor: Int?
  private(set) var selected = 0
  private(set) var selectedSeen = 0

  init(among rows: [BenchmarkRow]) {
    places = Self.indicesByID(of: rows)
    passes = rows.map { $0.price >= 333 }
  }

  static func indicesByID(of rows: [BenchmarkRow]) -> [Int: Int32] {
    var places: [Int: Int32] = [:]
    places.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() { places[row.id] = Int32(place) }
    return places
  }

  mutating func toggle(_ id: Int) {
    guard let place = places[id] else { return }
    let isSelected = ids.remove(id) == nil
    if isSelected { ids.insert(id) }
    selected += isSelected ? 1 : -1
    if passes[Int(place)] { selectedSeen += isSelected ? 1 : -1 }
    anchor = id
    cursor = id
  }
}
