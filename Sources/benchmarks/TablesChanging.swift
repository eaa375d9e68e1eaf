import BenchmarkFloor
import Tables
import Values

extension Benchmark {
  /// What a person does in a table that is sorted and filtered by price, again and again, each at three sizes.
  static let tablesChanging: [Benchmark] =
    atEachSize("edit", times: 2_000, editRows, editInReference)
    + atEachSize("insert", times: 2_000, insertRows, insertInReference)
    + atEachSize("toggle", times: 20_000, toggleRows, toggleInReference)
    + atEachSize("page", times: 500, unit: "pages/s", turnPages, turnPagesInReference)
    + [
      Benchmark(
        "tables.key", size: 5_000, subject: { pressKeys($0, in: .million) }, floor: { pressKeys($0, in: .thousands10) }),
      Benchmark(
        "tables.range", size: 1_000, subject: { extendSelection($0, from: 300_000) },
        floor: { extendSelection($0, from: 1) }),
    ]
    + BenchmarkRows.sizes.map { name, count, _ in
      Benchmark("tables.memory.\(name)", size: count, unit: "bytes/row") { size in
        (MemoryMeasurement.table.bytesPerRow(forRowCount: size), MemoryMeasurement.list.bytesPerRow(forRowCount: size))
      }
    }

  private typealias RowsMeasurement = @MainActor @Sendable (_ times: Int, BenchmarkRows) -> Duration

  private static func atEachSize(
    _ name: String, times: Int, unit: String = "actions/s", _ subject: @escaping RowsMeasurement,
    _ floor: @escaping RowsMeasurement
  ) -> [Benchmark] {
    BenchmarkRows.sizes.map { size, _, rows in
      Benchmark("tables.\(name).\(size)", size: times, unit: unit) {
        subject($0, rows())
      } floor: {
        floor($0, rows())
      }
    }
  }
}

extension MemoryMeasurement {
  /// Bytes for each of so many rows.
  fileprivate func bytesPerRow(forRowCount size: Int) -> Double {
    Double(max(0, childPeakByteCount(forSize: size) - childPeakByteCount(forSize: 0))) / Double(size)
  }
}

private typealias State = BenchmarkRows.Rows.State

/// Rows that came and went before, so that there is room for others: no list has to grow while it is measured.
private let room = 1..<4_000

/// Makes a table in the middle of work, of which nobody else holds a part: what is shared is copied at the first change.
@MainActor private func uniquelyReferencedState(_ rows: BenchmarkRows) -> State {
  var state = rows.sortedAndFiltered()
  let table = rows.table
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

@MainActor private func editRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.table
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times {
      _ = table.reduce(&state, .rowPut(row(number * 4001 % rows.rows.count, price: price(number))))
    }
  }
}

@MainActor private func insertRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.table
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times { _ = table.reduce(&state, .rowPut(row(2_000_000 + number, price: price(number)))) }
  }
}

@MainActor private func toggleRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.table
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times { _ = table.reduce(&state, .selection(.toggled(number * 37 % rows.rows.count))) }
  }
}

/// Made once for each number of rows, since that takes long.
@MainActor private var floorSelections: [Int: ReferenceSelection] = [:]

@MainActor private func referenceSelection(among rows: [BenchmarkRow]) -> ReferenceSelection {
  if let known = floorSelections[rows.count] { return known }
  let selection = ReferenceSelection(among: rows)
  floorSelections[rows.count] = selection
  return selection
}

@MainActor private func toggleInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var selection = referenceSelection(among: rows.rows)
  let time = ContinuousClock().measure {
    for number in 0..<times { selection.toggle(hidingFromOptimizer(number * 37 % rows.rows.count)) }
  }
  blackHole = selection.selected + selection.selectedSeen
  return time
}

@MainActor private func turnPages(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.table
  var state = uniquelyReferencedState(rows)
  _ = table.reduce(&state, .pageSizeChanged(50))
  let pages = table.screen(of: state).counts.filtered.map { $0 / 50 } ?? 1
  return ContinuousClock().measure {
    for number in 0..<times {
      _ = table.reduce(&state, .pageTurned(to: number * 17 % pages))
      blackHole = table.screen(of: state).rows.count
    }
  }
}

@MainActor private func turnPagesInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let list = makeReferenceList(rows)
  let pages = list.order.count / 50
  return ContinuousClock().measure {
    for number in 0..<times { blackHole = list.page(number * 17 % pages, size: 50).count }
  }
}

@MainActor private func pressKeys(_ size: Int, in rows: BenchmarkRows) -> Duration {
  var state = rows.sortedAndFiltered()
  let keys = [TableKey(.space), TableKey(.down), TableKey(.down, shift: true)]
  return ContinuousClock().measure {
    for number in 0..<size { _ = rows.table.reduce(&state, .keyPressed(keys[number % keys.count])) }
  }
}

/// Makes a range longer, row by row, of which so many are selected already.
@MainActor private func extendSelection(_ size: Int, from length: Int) -> Duration {
  let rows = BenchmarkRows.million
  var state = rows.sortedAndFiltered()
  let seen = rows.table.visibleRows(of: state)
  _ = rows.table.reduce(&state, .selection(.pressed(seen[0].id)))
  _ = rows.table.reduce(&state, .selection(.extended(to: seen[length].id)))
  return ContinuousClock().measure {
    for _ in 0..<size { _ = rows.table.reduce(&state, .keyPressed(TableKey(.down, shift: true))) }
  }
}

@MainActor private func editInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var list = makeReferenceList(rows)
  return list.edit(times)
}

@MainActor private func insertInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var list = makeReferenceList(rows)
  return list.insert(times)
}

/// A list of its own, as the table is.
@MainActor private func makeReferenceList(_ rows: BenchmarkRows) -> ReferenceList {
  var list = ReferenceList(rows.rows)
  list.reserveCapacity(for: room.count)
  return list
}
