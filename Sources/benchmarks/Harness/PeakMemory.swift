import BenchmarkFloor
import Foundation

/// What a child process does, whose peak memory is measured.
enum PeakMemorySubject: String {
  /// A sorted and filtered table.
  case table
  /// The rows of the table, their order and their indices by ID.
  case list
  /// The events of a server, read from JSON and ready to be sorted.
  case downloadedEvents
  /// The same events as an array.
  case events
  /// Pages, numbers and a timeline of a database, whose path follows.
  case database
  /// The same page with SQLite alone.
  case rawDatabase
  /// The back office with the database, whose events a client sees.
  case servedDatabase

  /// The command-line option of the child process.
  static let childProcessOption = "--peak"

  /// Runs the child process, given what to measure, the number of rows, and a path if one is needed.
  static func runChild(_ words: [String]) async {
    guard words.count == 3, let subject = PeakMemorySubject(rawValue: words[0]), let count = Int(words[1]) else {
      preconditionFailure("expected what to measure, a number of rows and a path")
    }
    switch subject {
    case .table: _ = hidingFromOptimizer(BenchmarkRows(count: count).sortedAndFiltered())
    case .list: _ = hidingFromOptimizer(ReferenceList(BenchmarkRows.rows(count)))
    case .downloadedEvents: _ = hidingFromOptimizer(ServerEvents.downloaded(count))
    case .events: _ = hidingFromOptimizer(ServerEvents.events(count))
    case .database, .rawDatabase, .servedDatabase:
      #if Databases
        if count == 0 { break }
        if subject == .servedDatabase {
          await serveDatabase(at: words[2])
        } else {
          await readDatabase(at: words[2], isRaw: subject == .rawDatabase)
        }
      #endif
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

  /// Returns the peak memory with a number of rows, minus the peak without rows.
  func byteCount(rowCount: Int, path: String = "") -> Double {
    Double(max(0, peakByteCount(rowCount: rowCount, path) - peakByteCount(rowCount: 0, path)))
  }

  private func peakByteCount(rowCount: Int, _ path: String) -> Int {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.childProcessOption, rawValue, "\(rowCount)", path]
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

extension Benchmark {
  /// Creates a benchmark of the bytes that each of a million rows needs.
  init(_ name: String, bytesPerRowOf subject: PeakMemorySubject, floor: PeakMemorySubject) {
    self.init(name: name, size: 1_000_000, unit: "bytes/row") {
      let (bytes, floor) = (subject.byteCount(rowCount: 1_000_000), floor.byteCount(rowCount: 1_000_000))
      return BenchmarkResult(value: bytes / 1_000_000, floor: floor / 1_000_000, ratio: bytes / floor)
    }
  }

  /// The floor is a list of the rows, their order and their indices by ID.
  static let tablesMemory = Benchmark("tables.memory.1m", bytesPerRowOf: .table, floor: .list)
}
