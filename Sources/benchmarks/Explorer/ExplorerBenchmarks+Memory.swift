import BenchmarkFloor
import Explorations
import LoopExplorer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures peak memory in a child process, minus the peak for a very small input.
enum MemoryMeasurement: String, CaseIterable {
  /// A sorted and filtered table, and its floor: a list of rows and their indices by id.
  case table, list
  case explorer
  /// A set of visited states and a list of pending ones.
  case floor

  /// The command-line option of the child process.
  static let childProcessOption = "--peak"

  /// Runs the child process, given what to measure and the number of resource managers or rows.
  static func runChild(_ words: [String]) {
    guard words.count == 2, let memory = MemoryMeasurement(rawValue: words[0]), let number = Int(words[1]) else {
      preconditionFailure("expected what to measure and a number of resource managers or rows")
    }
    switch memory {
    case .list:
      _ = hidingFromOptimizer(ReferenceList(BenchmarkRows.rows(number)))
    case .table: _ = hidingFromOptimizer(BenchmarkRows(count: number).sortedAndFiltered())
    case .explorer: _ = try? TwoPhaseCommitExploration(managers: number).explorer(canFinish: false).explore()
    case .floor: _ = walk(TwoPhaseCommitExploration(managers: number))
    }
    print(ownPeakByteCount)
  }

  /// The peak memory of this process, in bytes.
  private static var ownPeakByteCount: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// Returns the peak memory of a child process, in bytes, for a number of resource managers or rows.
  func childPeakByteCount(forSize number: Int) -> Int {
    guard let process = popen("\(CommandLine.arguments[0]) \(Self.childProcessOption) \(rawValue) \(number)", "r")
    else {
      preconditionFailure("cannot start a child process")
    }
    defer { pclose(process) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), process) != nil,
      let bytes = Int(String(decoding: line.prefix { $0 >= 48 }.map { UInt8($0) }, as: UTF8.self))
    else { preconditionFailure("a child process printed no peak memory") }
    return bytes
  }

  /// Returns the memory per state, in bytes.
  fileprivate func bytesPerState(forStateCount size: Int) -> Double {
    Double(max(0, childPeakByteCount(forSize: 7) - childPeakByteCount(forSize: 3))) / Double(size)
  }
}

extension Benchmark {
  static let explorerMemory = Benchmark("explorer.memory", size: 296_448, unit: "bytes/state") { size in
    (
      MemoryMeasurement.explorer.bytesPerState(forStateCount: size),
      MemoryMeasurement.floor.bytesPerState(forStateCount: size)
    )
  }
}
