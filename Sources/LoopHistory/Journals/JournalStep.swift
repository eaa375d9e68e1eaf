import Loop
import LoopText

/// One step in the form of a journal file: its cause, the changes to the runs, and the changes of the state.
///
/// The state changes are listed by leaf, so that a replay can report the step and the value at which two states differ.
public struct JournalStep<Feature: Reducer>: Sendable {
  /// The cause of the step and the changes to the runs.
  public let entry: Journal<Feature>.Entry
  /// The changes of the state, one line for each leaf.
  public let changes: [String]
  /// The step as typed in an interactive session, in the form of `ExplorationStep.line`, or `nil`.
  ///
  /// It is `nil` if the step was not typed or if the line says no more than the action that was sent.
  public package(set) var typedStep: String?

  init(_ entry: Journal<Feature>.Entry, changes: [String], typedStep: String? = nil) {
    self.entry = entry
    self.changes = changes
    self.typedStep = typedStep
  }
}

extension JournalStep: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}

extension JournalStep where Feature.Action: Encodable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// The step as one line of canonical text, without a line feed.
  public var line: String {
    get throws {
      var fields = try causeFields
      if !changes.isEmpty { fields.append(.init(name: "changed", value: try CanonicalValue(changes))) }
      for (name, runs) in entry.change.namedLists where !runs.isEmpty {
        fields.append(.init(name: name, value: try CanonicalValue(runs)))
      }
      if let typedStep { fields.append(.init(name: "typed", value: .text(typedStep))) }
      return "\(CanonicalValue.record(fields))"
    }
  }

  private var causeFields: [CanonicalValue.Field] {
    get throws {
      switch entry.cause {
      case .sent(let action): [.init(name: "sent", value: try CanonicalValue(action))]
      case .delivered(let action, let slot):
        [
          .init(name: "delivered", value: try CanonicalValue(action)),
          .init(name: "in", value: try CanonicalValue(slot)),
        ]
      case .ended(let slot, let action):
        [.init(name: "ended", value: try CanonicalValue(slot))]
          + [.init(name: "with", value: try CanonicalValue(action))]
      case .note(let note): [.init(name: "note", value: .text(note))]
      }
    }
  }
}

extension JournalStep where Feature.Action: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  init(_ line: JournalLine<Feature>) throws(JournalError) {
    var change = PendingRuns<Feature>.Change()
    change.started = line.started ?? []
    change.queued = line.queued ?? []
    change.dropped = line.dropped ?? []
    change.cancelled = line.cancelled ?? []
    change.startedInInactiveSlot = line.inactive ?? []
    self.init(Journal.Entry(try line.cause, change), changes: line.changed ?? [], typedStep: line.typed)
  }
}

/// The fields of a line after the header.
struct JournalLine<Feature: Reducer>: Decodable
where Feature.Action: Decodable, Feature.Effect: Decodable, Feature.Slot: Decodable {
  typealias Run = PendingRuns<Feature>.Run

  let sent, delivered, with: Feature.Action?
  let `in`, ended: Feature.Slot?
  let note: String?
  let changed: [String]?
  let started, queued, dropped, cancelled, inactive: [Run]?
  let typed: String?
  /// The number of steps to remove from the end.
  ///
  /// A line with this field has no other field.
  let removed: Int?

  /// The cause of the step.
  ///
  /// A line has exactly one.
  var cause: Journal<Feature>.Cause {
    get throws(JournalError) {
      switch (sent, delivered, self.in, ended, with, note, removed) {
      case (let action?, nil, nil, nil, nil, nil, nil): return .sent(action)
      case (nil, let action?, let slot?, nil, nil, nil, nil): return .delivered(action, in: slot)
      case (nil, nil, nil, let slot?, let action?, nil, nil): return .ended(in: slot, with: action)
      case (nil, nil, nil, nil, nil, let note?, nil): return .note(note)
      default:
        throw JournalError(line: nil, message: "expected one of: sent, delivered and in, ended and with, note, removed")
      }
    }
  }
}

extension PendingRuns.Change {
  /// The lists of runs with their names in the file.
  var namedLists: [(name: String, runs: [PendingRuns.Run])] {
    [
      ("started", started), ("queued", queued), ("dropped", dropped), ("cancelled", cancelled),
      ("inactive", startedInInactiveSlot),
    ]
  }
}
