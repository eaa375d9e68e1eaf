internal import LoopProof

extension WalkRequest {
  /// Takes the options of walks, if any of them asks for walks.
  init?(_ options: inout Options) throws(ShellFailure) {
    let walks = try options.value("--walks", Options.positive, expected: "a number such as 1000")
    let seconds = try options.value("--seconds", Options.positive, expected: "a number such as 60")
    let extent: Extent
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
    let seed = try options.value("--seed", UInt64.init, expected: "a number such as 1") ?? .random(in: 1..<1_000_000)
    let steps = try options.value("--steps", Options.positive, expected: "a number such as 100") ?? 100
    self.init(extent, seed: seed, steps: steps, faults: try options.faults(), pending: try options.pending())
  }
}

extension CommandShell {
  func walk(_ request: WalkRequest, _ options: Options) throws {
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    let walked = try feature(name).walk(request)
    try console.print("\(walked)\n")
    if walked.finding != nil { throw ShellFailure.brokenLaw }
  }
}
