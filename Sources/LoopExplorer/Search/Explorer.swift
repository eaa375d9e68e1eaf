internal import Loop

/// Walks every moment a feature and its world can come into, and holds laws against each.
///
/// ```swift
/// var explorer = Explorer(EditorExploration(), faults: 1)
/// explorer.always("law 5: a failed save keeps the draft") { … }
/// explorer.canAlwaysReach("the sheet can be closed") { !$0.state.sheet.isOpen }
/// print(try explorer.explore())
/// ```
///
/// It goes breadth first and in a fixed order, so that what breaks a law is shown by the shortest way there, and every run
/// prints the same. What it walks is the reducer that ships.
///
/// Some laws hold for every feature and are held without asking:
/// - every reduction is made twice and comes out the same; for the first 256 moments, each 64th of the first 16,384 and each
///   4,096th after them, the second time in the state read back from its text, so that the order in a set or a dictionary shows;
/// - nothing is asked for in a slot that is dead, and whatever is asked for has an outcome;
/// - whatever is asked is answered, however it ends, and what is only told never is: a store would stop;
/// - nothing looks busy while nothing is pending;
/// - among the first 16,384 moments none is taken for another that differs, which a hash that leaves something out would do;
/// - something can be done, and every action and every answer, known by its name and the names in it, changes something
///   somewhere.
///
/// A run ends with its last answer, unless it lingers: that counts among what may go wrong, and shows what asks again in a
/// slot that is not free yet.
public struct Explorer<Scenario: Exploration> {
  /// A law that is held against moments.
  typealias Law = (name: String, holds: (ScenarioState<Scenario>) -> Bool)
  /// A law that is held against steps.
  typealias StepLaw = (
    name: String, holds: (ScenarioState<Scenario>, ExplorationStep<Scenario>, ScenarioState<Scenario>) -> Bool
  )

  /// What is explored.
  public let played: Scenario
  /// How much may go wrong: answers lost after the deed, deeds done twice, cancelled ones done late, runs that linger.
  public var faults: Int
  /// How much may be on its way at once.
  ///
  /// What would be more is not followed.
  public var pending: Int
  /// How many moments are walked at most.
  public var limit: Int
  /// Whether whole moments are kept to compare with, not 64 bits of each.
  public var isExact: Bool
  /// Why something is never taken in somewhere: where reasons are given, whatever they do not explain is a finding.
  public var impossible: [ExpectedCoverageGap]?
  /// How a test makes this explorer, in Swift: it stands in the test as which a counterexample is told.
  ///
  /// If nothing else is said, that is a function of the exploration with the name that is the custom here, as in
  /// `EditorExploration().explorer(faults: 1)`: it prepares the explorer with its laws. Where the function has another name,
  /// or the exploration is not made without arguments, that is to be said, or the test does not compile. An explorer
  /// without its laws would hold none, and so it is never what a test is told to make.
  public var sourceExpression: String {
    get { told?(self) ?? "\(Self.typeName)().explorer(faults: \(faults))" }
    set { told = { _ in newValue } }
  }

  private var told: ((Explorer) -> String)?

  var invariants: [Law] = []
  var stepLaws: [StepLaw] = []
  var sights: [Law] = []
  var goals: [Law] = []

  /// Prepares an exploration.
  public init(
    _ played: Scenario, faults: Int = 0, pendingLimit pending: Int = 8, stateLimit limit: Int = 10_000_000,
    isExact: Bool = false
  ) {
    self.played = played
    self.faults = faults
    self.pending = pending
    self.limit = limit
    self.isExact = isExact
  }

  /// The name of the exploration's type, with the types around it.
  private static var typeName: String {
    let name = String(reflecting: Scenario.self)
    if name.contains("<") { return "\(Scenario.self)" }
    // The module, and a context that has no name.
    return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }.joined(separator: ".")
  }

  /// Holds a law against every moment.
  public mutating func always(_ law: String, _ holds: @escaping (ScenarioState<Scenario>) -> Bool) {
    invariants.append((law, holds))
  }

  /// Holds a law against every step, with the moments before and after it.
  public mutating func everyStep(
    _ law: String,
    _ holds:
      @escaping (_ before: ScenarioState<Scenario>, _ step: ExplorationStep<Scenario>, _ after: ScenarioState<Scenario>)
      -> Bool
  ) {
    stepLaws.append((law, holds))
  }

  /// Expects to see something in some moment.
  public mutating func reachable(_ sight: String, _ isSeen: @escaping (ScenarioState<Scenario>) -> Bool) {
    sights.append((sight, isSeen))
  }

  /// Expects that something can still be reached from every moment, over cycles too.
  public mutating func canAlwaysReach(_ goal: String, _ isReached: @escaping (ScenarioState<Scenario>) -> Bool) {
    goals.append((goal, isReached))
  }

  /// Tells, in Swift, of which exploration the function `explorer(faults:pending:)` makes this explorer.
  ///
  /// A counterexample tells it with as much as may go wrong and be on its way when it is found.
  public mutating func setSource(exploration: String) {
    told = { "\(exploration).explorer(faults: \($0.faults), pending: \($0.pending))" }
  }

  /// Walks every moment.
  public func explore() throws -> ExplorationReport {
    var search = BreadthFirstSearch(self)
    search.visit(ScenarioState(startOf: played, remainingFaults: faults))
    while search.canContinue { search.exploreNextLevel() }
    return try search.makeReport()
  }
}
