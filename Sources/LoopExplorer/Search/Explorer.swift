import Loop

/// Explores every state that a feature and its environment can reach, and checks laws in each of them.
///
/// ```swift
/// var explorer = Explorer(EditorExploration(), faults: 1)
/// explorer.always("law 5: a failed save keeps the draft") { … }
/// explorer.canAlwaysReach("the sheet can be closed") { !$0.state.sheet.isOpen }
/// print(try explorer.explore())
/// ```
///
/// The search is breadth first and in a fixed order. The path to a violation is therefore a shortest path, and every
/// exploration prints the same text. The explorer runs the reducer that ships.
///
/// Some laws hold for every feature and are always checked:
/// - Every reduction is made twice and gives the same result. In the first 256 states, in every 64th of the first
///   16,384 states and in every 4,096th state after them, the second reduction starts from a copy of the state that was
///   decoded from its text. This reveals a dependency on the order of a set or a dictionary.
/// - No run is requested in an inactive slot, and every effect has an outcome.
/// - No run serves a presented child that was dismissed or replaced, so none delivers to the successor of a child.
/// - A state and its normal form have the same next steps. This is checked for a sample of the states, as above.
/// - Every run sends a response, however it ends. No fire-and-forget effect sends one. A violation would stop a debug build.
/// - Nothing looks busy while nothing is pending.
/// - Among the first 16,384 states, different states have different hash values. A hash that omits a property violates
///   this law.
/// - At least one action is offered. Every action and every response, identified by its name and the names in its
///   payload, changes something in at least one state.
///
/// A run ends with its last response, unless it completes late. A late completion counts as a fault. It reveals
/// features that request a run in a slot that is not free yet.
public struct Explorer<Scenario: Exploration> {
  /// A law that is checked in states.
  typealias Law = (name: String, holds: (ScenarioState<Scenario>) -> Bool)
  /// A law that is checked for steps.
  typealias StepLaw = (
    name: String, holds: (ScenarioState<Scenario>, ExplorationStep<Scenario>, ScenarioState<Scenario>) -> Bool
  )

  /// The scenario to explore.
  public let scenario: Scenario
  /// The number of faults that can occur on a path.
  ///
  /// Faults are responses lost after the execution, effects executed twice, cancelled effects executed late, and runs
  /// that complete late.
  public var faults: Int
  /// The maximum number of pending effects.
  ///
  /// States with more pending effects are not explored.
  public var pendingLimit: Int
  /// The maximum number of states to explore.
  public var stateLimit: Int
  /// A Boolean value that indicates whether whole states are stored for comparison, instead of 64 bits of each.
  public var isExact: Bool
  /// A closure that is called each time after this many more states or walks, or `nil`.
  public var onProgress: (interval: Int, report: @Sendable (ExplorationProgress) -> Void)?
  /// The gaps that are expected in the coverage, or `nil` if the coverage is not checked.
  ///
  /// If there are expected gaps, every gap without a reason is a finding, and so is every reason without a gap.
  public var expectedCoverageGaps: [ExpectedCoverageGap]?
  /// The Swift expression that creates this explorer in the source code of a test.
  ///
  /// The default calls a function of the exploration that by convention creates the explorer with its laws, as in
  /// `EditorExploration().explorer(faults: 1)`. Set this property if the function has another name or if the
  /// exploration is not created without arguments. Otherwise the test does not compile. The default never creates an
  /// `Explorer` directly, because that explorer would have no laws.
  public var sourceExpression: String {
    get { customSourceExpression?(self) ?? "\(Self.typeName)().explorer(faults: \(faults))" }
    set { customSourceExpression = { _ in newValue } }
  }

  private var customSourceExpression: ((Explorer) -> String)?

  var invariants: [Law] = []
  var stepLaws: [StepLaw] = []
  var reachableProperties: [Law] = []
  var goals: [Law] = []

  /// Creates an explorer without additional laws.
  public init(
    _ scenario: Scenario, faults: Int = 0, pendingLimit: Int = 8, stateLimit: Int = 10_000_000,
    isExact: Bool = false
  ) {
    self.scenario = scenario
    self.faults = faults
    self.pendingLimit = pendingLimit
    self.stateLimit = stateLimit
    self.isExact = isExact
  }

  /// The name of the exploration's type, with the names of the enclosing types.
  private static var typeName: String {
    let name = String(reflecting: Scenario.self)
    if name.contains("<") { return "\(Scenario.self)" }
    // Removes the module, and contexts without a name.
    return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  /// Adds a law that must hold in every state.
  public mutating func always(_ law: String, _ holds: @escaping (ScenarioState<Scenario>) -> Bool) {
    invariants.append((law, holds))
  }

  /// Adds a law that must hold for every step, with the states before and after it.
  public mutating func everyStep(
    _ law: String,
    _ holds:
      @escaping (_ before: ScenarioState<Scenario>, _ step: ExplorationStep<Scenario>, _ after: ScenarioState<Scenario>)
      -> Bool
  ) {
    stepLaws.append((law, holds))
  }

  /// Adds a property that at least one state must have.
  public mutating func reachable(_ property: String, _ hasProperty: @escaping (ScenarioState<Scenario>) -> Bool) {
    reachableProperties.append((property, hasProperty))
  }

  /// Adds a goal that must be reachable from every state, including the states on cycles.
  public mutating func canAlwaysReach(_ goal: String, _ isReached: @escaping (ScenarioState<Scenario>) -> Bool) {
    goals.append((goal, isReached))
  }

  /// Sets the source expression to a call of the function `explorer(faults:pending:)` of an exploration.
  ///
  /// The call contains the numbers of faults and pending effects that the explorer has when it reports a finding.
  public mutating func setSource(exploration: String) {
    customSourceExpression = { "\(exploration).explorer(faults: \($0.faults), pending: \($0.pendingLimit))" }
  }

  /// Explores every state.
  public func explore() throws -> ExplorationReport {
    var search = BreadthFirstSearch(self)
    search.visit(ScenarioState(startOf: scenario, remainingFaults: faults))
    while search.canContinue { search.exploreNextLevel() }
    return try search.makeReport()
  }
}
