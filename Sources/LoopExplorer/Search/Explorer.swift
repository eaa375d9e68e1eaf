import Loop

/// Explores every state that a feature and its environment can reach, and checks laws in each of them.
///
/// ```swift
/// print(try Explorer(EditorExploration(), .init(faults: 1)).explore())
/// ```
///
/// The exploration adds its laws, and a test can add more:
///
/// ```swift
/// func addLaws(to explorer: inout Explorer<EditorExploration>) {
///   explorer.always("law 5: a failed save keeps the draft") { … }
///   explorer.canAlwaysReach("the sheet can be closed") { !$0.state.sheet.isOpen }
/// }
/// ```
///
/// The search is breadth first and in a fixed order. The path to a violation is therefore a shortest path, and every
/// exploration prints the same text. The explorer runs the reducer that ships.
///
/// An exploration finds the shortest path to a violation of every law that is broken. It ends early only if an impure
/// reducer, an incomplete hash or a wrong normal form makes its results meaningless.
///
/// Some laws hold for every feature and are always checked:
/// - Every reduction is made twice and gives the same result. In the first 64 states, in every 256th of the first
///   16,384 states and in every 4,096th state after them, the second reduction starts from a copy of the state that was
///   decoded from its text. This reveals a dependency on the order of a set or a dictionary. Otherwise, states that
///   differ only in their environments or pending effects share their reductions, so equal states must behave equally.
/// - No run is requested in an inactive slot, and every effect has an outcome.
/// - A state and its normal form have the same next steps. This is checked for a sample of the states, as above.
/// - Every run sends a response, however it ends. No fire-and-forget effect sends one. A violation would stop a debug build.
/// - Nothing looks busy while nothing is pending.
/// - Among the first 16,384 states, different states have different hash values. A hash that omits a property violates
///   this law.
/// - At least one action is offered. Every action and every response, identified by its name and the names in its
///   payload, changes something in at least one state.
///
/// A run ends with its last response, as in a store.
public struct Explorer<Scenario: Exploration> {
  /// A law that is checked in states.
  typealias Law = (name: String, holds: (ScenarioState<Scenario>) -> Bool)
  /// A law that is checked for steps.
  typealias StepLaw = (
    name: String, holds: (ScenarioState<Scenario>, ExplorationStep<Scenario>, ScenarioState<Scenario>) -> Bool
  )

  /// A goal that must be reachable from every state.
  struct Goal {
    let name: String
    /// The names of the events that may occur on the way.
    let events: Set<String>
    let isReached: (ScenarioState<Scenario>) -> Bool

    /// Returns a Boolean value that indicates whether a step may be part of the way to the goal.
    func allows(_ step: ExplorationStep<Scenario>) -> Bool {
      if case .occur(let name) = step { events.contains(name) } else { !step.isFault }
    }
  }

  /// The scenario to explore.
  public let scenario: Scenario
  /// The faults and limits of the exploration.
  public internal(set) var options: ExplorationOptions
  /// The gaps that are expected in the coverage, or `nil` if the coverage is not checked.
  ///
  /// If there are expected gaps, every gap without a reason is a finding, and so is every reason without a gap.
  public var expectedCoverageGaps: [ExpectedCoverageGap]?
  /// The Swift expression that creates this explorer in the source code of a test.
  var sourceExpression: String {
    let values = [("faults", \ExplorationOptions.faults), ("pendingLimit", \.pendingLimit)]
      .filter { options[keyPath: $1] != ExplorationOptions()[keyPath: $1] }
      .map { "\($0): \(options[keyPath: $1])" }.joined(separator: ", ")
    return "Explorer(\(scenario.sourceExpression)\(values.isEmpty ? "" : ", .init(\(values))"))"
  }

  var invariants: [Law] = []
  var stepLaws: [StepLaw] = []
  var reachableProperties: [Law] = []
  var goals: [Goal] = []

  /// Creates an explorer with the laws of an exploration.
  public init(_ scenario: Scenario, _ options: ExplorationOptions = ExplorationOptions()) {
    self.scenario = scenario
    self.options = options
    scenario.addLaws(to: &self)
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
  ///
  /// The goal must be reachable by what the user does and by effects that respond. Faults do not count, and an event of
  /// the environment counts only if it is named, because a user cannot wait for it.
  ///
  /// - Parameters:
  ///   - goal: The name of the goal.
  ///   - events: The names of the events that may occur on the way.
  ///   - isReached: A closure that returns whether a state satisfies the goal.
  public mutating func canAlwaysReach(
    _ goal: String, with events: String..., if isReached: @escaping (ScenarioState<Scenario>) -> Bool
  ) {
    goals.append(Goal(name: goal, events: Set(events), isReached: isReached))
  }

  /// Explores every state.
  public func explore() throws -> ExplorationReport {
    var search = BreadthFirstSearch(self)
    search.visit(ScenarioState(startOf: scenario, remainingFaults: options.faults))
    while search.canContinue { search.exploreNextLevel() }
    return try search.makeReport()
  }
}
