public import LoopProof

/// What random walks are asked for on the command line.
public struct WalkRequest: Sendable {
  /// How long walks are made.
  public enum Extent: Sendable {
    /// So many.
    case walks(Int)
    /// For some time.
    case time(Duration)
  }

  /// How long walks are made.
  public let extent: Extent
  /// What the first walk is made with.
  public let seed: UInt64
  /// How many steps a walk has at most.
  public let steps: Int
  /// How much may go wrong.
  public let faults: Int
  /// How much may be on its way at once.
  public let pending: Int
}

extension Explorer {
  /// Walks as it was asked for; what is found is told as a test of what is made like this in Swift.
  public func walk(_ request: WalkRequest, through source: String) throws -> Walked {
    var explorer = self
    explorer.source = "\(source).explorer(faults: \(request.faults), pending: \(request.pending))"
    return switch request.extent {
    case .walks(let walks): try explorer.walk(seed: request.seed, walks: walks, steps: request.steps)
    case .time(let time): try explorer.walk(seed: request.seed, for: time, by: ContinuousClock(), steps: request.steps)
    }
  }
}

extension WalkRequest {
  /// Takes the options of walks, if any of them asks for walks.
  init?(_ options: inout Options) throws(ShellFailure) {
    let walks = try options.value("--walks", Options.positive, expected: "a number such as 1000")
    let seconds = try options.value("--seconds", Options.positive, expected: "a number such as 60")
    switch (walks, seconds) {
    case (nil, nil): return nil
    case (let walks?, nil): extent = .walks(walks)
    case (nil, let seconds?): extent = .time(.seconds(seconds))
    case (.some, .some): throw .usage("--walks and --seconds cannot both be said\n\(options.usage)")
    }
    for option in ["--coverage", "--statechart", "--exact"] where try options.flag(option) {
      throw .usage("\(option) is of a whole exploration; by chance not everything is seen\n\(options.usage)")
    }
    // A seed that nobody gave is short, because somebody may type it.
    seed = try options.value("--seed", UInt64.init, expected: "a number such as 1") ?? .random(in: 1..<1_000_000)
    steps = try options.value("--steps", Options.positive, expected: "a number such as 100") ?? 100
    faults = try options.faults()
    pending = try options.pending()
  }
}

extension CommandShell {
  func walk(_ request: WalkRequest, _ options: Options) throws {
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    guard let walk = walks[name] else { throw ShellFailure.unknown(name, "feature to walk", of: walks.keys.sorted()) }
    let walked = try walk(request)
    try console.print("\(walked)\n")
    if walked.finding != nil { throw ShellFailure.brokenLaw }
  }
}
