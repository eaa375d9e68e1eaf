import Foundation

/// Measures the cost of the library against the simplest code that does the same.
@main struct BenchmarksProgram {
  private static let usage = """
    usage: benchmarks [--json] [NAME-PREFIX…]

    Measures all benchmarks, or those whose names begin with a prefix. The ratio is the cost divided by the cost of the
    floor, which is the simplest code that does the same. Both are measured alternately. Smaller is better.

      --json  prints one line of JSON per benchmark instead of a table
      --help  prints this help

    names: \(Benchmark.all.map(\.name).joined(separator: ", "))
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == PeakMemorySubject.childProcessOption {
      return await PeakMemorySubject.runChild(Array(arguments.dropFirst()))
    }
    if arguments.contains("--help") { return print(usage) }
    let asJSON = arguments.contains("--json")
    var benchmarks = Benchmark.all
    if let option = arguments.first(where: { $0.hasPrefix("-") && $0 != "--json" }) {
      fail("unknown option '\(option)'")
    }
    let prefixes = arguments.filter { $0 != "--json" }
    for prefix in prefixes where !benchmarks.contains(where: { $0.name.hasPrefix(prefix) }) {
      fail("no benchmark has a name that begins with '\(prefix)'")
    }
    if !prefixes.isEmpty { benchmarks.removeAll { benchmark in !prefixes.contains { benchmark.name.hasPrefix($0) } } }
    if !asJSON { print(tableLine("name", ["size", "value", "floor", "ratio"], "unit")) }
    for benchmark in benchmarks {
      guard let result = await benchmark.measure() else {
        FileHandle.standardError.write(Data("\(benchmark.name) is skipped: its floor is not installed\n".utf8))
        continue
      }
      print(asJSON ? json(benchmark, result) : tableLine(benchmark, result))
      // A reader of a pipe sees the line at once.
      fflush(nil)
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n\n\(usage)\n".utf8))
    exit(EX_USAGE)
  }

  /// The names and units need no escapes.
  private static func json(_ benchmark: Benchmark, _ result: BenchmarkResult) -> String {
    """
    {"name":"\(benchmark.name)","size":\(benchmark.size),"value":\(Int(result.value.rounded())),\
    "unit":"\(benchmark.unit)","floor":\(Int(result.floor.rounded())),"ratio":\(String(format: "%.3f", result.ratio))\
    \(result.byteCounts.map { ",\"bytes\":\($0.subject),\"floorBytes\":\($0.floor)" } ?? "")}
    """
  }

  private static func tableLine(_ benchmark: Benchmark, _ result: BenchmarkResult) -> String {
    let amounts = [Double(benchmark.size), result.value, result.floor].map {
      Int($0.rounded()).formatted(.number.locale(Locale(identifier: "en_US")))
    }
    let bytes = result.byteCounts.map { "  (\($0.subject) bytes, floor \($0.floor))" } ?? ""
    return tableLine(benchmark.name, amounts + [String(format: "%.2f", result.ratio)], benchmark.unit + bytes)
  }

  private static func tableLine(_ name: String, _ numbers: [String], _ unit: String) -> String {
    let columns = numbers.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }
    return name.padding(toLength: 24, withPad: " ", startingAt: 0) + columns.joined() + "  " + unit
  }
}
