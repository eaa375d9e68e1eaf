public import Loop
internal import LoopText

/// One step as a journal's file tells it: what was taken in, what was asked for because of it, and what it changed.
///
/// The changes are leaf differences of the state, so that a replay can tell at which step, and by what, a state differs.
public struct JournalStep<Feature: Reducer>: Sendable {
  /// What was taken in, and what was asked for because of it.
  public let entry: Journal<Feature>.Entry
  /// What it changed in the state, a line for each leaf.
  public let changes: [String]
  /// How it was played by hand, as ``Step/line`` tells it; absent where it was not, or tells no more than what was sent, and
  /// of the end behind a last answer, which was one step with it.
  public let played: String?

  /// Makes a step.
  public init(_ entry: Journal<Feature>.Entry, changes: [String], played: String? = nil) {
    self.entry = entry
    self.changes = changes
    self.played = played
  }
}

extension JournalStep: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}

extension JournalStep where Feature.Action: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// The step as a line of JSON, without the line feed at its end.
  public var line: String {
    get throws {
      var line = JSONLine()
      switch entry.cause {
      case .sent(let action): line.add("sent", "\(try Canonical(action))")
      case .answered(let action, let slot):
        line.add("answered", "\(try Canonical(action))")
        line.add("in", "\(try Canonical(slot))")
      case .ended(let slot): line.add("ended", "\(try Canonical(slot))")
      case .noted(let note): line.add("noted", note)
      }
      line.add("changed", changes)
      for (name, runs) in entry.change.lists { line.add(name, try runs.map { "\(try Canonical($0))" }) }
      line.add("played", played)
      return "\(line)"
    }
  }
}

extension JournalStep where Feature.Action: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  init(_ line: inout JSONLine) throws(JournalFault) {
    guard let cause = try Self.cause(in: &line) else {
      throw JournalFault(line: nil, message: "expected what was sent, answered, ended or noted, or what is taken back")
    }
    changes = try line.texts("changed")
    played = try line.text("played")
    var change = Pending<Feature.Effect, Feature.Slot>.Change()
    change.started = try Self.read(line.texts("started"))
    change.queued = try Self.read(line.texts("queued"))
    change.dropped = try Self.read(line.texts("dropped"))
    change.cancelled = try Self.read(line.texts("cancelled"))
    change.stillborn = try Self.read(line.texts("stillborn"))
    entry = Journal.Entry(cause, change)
    try line.finish()
  }

  /// Exactly one of the four: what else stands there is left over, and met as that.
  private static func cause(in line: inout JSONLine) throws(JournalFault) -> Journal<Feature>.Cause? {
    if let action = try line.text("sent") { return .sent(try read(action)) }
    if let action = try line.text("answered") {
      guard let slot = try line.text("in") else { throw JournalFault(line: nil, message: "answered in which slot?") }
      return .answered(try read(action), in: try read(slot))
    }
    if let slot = try line.text("ended") { return .ended(in: try read(slot)) }
    return try line.text("noted").map { .noted($0) }
  }

  private static func read<Value: Decodable>(_ texts: [String]) throws(JournalFault) -> [Value] {
    var values: [Value] = []
    for text in texts { values.append(try read(text)) }
    return values
  }

  private static func read<Value: Decodable>(_ text: String) throws(JournalFault) -> Value {
    do { return try Canonical(parsing: text).decode() } catch {
      throw JournalFault(line: nil, message: "\(text.shown): \(error.explained)")
    }
  }
}

extension Pending.Change {
  /// Each list under its name.
  var lists: [(name: String, runs: [Pending.Run])] {
    [
      ("started", started), ("queued", queued), ("dropped", dropped), ("cancelled", cancelled),
      ("stillborn", stillborn),
    ]
  }
}
