import ConsoleIO
import Interface
import LoopExplorer
import Programs
import Values

/// How the states of a feature are searched.
private enum ExplorationSearch {
  /// All states are visited, and drawn in some ways.
  case states(ExplorationOptions, [CoverageDrawing])
  case walks(WalkRequest, ExplorationOptions)

  static let input = ParameterGroup(
    Argument.number(
      "faults", "maximum number of injected faults: lost responses, and effects executed twice or late", from: 0
    ).defaulting(to: .integer(Int64(ExplorationOptions().faults))),
    Argument.number("pending", "maximum number of pending effects", from: 0)
      .defaulting(to: .integer(Int64(ExplorationOptions().pendingLimit))),
    statesInput, walksInput
  ) { faults, pendingLimit, states, walks throws(InvocationError) -> ExplorationSearch in
    var exploration = ExplorationOptions()
    (exploration.faults, exploration.pendingLimit) = (faults, pendingLimit)
    exploration.stateLimit = states.limit ?? exploration.stateLimit
    exploration.isExact = states.isExact
    guard let walks else { return .states(exploration, states.drawings) }
    if let option = states.isExact
      ? "--exact" : states.drawings.first.map({ $0 == .matrix ? "--coverage" : "--statechart" })
    {
      throw InvocationError(
        .invalidText, "\(option) cannot be used with random walks, which do not visit every state")
    }
    if states.limit != nil {
      throw InvocationError(
        .invalidText, "--limit cannot be used with random walks",
        hint: "limit them by --walks or --seconds, and --steps")
    }
    return .walks(walks, exploration)
  }

  private static let statesInput = ParameterGroup(
    Argument.number(
      "limit", "maximum number of states to visit", from: 1
    ).optional(otherwise: "\(ExplorationOptions().stateLimit)"),
    Argument.flag("exact", "compare whole states instead of 64-bit hashes"),
    Argument.flag("coverage", "print the effect of every action and response in every kind of state"),
    Argument.flag("statechart", "print the transitions between kinds of states as a Mermaid diagram")
  ) { limit, isExact, drawsMatrix, drawsStatechart in
    let drawings: [CoverageDrawing] = [drawsMatrix ? .matrix : nil, drawsStatechart ? .statechart : nil].compactMap(
      \.self)
    return (limit: limit, isExact: isExact, drawings: drawings)
  }

  /// The walks, or `nil` if all states are visited.
  private static let walksInput = ParameterGroup(
    Argument.number(
      "walks",
      "run N random walks instead; they cover everything that step offers, which is usually too large to explore "
        + "completely", from: 1
    ).optional,
    Argument.number("seconds", "run random walks for N seconds instead", from: 1)
      .optional,
    Argument.number(
      "seed", "seed of the first walk; the same seed repeats the walks", from: 0
    ).optional(otherwise: "a random one"),
    Argument.number(
      "steps", "maximum number of steps in a walk", from: 1
    ).optional(otherwise: "\(WalkRequest.defaultMaxSteps)")
  ) { walks, seconds, seed, steps throws(InvocationError) -> WalkRequest? in
    let extent: WalkRequest.Budget
    switch (walks, seconds) {
    case (nil, nil):
      for (option, isGiven) in [("--seed", seed != nil), ("--steps", steps != nil)] where isGiven {
        throw InvocationError(
          .invalidText, "\(option) requires --walks or --seconds: without them every state is explored")
      }
      return nil
    case (let walks?, nil): extent = .walks(walks)
    case (nil, let seconds?): extent = .time(.seconds(seconds))
    case (.some, .some): throw InvocationError(.invalidText, "--walks and --seconds cannot be used together")
    }
    // A random seed is short, so that a user can easily type it to repeat the walks.
    return WalkRequest(
      extent, seed: seed.map(UInt64.init) ?? .random(in: 1..<1_000_000), maxSteps: steps ?? WalkRequest.defaultMaxSteps)
  }
}

extension ProgramCommand {
  /// Returns the commands `step`, `replay` and `explore`.
  ///
  /// - Parameters:
  ///   - features: The features with their explorations.
  ///   - replayable: The features whose transcripts can be replayed.
  ///   - notes: What the help of `step` and `explore` should say about the features.
  /// - Returns: The commands.
  public static func explorerCommands(
    _ features: [any NamedExploration], replaying replayable: [ReplayableFeature], notes: String = ""
  ) -> [ProgramCommand] {
    let feature = Argument.choice("feature", "the feature", among: features.map(\.name)).positional
      .map { name throws(InvocationError) in
        guard let feature = features.first(where: { $0.name == name }) else {
          preconditionFailure("the parameter accepts only names of features")
        }
        return feature
      }
    let example = features.first?.name ?? "feature"
    return [
      ProgramCommand(
        "step", "run a feature by hand, one step at a time", feature,
        Argument.text(
          "transcript", "write each step to the file before it is shown, and resume from the file if it exists"
        ).placeholder("FILE").suggesting(.files).optional, options: [],
        notes: """
          Each line is an action, or says how a pending effect ends. Type help for a list of all commands.

          \(notes)
          """,
        examples: [example, "\(example) --transcript monday.transcript"]
      ) { (context, feature: any NamedExploration, path) in
        try ExplorerCommands(context).step(feature, transcript: path)
      },
      ProgramCommand(
        "replay", "replay a saved session and report where it diverges",
        Argument.text("file", "a transcript of 'step', or a log of a program").positional.suggesting(.files),
        notes: """
          Replays the session with the current code of the feature and without handlers. If a step changes the state or \
          starts effects differently, prints the difference and exits with status 1.
          """,
        examples: ["monday.transcript"]
      ) { context, path in
        let result = try ExplorerCommands(context).replayResult(of: path, by: replayable)
        let divergence = result.divergence.map { Value.text("\($0)") } ?? .null
        try context.print(
          .report(["steps": .integer(Int64(result.stepCount)), "divergence": divergence], text: result.text))
        if result.divergence == nil { return }
        throw CommandError(
          status: .failure, message: "\(path.terminalSafe): the feature no longer behaves as recorded")
      },
      ProgramCommand(
        "explore", "explore every state of a feature and check its laws", feature, ExplorationSearch.input,
        notes: """
          For each law that does not hold, prints the shortest path to a violation as a transcript, as steps for 'step' \
          and as a test, and exits with status 1. The path of a random walk is shrunk first and may not be the shortest. \
          If a limit was reached and no violation was found, nothing is verified: the report says BOUNDED, and the \
          status is 75.

          \(notes)
          """,
        examples: [
          "\(example) --faults 1", "\(example) --seconds 10 --seed 1", "\(example) -o json --fields verdict,states",
        ]
      ) { try $0.explore($1, $2) },
    ]
  }
}

extension ProgramContext {
  fileprivate func explore(_ feature: any NamedExploration, _ search: ExplorationSearch) throws {
    let commands = ExplorerCommands(self)
    switch search {
    case .walks(let request, let exploration):
      let report = try commands.report(of: feature, request, exploration)
      try print(.report(report.json(for: feature.name), text: "\(report)\n"))
      if report.finding != nil { throw lawError }
    case .states(let exploration, let drawings):
      let report = try commands.report(of: feature, exploration)
      try print(.report(report.json(for: feature.name, with: drawings), text: report.text(with: drawings)))
      switch report.verdict {
      case .verified: break
      case .bounded:
        throw .inconclusive("a limit was reached, so nothing is verified; raise it with --limit or --pending")
      case .violated: throw lawError
      }
    }
  }

  private var lawError: CommandError { CommandError(status: .failure, message: "a law does not hold") }
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
