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
    /// The name of the action, without the name of the effect.
    let action: String
    /// The results by kind of state.
    package fileprivate(set) var cells: [CellOutcome]
    /// The indices of the kinds of state that it led to, in ascending order, by kind of state.
    fileprivate(set) var targetKinds: [[Int]]
  }

  /// The kinds of state, in the order in which they were found.
  package let stateKinds: [String]
  /// The actions in the order of their names, followed by the responses.
  package let rows: [Row]
}

/// A reason why an action or a response is impossible in some kinds of state.
public struct ExpectedCoverageGap: Sendable {
  /// The beginning of the names of the rows.
  let rowPrefix: String
  /// The kinds of state.
  let stateKinds: [String]
  /// The reason.
  public let reason: String

  /// Creates an expected gap in all rows whose names begin with a text.
  public init(_ row: String, in kinds: String..., because why: String) {
    self.rowPrefix = row
    self.stateKinds = kinds
    self.reason = why
  }

  fileprivate func explains(_ cell: String) -> Bool { stateKinds.contains { cell.hasPrefix("\($0): \(rowPrefix)") } }
}

extension ExpectedCoverageGap: CustomStringConvertible {
  /// The rows, the kinds of state, and the reason.
  public var description: String { "\(rowPrefix) in \(stateKinds.joined(separator: ", ")): \(reason)" }
}

extension Coverage {
  /// The names of the rows that never changed anything.
  var ineffectiveRows: [String] { rows.filter { row in row.cells.allSatisfy { $0 != .changed } }.map(\.name) }

  /// The cells in which nothing was ever reduced, as "kind: row".
  package var gaps: [String] {
    rows.flatMap { row in
      zip(stateKinds, row.cells).filter { $0.1 == .neverDelivered || $0.1 == .notEnabled }.map {
        "\($0.0): \(row.name)"
      }
    }
  }

  /// Returns the gaps for which there is no reason, and the reasons for which there is no gap.
  package func unexplainedGaps(expecting reasons: [ExpectedCoverageGap]) -> [String] {
    var open = Set(gaps)
    var idle: [String] = []
    for reason in reasons {
      let explained = open.filter(reason.explains)
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
        for row in rows where row.targetKinds[from].contains(to) && !labels.contains(row.action) {
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
  init<Scenario>(_ counter: CoverageCounter<Scenario>) throws {
    var rows: [String: Row] = [:]
    var order: [(isAnswer: Bool, name: String)] = []
    let awaited = try counter.awaitedEffects.map { effects in Set(try effects.map { try CanonicalValue($0).shortName })
    }
    for (number, cause) in counter.causes.enumerated() {
      let (name, action, effect) = try Self.names(of: cause)
      if rows[name] == nil {
        order.append((effect != nil, name))
        let cells = awaited.map { kind in effect.map(kind.contains) == true ? CellOutcome.neverDelivered : .notEnabled }
        rows[name] = Row(name: name, action: action, cells: cells, targetKinds: cells.map { _ in [] })
      }
      for kind in counter.stateKinds.indices { rows[name]?.merge(counter.cells[kind][number], intoKind: kind) }
    }
    stateKinds = counter.stateKinds
    self.rows = order.sorted { ($0.isAnswer ? 1 : 0, $0.name) < ($1.isAnswer ? 1 : 0, $1.name) }.compactMap {
      rows[$0.name]
    }
  }

  private static func names<Scenario>(
    of cause: CoverageCounter<Scenario>.Cause
  ) throws -> (name: String, action: String, effect: String?) {
    switch cause {
    case .user(let action):
      let action = try CanonicalValue(action).shortName
      return (action, action, nil)
    case .response(let effect, let action):
      let (effect, action) = (try CanonicalValue(effect).shortName, try CanonicalValue(action).shortName)
      return ("\(effect) => \(action)", action, effect)
    }
  }
}

extension Coverage.Row {
  fileprivate mutating func merge<Scenario>(_ cell: CoverageCounter<Scenario>.Cell, intoKind kind: Int) {
    if cell.targetKinds != 0 {
      cells[kind] = .changed
    } else if cell.hasUnchanged && cells[kind] != .changed {
      cells[kind] = .unchanged
    }
    let new = (0..<64).filter { cell.targetKinds >> UInt64($0) & 1 == 1 }
    targetKinds[kind] = Set(targetKinds[kind] + new).sorted()
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
