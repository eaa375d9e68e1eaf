import BenchmarkFloor
import Tables
import Values

extension Benchmark {
  /// Repeated user actions in a table that is sorted and filtered by price, each at three sizes.
  static let tableChanges: [Benchmark] =
    atEachSize("edit", times: 2_000, editRows, editInReference)
    + atEachSize("insert", times: 2_000, insertRows, insertInReference)
    + atEachSize("toggle", times: 20_000, toggleRows, toggleInReference)
    + atEachSize("page", times: 500, unit: "pages/s", turnPages, turnPagesInReference)
    + [
      Benchmark(
        "tables.key", size: 5_000, subject: { pressKeys($0, in: .million) }, floor: { pressKeys($0, in: .tenThousand) }),
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
  /// Returns the memory per row, in bytes.
  fileprivate func bytesPerRow(forRowCount size: Int) -> Double {
    Double(max(0, childPeakByteCount(forSize: size) - childPeakByteCount(forSize: 0))) / Double(size)
  }
}

private typealias State = BenchmarkRows.Rows.State

/// The numbers of the rows that are inserted and removed in advance.
///
/// They reserve capacity, so that no buffer grows during the measurement.
private let freeRowNumbers = 1..<4_000

/// Returns a sorted and filtered table whose buffers have no other reference, so that no measured change copies one.
@MainActor private func uniquelyReferencedState(_ rows: BenchmarkRows) -> State {
  var state = rows.sortedAndFiltered()
  let table = rows.tableFeature
  for number in freeRowNumbers { _ = table.reduce(&state, .rowUpserted(row(-number, price: 500))) }
  for number in freeRowNumbers { _ = table.reduce(&state, .rowRemoved(-number)) }
  // The second row gets a smaller row handle than the first. From then on the order of the rows is stored explicitly,
  // because it does not follow from the handles any more.
  for number in [1, 2] { _ = table.reduce(&state, .rowUpserted(row(-number, price: 500))) }
  for number in [1, 2] { _ = table.reduce(&state, .rowRemoved(-number)) }
  return state
}

func row(_ id: Int, price: Double) -> BenchmarkRow {
  BenchmarkRow(id: id, name: "a name", price: price, flag: true, date: Instant(milliseconds: 0))
}

@MainActor private func editRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.tableFeature
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times {
      _ = table.reduce(&state, .rowUpserted(row(number * 4001 % rows.rows.count, price: price(number))))
    }
  }
}

@MainActor private func insertRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.tableFeature
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times { _ = table.reduce(&state, .rowUpserted(row(2_000_000 + number, price: price(number)))) }
  }
}

@MainActor private func toggleRows(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.tableFeature
  var state = uniquelyReferencedState(rows)
  return ContinuousClock().measure {
    for number in 0..<times { _ = table.reduce(&state, .selection(.rowToggled(number * 37 % rows.rows.count))) }
  }
}

/// The selections by number of rows.
///
/// Each is created once, because that takes long.
@MainActor private var referenceSelections: [Int: ReferenceSelection] = [:]

@MainActor private func referenceSelection(among rows: [BenchmarkRow]) -> ReferenceSelection {
  if let known = referenceSelections[rows.count] { return known }
  let selection = ReferenceSelection(among: rows)
  referenceSelections[rows.count] = selection
  return selection
}

@MainActor private func toggleInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var selection = referenceSelection(among: rows.rows)
  let time = ContinuousClock().measure {
    for number in 0..<times { selection.toggle(hidingFromOptimizer(number * 37 % rows.rows.count)) }
  }
  resultSink = selection.selectedCount + selection.visibleSelectedCount
  return time
}

@MainActor private func turnPages(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.tableFeature
  var state = uniquelyReferencedState(rows)
  _ = table.reduce(&state, .pageSizeChanged(50))
  let pages = table.screen(of: state).counts.filtered.map { $0 / 50 } ?? 1
  return ContinuousClock().measure {
    for number in 0..<times {
      _ = table.reduce(&state, .pageChanged(to: number * 17 % pages))
      resultSink = table.screen(of: state).rows.count
    }
  }
}

@MainActor private func turnPagesInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let list = makeReferenceList(rows)
  let pages = list.sortedIndices.count / 50
  return ContinuousClock().measure {
    for number in 0..<times { resultSink = list.page(number * 17 % pages, size: 50).count }
  }
}

@MainActor private func pressKeys(_ size: Int, in rows: BenchmarkRows) -> Duration {
  var state = rows.sortedAndFiltered()
  let keys = [TableKey(.space), TableKey(.down), TableKey(.down, shift: true)]
  return ContinuousClock().measure {
    for number in 0..<size { _ = rows.tableFeature.reduce(&state, .keyPressed(keys[number % keys.count])) }
  }
}

/// Extends a selected range row by row, beginning with a range of a given length.
@MainActor private func extendSelection(_ size: Int, from length: Int) -> Duration {
  let rows = BenchmarkRows.million
  var state = rows.sortedAndFiltered()
  let visibleRows = rows.tableFeature.visibleRows(of: state)
  _ = rows.tableFeature.reduce(&state, .selection(.rowClicked(visibleRows[0].id)))
  _ = rows.tableFeature.reduce(&state, .selection(.rangeExtended(to: visibleRows[length].id)))
  return ContinuousClock().measure {
    for _ in 0..<size { _ = rows.tableFeature.reduce(&state, .keyPressed(TableKey(.down, shift: true))) }
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

/// Returns a list that shares no buffer, as `uniquelyReferencedState(_:)` does for the table.
@MainActor private func makeReferenceList(_ rows: BenchmarkRows) -> ReferenceList {
  var list = ReferenceList(rows.rows)
  list.reserveCapacity(for: freeRowNumbers.count)
  return list
}
