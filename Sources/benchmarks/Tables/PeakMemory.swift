import BenchmarkFloor
import Foundation

extension Benchmark {
  /// The floor is a list of the rows, their order and their indices by ID.
  static let tablesMemory = Benchmark(name: "tables.memory.1m", size: 1_000_000, unit: "bytes/row") {
    let (table, list) = (PeakMemorySubject.table.bytesPerRow, PeakMemorySubject.list.bytesPerRow)
    return BenchmarkResult(value: table, floor: list, ratio: table / list)
  }
}

/// Measures the peak memory of a child process with a million rows, minus the peak without rows.
enum PeakMemorySubject: String {
  /// A sorted and filtered table.
  case table
  case list

  /// The command-line option of the child process.
  static let childProcessOption = "--peak"

  /// Runs the child process, given what to measure and the number of rows.
  static func runChild(_ words: [String]) {
    guard words.count == 2, let subject = PeakMemorySubject(rawValue: words[0]), let count = Int(words[1]) else {
      preconditionFailure("expected what to measure and a number of rows")
    }
    switch subject {
    case .table: _ = hidingFromOptimizer(BenchmarkRows(count: count).sortedAndFiltered())
    case .list: _ = hidingFromOptimizer(ReferenceList(BenchmarkRows.rows(count)))
    }
    print(peakByteCountOfProcess)
  }

  /// The peak memory of this process.
  private static var peakByteCountOfProcess: Int {
    #if os(Linux)
      // `getrusage` includes the peak of the parent, from which this process was forked.
      let status = FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) }
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
        preconditionFailure("/proc/self/status has no peak memory")
      }
      return kilobytes * 1024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  fileprivate var bytesPerRow: Double {
    Double(max(0, peakByteCount(rowCount: 1_000_000) - peakByteCount(rowCount: 0))) / 1_000_000
  }

  private func peakByteCount(rowCount: Int) -> Int {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.childProcessOption, rawValue, "\(rowCount)"]
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch { preconditionFailure("cannot start a child process: \(error)") }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    guard let bytes = Int(text.trimmingCharacters(in: .newlines)) else {
      preconditionFailure("a child process printed no peak memory")
    }
    return bytes
  }
}
