import BenchmarkFloor
import Tables
import Values

extension Benchmark {
  /// Repeated user actions in a table that is sorted and filtered by price, each at two sizes.
  static let tableChanges: [Benchmark] =
    atEachSize("edit", times: 2_000, editRows, editInReference)
    + atEachSize("page", times: 500, unit: "pages/s", turnPages, turnPagesInReference)

  /// The floor is the same among ten thousand rows.
  static let tablesKey = Benchmark(
    "tables.key", size: 5_000, subject: { pressKeys($0, .million) }, floor: { pressKeys($0, .tenThousand) })

  private typealias RowsMeasurement = @MainActor @Sendable (_ times: Int, BenchmarkRows) -> Duration

  private static func atEachSize(
    _ name: String, times: Int, unit: String = "actions/s", _ subject: @escaping RowsMeasurement,
    _ floor: @escaping RowsMeasurement
  ) -> [Benchmark] {
    BenchmarkRows.sizes.map { size, rows in
      Benchmark("tables.\(name).\(size)", size: times, unit: unit) {
        subject($0, rows())
      } floor: {
        floor($0, rows())
      }
    }
  }
}

/// Returns a sorted and filtered table whose buffers have no other reference, so that no measured change copies one.
@MainActor private func uniquelyReferencedState(_ rows: BenchmarkRows) -> BenchmarkRows.Rows.State {
  var state = rows.sortedAndFiltered()
  let table = rows.tableFeature
  // In the second round, the second row gets a smaller row handle than the first. From then on the order of the rows is
  // stored explicitly, because it does not follow from the handles any more.
  for _ in 1...2 {
    for id in [-1, -2] { _ = table.reduce(&state, .rowUpserted(row(id, price: 500))) }
    for id in [-1, -2] { _ = table.reduce(&state, .rowRemoved(id)) }
  }
  return state
}

private func row(_ id: Int, price: Double) -> BenchmarkRow {
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

@MainActor private func turnPages(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  let table = rows.tableFeature
  var state = rows.sortedAndFiltered()
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
  let list = ReferenceList(rows.rows)
  let pages = list.sortedIndices.count / 50
  return ContinuousClock().measure {
    for number in 0..<times { resultSink = list.page(number * 17 % pages, size: 50).count }
  }
}

@MainActor private func pressKeys(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var state = rows.sortedAndFiltered()
  let keys = [TableKeyPress(.space), TableKeyPress(.down), TableKeyPress(.down, shift: true)]
  return ContinuousClock().measure {
    for number in 0..<times { _ = rows.tableFeature.reduce(&state, .keyPressed(keys[number % keys.count])) }
  }
}

@MainActor private func editInReference(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var list = ReferenceList(rows.rows)
  // The first edit copies the rows, because the list shares them.
  _ = list.measureEdits(1)
  return list.measureEdits(times)
}
