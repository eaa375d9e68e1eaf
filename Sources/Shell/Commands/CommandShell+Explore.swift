internal import LoopProof

extension Options {
  mutating func faults() throws(ShellFailure) -> Int { try number("--faults", from: 0, such: 1) ?? 0 }

  mutating func pending() throws(ShellFailure) -> Int { try number("--pending", from: 0, such: 3) ?? 3 }

  fileprivate mutating func limit() throws(ShellFailure) -> Int {
    try number("--limit", from: 1, such: 1_000_000) ?? 10_000_000
  }

  /// Takes a whole number that is no less than another; an example of it is named where it makes no sense.
  mutating func number<Number: FixedWidthInteger>(
    _ name: String, from least: Number, such example: Number
  ) throws(ShellFailure) -> Number? {
    guard let text = try value(name) else { return nil }
    if let number = Number(text), number >= least { return number }
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if isDigits && Number(text) == nil {
      throw .usage("\(name) \(text.quoted): too large; the largest is \(Number.max)")
    }
    throw .usage("\(name) \(text.quoted): expected a number such as \(example)")
  }
}

extension ShellFailure {
  static let brokenLaw = ShellFailure(status: .failure, message: "a law does not hold")
}

extension CommandShell {
  func explore(_ words: [String]) throws {
    var options = try Options(words, help: Help.explore(features.map(\.name)))
    if let request = try WalkRequest(&options) { return try walk(request, options) }
    let request = ExplorationRequest(
      faults: try options.faults(), pending: try options.pending(),
      limit: try options.limit(),
      isExact: try options.flag("--exact"))
    let drawings: [(Coverage) -> String] = [
      try options.flag("--coverage") ? \.matrix : nil, try options.flag("--statechart") ? \.statechart : nil,
    ].compactMap(\.self)
    let name = try options.rest("the feature", atLeast: 1, atMost: 1)[0]
    let explored = try feature(name).explore(request)
    // What was drawn goes on to another program, so it stands alone unless there is something to be said.
    if drawings.isEmpty || !explored.isVerified { try console.print("\(explored)\n") }
    for drawing in drawings { try console.print(drawing(explored.coverage)) }
    if !explored.findings.isEmpty { throw ShellFailure.brokenLaw }
  }

  /// The feature that is explored under a name.
  func feature(_ name: String) throws(ShellFailure) -> any NamedExploration {
    if let feature = features.first(where: { $0.name == name }) { return feature }
    throw .unknown(name, "feature", of: features.map(\.name))
  }
}
