import Analytics
import BackOffice
import ConsoleIO
import ExplorerTool
import Forms
import Loop
import LoopExplorer
import LoopHistory
import Shop
import Values

extension CommandShell {
  private var explorerCommands: ExplorerCommands { ExplorerCommands(program: "backroom", console: console) }

  func runExploreCommand(_ options: inout CommandArguments) throws {
    var exploration = ExplorationOptions()
    try options.popInteger("--faults", atLeast: 0, example: 1).map { exploration.faults = $0 }
    try options.popInteger("--pending", atLeast: 0, example: 3).map { exploration.pendingLimit = $0 }
    if let request = try WalkRequest(&options) {
      let feature = try namedFeature(options)
      let report = try explorerCommands.report(of: feature, request, exploration)
      try print(.report(report.json(for: feature.name), text: "\(report)\n"))
      return try check(report.finding == nil ? .verified : .violated)
    }
    try options.popInteger("--limit", atLeast: 1, example: 1_000_000).map { exploration.stateLimit = $0 }
    exploration.isExact = try options.popFlag("--exact")
    let drawings: [CoverageDrawing] = [
      try options.popFlag("--coverage") ? .matrix : nil, try options.popFlag("--statechart") ? .statechart : nil,
    ].compactMap(\.self)
    let feature = try namedFeature(options)
    let report = try explorerCommands.report(of: feature, exploration)
    try print(.report(report.json(for: feature.name, with: drawings), text: report.text(with: drawings)))
    try check(report.verdict)
  }

  private func check(_ verdict: ExplorationVerdict) throws(CommandError) {
    switch verdict {
    case .verified: break
    case .bounded:
      throw .inconclusive("a limit was reached, so nothing is verified; raise it with --limit or --pending")
    case .violated: throw CommandError(status: .failure, message: "a law does not hold")
    }
  }

  func runStepCommand(_ options: inout CommandArguments) throws {
    let path = try options.popValue("--transcript")
    try explorerCommands.step(namedFeature(options), transcript: path)
  }

  func runReplayCommand(_ options: inout CommandArguments) throws {
    let path = try options.singleOperand("FILE")
    let features = [
      ReplayableFeature(ProductEditor()), ReplayableFeature(ProductListFeature()),
      ReplayableFeature(UndoFeature(ProductListFeature())), ReplayableFeature(UndoFeature(BackOffice())),
      ReplayableFeature(EventListFeature()), ReplayableFeature(FormFeature(validationDelay: nil)),
    ]
    let result = try explorerCommands.replayResult(of: path, by: features)
    let divergence = result.divergence.map { Value.text("\($0)") } ?? .null
    try print(.report(["steps": .integer(Int64(result.stepCount)), "divergence": divergence], text: result.text))
    if result.divergence == nil { return }
    throw CommandError(status: .failure, message: "\(path.terminalSafe): the feature no longer behaves as recorded")
  }

  /// Returns the feature that the only operand names.
  private func namedFeature(_ options: CommandArguments) throws(CommandError) -> any NamedExploration {
    let name = try options.singleOperand("FEATURE")
    if let feature = features.first(where: { $0.name == name }) { return feature }
    throw .unknownWord(name, "feature", among: features.map(\.name))
  }
}

extension ExplorationReport {
  /// The report as JSON, with the requested drawings.
  fileprivate func json(for feature: String, with drawings: [CoverageDrawing]) -> Value {
    var members: [String: Value] = [
      "feature": .text(feature), "verdict": .text(verdict.rawValue), "states": .integer(Int64(stateCount)),
      "steps": .integer(Int64(stepCount)), "depth": .integer(Int64(depth)), "findings": .list(findings.map(\.json)),
    ]
    for drawing in drawings {
      members[drawing == .matrix ? "coverage" : "statechart"] = .text(text(of: drawing))
    }
    return .object(members)
  }
}

extension WalkReport {
  fileprivate func json(for feature: String) -> Value {
    [
      "feature": .text(feature), "seed": .text("\(seed)"), "walks": .integer(Int64(walkCount)),
      "steps": .integer(Int64(stepCount)), "findings": .list([finding].compactMap { $0?.json }),
    ]
  }
}

extension Finding {
  fileprivate var json: Value {
    [
      "law": .text(law), "steps": .list(steps.map(Value.text)),
      "transcript": transcript.map { .text("\($0)") } ?? .null, "test": testSource.map(Value.text) ?? .null,
    ]
  }
}

extension WalkRequest {
  /// Removes the options of random walks, or returns `nil` if no random walks are requested.
  fileprivate init?(_ options: inout CommandArguments) throws(CommandError) {
    let walks = try options.popInteger("--walks", atLeast: 1, example: 1000)
    let seconds = try options.popInteger("--seconds", atLeast: 1, example: 60)
    let extent: Budget
    switch (walks, seconds) {
    case (nil, nil):
      for option in ["--seed", "--steps"] where options.containsOption(option) {
        throw .usageError(
          "\(option) requires --walks or --seconds: without them every state is explored", usage: options.usage)
      }
      return nil
    case (let walks?, nil): extent = .walks(walks)
    case (nil, let seconds?): extent = .time(.seconds(seconds))
    case (.some, .some): throw .usageError("--walks and --seconds cannot be used together", usage: options.usage)
    }
    for option in ["--coverage", "--statechart", "--exact"] where try options.popFlag(option) {
      throw .usageError(
        "\(option) cannot be used with random walks, which do not visit every state", usage: options.usage)
    }
    if options.containsOption("--limit") {
      throw .usageError(
        "--limit cannot be used with random walks; limit them by --walks or --seconds, and --steps",
        usage: options.usage)
    }
    // A random seed is short, so that a user can easily type it to repeat the walks.
    let seed: UInt64 = try options.popInteger("--seed", atLeast: 0, example: 1) ?? .random(in: 1..<1_000_000)
    let steps = try options.popInteger("--steps", atLeast: 1, example: 100) ?? WalkRequest.defaultMaxSteps
    self.init(extent, seed: seed, maxSteps: steps)
  }
}
