internal import LoopText

/// What was done and heard in which kind of state, and where it led.
///
/// It is told by kinds, of states as of actions: an action is known by its name and the names in it, so that it reads the
/// same as long as the behaviour is the same.
public struct Coverage: Sendable {
  /// What became of an action or an answer in a kind of state.
  package enum CellOutcome: Character, Sendable {
    /// It changed something, at least once.
    case seen = "+"
    /// It was taken in and changed nothing.
    case noChange = "-"
    /// Nobody could do it; what it would answer was not on its way.
    case notEnabled = "."
    /// What it would answer was on its way, and it never came.
    case never = "?"
  }

  /// An action, or an answer to an effect.
  package struct Row: Sendable {
    /// The action, or the effect and what it was answered.
    package let name: String
    /// The action without the effect that it answers, if it answers one.
    let action: String
    /// What became of it, by kind of state.
    package fileprivate(set) var cells: [CellOutcome]
    /// Where it led from each kind of state: the kinds' numbers, in order.
    fileprivate(set) var targets: [[Int]]
  }

  /// The kinds of state, in the order in which they were found.
  package let kinds: [String]
  /// What was done, in order of name, then what was answered.
  package let rows: [Row]
}

/// Why something can never be taken in somewhere.
public struct ExpectedCoverageGap: Sendable {
  /// How the rows begin that are meant.
  let row: String
  /// The kinds of state that are meant.
  let kinds: [String]
  /// Why it is impossible.
  public let why: String

  /// Explains the cells of all rows that begin like this.
  public init(_ row: String, in kinds: String..., because why: String) {
    self.row = row
    self.kinds = kinds
    self.why = why
  }

  fileprivate func explains(_ cell: String) -> Bool { kinds.contains { cell.hasPrefix("\($0): \(row)") } }
}

extension ExpectedCoverageGap: CustomStringConvertible {
  /// What is impossible, where, and why.
  public var description: String { "\(row) in \(kinds.joined(separator: ", ")): \(why)" }
}

extension Coverage {
  /// What never changed anything.
  var ineffectiveRows: [String] { rows.filter { row in row.cells.allSatisfy { $0 != .seen } }.map(\.name) }

  /// Every cell in which nothing was ever taken in, as "kind: row".
  package var gaps: [String] {
    rows.flatMap { row in
      zip(kinds, row.cells).filter { $0.1 == .never || $0.1 == .notEnabled }.map { "\($0.0): \(row.name)" }
    }
  }

  /// What is wrong with the reasons why nothing was ever taken in somewhere: cells without one, and reasons that explain
  /// nothing.
  package func unexplainedGaps(expecting reasons: [ExpectedCoverageGap]) -> [String] {
    var open = Set(gaps)
    var idle: [String] = []
    for reason in reasons {
      let explained = open.filter(reason.explains)
      if explained.isEmpty { idle.append("explains nothing: \(reason.why)") }
      open.subtract(explained)
    }
    return open.sorted() + idle
  }

  /// The cells as a document to read.
  ///
  /// A kind of state is a column, an action or an answer a row.
  public var matrix: String {
    let width = rows.map(\.name.count).max() ?? 0
    var lines = ["+ changes something   - changes nothing   ? is awaited and never comes   . cannot come", ""]
    for (number, kind) in kinds.enumerated() {
      lines.append(String(repeating: " ", count: width) + String(repeating: " |", count: number) + " " + kind)
    }
    for row in rows {
      let cells = row.cells.map { " \($0.rawValue)" }.joined()
      lines.append(row.name + String(repeating: " ", count: width - row.name.count) + cells)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What leads from one kind of state to another, in the language of Mermaid.
  public var statechart: String {
    var lines = ["stateDiagram-v2"]
    var ids: [String] = []
    for (number, kind) in kinds.enumerated() {
      let id = String(kind.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      // Two kinds may differ in nothing but what cannot stand in a diagram's name.
      ids.append(ids.contains(id) || id.isEmpty ? "\(id)_\(number)" : id)
    }
    for (kind, id) in zip(kinds, ids) where kind != id { lines.append("  state \"\(kind)\" as \(id)") }
    if let first = ids.first { lines.append("  [*] --> \(first)") }
    for from in kinds.indices {
      for to in kinds.indices where to != from {
        var labels: [String] = []
        for row in rows where row.targets[from].contains(to) && !labels.contains(row.action) {
          labels.append(row.action)
        }
        if !labels.isEmpty { lines.append("  \(ids[from]) --> \(ids[to]): \(labels.joined(separator: ", "))") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Coverage {
  /// Gathers what was tallied, one action at a time, by what the actions are called.
  init<Played>(_ tally: CoverageCounter<Played>) throws {
    var rows: [String: Row] = [:]
    var order: [(isAnswer: Bool, name: String)] = []
    let awaited = try tally.awaited.map { effects in Set(try effects.map { try CanonicalValue($0).shortName }) }
    for (number, cause) in tally.causes.enumerated() {
      let (name, action, effect) = try Self.names(of: cause)
      if rows[name] == nil {
        order.append((effect != nil, name))
        let cells = awaited.map { kind in effect.map(kind.contains) == true ? CellOutcome.never : .notEnabled }
        rows[name] = Row(name: name, action: action, cells: cells, targets: cells.map { _ in [] })
      }
      for kind in tally.kinds.indices { rows[name]?.merge(tally.cells[kind][number], intoKind: kind) }
    }
    kinds = tally.kinds
    self.rows = order.sorted { ($0.isAnswer ? 1 : 0, $0.name) < ($1.isAnswer ? 1 : 0, $1.name) }.compactMap {
      rows[$0.name]
    }
  }

  private static func names<Played>(
    of cause: CoverageCounter<Played>.Cause
  ) throws -> (name: String, action: String, effect: String?) {
    switch cause {
    case .user(let action):
      let action = try CanonicalValue(action).shortName
      return (action, action, nil)
    case .answer(let effect, let action):
      let (effect, action) = (try CanonicalValue(effect).shortName, try CanonicalValue(action).shortName)
      return ("\(effect) => \(action)", action, effect)
    }
  }
}

extension Coverage.Row {
  fileprivate mutating func merge<Played>(_ cell: CoverageCounter<Played>.Cell, intoKind kind: Int) {
    if cell.targets != 0 { cells[kind] = .seen } else if cell.isIdle && cells[kind] != .seen { cells[kind] = .noChange }
    let new = (0..<64).filter { cell.targets >> UInt64($0) & 1 == 1 }
    targets[kind] = Set(targets[kind] + new).sorted()
  }
}

extension CanonicalValue {
  /// What an action or an effect is called: its name with the names in its payload, without texts, numbers and structs.
  var shortName: String { name ?? description }

  private var name: String? {
    switch self {
    case .word(let word): return word
    case .variant(let name, let arguments):
      let names = arguments.compactMap(\.value.name)
      return names.isEmpty ? name : "\(name)(\(names.joined(separator: ", ")))"
    case .null, .bool, .number, .text, .list, .keyed, .map, .record, .elsewhere: return nil
    }
  }
}
