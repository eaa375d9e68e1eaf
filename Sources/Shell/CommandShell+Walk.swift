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
    let walks = try options.number("--walks", from: 1, such: 1000)
    let seconds = try options.number("--seconds", from: 1, such: 60)
    switch (walks, seconds) {
    case (nil, nil):
      for option in ["--seed", "--steps"] where options.has(option) {
        throw .usage(
          "\(option) goes with --walks or --seconds: a whole exploration leaves nothing to chance\n\(options.usage)")
      }
      return nil
    case (let walks?, nil): extent = .walks(walks)
    case (nil, let seconds?): extent = .time(.seconds(seconds))
    case (.some, .some): throw .usage("--walks and --seconds cannot both be said\n\(options.usage)")
    }
    for option in ["--coverage", "--statechart", "--exact"] where try options.flag(option) {
      throw .usage("\(option) is of a whole exploration; by chance not everything is seen\n\(options.usage)")
    }
    if options.has("--limit") {
      throw .usage(
        "--limit is of a whole exploration; walks end by --walks or --seconds, and --steps\n\(options.usage)")
    }
    // A seed that nobody gave is short, because somebody may type it.
    seed = try options.number("--seed", from: 0, such: 1) ?? .random(in: 1..<1_000_000)
    steps = try options.number("--steps", from: 1, such: 100) ?? 100
    faults = try options.faults()
    pending = try options.pending()
  }
}

extension CommandShell {
  func walk(_ request: WalkRequest, _ options: Options) throws {
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    guard let walk = walks[name] else {
      if explorations[name] == nil { throw .unknown(name, "feature", of: walks.keys.sorted()) }
      let others = walks.keys.sorted().joined(separator: ", ")
      throw .usage(
        "\(name) is explored as a whole, without --walks and --seconds; by chance these are walked: \(others)")
    }
    let walked = try walk(request)
    try console.print("\(walked)\n")
    if walked.finding != nil { throw ShellFailure.brokenLaw }
  }
}
