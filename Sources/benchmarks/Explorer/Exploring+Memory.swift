import BenchmarkFloor
import Explorations
import LoopProof

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is held in memory, measured in a process of its own: the most that it ever had, above what it has for next to
/// nothing.
enum Memory: String, CaseIterable {
  /// A table that is sorted and filtered, and the least that does the same: a list of rows, and their places by their ids.
  case table, list
  case explorer
  /// A set of what was seen and a list of what comes next.
  case floor

  /// The word on the command line of such a process.
  static let option = "--peak"

  /// What such a process is told to do: how many managers of resources there are, or how many rows.
  static func carryOut(_ words: [String]) {
    guard words.count == 2, let memory = Memory(rawValue: words[0]), let number = Int(words[1]) else {
      preconditionFailure("expected what is done and how many managers or rows there are")
    }
    switch memory {
    case .list:
      _ = unforeseen(FloorList(BenchmarkRows.rows(number)))
    case .table: _ = unforeseen(BenchmarkRows(count: number).sortedAndFiltered())
    case .explorer: _ = try? TwoPhaseCommitExploration(managers: number).explorer(canFinish: false).explore()
    case .floor: _ = walk(TwoPhaseCommitExploration(managers: number))
    }
    print(peak)
  }

  /// The most memory that this process has had, in bytes.
  private static var peak: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// What another process needs for so many managers or rows.
  func peak(of number: Int) -> Int {
    guard let process = popen("\(CommandLine.arguments[0]) \(Self.option) \(rawValue) \(number)", "r") else {
      preconditionFailure("a process cannot be started")
    }
    defer { pclose(process) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), process) != nil,
      let bytes = Int(String(decoding: line.prefix { $0 >= 48 }.map { UInt8($0) }, as: UTF8.self))
    else { preconditionFailure("a process did not say how much memory it had") }
    return bytes
  }

  /// Bytes for each of so many states.
  fileprivate func bytes(perStateOf size: Int) -> Double {
    Double(max(0, peak(of: 7) - peak(of: 3))) / Double(size)
  }
}

extension Benchmark {
  static let explorerMemory = Benchmark("explorer.memory", size: 296_448, unit: "bytes/state") { size in
    (Memory.explorer.bytes(perStateOf: size), Memory.floor.bytes(perStateOf: size))
  }
}
