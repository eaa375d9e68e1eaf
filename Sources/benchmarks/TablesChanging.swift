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
      (Memory.table.bytes(perRowOf: size), Memory.list.bytes(perRowOf: size))
    },
  ]
}

extension Memory {
  /// Bytes for each of so many rows.
  fileprivate func bytes(perRowOf size: Int) -> Double { Double(max(0, peak(of: size) - peak(of: 0))) / Double(size) }
}

private typealias State = BenchmarkRows.Rows.State

/// Rows that came and went before, so that there is room for others: no list has to grow while it is measured.
private let room = 1..<300

/// Makes a table in the middle of work, of which nobody else holds a part: what is shared is copied at the first change.
@MainActor private func stateOfItsOwn() -> State {
  var state = BenchmarkRows.million.sortedAndFiltered()
  let table = BenchmarkRows.million.table
  for number in room { _ = table.reduce(&state, .rowPut(row(-number, price: 500))) }
  for number in room { _ = table.reduce(&state, .rowRemoved(-number)) }
  // The second takes a seat before that of the first: their order, which the seats told until now, is written down.
  for number in [1, 2] { _ = table.reduce(&state, .rowPut(row(-number, price: 500))) }
  for number in [1, 2] { _ = table.reduce(&state, .rowRemoved(-number)) }
  return state
}

func row(_ id: Int, price: Double) -> BenchmarkRow {
  BenchmarkRow(id: id, name: "a name", price: price, flag: true, date: Instant(milliseconds: 0))
}

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
  var selection = FloorSelection(among: FloorSelection.ids, passes: FloorSelection.passes)
  let time = ContinuousClock().measure {
    for number in 0..<size { selection.toggle(unforeseen(number * 37)) }
  }
  blackHole = selection.selected + selection.selectedSeen
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
  let keys = [TableKey(.space), TableKey(.down), TableKey(.down, shift: true)]
  return ContinuousClock().measure {
    for number in 0..<size { _ = rows.table.reduce(&state, .keyPressed(keys[number % keys.count])) }
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
  var list = FloorList(BenchmarkRows.million.rows)
  for number in room {
    list.rows.append(row(-number, price: 0))
    list.order.append(Int32(list.rows.count - 1))
  }
  list.rows.removeLast(room.count)
  list.order.removeLast(room.count)
  return list
}
