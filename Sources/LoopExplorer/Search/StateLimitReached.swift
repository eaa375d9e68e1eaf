import Loop
import LoopText

/// The limit of states that ended an exploration, and the fields that make the state space so large.
public struct StateLimitReached: Sendable, CustomStringConvertible {
  /// The number of states that were explored.
  package let stateCount: Int
  /// A Boolean value that indicates whether the limit is the one that applies after a law was found broken.
  let isAfterViolation: Bool
  /// The number of different values of each field in the states that were found last, in descending order, then in the
  /// order of the names.
  package let fieldVariety: [(field: String, values: Int)]

  /// Counts the values in the last thousand of the states, which are enough to show which fields grow.
  ///
  /// A field in a list has one value in each state: those of all elements. A list that is always the same therefore
  /// does not count, however many elements it has.
  init<Scenario>(stateCount: Int, isAfterViolation: Bool, lastStates: [ScenarioState<Scenario>]) throws {
    self.stateCount = stateCount
    self.isAfterViolation = isAfterViolation
    var values: [String: Set<String>] = [:]
    for scenarioState in lastStates.suffix(1000) {
      var texts: [String: String] = [:]
      func recordValue(_ text: String, in field: String) { texts[field, default: ""] += text + " " }
      try CanonicalValue(scenarioState.state).visitLeaves(at: "state") { recordValue($1, in: $0) }
      try CanonicalValue(scenarioState.environment).visitLeaves(at: "environment") { recordValue($1, in: $0) }
      let runs = scenarioState.loopState.pending.running + scenarioState.loopState.pending.queued
      let effects = runs.map(\.effect) + scenarioState.pendingFireAndForget + scenarioState.lateEffects
      recordValue(
        try effects.map { "\(try CanonicalValue($0))" }.sorted().joined(separator: " "), in: "pending effects")
      for (field, text) in texts { values[field, default: []].insert(text) }
    }
    fieldVariety = values.map { (field: $0.key, values: $0.value.count) }.filter { $0.values > 1 }
      .sorted { ($1.values, $0.field) < ($0.values, $1.field) }
  }

  /// The limit, and the fields with the most different values.
  public var description: String {
    let fields = fieldVariety.prefix(5).map { "  \($0.field): \($0.values)" }
    let reason =
      isAfterViolation
      ? "stopped after \(stateCount) states, because a law is broken" : "stopped at the limit of \(stateCount) states"
    let limit = "BOUNDED: \(reason). Fields with the most values in the last states:"
    return ([limit] + fields).joined(separator: "\n")
  }
}

/// The limit of pending effects that excluded states from an exploration.
public struct PendingLimitReached: Sendable, CustomStringConvertible {
  /// The maximum number of pending effects.
  package let pendingLimit: Int
  /// The names of the pending effects in the first state that exceeds the limit, in order.
  package let effects: [String]

  init<Scenario>(_ scenarioState: ScenarioState<Scenario>, pendingLimit: Int) throws {
    self.pendingLimit = pendingLimit
    let runs = scenarioState.loopState.pending.running + scenarioState.loopState.pending.queued
    effects = try (runs.map(\.effect) + scenarioState.pendingFireAndForget).map { try CanonicalValue($0).shortName }
      .sorted()
  }

  /// The limit, and the effects that exceed it.
  public var description: String {
    "BOUNDED: more effects can be pending than the limit of \(pendingLimit): \(effects.joined(separator: ", "))"
  }
}

extension CanonicalValue {
  /// Visits all values that have no parts, with the paths of their fields.
  ///
  /// The elements of a list without keys share one path.
  fileprivate func visitLeaves(at path: String, _ visit: (_ path: String, _ value: String) -> Void) {
    switch self {
    case .null, .bool, .number, .text, .identifier, .elided: visit(path, description)
    case .variant(let name, let arguments):
      visit(path, name)
      for argument in arguments { argument.value.visitLeaves(at: path + ".\(argument.label ?? name)", visit) }
    case .list(let values):
      visit("\(path).count", "\(values.count)")
      for value in values { value.visitLeaves(at: path + "[]", visit) }
    case .identifiedList(let entries), .map(let entries):
      visit("\(path).count", "\(entries.count)")
      for entry in entries { entry.value.visitLeaves(at: path + "[\(entry.key)]", visit) }
    case .record(let fields):
      for field in fields { field.value.visitLeaves(at: path + ".\(field.name)", visit) }
    }
  }
}
