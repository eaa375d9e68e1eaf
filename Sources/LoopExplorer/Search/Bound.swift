internal import Loop
internal import LoopText

/// Where an exploration was given up, and what makes it so large.
public struct StateLimitReached: Sendable, CustomStringConvertible {
  /// After how many moments.
  package let moments: Int
  /// How many different values each field has among the moments found last, the most varied first.
  package let variety: [(field: String, values: Int)]

  init(stateCount moments: Int, variety: FieldVariety) {
    self.moments = moments
    self.variety = variety.fields
  }

  /// The bound, and the fields that vary most.
  public var description: String {
    let fields = variety.prefix(5).map { "  \($0.field): \($0.values)" }
    return
      (["BOUNDED: given up at the limit of \(moments) moments. Among the last, the values that differ most:"] + fields)
      .joined(separator: "\n")
  }
}

/// What was not followed because more was on its way than may be.
public struct PendingLimitReached: Sendable, CustomStringConvertible {
  /// How much may be on its way.
  package let pending: Int
  /// What was on its way where that was first too little, by name, in order.
  package let effects: [String]

  init<Played>(_ moment: ScenarioState<Played>, pendingLimit pending: Int) throws {
    self.pending = pending
    let runs = moment.situation.pending.running + moment.situation.pending.queued
    effects = try (runs.map(\.effect) + moment.told).map { try CanonicalValue($0).shortName }.sorted()
  }

  /// The bound, and what reaches it.
  public var description: String {
    "BOUNDED: more can be pending than the \(pending) that were followed: \(effects.joined(separator: ", "))"
  }
}

/// How many different values each field has among moments.
struct FieldVariety {
  /// By field, the most varied first, and of equals in order of name.
  let fields: [(field: String, values: Int)]

  /// Counts the values in some of these moments: a thousand are enough to see what explodes.
  init<Played>(of moments: [ScenarioState<Played>]) throws {
    var values: [String: Set<String>] = [:]
    func count(_ text: String, in field: String) { values[field, default: []].insert(text) }
    for moment in moments.suffix(1000) {
      try CanonicalValue(moment.state).visitLeaves(at: "state") { count($1, in: $0) }
      try CanonicalValue(moment.world).visitLeaves(at: "world") { count($1, in: $0) }
      let pending = moment.situation.pending
      let runs = try (pending.running + pending.queued).map { "\(try CanonicalValue($0.effect))" }
      count(runs.sorted().joined(separator: " "), in: "what is pending")
    }
    fields = values.map { (field: $0.key, values: $0.value.count) }.filter { $0.values > 1 }
      .sorted { ($1.values, $0.field) < ($0.values, $1.field) }
  }
}

extension CanonicalValue {
  /// Visits everything that has no parts of its own, by where it is; elements of a list are told apart only by their keys.
  fileprivate func visitLeaves(at place: String, _ visit: (_ place: String, _ value: String) -> Void) {
    switch self {
    case .null, .bool, .number, .text, .word, .elsewhere: visit(place, description)
    case .variant(let name, let arguments):
      visit(place, name)
      for argument in arguments { argument.value.visitLeaves(at: place + ".\(argument.label ?? name)", visit) }
    case .list(let values):
      visit("\(place).count", "\(values.count)")
      for value in values { value.visitLeaves(at: place + "[]", visit) }
    case .keyed(let entries), .map(let entries):
      visit("\(place).count", "\(entries.count)")
      for entry in entries { entry.value.visitLeaves(at: place + "[\(entry.key)]", visit) }
    case .record(let fields):
      for field in fields { field.value.visitLeaves(at: place + ".\(field.name)", visit) }
    }
  }
}
