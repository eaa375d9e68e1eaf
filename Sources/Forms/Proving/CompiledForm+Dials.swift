internal import Conditions
internal import Values

extension CompiledForm {
  /// The rows whose values conditions read, or whether they are valid, and in each the values at which that may change.
  var dials: [Dial] {
    var constants: [Int: [Value]] = [:]
    for row in rows.indices where rows[row].validity != nil {
      constants[row, default: []] += definition(ofRow: row).validators.flatMap(\.constants)
    }
    var pairs: [(Int, Int)] = []
    for node in graph.nodes {
      guard case .condition(let evaluator, let sources) = node.rule else { continue }
      let readings = Dictionary(uniqueKeysWithValues: zip(evaluator.reads, sources))
      for boundary in evaluator.condition.boundaries {
        let rows = boundary.reads.compactMap { readings[$0]?.row }
        for row in rows { constants[row, default: []] += boundary.constants }
        for (one, other) in zip(rows, rows.dropFirst()) { pairs += [(one, other), (other, one)] }
      }
    }
    var values = constants.mapValues { Self.withMiddles($0) }
    // What is compared with another row is tried near whatever that may hold.
    for (one, other) in pairs { values[one, default: []] += constants[other, default: []] + givenNumbers(other) }
    return values.keys.sorted().filter { rows[$0].kind.takesInput }.map { row in
      Dial(element: .row(row), id: names.rows[row], values: self.values(for: row, near: values[row] ?? []))
    }
  }

  /// Something that a row does not begin with, though nobody reads it.
  func otherValue(_ row: Int) -> Value {
    let definition = definition(ofRow: row)
    let samples = rows[row].kind.samples(of: definition.options)
    return samples.first { !$0.isSame(as: definition.value) } ?? rows[row].kind.emptyValue
  }

  /// What a row begins with, or some number where it begins with none, so that two rows can be the same.
  private func givenNumbers(_ row: Int) -> [Value] {
    let value = definition(ofRow: row).value
    return value == .null ? rows[row].kind.samples(of: []) : [value]
  }

  /// Numbers, and what lies in the middle between each and the next.
  private static func withMiddles(_ constants: [Value]) -> [Value] {
    let numbers = constants.compactMap { $0.number?.real }.sorted()
    return constants + zip(numbers, numbers.dropFirst()).map { .real(($0 + $1) / 2) }
  }

  private func values(for row: Int, near constants: [Value]) -> [Value] {
    let kind = rows[row].kind
    let definition = definition(ofRow: row)
    let given = [definition.value, kind.emptyValue] + kind.trials(near: constants, definition.options)
    var known: Set<Value> = []
    return given.compactMap { kind.kept($0) }.filter { known.insert($0.sameness).inserted }
  }
}

extension Source {
  /// The row whose value is read.
  fileprivate var row: Int? { if case .value(let row, _) = self { row } else { nil } }
}

extension Validator {
  /// The values at which it changes its mind, as far as they are said.
  fileprivate var constants: [Value] {
    switch self {
    case .length(let least, let most): [least, most].compactMap { $0.map { .integer(Int64($0)) } }
    case .range(let least, let most): [least, most].compactMap(\.self)
    case .pattern(let pattern): [.text(pattern)]
    case .predicate(let condition, _): condition.boundaries.flatMap(\.constants)
    case .asked: []
    }
  }
}

extension RowKind {
  /// Values at which a condition with these constants may change its mind.
  fileprivate func trials(near constants: [Value], _ options: [RowOption]) -> [Value] {
    switch self {
    case .boolean: return [true, false]
    case .integer: return constants.flatMap { $0.neighbours(within: 1) }.map(\.rounded)
    case .decimal, .slider, .stepper: return constants.flatMap { $0.neighbours(within: 1) }
    case .money: return constants.flatMap { $0.neighbours(within: 0.01) }
    case .date, .time, .dateTime: return constants.flatMap(\.instantNeighbours)
    case .singleChoice, .segmented: return options.map(\.value)
    case .multipleChoice: return Self.choices(of: options.map(\.value))
    case .text, .multilineText, .email, .url, .phone, .password:
      return constants.flatMap(\.texts).map(Value.text) + ["something else"]
    case .button, .info: return []
    }
  }

  /// Every choice of a few, or each alone and all together of many.
  private static func choices(of values: [Value]) -> [Value] {
    if values.count > 8 { return values.map { .list([$0]) } + [.list(values)] }
    return (0..<(1 << values.count)).map { bits in
      .list(values.indices.filter { bits >> $0 & 1 == 1 }.map { values[$0] })
    }
  }

  /// Some values, for a row that nobody reads.
  func samples(of options: [RowOption]) -> [Value] {
    switch self {
    case .boolean: [true, false]
    case .integer, .decimal, .slider, .stepper, .money: [1]
    case .date, .time, .dateTime: [.instant(Instant(milliseconds: 0))]
    case .singleChoice, .segmented: options.isEmpty ? ["something"] : options.map(\.value)
    case .multipleChoice: [.list(options.prefix(1).map(\.value))]
    case .text, .multilineText, .email, .url, .phone, .password: ["something"]
    case .button, .info: []
    }
  }
}

extension Value {
  /// A number, one a little less and one a little more.
  fileprivate func neighbours(within step: Double) -> [Value] {
    switch self {
    case .integer(let integer) where step == 1 && abs(Double(integer)) < 0x1p53:
      return [integer - 1, integer, integer + 1].map(Value.integer)
    case .integer(let integer): return Value.real(Double(integer)).neighbours(within: step)
    case .real(let real): return [real - step, real, real + step].map(Value.real)
    case .boolean, .null, .text, .instant, .list, .object: return []
    }
  }

  /// The whole number that is nearest.
  fileprivate var rounded: Value {
    if case .real(let real) = self, let integer = Int64(exactly: real.rounded()) { .integer(integer) } else { self }
  }

  fileprivate var instantNeighbours: [Value] {
    guard case .instant(let instant) = self else { return [] }
    let (least, isLeast) = instant.milliseconds.subtractingReportingOverflow(1)
    let (most, isMost) = instant.milliseconds.addingReportingOverflow(1)
    return [instant.milliseconds, isLeast ? 0 : least, isMost ? 0 : most].map { .instant(Instant(milliseconds: $0)) }
  }

  /// The text, and what a pattern of stars and question marks allows; for a number, texts of about that length.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text, String(text.map { $0 == "?" ? "x" : $0 }.filter { $0 != "*" })]
    case .integer(let count) where (0...1000).contains(count):
      [count - 1, count, count + 1].filter { $0 >= 0 }.map { String(repeating: "x", count: Int($0)) }
    case .null, .boolean, .integer, .real, .instant, .list, .object: []
    }
  }
}
