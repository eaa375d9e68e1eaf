import BenchmarkFloor
import Interface
import Tables

extension Benchmark {
  /// A key moves the cursor, and the screen with fifty visible rows is built again.
  ///
  /// The floor is the same among ten thousand rows.
  static let screenBuild = Benchmark(
    "screen.build", size: 2_000, subject: { buildScreens($0, .million) }, floor: { buildScreens($0, .tenThousand) })

  /// A key moves the cursor, and the difference to the screen before is computed, too.
  static let screenDifference = Benchmark(
    "screen.diff", size: 2_000, subject: { compareScreens($0, .million) }, floor: { compareScreens($0, .tenThousand) })
}

private func screen(of state: BenchmarkRows.Rows.State, _ rows: BenchmarkRows) -> Screen {
  let table = rows.tableFeature.screen(of: state, viewport: TableViewport(rowCount: 50))
  return Screen(title: "", elements: [.init("rows", .table(table.mapIDs { "\($0)" }))])
}

/// Calls a closure with the screen after each of many keys.
@MainActor private func pressKeys(_ times: Int, _ rows: BenchmarkRows, _ show: (Screen) -> Void) -> Duration {
  var state = rows.sortedAndFiltered()
  return ContinuousClock().measure {
    for _ in 0..<times {
      _ = rows.tableFeature.reduce(&state, .keyPressed(TableKeyPress(.down)))
      show(screen(of: state, rows))
    }
  }
}

@MainActor private func buildScreens(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  pressKeys(times, rows) { resultSink = $0.elements.count }
}

@MainActor private func compareScreens(_ times: Int, _ rows: BenchmarkRows) -> Duration {
  var shown = Screen(title: "")
  return pressKeys(times, rows) { screen in
    resultSink = ScreenDifference(from: shown, to: screen).elements?.tables.count ?? 0
    shown = screen
  }
}
