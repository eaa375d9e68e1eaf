/// What a state space includes and what it excludes.
///
/// An exploration proves nothing about what its state space excludes.
///
/// ```swift
/// var scope: ExplorationScope {
///   ExplorationScope(includes: ["one product", "one new name"], excludes: ["a second product", "prices"])
/// }
/// ```
public struct ExplorationScope: Hashable, Sendable {
  /// Short descriptions of what the state space includes.
  public let includes: [String]
  /// Short descriptions of what the feature can do outside the state space.
  public let excludes: [String]

  /// Creates a scope.
  ///
  /// An empty scope is not printed.
  public init(includes holds: [String] = [], excludes: [String] = []) {
    self.includes = holds
    self.excludes = excludes
  }

  /// The scope of the same state space without faults.
  var withoutFaults: ExplorationScope {
    excludes.isEmpty ? self : ExplorationScope(includes: includes, excludes: excludes + ["injected faults"])
  }
}

extension ExplorationScope: CustomStringConvertible {
  /// A line for what is included, and a line for what is excluded.
  public var description: String {
    [("with", includes), ("without", excludes)].filter { !$0.1.isEmpty }
      .map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "\n")
  }
}
