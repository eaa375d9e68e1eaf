/// What a space holds, and what it leaves out: an exploration proves nothing of what is not in it.
///
/// ```swift
/// var scope: Scope { Scope(holds: ["one product", "one new name"], leavesOut: ["a second product", "prices"]) }
/// ```
public struct ExplorationScope: Hashable, Sendable {
  /// What is in it, each in a few words.
  public let holds: [String]
  /// What the feature has besides, and nobody does here.
  public let leavesOut: [String]

  /// Makes a scope; one of which nothing is said holds what its exploration offers.
  public init(includes holds: [String] = [], excludes leavesOut: [String] = []) {
    self.holds = holds
    self.leavesOut = leavesOut
  }

  /// The same space, in which nothing goes wrong.
  var withoutFaults: ExplorationScope {
    leavesOut.isEmpty ? self : ExplorationScope(includes: holds, excludes: leavesOut + ["anything that goes wrong"])
  }
}

extension ExplorationScope: CustomStringConvertible {
  /// A line for what is in it, and one for what is not.
  public var description: String {
    [("with", holds), ("without", leavesOut)].filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "\n")
  }
}
