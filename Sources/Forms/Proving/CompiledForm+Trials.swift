internal import Conditions
internal import Values

extension CompiledForm {
  /// The rows whose values conditions read, and in each the values at which they may change their minds.
  var trials: [(row: Int, values: [Value])] {
    var constants: [Int: [Value]] = [:]
    for node in graph.nodes {
      guard case .condition(let evaluator, let sources) = node.rule else { continue }
      let rows = Dictionary(uniqueKeysWithValues: zip(evaluator.reads, sources))
      for boundary in evaluator.condition.boundaries {
        for reference in boundary.reads {
          guard case .value(let row, _)? = rows[reference] else { continue }
          constants[row, default: []] += boundary.constants
        }
      }
    }
    return constants.keys.sorted().filter { rows[$0].kind.takesInput }.map { row in
      (row, values(for: row, near: constants[row] ?? []))
    }
  }

  private func values(for row: Int, near constants: [Value]) -> [Value] {
    let kind = rows[row].kind
    let definition = definition(ofRow: row)
    let given = [definition.value, kind.emptyValue] + kind.trials(near: constants, definition.options)
    var known: Set<Value> = []
    return given.compactMap { kind.kept($0) }.filter { known.insert($0.sameness).inserted }
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
    if values.count > 5 { return values.map { .list([$0]) } + [.list(values)] }
    return (0..<(1 << values.count)).map { bits in
      .list(values.indices.filter { bits >> $0 & 1 == 1 }.map { values[$0] })
    }
  }

  /// Some value, for a row that nobody reads.
  func sample(of options: [RowOption]) -> Value {
    switch self {
    case .boolean: true
    case .integer, .decimal, .slider, .stepper, .money: 1
    case .date, .time, .dateTime: .instant(Instant(milliseconds: 0))
    case .singleChoice, .segmented: options.first?.value ?? "something"
    case .multipleChoice: .list(options.prefix(1).map(\.value))
    case .text, .multilineText, .email, .url, .phone, .password: "something"
    case .button, .info: nil
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
