internal import Conditions
package import Forms
package import Values

/// A generator of random forms and actions.
package struct RandomFormGenerator {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns a form with few rows and many dependencies between them.
  ///
  /// Conditions read properties only of rows earlier in a random order, so that few forms have dependency cycles.
  package mutating func randomDefinition() -> FormDefinition {
    let tags = ["a", "b", "c", "d", "e"].shuffled(using: &random)
    var rows: [RowDefinition] = []
    for index in tags.indices { rows.append(randomRow(tag: tags[index], reading: Array(tags[..<index]))) }
    rows.shuffle(using: &random)
    let split = Int.random(in: 0...rows.count, using: &random)
    let policy = SubmissionPolicy(
      hidden: randomChoice(.excluded, .included), disabled: randomChoice(.included, .excluded))
    var form = FormDefinition(policy: policy) {
      randomSection(tag: "s", rows: Array(rows[..<split]))
      randomSection(tag: "t", rows: Array(rows[split...]))
      SectionDefinition { RowDefinition(tag: "p", value: randomChoice("(", "x")) }
    }
    if Bool.random(using: &random) {
      var template = randomRow(tag: "", reading: ["a"])
      template.tag = nil
      let list = SectionDefinition(tag: "list", each: template, values: [1, 2])
      form.sections.insert(list, at: Int.random(in: 0...form.sections.count, using: &random))
    }
    return form
  }

  /// Returns a form of switches that hide and disable each other.
  package mutating func randomSwitchForm() -> FormDefinition {
    let tags = ["a", "b", "c", "d", "e", "f"]
    var rows = tags.map { RowDefinition(tag: $0, kind: .boolean, value: .boolean(isChosen(oneIn: 4))) }
    for index in rows.indices {
      if isChosen(oneIn: 3) { rows[index].hidden = randomSwitchCondition(on: tags) }
      if isChosen(oneIn: 3) { rows[index].disabled = randomSwitchCondition(on: tags) }
      if isChosen(oneIn: 4) {
        rows[index].validators.append(.predicate(randomSwitchCondition(on: tags), message: "not now"))
      }
      rows[index].isRequired = isChosen(oneIn: 3)
    }
    let policy = SubmissionPolicy(
      hidden: randomChoice(.excluded, .included), disabled: randomChoice(.included, .excluded))
    return FormDefinition(policy: policy) {
      SectionDefinition(rows: Array(rows[..<3]))
      SectionDefinition(hidden: isChosen(oneIn: 3) ? randomSwitchCondition(on: tags) : .never, rows: Array(rows[3...]))
      SectionDefinition(rows: [
        RowDefinition(
          kind: .integer, hidden: randomSwitchCondition(on: tags), disabled: randomSwitchCondition(on: tags))
      ])
    }
  }

  /// Returns a condition that compares one or two switches with random values.
  private mutating func randomSwitchCondition(on tags: [String]) -> Condition {
    let terms = (0..<2).map { _ in
      Term.variable(tags.randomElement(using: &random) ?? "a") == Term.value(Bool.random(using: &random))
    }
    return randomChoice(terms[0], randomChoice(terms[0] && terms[1], terms[0] || terms[1]))
  }

  private mutating func randomSection(tag: String, rows: [RowDefinition]) -> SectionDefinition {
    SectionDefinition(
      tag: tag, hidden: randomCondition(reading: []), disabled: randomCondition(reading: []), rows: rows)
  }

  private mutating func randomRow(tag: String, reading others: [String]) -> RowDefinition {
    var row = RowDefinition(tag: tag, kind: .integer, value: randomChoice(0, nil))
    if isChosen(oneIn: 2) { row.hidden = randomCondition(reading: others) }
    if isChosen(oneIn: 3) { row.disabled = randomCondition(reading: others) }
    row.isRequired = isChosen(oneIn: 4)
    if isChosen(oneIn: 4) { row.validators.append(.range(max: 1)) }
    if isChosen(oneIn: 4) { row.validators.append(.predicate(randomCondition(reading: others), message: "not now")) }
    if isChosen(oneIn: 3) { row.validators.append(.remoteCheck("free")) }
    return row
  }

  /// Returns a condition that reads the value of any row and whether the given rows are hidden, disabled or valid.
  private mutating func randomCondition(reading others: [String]) -> Condition {
    var condition = randomComparison(reading: others)
    while isChosen(oneIn: 3) {
      let other = randomComparison(reading: others)
      condition = randomChoice(condition && other, randomChoice(condition || other, !condition))
    }
    return condition
  }

  private mutating func randomComparison(reading others: [String]) -> Condition {
    // With the value "(" this is an invalid pattern, so that the condition cannot be evaluated.
    if isChosen(oneIn: 12), let troubled = try? Condition(parsing: "$p MATCHES $p") { return troubled }
    let tag = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
    guard let other = others.randomElement(using: &random), isChosen(oneIn: 2) else {
      return randomChoice(Term.variable(tag) == Term.value(randomNumber()), Term.variable(tag).key("value") < 1)
    }
    let key = ["isHidden", "isDisabled", "isValid"].randomElement(using: &random) ?? "isHidden"
    return Term.variable(other).key(key) == Term.value(Bool.random(using: &random))
  }

  package mutating func randomAction(in state: FormFeature.State) -> FormFeature.Action {
    let row = state.form.elementIDs.rows.randomElement(using: &random) ?? "a"
    if state.stage == .submitting, isChosen(oneIn: 2) {
      return isChosen(oneIn: 4) ? .submissionFailed("offline", [row: ["too late"]]) : .submitted
    }
    let pendingRows = state.form.elementIDs.rows.filter { state[$0]?.remoteValidation == .pending }
    if let checked = pendingRows.randomElement(using: &random), isChosen(oneIn: 3) {
      return .valueValidated(checked, isChosen(oneIn: 3) ? ["taken"] : [])
    }
    let section = state.form.elementIDs.sections.randomElement(using: &random) ?? "s"
    switch Int.random(in: 0..<27, using: &random) {
    case 0..<6: return .valuesAssigned([ValueAssignment(row, randomNumber())])
    case 6: return randomChoice(.valuesAssigned([ValueAssignment("p", randomChoice("(", "x"))]), randomListAssignment())
    case 7:
      return .valuesAssigned([
        ValueAssignment(row, randomNumber()), ValueAssignment("a", randomNumber()),
        ValueAssignment("b", randomNumber()),
      ])
    case 8: return .typed(row, randomChoice("1", randomChoice("2", randomChoice("x", ""))))
    case 9: return .chosen(row, randomNumber())
    case 10: return .errorsReported(isChosen(oneIn: 2) ? [:] : [row: ["taken"]])
    case 11: return .valueValidated(row, isChosen(oneIn: 2) ? [] : ["taken"])
    case 12: return .validationFailed(pendingRows.randomElement(using: &random) ?? row, "offline")
    case 13, 14: return .submitTapped
    case 15: return randomChoice(.submitted, .submissionFailed("offline", [row: ["too late"]]))
    case 16: return .resetTapped
    case 17: return randomChoice(.nextTapped, .focused(row))
    case 18: return randomChoice(.rowAdded(to: "list"), .rowRemoved(row))
    case 19:
      return .rowMoved(row, before: isChosen(oneIn: 2) ? nil : state.form.elementIDs.rows.randomElement(using: &random))
    case 20:
      return .edited(
        randomChoice(
          .hidden(row, randomCondition(reading: ["a", "b"])), .disabled(section, randomCondition(reading: []))))
    case 21: return .edited(.rowInserted(self.randomRow(tag: "f", reading: ["a"]), in: section, before: nil))
    case 22: return .edited(randomChoice(.rowRemoved(row), .hidden(section, randomCondition(reading: []))))
    case 23: return .rebased([ValueAssignment(row, randomNumber()), ValueAssignment("a", randomNumber())])
    case 24:
      return .rebased([
        ValueAssignment("list", .list([randomNumber(), randomNumber()])), ValueAssignment("a", randomNumber()),
      ])
    case 25:
      return .restored([row: randomChoice(.value(randomNumber()), .typed("x", as: nil))], lists: randomRestoredLists())
    default:
      return .edited(
        randomChoice(.sectionRemoved("u"), .sectionInserted(self.randomSection(tag: "u", rows: []), before: section)))
    }
  }

  /// Returns an action that most often adds, removes, moves or fills in a row of the list.
  package mutating func randomListAction(in state: FormFeature.State) -> FormFeature.Action {
    let rows = state.visibleElements.first { $0.section == "list" }?.rows ?? []
    guard let row = rows.randomElement(using: &random), !isChosen(oneIn: 4) else {
      return isChosen(oneIn: 2) ? .rowAdded(to: "list") : randomAction(in: state)
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .rowAdded(to: "list")
    case 1: return .rowRemoved(row)
    case 2, 3: return .rowMoved(row, before: isChosen(oneIn: 4) ? nil : rows.randomElement(using: &random))
    default: return .chosen(row, randomNumber())
    }
  }

  /// Returns row IDs that the list may have had earlier.
  private mutating func randomRestoredLists() -> [ElementID: [ElementID]] {
    if isChosen(oneIn: 2) { return [:] }
    let names: [ElementID] = ["#1", "#6", "#7", "#8", "#9", "a"].shuffled(using: &random)
    return ["list": Array(names.prefix(Int.random(in: 0...4, using: &random)))]
  }

  private mutating func randomListAssignment() -> FormFeature.Action {
    let numbers = [randomNumber(), randomNumber(), "no number"].prefix(Int.random(in: 0...3, using: &random))
    return .valuesAssigned([ValueAssignment("list", .list(Array(numbers))), ValueAssignment("a", randomNumber())])
  }

  private mutating func randomNumber() -> Value { [0, 1, 2, nil].randomElement(using: &random) ?? nil }
  private mutating func isChosen(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func randomChoice<Some>(_ one: Some, _ other: Some) -> Some {
    Bool.random(using: &random) ? one : other
  }
}
