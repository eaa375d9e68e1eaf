import LoopText

/// The actions and responses that were reduced in each kind of state, and the kinds of state that they led to.
///
/// Actions and effects are identified by their short names: the name and the names in the payload. The coverage
/// therefore stays the same as long as the behavior does.
public struct Coverage: Sendable {
  /// The result of an action or a response in a kind of state.
  package enum CellOutcome: Character, Sendable {
    /// It changed something at least once.
    case changed = "+"
    /// It was reduced and never changed anything.
    case unchanged = "-"
    /// It was never possible: the action was not offered, or no response to the effect was pending.
    case notEnabled = "."
    /// A response to the effect was pending, but this response was never delivered.
    case neverDelivered = "?"
  }

  /// An action, or a response to an effect.
  package struct Row: Sendable {
    /// The name of the action, or the names of the effect and of its response.
    package let name: String
    /// A Boolean value that indicates whether the row is a response.
    fileprivate let isResponse: Bool
    /// The name of the action, without the name of the effect.
    fileprivate let action: String
    /// The results by kind of state.
    package fileprivate(set) var cells: [CellOutcome]
    /// The kinds of state that it led to, one bit each, by kind of state.
    fileprivate var targetKinds: [UInt64]
  }

  /// The kinds of state, in the order in which they were found.
  package let stateKinds: [String]
  /// The actions in the order of their names, followed by the responses.
  package let rows: [Row]
}

/// A reason why an action or a response is impossible in some kinds of state.
public struct ExpectedCoverageGap: Sendable, CustomStringConvertible {
  /// The beginning of the names of the rows.
  let rowPrefix: String
  /// The kinds of state.
  let stateKinds: [String]
  /// The reason.
  public let reason: String

  /// Creates an expected gap in all rows whose names begin with a text.
  public init(_ rowPrefix: String, in stateKinds: String..., because reason: String) {
    self.rowPrefix = rowPrefix
    self.stateKinds = stateKinds
    self.reason = reason
  }

  /// The rows, the kinds of state, and the reason.
  public var description: String { "\(rowPrefix) in \(stateKinds.joined(separator: ", ")): \(reason)" }
}

extension Coverage {
  /// The cells in which nothing was ever reduced, as "kind: row".
  package var gaps: [String] {
    rows.flatMap { row in
      zip(stateKinds, row.cells).filter { $1 == .neverDelivered || $1 == .notEnabled }
        .map { kind, _ in "\(kind): \(row.name)" }
    }
  }

  /// Returns the gaps for which there is no reason, and the reasons for which there is no gap.
  package func unexplainedGapsAndUnusedReasons(expecting reasons: [ExpectedCoverageGap]) -> [String] {
    var open = Set(gaps)
    var idle: [String] = []
    for reason in reasons {
      let explained = open.filter { cell in
        reason.stateKinds.contains { cell.hasPrefix("\($0): \(reason.rowPrefix)") }
      }
      if explained.isEmpty { idle.append("no gap for the reason: \(reason.reason)") }
      open.subtract(explained)
    }
    return open.sorted() + idle
  }

  /// The coverage as a text table, with a column for each kind of state and a row for each action or response.
  public var matrix: String {
    let width = rows.map(\.name.count).max() ?? 0
    var lines = ["+ changes something   - changes nothing   ? pending but never delivered   . not possible", ""]
    for (number, kind) in stateKinds.enumerated() {
      lines.append(String(repeating: " ", count: width) + String(repeating: " |", count: number) + " " + kind)
    }
    for row in rows {
      let cells = row.cells.map { " \($0.rawValue)" }.joined()
      lines.append(row.name + String(repeating: " ", count: width - row.name.count) + cells)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The transitions between kinds of state, as a Mermaid state diagram.
  public var statechart: String {
    var lines = ["stateDiagram-v2"]
    var ids: [String] = []
    for (number, kind) in stateKinds.enumerated() {
      let id = String(kind.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      // Names that differ only in characters that are not allowed in an identifier get a number.
      ids.append(ids.contains(id) || id.isEmpty ? "\(id)_\(number)" : id)
    }
    for (kind, id) in zip(stateKinds, ids) where kind != id { lines.append("  state \"\(kind)\" as \(id)") }
    if let first = ids.first { lines.append("  [*] --> \(first)") }
    for from in stateKinds.indices {
      for to in stateKinds.indices where to != from {
        var labels: [String] = []
        for row in rows where row.targetKinds[from] & (1 << to) != 0 && !labels.contains(row.action) {
          labels.append(row.action)
        }
        if !labels.isEmpty { lines.append("  \(ids[from]) --> \(ids[to]): \(labels.joined(separator: ", "))") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Coverage {
  /// Merges the causes that have the same short name.
  init<Scenario>(_ counter: CoverageRecorder<Scenario>) throws {
    var rows: [String: Row] = [:]
    let awaited = try counter.awaitedEffects.map { Set(try $0.map { try CanonicalValue($0).shortName }) }
    for (number, cause) in counter.causes.enumerated() {
      let action = try CanonicalValue(cause.action).shortName
      let effect = try cause.effect.map { try CanonicalValue($0).shortName }
      let name = effect.map { "\($0) => \(action)" } ?? action
      let cells = awaited.map { effect.map($0.contains) == true ? CellOutcome.neverDelivered : .notEnabled }
      var row =
        rows[name]
        ?? Row(
          name: name, isResponse: effect != nil, action: action, cells: cells, targetKinds: cells.map { _ in 0 })
      for kind in counter.stateKinds.indices {
        let cell = counter.cells[kind][number]
        row.targetKinds[kind] |= cell.targetKinds
        if cell.targetKinds != 0 {
          row.cells[kind] = .changed
        } else if cell.hasUnchanged && row.cells[kind] != .changed {
          row.cells[kind] = .unchanged
        }
      }
      rows[name] = row
    }
    stateKinds = counter.stateKinds
    self.rows = rows.values.sorted { ($0.isResponse ? 1 : 0, $0.name) < ($1.isResponse ? 1 : 0, $1.name) }
  }
}

extension CanonicalValue {
  /// The name of an action or an effect with the names in its payload, without texts, numbers and records.
  var shortName: String { name ?? description }

  private var name: String? {
    switch self {
    case .identifier(let word): return word
    case .variant(let name, let arguments):
      let names = arguments.compactMap(\.value.name)
      return names.isEmpty ? name : "\(name)(\(names.joined(separator: ", ")))"
    case .null, .bool, .number, .text, .list, .identifiedList, .map, .record, .elided: return nil
    }
  }
}
