/// A repeated operation and its floor: the simplest code that does the same.
///
/// Each side prepares its data, measures only the operation, and then verifies the result.
struct Benchmark: Sendable {
  /// Runs the operation a number of times and returns the duration.
  typealias Side = @MainActor @Sendable (_ size: Int) async -> Duration

  let name: String
  let size: Int
  let unit: String
  private let measurement: Measurement

  /// The quantity that is measured: the time that each side takes, or the memory that it uses.
  ///
  /// Less is better.
  private enum Measurement: Sendable {
    case time(subject: Side, floor: Side)
    case memory(@Sendable (_ size: Int) -> (subject: Double, floor: Double))
  }

  init(_ name: String, size: Int, unit: String = "actions/s", subject: @escaping Side, floor: @escaping Side) {
    self.name = name
    self.size = size
    self.unit = unit
    measurement = .time(subject: subject, floor: floor)
  }

  init(
    _ name: String, size: Int, unit: String,
    memory needs: @escaping @Sendable (_ size: Int) -> (subject: Double, floor: Double)
  ) {
    self.name = name
    self.size = size
    self.unit = unit
    measurement = .memory(needs)
  }

  static let all: [Benchmark] =
    [
      .loopCounter, .loopEffect, .loopRows, .loopRowsObserved, .loopDeep, .loopSlots, .explorerTwoPhaseCommit,
      .explorerMemory, .explorerEditor, .historyReplay, .historyStep, .conditionsParse, .conditionsEvaluate,
    ]
    + formsCompile + formsChange + [.formsAnalyzeIndependent, .formsAnalyzeDependent] + tableQueries + tableChanges

  private static let formsChange: [Benchmark] = [
    .formsChangeUnrelated, .formsChangeDependent, .formsChangeFanOut, .formsChangeLadder,
  ]
}

extension Benchmark {
  /// The number of rounds.
  ///
  /// It is odd, so that one of them is the median.
  static let roundCount = 11

  /// Measures both sides.
  ///
  /// On a shared machine, rates vary by half within minutes. Therefore the sides alternate, and each ratio compares
  /// times from the same round, when both sides had the same load. The result is the median round. Unlike the mean, it
  /// is robust against interrupted rounds. Unlike the minimum, it does not depend on a single round that was fast by
  /// chance.
  @MainActor func measure() async -> BenchmarkResult {
    switch measurement {
    case .memory(let needs):
      let (need, floorNeed) = needs(size)
      return BenchmarkResult(of: self, memory: need, floorMemory: floorNeed)
    case .time(let subject, let floor):
      // The first round warms up memory and code, and does not count.
      _ = await measureRound(subject, floor)
      var figures: [BenchmarkResult] = []
      for _ in 0..<Self.roundCount { figures.append(await measureRound(subject, floor)) }
      return figures.sorted { $0.ratio < $1.ratio }[Self.roundCount / 2]
    }
  }

  /// Measures the subject before and after the floor, so that neither side always reuses the memory of the other.
  @MainActor private func measureRound(_ subject: Side, _ floor: Side) async -> BenchmarkResult {
    let before = await subject(size)
    let floorTime = await floor(size) + floor(size)
    let after = await subject(size)
    return BenchmarkResult(of: self, time: (before + after) / 2, floorTime: floorTime / 2)
  }
}
