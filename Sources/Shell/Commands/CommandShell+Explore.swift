import Analytics
import BackOffice
import ExplorerTool
import Forms
import Loop
import LoopExplorer
import Shop

extension CommandShell {
  private var explorerCommands: ExplorerCommands { ExplorerCommands(program: "backroom", console: console) }

  func runExploreCommand(_ options: inout CommandArguments) throws {
    let faults = try options.popInteger("--faults", atLeast: 0, example: 1) ?? 0
    let pendingLimit = try options.popInteger("--pending", atLeast: 0, example: 3) ?? 3
    let verdict: ExplorationVerdict
    if let request = try WalkRequest(&options, faults: faults, pendingLimit: pendingLimit) {
      verdict = try explorerCommands.walk(namedFeature(options), request) ? .verified : .violated
    } else {
      let request = ExplorationOptions(
        faults: faults, pendingLimit: pendingLimit,
        stateLimit: try options.popInteger("--limit", atLeast: 1, example: 1_000_000) ?? 10_000_000,
        isExact: try options.popFlag("--exact"))
      let drawings: [CoverageDrawing] = [
        try options.popFlag("--coverage") ? .matrix : nil, try options.popFlag("--statechart") ? .statechart : nil,
      ].compactMap(\.self)
      verdict = try explorerCommands.explore(namedFeature(options), request, drawings: drawings)
    }
    switch verdict {
    case .verified: break
    case .bounded:
      throw .inconclusive("a limit was reached, so nothing is verified; raise it with --limit or --pending")
    case .violated: throw CommandError(status: .failure, message: "a law does not hold")
    }
  }

  func runStepCommand(_ options: inout CommandArguments) throws {
    let path = try options.popValue("--journal")
    try explorerCommands.step(namedFeature(options), journal: path)
  }

  func runReplayCommand(_ options: inout CommandArguments) throws {
    let path = try options.singleOperand("FILE")
    let features = [
      ReplayableFeature(ProductEditor()), ReplayableFeature(ProductListFeature()),
      ReplayableFeature(UndoFeature(ProductListFeature())), ReplayableFeature(UndoFeature(BackOffice())),
      ReplayableFeature(EventListFeature()), ReplayableFeature(FormFeature(validationDelay: nil)),
    ]
    if try explorerCommands.replay(path, by: features) { return }
    throw CommandError(status: .failure, message: "\(path.terminalSafe): the feature no longer behaves as recorded")
  }

  /// Returns the feature that the only operand names.
  private func namedFeature(_ options: CommandArguments) throws(CommandError) -> any NamedExploration {
    let name = try options.singleOperand("FEATURE")
    if let feature = features.first(where: { $0.name == name }) { return feature }
    throw .unknownWord(name, "feature", among: features.map(\.name))
  }
}

extension WalkRequest {
  /// Removes the options of random walks, or returns `nil` if no random walks are requested.
  fileprivate init?(_ options: inout CommandArguments, faults: Int, pendingLimit: Int) throws(CommandError) {
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
    let steps = try options.popInteger("--steps", atLeast: 1, example: 100) ?? 100
    self.init(extent, seed: seed, maxSteps: steps, faults: faults, pendingLimit: pendingLimit)
  }
}
