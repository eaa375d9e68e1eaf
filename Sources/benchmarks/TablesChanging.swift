import BenchmarkFloor
import Tables
import Values

extension Benchmark {
  /// What a person does in a table of a million rows that is sorted and filtered by price, again and again.
  static let tablesChanging: [Benchmark] = [
    Benchmark("tables.edit", size: 200, subject: { edit($0) }, floor: { editOnFloor($0) }),
    Benchmark("tables.insert", size: 200, subject: { insert($0) }, floor: { insertOnFloor($0) }),
    Benchmark("tables.toggle", size: 20_000, subject: { toggle($0) }, floor: { toggleOnFloor($0) }),
    Benchmark("tables.page", size: 500, unit: "pages/s", subject: { turnPages($0) }, floor: { turnPagesOnFloor($0) }),
    Benchmark("tables.key", size: 5_000, subject: { press($0, in: .million) }, floor: { press($0, in: .thousands10) }),
    Benchmark("tables.memory", size: 1_000_000, unit: "bytes/row") { size in
      (Memory.table.bytes(perRowOf: size), Memory.rows.bytes(perRowOf: size))
    },
  ]
}

extension Memory {
  /// Bytes for each of so many rows.
  fileprivate func bytes(perRowOf size: Int) -> Double { Double(max(0, peak(of: size) - peak(of: 0))) / Double(size) }
}

private typealias State = BenchmarkRows.Rows.State

/// Makes a table in the middle of work, of which nobody else holds a part: what is shared is copied at the first change.
@MainActor private func stateOfItsOwn() -> State {
  var state = BenchmarkRows.million.sortedAndFiltered()
  let table = BenchmarkRows.million.table
  _ = table.reduce(&state, .rowPut(row(-1, price: 500)))
  _ = table.reduce(&state, .rowRemoved(-1))
  return state
}

private func row(_ id: Int, price: Double) -> BenchmarkRow {
  BenchmarkRow(id: id, name: "a name", price: price, flag: true, date: Instant(milliseconds: 0))
}

/// Prices all over the order, in no order.
private func price(_ number: Int) -> Double { Double(number * 7919 % 1000) }

@MainActor private func edit(_ size: Int) -> Duration {
  let table = BenchmarkRows.million.table
  var state = stateOfItsOwn()
  return ContinuousClock().measure {
    for number in 0..<size { _ = table.reduce(&state, .rowPut(row(number * 4001, price: price(number)))) }
  }
}

@MainActor private func insert(_ size: Int) -> Duration {
  let table = BenchmarkRows.million.table
  var state = stateOfItsOwn()
  return ContinuousClock().measure {
    for number in 0..<size { _ = table.reduce(&state, .rowPut(row(2_000_000 + number, price: price(number)))) }
  }
}

@MainActor private func toggle(_ size: Int) -> Duration {
  let table = BenchmarkRows.million.table
  var state = stateOfItsOwn()
  return ContinuousClock().measure {
    for number in 0..<size { _ = table.reduce(&state, .selection(.toggled(number * 37))) }
  }
}

@MainActor private func toggleOnFloor(_ size: Int) -> Duration {
  var selected: Set<Int> = []
  let time = ContinuousClock().measure {
    for number in 0..<size where !selected.insert(unforeseen(number * 37)).inserted { selected.remove(number * 37) }
  }
  blackHole = selected.count
  return time
}

@MainActor private func turnPages(_ size: Int) -> Duration {
  let table = BenchmarkRows.million.table
  var state = stateOfItsOwn()
  _ = table.reduce(&state, .pageSizeChanged(50))
  return ContinuousClock().measure {
    for number in 0..<size {
      _ = table.reduce(&state, .pageTurned(to: number * 17))
      blackHole = table.screen(of: state).rows.count
    }
  }
}

@MainActor private func turnPagesOnFloor(_ size: Int) -> Duration {
  let list = floorList()
  return ContinuousClock().measure {
    for number in 0..<size { blackHole = list.page(number * 17, size: 50).count }
  }
}

@MainActor private func press(_ size: Int, in rows: BenchmarkRows) -> Duration {
  var state = rows.sortedAndFiltered()
  return ContinuousClock().measure {
    for number in 0..<size {
      _ = rows.table.reduce(&state, .keyPressed(TableKey(number % 3 == 0 ? .space : .down)))
    }
  }
}

/// The least that keeps rows sorted: an array of them, and one of the places of those that pass.
private struct FloorList {
  var rows: [BenchmarkRow]
  var order: [Int32]

  /// The first place at which nothing stands that comes before a row.
  private func place(of price: Double, _ row: Int32) -> Int {
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
        let row = Int32(number * 4001)
        if rows[Int(row)].price >= 333 { order.remove(at: place(of: rows[Int(row)].price, row)) }
        rows[Int(row)].price = price(number)
        if price(number) >= 333 { order.insert(row, at: place(of: price(number), row)) }
      }
    }
  }

  @MainActor mutating func insert(_ size: Int) -> Duration {
    ContinuousClock().measure {
      for number in 0..<size {
        rows.append(row(2_000_000 + number, price: price(number)))
        let last = Int32(rows.count - 1)
        if price(number) >= 333 { order.insert(last, at: place(of: price(number), last)) }
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

@MainActor private func editOnFloor(_ size: Int) -> Duration {
  var list = floorList()
  return list.edit(size)
}

@MainActor private func insertOnFloor(_ size: Int) -> Duration {
  var list = floorList()
  return list.insert(size)
}

/// A list of its own, as the table is.
@MainActor private func floorList() -> FloorList {
  let rows = BenchmarkRows.million.rows
  let passing = rows.indices.filter { rows[$0].price >= 333 }.map { Int32($0) }
  var list = FloorList(
    rows: rows,
    order: passing.sorted { left, right in
      let (first, second) = (rows[Int(left)].price, rows[Int(right)].price)
      return first == second ? left < right : first < second
    })
  list.rows.append(row(-1, price: 0))
  list.order.append(Int32(rows.count))
  list.rows.removeLast()
  list.order.removeLast()
  return list
}
