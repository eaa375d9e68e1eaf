import BenchmarkFloor
import Tables
import Values

extension Benchmark {
  /// Sorting, filtering and searching all rows, each at two sizes.
  ///
  /// As the table does, each floor extracts the keys from the rows and then sorts or filters the row indices.
  static let tableQueries: [Benchmark] =
    atEachSize("sortText", .sortChanged([SortKey("name")]), floor: sortByName)
    + atEachSize("sortNumber", .sortChanged([SortKey("price")]), floor: sortByPrice)
    + atEachSize(
      "sortThree", .sortChanged([SortKey("flag"), SortKey("price", .reverse), SortKey("name")]),
      floor: sortByThreeColumns)
    + atEachSize("filter", .columnFilterChanged("price", .range(from: 500)), floor: filterByPrice)
    + atEachSize("search", .searchTextChanged("abc"), floor: searchNames)

  private static func atEachSize(
    _ name: String, _ action: BenchmarkRows.Rows.Action, floor: @escaping @Sendable ([BenchmarkRow]) -> Int
  ) -> [Benchmark] {
    BenchmarkRows.sizes.map { size, rows in
      Benchmark("tables.\(name).\(size)", size: 1, unit: "times/s") { _ in
        let table = rows().tableFeature
        var state = rows().state
        return ContinuousClock().measure { _ = table.reduce(&state, action) }
      } floor: { _ in
        let rows = rows().rows
        return ContinuousClock().measure { resultSink = floor(rows) }
      }
    }
  }
}

/// The index of a row with its sort key.
private struct SortKeyedIndex<Sorted> {
  var sorted: Sorted
  var index: Int32
}

/// Sorts without case by the first eight bytes, as the table does, and compares whole texts only if these are equal.
private func sortByName(_ rows: [BenchmarkRow]) -> Int {
  var keys: [SortKeyedIndex<UInt64>] = []
  keys.reserveCapacity(rows.count)
  for (place, row) in rows.enumerated() {
    var name = row.name
    let prefix = name.withUTF8 { bytes in
      var prefix: UInt64 = 0
      for index in 0..<min(8, bytes.count) {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index])
        prefix |= UInt64(isCapital ? bytes[index] | 0x20 : bytes[index]) << (56 - 8 * UInt64(index))
      }
      return prefix
    }
    keys.append(SortKeyedIndex(sorted: prefix, index: Int32(place)))
  }
  keys.sort { left, right in
    if left.sorted != right.sorted { return left.sorted < right.sorted }
    let (first, second) = (rows[Int(left.index)].name, rows[Int(right.index)].name)
    return first == second ? left.index < right.index : first < second
  }
  return Int(keys.map(\.index).last ?? 0)
}

private func sortByPrice(_ rows: [BenchmarkRow]) -> Int {
  var keys: [SortKeyedIndex<Double>] = []
  keys.reserveCapacity(rows.count)
  for (place, row) in rows.enumerated() { keys.append(SortKeyedIndex(sorted: row.price, index: Int32(place))) }
  keys.sort { $0.sorted == $1.sorted ? $0.index < $1.index : $0.sorted < $1.sorted }
  return Int(keys.map(\.index).last ?? 0)
}

private func sortByThreeColumns(_ rows: [BenchmarkRow]) -> Int {
  var keys: [SortKeyedIndex<(flag: Bool, price: Double)>] = []
  keys.reserveCapacity(rows.count)
  for (place, row) in rows.enumerated() {
    keys.append(SortKeyedIndex(sorted: (row.flag, row.price), index: Int32(place)))
  }
  keys.sort { left, right in
    if left.sorted.flag != right.sorted.flag { return !left.sorted.flag }
    if left.sorted.price != right.sorted.price { return left.sorted.price > right.sorted.price }
    let (first, second) = (rows[Int(left.index)].name, rows[Int(right.index)].name)
    return first == second ? left.index < right.index : first < second
  }
  return Int(keys.map(\.index).last ?? 0)
}

private func filterByPrice(_ rows: [BenchmarkRow]) -> Int {
  var places: [Int32] = []
  for (place, row) in rows.enumerated() where row.price >= 500 { places.append(Int32(place)) }
  return places.count
}

private func searchNames(_ rows: [BenchmarkRow]) -> Int {
  let wanted = Array("abc".utf8)
  var places: [Int32] = []
  for (place, row) in rows.enumerated() {
    var name = row.name
    let isFound = name.withUTF8 { bytes in
      var start = 0
      while start + wanted.count <= bytes.count {
        if bytes[start] | 0x20 == wanted[0] && bytes[start + 1] | 0x20 == wanted[1]
          && bytes[start + 2] | 0x20 == wanted[2]
        {
          return true
        }
        start += 1
      }
      return false
    }
    if isFound { places.append(Int32(place)) }
  }
  return places.count
}
