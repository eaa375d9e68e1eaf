/// Counts the actions and responses that were reduced in each kind of state, and the kinds of state that they led to.
struct CoverageRecorder<Scenario: Exploration> {
  /// An action of the user, or a response to an effect.
  struct Cause: Hashable {
    let action: Scenario.Feature.Action
    /// The effect that the action responds to, or `nil` for an action of the user.
    let effect: Scenario.Feature.Effect?
  }

  /// The results of a cause in a kind of state.
  struct CoverageOutcome {
    /// The kinds of state that the cause led to, one bit each.
    var targetKinds: UInt64 = 0
    /// A Boolean value that indicates whether the cause was reduced and changed nothing.
    var hasUnchanged = false
  }

  /// The kinds of state, in the order in which they were found.
  var stateKinds: [String] = []
  /// The causes, in the order in which they were found.
  var causes: [Cause] = []
  /// The cells by kind of state, then by cause.
  var cells: [[CoverageOutcome]] = []
  /// The effects that were executed and have pending responses, by kind of state.
  var awaitedEffects: [Set<Scenario.Feature.Effect>] = []

  var causeIndices: [Cause: Int] = [:]
  /// The actions that were offered last, and the index of each.
  ///
  /// The actions are nearly always the same, so their indices are not looked up again.
  var offeredActions: [Scenario.Feature.Action] = []
  var offeredCauseIndices: [Int] = []

  mutating func registerKind(_ kind: String) -> Int {
    if let index = stateKinds.firstIndex(of: kind) { return index }
    precondition(
      stateKinds.count < 64, "An exploration has at most 64 kinds of state. Return fewer names from kind(of:).")
    stateKinds.append(kind)
    cells.append(Array(repeating: CoverageOutcome(), count: causes.count))
    awaitedEffects.append([])
    return stateKinds.count - 1
  }

  /// Updates the offered actions, which are identified by their positions from now on.
  mutating func updateOfferedActions(_ actions: [Scenario.Feature.Action]) {
    if actions == offeredActions { return }
    offeredActions = actions
    offeredCauseIndices = actions.map { registerCause(Cause(action: $0, effect: nil)) }
  }

  mutating func registerCause(_ cause: Cause) -> Int {
    if let number = causeIndices[cause] { return number }
    causeIndices[cause] = causes.count
    causes.append(cause)
    for kind in cells.indices { cells[kind].append(CoverageOutcome()) }
    return causes.count - 1
  }

  // Nearly every transition has been counted before, and reading a cell is cheaper than writing it.

  /// Counts a cause that changed nothing.
  mutating func recordUnchanged(in kind: Int, cause: Int) {
    if !cells[kind][cause].hasUnchanged { cells[kind][cause].hasUnchanged = true }
  }

  /// Counts a cause that led to a kind of state.
  mutating func recordTransition(from kind: Int, cause: Int, to target: String) {
    let bit: UInt64 = 1 << UInt64(registerKind(target))
    if cells[kind][cause].targetKinds & bit == 0 { cells[kind][cause].targetKinds |= bit }
  }
}
