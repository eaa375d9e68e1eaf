#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures the cost of the library against the simplest code that does the same.
@main struct Benchmarks {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == MemoryMeasurement.childProcessOption {
      return MemoryMeasurement.runChild(Array(words.dropFirst()))
    }
    do {
      try await runRequest(Request(words))
    } catch {
      writeToStandardError("\(error)\n\n\(Request.usage)")
      exit(EX_USAGE)
    }
  }

  @MainActor private static func runRequest(_ request: Request) async {
    switch request {
    case .help: print(Request.usage)
    case .measure(let benchmarks, asJSON: true):
      for benchmark in benchmarks { writeToStandardOutput(await benchmark.measure().json) }
    case .measure(let benchmarks, asJSON: false):
      let table = ResultTable(of: benchmarks)
      writeToStandardOutput(table.header)
      for benchmark in benchmarks { writeToStandardOutput(table.line(await benchmark.measure())) }
    }
  }

  /// Prints a line and flushes the output, so that a reader of a pipe sees it at once.
  private static func writeToStandardOutput(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func writeToStandardError(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
