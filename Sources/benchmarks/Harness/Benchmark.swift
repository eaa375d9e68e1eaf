/// An operation and its *floor*: the least code that could do the same.
struct Benchmark: Sendable {
  let name: String
  let size: Int
  let unit: String
  /// Returns `nil` if a program that it needs is not installed.
  let measure: @MainActor @Sendable () async -> BenchmarkResult?

  static let all: [Benchmark] =
    [.loopCounter, .loopEffect, .loopRows, .loopDeep, .explorerTwoPhaseCommit, .explorerEditor, .conditionsEvaluate]
    + formsCompile + [.formsChangeDependent, .formsChangeFanOut, .formsAnalyze]
    + tableQueries + tableChanges + [.tablesKey, .tablesMemory, .screenBuild, .screenDifference]
    + wire + [.httpParse, .httpMemory, .shellStart] + databases

  private static var databases: [Benchmark] {
    #if Databases
      eventDatabases + [databaseMemory, fileImport] + servers + [csvImport] + productDeletions + productUndo + terminals
    #else
      []
    #endif
  }

  private static var terminals: [Benchmark] {
    #if os(Linux)
      terminalOperations
    #else
      []
    #endif
  }
}

/// The result of a benchmark.
struct BenchmarkResult {
  /// The rate per second, or the amount per item.
  let value: Double
  /// The same for the floor.
  let floor: Double
  /// The cost divided by the floor's cost.
  let ratio: Double
  /// The numbers of bytes that both have written, if they were counted.
  var byteCounts: (subject: Int, floor: Int)?
}

extension Benchmark {
  /// Prepares data, returns the duration of the operation alone, and verifies the result.
  typealias Side = @MainActor @Sendable (_ size: Int) async -> Duration

  /// Returns a side that repeats an operation on a database.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - batchSize: The number of things that one call of the operation does.
  ///   - prepare: Returns the database after making what the operation needs, which is not measured.
  /// - Returns: The side.
  static func repeated<Database: Sendable>(
    _ operation: @escaping @MainActor @Sendable (Database) async throws -> Void, batchSize: Int,
    preparing prepare: @escaping @MainActor @Sendable () async throws -> Database
  ) -> Side {
    { size in
      do {
        let database = try await prepare()
        let clock = ContinuousClock()
        let start = clock.now
        for _ in 0..<size / batchSize { try await operation(database) }
        return clock.now - start
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// The usual number of rounds.
  ///
  /// It is odd, so that one of them is the median.
  static let roundCount = 11

  /// Creates a benchmark of the time that both sides take.
  ///
  /// On a shared machine, rates vary by half within minutes. Therefore the sides alternate, and each ratio compares
  /// times from the same round, when both sides had the same load. The result is the median round. Unlike the mean, it
  /// is robust against interrupted rounds. Unlike the minimum, it does not depend on a single round that was fast by
  /// chance. What takes seconds is measured in fewer rounds.
  init(
    _ name: String, size: Int, unit: String = "actions/s", rounds: Int = roundCount, subject: @escaping Side,
    floor: @escaping Side
  ) {
    self.init(name: name, size: size, unit: unit) {
      var results: [BenchmarkResult] = []
      for round in 0...rounds {
        // The subject runs before and after the floor, so that neither side always reuses the memory of the other.
        let before = await subject(size)
        let floorTime = (await floor(size) + floor(size)) / .seconds(2)
        let time = (before + (await subject(size))) / .seconds(2)
        // The first round warms up memory and code, and does not count.
        if round == 0 { continue }
        results.append(
          BenchmarkResult(value: Double(size) / time, floor: Double(size) / floorTime, ratio: time / floorTime))
      }
      return results.sorted { $0.ratio < $1.ratio }[rounds / 2]
    }
  }
}
