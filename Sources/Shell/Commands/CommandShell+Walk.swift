internal import LoopProof

extension WalkRequest {
  /// Takes the options of walks, if any of them asks for walks.
  init?(_ options: inout Options) throws(ShellFailure) {
    let walks = try options.number("--walks", from: 1, such: 1000)
    let seconds = try options.number("--seconds", from: 1, such: 60)
    let extent: Extent
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
    let seed: UInt64 = try options.number("--seed", from: 0, such: 1) ?? .random(in: 1..<1_000_000)
    let steps = try options.number("--steps", from: 1, such: 100) ?? 100
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
