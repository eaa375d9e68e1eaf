/// Something done many times over, and the least that could do it.
///
/// Both sides prepare themselves, take the time of the doing alone, and check afterwards what came of it.
struct Benchmark: Sendable {
  /// Does it so many times, and returns how long that took.
  typealias Side = @MainActor @Sendable (_ size: Int) async -> Duration

  let name: String
  let size: Int
  let unit: String
  private let measurement: Measurement

  /// What is measured: how long both sides take, or what both need, of which less is better.
  private enum Measurement: Sendable {
    case time(subject: Side, floor: Side)
    case need(@Sendable (_ size: Int) -> (subject: Double, floor: Double))
  }

  init(_ name: String, size: Int, unit: String = "actions/s", subject: @escaping Side, floor: @escaping Side) {
    self.name = name
    self.size = size
    self.unit = unit
    measurement = .time(subject: subject, floor: floor)
  }

  init(
    _ name: String, size: Int, unit: String,
    needs: @escaping @Sendable (_ size: Int) -> (subject: Double, floor: Double)
  ) {
    self.name = name
    self.size = size
    self.unit = unit
    measurement = .need(needs)
  }

  static let all: [Benchmark] =
    [
      .loopCounter, .loopEffect, .loopRows, .loopRowsSeen, .loopRowsUnseen, .loopDeep, .loopSlots,
      .explorerTwoPhaseCommit, .explorerTwoPhaseCommitEdges, .explorerMemory, .explorerMemoryEdges, .explorerEditor,
      .historyReplay, .historyStep, .historyTakeUp, .conditionsParse, .conditionsEvaluate,
    ]
    + formsCompile + formsChange + [.formsProveApart, .formsProveTied] + tablesArranging + tablesChanging

  private static let formsChange: [Benchmark] = [
    .formsChangeUnrelated, .formsChangeDependent, .formsChangeFanOut, .formsChangeLadder,
  ]
}

extension Benchmark {
  /// How often both sides are measured: odd, so that there is a middle.
  static let rounds = 11

  /// Measures both sides.
  ///
  /// A rate alone says little on a machine that others use too: two minutes apart it differs by half. So the sides take
  /// turns, and their ratio is formed within one round of turns, where both had the same neighbours. The median of the
  /// rounds is not moved by the few that were interrupted, as a mean would be, and does not hang on the one lucky round,
  /// as a minimum does. All three figures are those of the median round, so they agree.
  @MainActor func measure() async -> Figure {
    switch measurement {
    case .need(let needs):
      let (need, floorNeed) = needs(size)
      return Figure(of: self, need: need, floorNeed: floorNeed)
    case .time(let subject, let floor):
      // Memory that was never touched and code that was never run are not what is measured.
      _ = await measureRound(subject, floor)
      var figures: [Figure] = []
      for _ in 0..<Self.rounds { figures.append(await measureRound(subject, floor)) }
      return figures.sorted { $0.ratio < $1.ratio }[Self.rounds / 2]
    }
  }

  /// Measures each side twice, one within the other: neither is always second, with the memory of the first to reuse.
  @MainActor private func measureRound(_ subject: Side, _ floor: Side) async -> Figure {
    let before = await subject(size)
    let floorTime = await floor(size) + floor(size)
    let after = await subject(size)
    return Figure(of: self, time: (before + after) / 2, floorTime: floorTime / 2)
  }
}
