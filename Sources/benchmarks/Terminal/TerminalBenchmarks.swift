#if os(Linux) && Databases
  import Foundation

  extension Benchmark {
    /// The program `backroom`, which is next to this one, draws on a terminal of 120 columns and 40 rows.
    ///
    /// Ten thousand rows are products, more rows are events. The floor is `less`, which shows a text file with as many
    /// lines on an equal terminal.
    static let terminalOperations: [Benchmark] =
      [TerminalRows.tenThousand, .million].flatMap { rows in
        [
          terminalStart(rows),
          terminal("down", rows, Keystrokes(first: "\u{1B}[H", "\u{1B}[B"), floor: Keystrokes("\u{1B}[B")),
          terminal(
            "scroll", rows, Keystrokes(first: String(repeating: "\u{1B}[B", count: 45), "\u{1B}[B"),
            floor: Keystrokes("\u{1B}[B")),
          terminal("page", rows, Keystrokes("\u{1B}[6~"), floor: Keystrokes("\u{1B}[6~")),
          terminal(
            "type", rows, Keystrokes(before: "/", "7", after: "\u{1B}"), floor: Keystrokes("&7\r", after: "&\r")),
        ]
      }
      + [TerminalRows.tenThousand, .hundredThousand, .million].map { rows in
        terminal("sort", rows, Keystrokes(before: "s" + rows.sortedColumn, "\r"), floor: Keystrokes(before: "g", "G"))
      } + [terminalMemory]

    /// Measures from the start of the program to the last byte of what it shows at first.
    private static func terminalStart(_ rows: TerminalRows) -> Benchmark {
      terminal("start", rows) { _ in
        { (try rows.openOffice().firstOutput, try rows.openFloor().firstOutput) }
      }
    }

    /// Measures from a key to the last byte that it causes.
    private static func terminal(
      _ name: String, _ rows: TerminalRows, _ keys: Keystrokes, floor floorKeys: Keystrokes
    ) -> Benchmark {
      terminal(name, rows) { _ in
        let (office, floor) = (try rows.openOffice(), try rows.openFloor())
        try office.settle(keys.first)
        return { (try keys.measure(on: office), try floorKeys.measure(on: floor)) }
      }
    }

    private typealias Round = @MainActor () throws -> (office: TerminalOutput, floor: TerminalOutput)

    private static func terminal(
      _ name: String, _ rows: TerminalRows, prepare: @escaping @MainActor @Sendable (TerminalRows) throws -> Round
    ) -> Benchmark {
      Benchmark(name: "terminal.\(name).\(rows.name)", size: rows.count, unit: "µs") {
        guard TerminalRows.hasFloor else { return nil }
        do {
          let round = try prepare(rows)
          _ = try round()
          let results = try (0..<roundCount).map { _ in
            let (office, floor) = try round()
            return BenchmarkResult(
              value: office.time / .microseconds(1), floor: floor.time / .microseconds(1),
              ratio: office.time / floor.time, byteCounts: (office.byteCount, floor.byteCount))
          }
          return results.sorted { $0.ratio < $1.ratio }[roundCount / 2]
        } catch {
          preconditionFailure("\(error)")
        }
      }
    }

    /// The resident memory of a program that shows the first of a million events.
    private static let terminalMemory = Benchmark(name: "terminal.memory.1m", size: 1_000_000, unit: "KB") {
      guard TerminalRows.hasFloor else { return nil }
      do {
        let office = try TerminalRows.million.openOffice().residentByteCount
        let floor = try TerminalRows.million.openFloor().residentByteCount
        return BenchmarkResult(
          value: Double(office) / 1024, floor: Double(floor) / 1024, ratio: Double(office) / Double(floor))
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// The keys of a measured operation.
  struct Keystrokes: Sendable {
    /// The keys before the first round.
    var first = ""
    /// The keys before each round.
    var before = ""
    let measured: String
    /// The keys after each round.
    var after = ""

    init(first: String = "", before: String = "", _ measured: String, after: String = "") {
      (self.first, self.before, self.measured, self.after) = (first, before, measured, after)
    }

    @MainActor func measure(on terminal: TimedTerminal) throws -> TerminalOutput {
      try terminal.settle(before)
      let output = try terminal.press(measured)
      try terminal.settle(after)
      return output
    }
  }
#endif
