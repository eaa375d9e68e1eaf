import LoopExplorer
import Values

@testable import Conditions

/// Creates random rows, and conditions that compare them with values that are close, distant or of another type.
struct RandomRows {
  /// The columns of a row, and their declarations in the database.
  static let columns: [(reference: Reference, column: SQLColumn, declared: String)] = [
    (.object("whole"), SQLColumn("whole", .integer), "INTEGER"),
    (.variable("row", "whole"), SQLColumn("other \"whole\"", .integer), "INTEGER"),
    (.object("real"), SQLColumn("real", .real), "REAL"),
    (.variable("real"), SQLColumn("select", .real), "REAL"),
    (.object("text"), SQLColumn("text", .text), "TEXT COLLATE NOCASE"),
    (.object("größe", "text"), SQLColumn("größe", .text), "TEXT"),
    (.object("flag"), SQLColumn("flag", .boolean), "BOOLEAN"),
    (.object("other", "flag"), SQLColumn("flag2", .boolean), "INTEGER"),
    (.object("born"), SQLColumn("born", .instant), "INTEGER"),
    (.variable("row", "died"), SQLColumn("died", .instant), "INTEGER"),
  ]

  private var chance: SplitMix64
  private var conditions: RandomConditions

  init(seed: UInt64) {
    chance = SplitMix64(seed: seed)
    conditions = RandomConditions(seed: seed + 1)
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &chance)]
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

  /// Returns a value for each column.
  mutating func row() -> [Value] { Self.columns.map { value(of: $0.column.kind) } }

  mutating func value(of kind: SQLColumn.Kind) -> Value {
    if below(8) == 0 { return .null }
    return switch kind {
    case .boolean: .boolean(below(2) == 0)
    case .integer: .integer(pick([0, 1, -1, 2, 3, 5, 1 << 53, 1 << 53 + 1, .max, .min, .max - 1]))
    case .real:
      .real(pick([0, -0.0, 0.1, 0.5, 1, 2.5, -3.25, 1e300, 0x1p53, 0x1p63, -0x1p63, 9.3e18, .leastNonzeroMagnitude]))
    case .text: .text(text())
    case .instant: .instant(Instant(milliseconds: pick([0, 1, -1, 978_307_200_000, 1_679_494_509_123, .max, .min])))
    }
  }

  private mutating func text() -> String {
    pick([
      "", "a", "ab", "abc", "A", "ABC", "é", "e\u{301}", "É", "日本", "a*c", "a?c", "[a]", "a[", "]", "%", "_", "x_y",
      "it's", #"a\b"#, "😀", "1", " ", "\n", "\u{FFFF}", "\u{10000}", "\"",
    ])
  }
}

extension RandomRows {
  /// Returns a condition on rows, most of which can be translated to SQL.
  mutating func condition() -> Condition { Condition(clause(below(4))) }

  /// The keys in conditions without given columns.
  static let keys = ["a", "b", "c", "d"]

  /// Returns a condition on keys.
  ///
  /// The types of its constants may be incompatible.
  mutating func conditionOfKeys() -> Condition {
    let kinds = Self.keys.map { _ in pick(SQLColumn.Kind.allCases) }
    let parts = (0...below(4)).map { _ in
      let place = below(Self.keys.count)
      let read = Conditions.Expression.read(.object(Self.keys[place]))
      let kind = below(12) == 0 ? pick(SQLColumn.Kind.allCases) : kinds[place]
      let part =
        switch below(8) {
        case 0: compared(read, .isIn, list(of: kind, below(4)))
        case 1: compared(read, pick([.equal, .unequal]), .constant(.null))
        case 2 where kind == .real: compared(read, pick(Self.orders), .variable("given", .none))
        default: compared(read, pick(Self.orders), constant(kind))
        }
      return below(5) == 0 ? .not(part) : part
    }
    return Condition(.joined(below(2) == 0 ? .and : .or, parts))
  }

  private mutating func clause(_ depth: Int) -> Clause {
    switch depth > 0 ? below(5) : 4 {
    case 0: .joined(.and, (0...below(3) + 1).map { _ in clause(depth - 1) })
    case 1: .joined(.or, (0...below(3) + 1).map { _ in clause(depth - 1) })
    case 2: .not(clause(depth - 1))
    default: leaf()
    }
  }

  private mutating func leaf() -> Clause {
    let column = pick(Self.columns)
    let read = Expression.read(column.reference)
    switch below(20) {
    case 0: return .constant(below(2) == 0)
    case 1: return conditions.clause(1)
    case 2: return compared(constant(.integer), pick(Relation.allCases), constant(.integer))
    case 3, 4:
      let kin = Self.columns.filter { $0.column.kind == column.column.kind }
      return compared(read, pick(Self.orders), .read(pick(kin).reference))
    case 5: return compared(read, pick(Relation.allCases), .read(pick(Self.columns).reference))
    case 6, 7: return compared(read, .between, list(of: column.column.kind, 2))
    case 8, 9: return compared(read, .isIn, list(of: column.column.kind, below(5)))
    case 10, 11, 12: return textual()
    case 13: return compared(read, pick(Relation.allCases), constant(pick(SQLColumn.Kind.allCases)))
    case 14: return compared(constant(column.column.kind), pick(Relation.allCases), read)
    default: return compared(read, pick(Self.orders), constant(column.column.kind))
    }
  }

  private static let orders: [Relation] = [.equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual]

  /// Tests a text column, or in one of ten cases another column.
  private mutating func textual() -> Clause {
    let texts = Self.columns.filter { $0.column.kind == .text || below(40) == 0 }
    let relation = pick([.contains, .begins, .ends, .like] as [Relation])
    let part = relation == .like && below(4) > 0 ? likeness() : text()
    return compared(.read(pick(texts).reference), relation, .constant(.text(part)))
  }

  private mutating func likeness() -> String {
    (0..<below(4)).map { _ in pick(["*", "?", "a", "b", "c", "A", "é", #"\*"#, #"\?"#, "[", "]", #"\\"#, "日"]) }
      .joined()
  }

  private mutating func list(of kind: SQLColumn.Kind, _ count: Int) -> Expression {
    let kinds = (0..<count).map { _ in below(5) == 0 ? pick(SQLColumn.Kind.allCases) : kind }
    return .constant(.list(kinds.map { value(of: $0) }))
  }

  /// A number may have another numeric type or be computed.
  private mutating func constant(_ kind: SQLColumn.Kind) -> Expression {
    let isNumber = kind == .integer || kind == .real || kind == .boolean
    let constant = Expression.constant(value(of: isNumber && below(3) == 0 ? pick([.integer, .real, .boolean]) : kind))
    return isNumber && below(10) == 0 ? .computed(constant, pick(Computation.allCases), .constant(2)) : constant
  }

  private mutating func compared(_ left: Expression, _ relation: Relation, _ right: Expression) -> Clause {
    let folding = Folding(ignoresCase: below(30) == 0)
    let quantifier: Quantifier? = below(40) == 0 ? pick(Quantifier.allCases) : nil
    // Most random texts are invalid patterns, which are errors.
    let right = relation == .matches ? Expression.constant("[aA].*") : right
    return .comparison(
      Comparison(quantifier: quantifier, left: left, relation: relation, folding: folding, right: right))
  }
}

extension Conditions.Expression {
  fileprivate static func read(_ reference: Reference) -> Expression {
    Expression.path(reference.root.expression, reference.keys.map(Conditions.Step.key)).simplified
  }
}
