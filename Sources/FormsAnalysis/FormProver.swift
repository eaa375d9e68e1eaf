internal import Conditions
internal import Forms
internal import Values

/// Analyzes a form group by group and combines the results.
struct FormAnalyzer {
  private let form: CompiledForm
  let dials: [InputVariable]
  private let dialsOfElements: [FormElement: Int]
  private let start: FormFeature.State
  private var proof = FormAnalysis()
  private var sights: [(way: InputPath, element: FormElement)] = []
  private var opened: Set<FormElement>
  /// The nodes whose value differs from the initial one in some state.
  private var changed: Set<Int> = []
  private var disputes: [[Int]: FoundOrderConflict] = [:]
  /// The position of each element, by which results are sorted.
  private let order: [FormElement: Int]

  init(_ form: CompiledForm) {
    self.form = form
    dials = form.inputVariables
    dialsOfElements = Dictionary(uniqueKeysWithValues: dials.enumerated().map { ($1.element, $0) })
    start = FormFeature.State(form)
    order = Dictionary(uniqueKeysWithValues: form.elementsInOrder.enumerated().map { ($1, $0) })
    opened = Set(form.rows.indices.filter(start.isEditable).map(FormElement.row))
    proof.tried = dials.map { FormAnalysis.TestedInput(row: $0.id, values: $0.values) }
  }

  /// Searches all groups and returns the combined results.
  func analyze(_ groups: [AnalysisGroup], stateLimit limit: Int) -> FormAnalysis {
    var prover = self
    var scene = AnalysisState(form, dials)
    prover.sights = form.elementsInOrder.filter(scene.isVisible).map { (InputPath(), $0) }
    // A form in which no condition reads a row has one state.
    prover.proof.situations = groups.isEmpty ? 1 : 0
    let limitOfLarge = stateLimitOfLargeGroups(groups, limit)
    for group in groups {
      prover.search(group, &scene, stateLimit: group.maxStateCount(for: dials) > limit ? limitOfLarge : limit)
    }
    prover.buildReport()
    return prover.proof
  }

  /// Returns the state limit of groups that may have more states than `limit`.
  ///
  /// Up to ten such groups have the full limit. More of them share ten times the limit, because a chain of 500 rows has
  /// one such group for each row.
  private func stateLimitOfLargeGroups(_ groups: [AnalysisGroup], _ limit: Int) -> Int {
    let count = groups.count { $0.maxStateCount(for: dials) > limit }
    return count > 10 ? max(1, limit / count * 10) : limit
  }

  private mutating func search(_ group: AnalysisGroup, _ scene: inout AnalysisState, stateLimit limit: Int) {
    var walk = StateSearch(group, dials, form, stateLimit: limit)
    walk.search(&scene)
    proof.situations += walk.moments.count
    if walk.isBounded { proof.isBounded = true }
    for (element, place) in walk.sights where place > 0 { sights.append((walk.path(to: place), element)) }
    opened.formUnion(walk.opened)
    changed.formUnion(walk.changed)
    for dispute in walk.orderConflicts(&scene, form) where canChange(dispute) {
      let pair = [dispute.first.dial, order[dispute.second] ?? 0]
      if let other = disputes[pair], !dispute.comesBefore(other) { continue }
      disputes[pair] = dispute
    }
  }

  private mutating func buildReport() {
    sights.sort { $0.way == $1.way ? order[$0.element, default: 0] < order[$1.element, default: 0] : $0.way < $1.way }
    proof.seen = sights.map { FormAnalysis.Witness(element: id(of: $0.element), way: assignments(along: $0.way)) }
    let seen = Set(sights.map(\.element))
    let elements = form.sections.indices.map(FormElement.section) + form.rows.indices.map(FormElement.row)
    proof.neverSeen = elements.filter { !seen.contains($0) }.map(id)
    let required = form.rows.indices.filter { form.rows[$0].isRequired && form.rows[$0].kind.acceptsInput }
    proof.neverReached = required.filter { !opened.contains(.row($0)) }.map { form.names.rows[$0] }
    proof.settled = constantConditions
    proof.disputes = disputes.values.sorted(by: comesBefore).map { dispute in
      FormAnalysis.OrderConflict(
        way: assignments(along: dispute.way), first: assignment(for: dispute.first),
        second: ValueAssignment(id(of: dispute.second), value(of: dispute)))
    }
  }

  /// Orders conflicts by path and first change, and then by the prevented element, because a change may prevent
  /// several.
  private func comesBefore(_ one: FoundOrderConflict, _ other: FoundOrderConflict) -> Bool {
    one.way == other.way && one.first == other.first
      ? order[one.second, default: 0] < order[other.second, default: 0] : one.comesBefore(other)
  }

  private func id(of element: FormElement) -> ElementID {
    switch element {
    case .row(let row): form.names.rows[row]
    case .section(let section): form.names.sections[section]
    }
  }

  private func value(of dispute: FoundOrderConflict) -> Value {
    if let dial = dialsOfElements[dispute.second] { return dials[dial].values[dispute.choice] }
    guard case .row(let row) = dispute.second else { return .null }
    return form.alternativeValue(forRow: row)
  }

  /// Returns a Boolean value that indicates whether there is a value for the second row that differs from its initial
  /// one.
  private func canChange(_ dispute: FoundOrderConflict) -> Bool {
    guard case .row(let row) = dispute.second,
      dialsOfElements[dispute.second].map({ dials[$0].values.count > 1 }) != true
    else { return true }
    return !form.alternativeValue(forRow: row).isEquivalent(to: start.value(row))
  }

  private func assignment(for setting: InputChoice) -> ValueAssignment {
    ValueAssignment(dials[setting.dial].id, dials[setting.dial].values[setting.choice])
  }

  private func assignments(along way: InputPath) -> [ValueAssignment] { way.settings.map(assignment) }
}

extension FormAnalyzer {
  /// The conditions that have their initial value in all states.
  private var constantConditions: [FormAnalysis.ConstantCondition] {
    let nodes = form.graph.order.filter { node in
      if case .condition = form.graph.nodes[node].rule { !changed.contains(node) } else { false }
    }
    return nodes.compactMap(constantCondition) + form.rows.indices.flatMap(constantValidators)
  }

  /// Returns the predicates of a row that are constant by definition.
  private func constantValidators(ofRow row: Int) -> [FormAnalysis.ConstantCondition] {
    form.rows[row].validators.compactMap { validator in
      guard case .predicate(.constant(let holds), _) = validator else { return nil }
      let reason = start.reason(.met, .constant(holds))
      return FormAnalysis.ConstantCondition(element: id(of: .row(row)), property: .met, holds: holds, reason: reason)
    }
  }

  private func constantCondition(atNode node: Int) -> FormAnalysis.ConstantCondition? {
    switch form.graph.nodes[node].role {
    case .isHidden(let element): constantCondition(of: element, property: .hidden, node: node)
    case .isDisabled(let element): constantCondition(of: element, property: .disabled, node: node)
    case .validator(let row): constantCondition(of: .row(row), property: .met, node: node)
    case .isHiddenAtAll, .isDisabledAtAll, .isValid: nil
    }
  }

  private func constantCondition(of element: FormElement, property: ConditionReason.Property, node: Int)
    -> FormAnalysis.ConstantCondition
  {
    let reason = start.reason(property, .node(node))
    return FormAnalysis.ConstantCondition(
      element: id(of: element), property: property, holds: reason.holds, reason: reason)
  }
}
