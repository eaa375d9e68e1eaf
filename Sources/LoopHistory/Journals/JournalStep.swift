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
  /// How it was played by hand, as `Step.line` tells it; absent where it was not, or tells no more than what was sent, and
  /// of the end behind a last answer, which was one step with it.
  public let played: String?

  /// Makes a step.
  init(_ entry: Journal<Feature>.Entry, changes: [String], typedStep played: String? = nil) {
    self.entry = entry
    self.changes = changes
    self.played = played
  }
}

extension JournalStep: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}

extension JournalStep where Feature.Action: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// The step as one line of canonical text, without the line feed at its end.
  public var line: String {
    get throws {
      var fields = try causeFields
      if !changes.isEmpty { fields.append(.init(name: "changed", value: try CanonicalValue(changes))) }
      for (name, runs) in entry.change.namedLists where !runs.isEmpty {
        fields.append(.init(name: name, value: try CanonicalValue(runs)))
      }
      if let played { fields.append(.init(name: "played", value: .text(played))) }
      return "\(CanonicalValue.record(fields))"
    }
  }

  private var causeFields: [CanonicalValue.Field] {
    get throws {
      switch entry.cause {
      case .sent(let action): [.init(name: "sent", value: try CanonicalValue(action))]
      case .answered(let action, let slot):
        [
          .init(name: "answered", value: try CanonicalValue(action)),
          .init(name: "in", value: try CanonicalValue(slot)),
        ]
      case .ended(let slot): [.init(name: "ended", value: try CanonicalValue(slot))]
      case .noted(let note): [.init(name: "noted", value: .text(note))]
      }
    }
  }
}

extension JournalStep where Feature.Action: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  init(_ line: JournalLine<Feature>) throws(JournalError) {
    var change = PendingRuns<Feature.Effect, Feature.Slot>.Change()
    change.started = line.started ?? []
    change.queued = line.queued ?? []
    change.dropped = line.dropped ?? []
    change.cancelled = line.cancelled ?? []
    change.stillborn = line.stillborn ?? []
    self.init(Journal.Entry(try line.cause, change), changes: line.changed ?? [], typedStep: line.played)
  }
}

/// The fields that a line after the heading can have.
struct JournalLine<Feature: Reducer>: Decodable
where Feature.Action: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  typealias Run = PendingRuns<Feature.Effect, Feature.Slot>.Run

  let sent, answered: Feature.Action?
  let `in`, ended: Feature.Slot?
  let noted: String?
  let changed: [String]?
  let started, queued, dropped, cancelled, stillborn: [Run]?
  let played: String?
  /// How many steps are taken back; such a line has no other field.
  let back: Int?

  /// Reads the fields; a name that no field has, or that is given twice, is refused.
  init(_ line: CanonicalValue) throws(JournalError) {
    guard case .record = line else {
      throw JournalError(line: nil, message: "expected fields in parentheses, found \(line)")
    }
    do { self = try line.decode() } catch { throw JournalError(line: nil, message: error.readableDescription) }
  }

  /// The cause of a step: a line has exactly one.
  var cause: Journal<Feature>.Cause {
    get throws(JournalError) {
      switch (sent, answered, self.in, ended, noted, back) {
      case (let action?, nil, nil, nil, nil, nil): return .sent(action)
      case (nil, let action?, let slot?, nil, nil, nil): return .answered(action, in: slot)
      case (nil, nil, nil, let slot?, nil, nil): return .ended(in: slot)
      case (nil, nil, nil, nil, let note?, nil): return .noted(note)
      default:
        throw JournalError(line: nil, message: "expected one of: sent, answered and in, ended, noted, back")
      }
    }
  }
}

extension PendingRuns.Change {
  /// Each list under its name.
  var namedLists: [(name: String, runs: [PendingRuns.Run])] {
    [
      ("started", started), ("queued", queued), ("dropped", dropped), ("cancelled", cancelled),
      ("stillborn", stillborn),
    ]
  }
}
