internal import Analytics
internal import ExplorerTool
internal import Forms
internal import Loop
internal import LoopExplorer
internal import Shop

extension CommandShell {
  private var explorer: ExplorerCommands { ExplorerCommands(program: "backroom", console: console) }

  func explore(_ words: [String]) throws {
    var options = try Options(words, help: Help.explore(features.map(\.name)))
    let holds: Bool
    if let request = try WalkRequest(&options) {
      holds = try explorer.walk(feature(options), request)
    } else {
      let request = ExplorationRequest(
        faults: try options.faults(), pending: try options.pending(),
        limit: try options.number("--limit", from: 1, such: 1_000_000) ?? 10_000_000,
        isExact: try options.flag("--exact"))
      let drawings: [CoverageDrawing] = [
        try options.flag("--coverage") ? .matrix : nil, try options.flag("--statechart") ? .statechart : nil,
      ].compactMap(\.self)
      holds = try explorer.explore(feature(options), request, drawings: drawings)
    }
    if !holds { throw ShellFailure(status: .failure, message: "a law does not hold") }
  }

  func step(_ words: [String]) throws {
    var options = try Options(words, help: Help.step(features.map(\.name)))
    let path = try options.value("--journal")
    try explorer.step(feature(options), journal: path)
  }

  func replay(_ words: [String]) throws {
    let path = try Options(words, help: Help.replay).only("the file")
    let features = [
      ReplayableFeature(ProductEditor()), ReplayableFeature(Catalogue()), ReplayableFeature(Undoing(Catalogue())),
      ReplayableFeature(EventList()), ReplayableFeature(Form(pause: nil)),
    ]
    if try explorer.replay(path, by: features) { return }
    throw ShellFailure(status: .failure, message: "\(path.visible) is not what the feature does today")
  }

  /// The feature that is named by the only word left.
  private func feature(_ options: Options) throws(ShellFailure) -> any NamedExploration {
    let name = try options.only("the feature")
    if let feature = features.first(where: { $0.name == name }) { return feature }
    throw .unknown(name, "feature", of: features.map(\.name))
  }
}

extension Options {
  fileprivate mutating func faults() throws(ShellFailure) -> Int { try number("--faults", from: 0, such: 1) ?? 0 }

  fileprivate mutating func pending() throws(ShellFailure) -> Int { try number("--pending", from: 0, such: 3) ?? 3 }
}

extension WalkRequest {
  /// Takes the options of walks, if any of them asks for walks.
  fileprivate init?(_ options: inout Options) throws(ShellFailure) {
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
