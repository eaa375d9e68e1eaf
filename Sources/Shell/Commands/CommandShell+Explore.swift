import Analytics
import BackOffice
import ConsoleIO
import ExplorerTool
import Forms
import Interface
import Loop
import LoopExplorer
import LoopHistory
import Shop
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

extension ShellCommand {
  /// The commands that explore a feature, given all features.
  static func explorerCommands(_ features: [any NamedExploration]) -> [ShellCommand] {
    let feature = Argument.choice("feature", "the feature", among: features.map(\.name)).positional
      .map { name throws(InvocationError) in
        guard let feature = features.first(where: { $0.name == name }) else {
          preconditionFailure("the parameter accepts only names of features")
        }
        return feature
      }
    return [
      ShellCommand(
        "step", "run a feature by hand, one step at a time", feature,
        Argument.text(
          "transcript", "write each step to the file before it is shown, and resume from the file if it exists"
        ).placeholder("FILE").suggesting(.files).optional, options: [],
        notes: """
          Each line is an action, or says how a pending effect ends. Type help for a list of all commands.

          \(featureNotes)
          """,
        examples: ["editor", "selection --transcript shop.transcript"]
      ) { try $0.step($1, transcript: $2) },
      ShellCommand(
        "replay", "replay a saved session and report where it diverges",
        Argument.text("file", "a transcript of 'backroom step' or of the option --log").positional.suggesting(.files),
        notes: """
          Replays the session with the current code of the feature and without handlers. If a step changes the state or \
          starts effects differently, prints the difference and exits with status 1.
          """,
        examples: ["shop.transcript", "offline.transcript"]
      ) { try $0.replay($1) },
      ShellCommand(
        "explore", "explore every state of a feature and check its laws", feature, ExplorationSearch.input,
        notes: """
          For each law that does not hold, prints the shortest path to a violation as a transcript, as steps for \
          'backroom step' and as a test, and exits with status 1. The path of a random walk is shrunk first and may not be \
          the shortest. If a limit was reached and no violation was found, nothing is verified: the report says BOUNDED, \
          and the status is 75.

          \(featureNotes)
          """,
        examples: ["editor --faults 1", "back-office --seconds 10 --seed 1", "filter -o json --fields verdict,states"]
      ) { try $0.explore($1, $2) },
    ]
  }

  private static var featureNotes: String {
    """
      editor, adding    the product editor, while another user changes products, and while a product is added
      filter, recording the filter of the event list, and recording events
      back-office       both tabs of the back office, undoing and redoing
      changes           the products in the back office, while another program changes them
      export            the export of products, while another program creates the file
      import, import-shared
                        the import of products, while another user changes the file, and products too
      outbox, outbox-batch, outbox-shared
                        sending recorded events: equal ones, a batch, and while another program sends them
      form              a sign-up form with a remotely validated name and a hidden address
      selection, reloading, deletion
                        the product list: selecting, sorting, reloading, deleting, undoing and redoing
      two-phase-commit  seven resource managers that all commit or all abort, with a known number of states
      table-…           a table of four rows, one feature for each part of its behavior
    """
  }
}

extension CommandShell {
  private var explorerCommands: ExplorerCommands { ExplorerCommands(program: "backroom", console: console) }

  fileprivate func explore(_ feature: any NamedExploration, _ search: ExplorationSearch) throws {
    switch search {
    case .walks(let request, let exploration):
      let report = try explorerCommands.report(of: feature, request, exploration)
      try print(.report(report.json(for: feature.name), text: "\(report)\n"))
      try check(report.finding == nil ? .verified : .violated)
    case .states(let exploration, let drawings):
      let report = try explorerCommands.report(of: feature, exploration)
      try print(.report(report.json(for: feature.name, with: drawings), text: report.text(with: drawings)))
      try check(report.verdict)
    }
  }

  private func check(_ verdict: ExplorationVerdict) throws(CommandError) {
    switch verdict {
    case .verified: break
    case .bounded:
      throw .inconclusive("a limit was reached, so nothing is verified; raise it with --limit or --pending")
    case .violated: throw CommandError(status: .failure, message: "a law does not hold")
    }
  }

  fileprivate func step(_ feature: any NamedExploration, transcript path: String?) throws {
    try explorerCommands.step(feature, transcript: path)
  }

  fileprivate func replay(_ path: String) throws {
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
