internal import Conditions
package import Forms
package import LoopExplorer
internal import Values

/// A generator of random forms and actions.
package struct RandomForms {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns a form with few rows and many dependencies between them.
  ///
  /// Conditions read properties only of rows earlier in a random order, so that few forms have dependency cycles.
  package mutating func definition() -> FormDefinition {
    let tags = ["a", "b", "c", "d", "e"].shuffled(using: &random)
    var rows: [RowDefinition] = []
    for place in tags.indices { rows.append(row(tags[place], reading: Array(tags[..<place]))) }
    rows.shuffle(using: &random)
    let split = Int.random(in: 0...rows.count, using: &random)
    let policy = FormPolicy(hidden: either(.leftOut, .included), disabled: either(.included, .leftOut))
    return FormDefinition(policy: policy) {
      section("s", Array(rows[..<split]))
      section("t", Array(rows[split...]))
      SectionDefinition { RowDefinition(tag: "p", value: either("(", "x")) }
      if Bool.random(using: &random) {
        SectionDefinition(tag: "list", each: RowDefinition(kind: .integer, hidden: condition(["a"])), values: [1, 2])
      }
    }
  }

  /// Returns a form of switches that hide and disable each other.
  package mutating func switches() -> FormDefinition {
    let tags = ["a", "b", "c", "d", "e", "f"]
    var rows = tags.map { RowDefinition(tag: $0, kind: .boolean, value: .boolean(chance(4))) }
    for place in rows.indices {
      if chance(3) { rows[place].hidden = sum(of: tags) }
      if chance(3) { rows[place].disabled = sum(of: tags) }
      if chance(4) { rows[place].validators.append(.predicate(sum(of: tags), message: "not now")) }
      rows[place].isRequired = chance(3)
    }
    let policy = FormPolicy(hidden: either(.leftOut, .included), disabled: either(.included, .leftOut))
    return FormDefinition(policy: policy) {
      SectionDefinition(rows: Array(rows[..<3]))
      SectionDefinition(hidden: chance(3) ? sum(of: tags) : .never, rows: Array(rows[3...]))
      SectionDefinition(rows: [RowDefinition(kind: .integer, hidden: sum(of: tags), disabled: sum(of: tags))])
    }
  }

  /// Returns a condition that compares one or two switches with random values.
  private mutating func sum(of tags: [String]) -> Condition {
    let terms = (0..<2).map { _ in
      Term.variable(tags.randomElement(using: &random) ?? "a") == Term.value(Bool.random(using: &random))
    }
    return either(terms[0], either(terms[0] && terms[1], terms[0] || terms[1]))
  }

  private mutating func section(_ tag: String, _ rows: [RowDefinition]) -> SectionDefinition {
    SectionDefinition(tag: tag, hidden: condition([]), disabled: condition([]), rows: rows)
  }

  private mutating func row(_ tag: String, reading others: [String]) -> RowDefinition {
    var row = RowDefinition(tag: tag, kind: .integer, value: either(0, nil))
    if chance(2) { row.hidden = condition(others) }
    if chance(3) { row.disabled = condition(others) }
    row.isRequired = chance(4)
    if chance(4) { row.validators.append(.range(max: 1)) }
    if chance(4) { row.validators.append(.predicate(condition(others), message: "not now")) }
    if chance(3) { row.validators.append(.asked("free")) }
    return row
  }

  /// Returns a condition that reads the value of any row and whether the given rows are hidden, disabled or valid.
  private mutating func condition(_ others: [String]) -> Condition {
    var condition = comparison(others)
    while chance(3) {
      let other = comparison(others)
      condition = either(condition && other, either(condition || other, !condition))
    }
    return condition
  }

  private mutating func comparison(_ others: [String]) -> Condition {
    // With the value "(" this is an invalid pattern, so that the condition cannot be evaluated.
    if chance(12), let troubled = try? Condition(parsing: "$p MATCHES $p") { return troubled }
    let tag = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
    guard let other = others.randomElement(using: &random), chance(2) else {
      return either(Term.variable(tag) == Term.value(number()), Term.variable(tag).key("value") < 1)
    }
    let key = ["isHidden", "isDisabled", "isValid"].randomElement(using: &random) ?? "isHidden"
    return Term.variable(other).key(key) == Term.value(Bool.random(using: &random))
  }

  package mutating func action(in state: Form.State) -> Form.Action {
    let row = state.form.names.rows.randomElement(using: &random) ?? "a"
    let section = state.form.names.sections.randomElement(using: &random) ?? "s"
    switch Int.random(in: 0..<27, using: &random) {
    case 0..<6: return .valuesSet([Assignment(row, number())])
    case 6: return either(.valuesSet([Assignment("p", either("(", "x"))]), list())
    case 7: return .valuesSet([Assignment(row, number()), Assignment("a", number()), Assignment("b", number())])
    case 8: return .typed(row, either("1", either("2", either("x", ""))))
    case 9: return .chosen(row, number())
    case 10: return .faultsReported(chance(2) ? [:] : [row: ["taken"]])
    case 11, 12: return .judged(row, number(), chance(2) ? [] : ["taken"])
    case 13: return .judgementFailed(row, number(), "offline")
    case 14: return .submitTapped
    case 15: return either(.submitted, .submissionFailed("offline", [row: ["too late"]]))
    case 16: return .resetTapped
    case 17: return either(.nextTapped, .focused(row))
    case 18: return either(.rowAdded(to: "list"), .rowRemoved(row))
    case 19: return .rowMoved(row, before: chance(2) ? nil : state.form.names.rows.randomElement(using: &random))
    case 20: return .edited(either(.hidden(row, condition(["a", "b"])), .disabled(section, condition([]))))
    case 21: return .edited(.rowInserted(self.row("f", reading: ["a"]), in: section, before: nil))
    case 22: return .edited(either(.rowRemoved(row), .hidden(section, condition([]))))
    case 23: return .rebased([Assignment(row, number()), Assignment("a", number())])
    case 24: return .rebased([Assignment("list", .list([number(), number()])), Assignment("a", number())])
    case 25: return .restored([row: either(.value(number()), .typed("x", as: nil))], lists: lists())
    default: return .edited(either(.sectionRemoved("u"), .sectionInserted(self.section("u", []), before: section)))
    }
  }

  /// Returns row IDs that the list may have had earlier.
  private mutating func lists() -> [ElementID: [ElementID]] {
    if chance(2) { return [:] }
    let names: [ElementID] = ["#1", "#6", "#7", "#8", "#9", "a"].shuffled(using: &random)
    return ["list": Array(names.prefix(Int.random(in: 0...4, using: &random)))]
  }

  private mutating func list() -> Form.Action {
    let numbers = [number(), number(), "no number"].prefix(Int.random(in: 0...3, using: &random))
    return .valuesSet([Assignment("list", .list(Array(numbers))), Assignment("a", number())])
  }

  private mutating func number() -> Value { [0, 1, 2, nil].randomElement(using: &random) ?? nil }
  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func either<Some>(_ one: Some, _ other: Some) -> Some { Bool.random(using: &random) ? one : other }
}
