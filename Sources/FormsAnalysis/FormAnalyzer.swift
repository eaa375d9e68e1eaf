import Conditions
import Forms
import Values

/// Analyzes a form group by group and combines the results.
struct FormAnalyzer {
  private let form: CompiledForm
  let variables: [InputVariable]
  private let variablesByElement: [FormElement: Int]
  private let initialState: FormFeature.State
  private var analysis = FormAnalysis()
  private var firstVisible: [(path: [InputChoice], element: FormElement)] = []
  private var editableElements: Set<FormElement>
  private var invalidRows: Set<Int> = []
  private var unvalidatedRows: Set<Int> = []
  private var emptyRowFailures: Set<FoundEmptyRowFailure> = []
  /// The nodes whose value differs from the initial one in some state.
  private var changedNodes: Set<Int> = []
  private var conflicts: [[Int]: FoundOrderConflict] = [:]
  /// The elements of groups whose search reached the limit.
  private var uncheckedElements: Set<FormElement> = []
  /// The position of each element, by which results are sorted.
  private let elementOrder: [FormElement: Int]

  init(_ form: CompiledForm) {
    self.form = form
    variables = form.inputVariables
    variablesByElement = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1.element, $0) })
    initialState = FormFeature.State(form)
    elementOrder = Dictionary(uniqueKeysWithValues: form.elementsInOrder.enumerated().map { ($1, $0) })
    editableElements = Set(form.rows.indices.filter(initialState.isEditable).map(FormElement.row))
    analysis.testedInputs = variables.map { FormAnalysis.TestedInput(row: $0.id, values: $0.values) }
  }

  /// Searches all groups and returns the combined results.
  func analyze(_ groups: [AnalysisGroup], stateLimit: Int) -> FormAnalysis {
    var prover = self
    var analysisState = FormSimulator(form, variables)
    prover.firstVisible = form.elementsInOrder.filter(analysisState.isVisible).map { ([], $0) }
    // A form in which no condition reads a row has one state.
    prover.analysis.stateCount = groups.isEmpty ? 1 : 0
    // Up to ten groups that may have more states than the limit have the full limit. More of them share ten times the
    // limit, because a chain of 500 rows has one such group for each row.
    let largeGroupCount = groups.count { $0.maxStateCount(for: variables) > stateLimit }
    let limitOfLarge = largeGroupCount > 10 ? max(1, stateLimit / largeGroupCount * 10) : stateLimit
    for group in groups {
      prover.search(
        group, &analysisState, stateLimit: group.maxStateCount(for: variables) > stateLimit ? limitOfLarge : stateLimit)
    }
    prover.buildReport()
    return prover.analysis
  }

  private mutating func search(_ group: AnalysisGroup, _ analysisState: inout FormSimulator, stateLimit: Int) {
    var walk = StateSearch(group, variables, form, stateLimit: stateLimit)
    walk.search(&analysisState)
    analysis.stateCount += walk.states.count
    if walk.reachedStateLimit {
      analysis.reachedStateLimit = true
      uncheckedElements.formUnion(group.elements)
    }
    for (element, index) in walk.firstVisibleStates where index > 0 {
      firstVisible.append((walk.path(to: index), element))
    }
    editableElements.formUnion(walk.editableElements)
    invalidRows.formUnion(walk.invalidRows)
    unvalidatedRows.formUnion(walk.unvalidatedRows)
    emptyRowFailures.formUnion(walk.emptyRowFailures)
    changedNodes.formUnion(walk.changedNodes)
    for conflict in walk.collectOrderConflicts(&analysisState, form) where canChangeSecondElement(conflict) {
      let pair = [conflict.first.variable, elementOrder[conflict.second] ?? 0]
      if let other = conflicts[pair], !comesBefore(conflict, other) { continue }
      conflicts[pair] = conflict
    }
  }

  private mutating func buildReport() {
    firstVisible.sort {
      $0.path == $1.path
        ? elementOrder[$0.element, default: 0] < elementOrder[$1.element, default: 0] : $0.path.isPath(before: $1.path)
    }
    analysis.witnesses = firstVisible.map {
      FormAnalysis.VisibilityWitness(element: form.id(of: $0.element), path: assignments(along: $0.path))
    }
    analysis.uncheckedElements = form.elementsInOrder.filter(uncheckedElements.contains).map(form.id)
    let excluded = uncheckedElements.union(firstVisible.map(\.element))
    let elements = form.sections.indices.map(FormElement.section) + form.rows.indices.map(FormElement.row)
    analysis.neverVisible = elements.filter { !excluded.contains($0) }.map(form.id)
    let required = form.rows.indices.filter { form.rows[$0].isRequired && form.rows[$0].kind.acceptsInput }
    let knownEditable = editableElements.union(uncheckedElements)
    analysis.neverEditableRequiredRows = required.filter { !knownEditable.contains(.row($0)) }.map {
      form.elementIDs.rows[$0]
    }
    analysis.unvalidatedRows = unvalidatedRows.sorted().filter(canBeInvalid).map { form.elementIDs.rows[$0] }
    analysis.emptyRowFailures = emptyRowFailures.sorted().map { failure in
      FormAnalysis.EmptyRowFailure(
        element: form.elementIDs.rows[failure.row], emptyRow: form.elementIDs.rows[failure.emptyRow],
        comparison: failure.comparison)
    }
    analysis.constantConditions = constantConditions
    analysis.orderDependences = conflicts.values.sorted(by: comesBefore).map { conflict in
      FormAnalysis.OrderDependence(
        path: assignments(along: conflict.path), first: assignment(for: conflict.first),
        second: ValueAssignment(form.id(of: conflict.second), valueOfSecondChange(in: conflict)))
    }
  }

  /// Returns a Boolean value that indicates whether the user can give the row a value that is invalid.
  private func canBeInvalid(_ row: Int) -> Bool {
    editableElements.contains(.row(row)) && (form.definition(ofRow: row).hasRequirement || invalidRows.contains(row))
  }

  /// Orders conflicts by path and first change, and then by the prevented element, because a change may prevent
  /// several.
  private func comesBefore(_ one: FoundOrderConflict, _ other: FoundOrderConflict) -> Bool {
    if one.path != other.path { return one.path.isPath(before: other.path) }
    if one.first != other.first { return one.first < other.first }
    let (index, otherPlace) = (elementOrder[one.second, default: 0], elementOrder[other.second, default: 0])
    return (index, one.secondValueIndex) < (otherPlace, other.secondValueIndex)
  }

  private func valueOfSecondChange(in conflict: FoundOrderConflict) -> Value {
    if let variable = variablesByElement[conflict.second] {
      return variables[variable].values[conflict.secondValueIndex]
    }
    guard case .row(let row) = conflict.second else { return .null }
    return form.alternativeValue(forRow: row)
  }

  /// Returns a Boolean value that indicates whether there is a value for the second row that differs from its initial
  /// one.
  private func canChangeSecondElement(_ conflict: FoundOrderConflict) -> Bool {
    guard case .row(let row) = conflict.second,
      variablesByElement[conflict.second].map({ variables[$0].values.count > 1 }) != true
    else { return true }
    return !form.alternativeValue(forRow: row).isEquivalent(to: initialState.value(row))
  }

  private func assignment(for setting: InputChoice) -> ValueAssignment {
    ValueAssignment(variables[setting.variable].id, variables[setting.variable].values[setting.valueIndex])
  }

  private func assignments(along path: [InputChoice]) -> [ValueAssignment] { path.map(assignment) }
}

extension RowDefinition {
  /// A Boolean value that indicates whether some value violates a requirement other than a predicate.
  fileprivate var hasRequirement: Bool {
    isRequired && effectiveKind.emptyValue.isBlank || effectiveKind.validValuePattern != nil
      || validators.contains { if case .predicate = $0 { false } else { true } }
  }
}

extension FormAnalyzer {
  /// The conditions that have their initial value in all states.
  private var constantConditions: [FormAnalysis.ConstantCondition] {
    let nodes = form.graph.order.filter { node in
      if case .condition = form.graph.nodes[node].rule { !changedNodes.contains(node) } else { false }
    }
    return nodes.compactMap(constantCondition) + form.rows.indices.flatMap(conditionsConstantByDefinition)
  }

  /// Returns the predicates of a row that are constant by definition.
  private func conditionsConstantByDefinition(ofRow row: Int) -> [FormAnalysis.ConstantCondition] {
    form.rows[row].validators.compactMap { validator in
      guard case .predicate(.constant(let holds), _) = validator else { return nil }
      let reason = initialState.reason(.met, .constant(holds))
      return FormAnalysis.ConstantCondition(
        element: form.id(of: .row(row)), property: .met, value: holds, reason: reason)
    }
  }

  private func constantCondition(atNode node: Int) -> FormAnalysis.ConstantCondition? {
    let nodeProperty = form.graph.nodes[node].property
    let property: ConditionReason.Property? =
      switch nodeProperty {
      case .isHidden: .hidden
      case .isDisabled: .disabled
      case .validator: .met
      case .isEffectivelyHidden, .isEffectivelyDisabled, .isValid: nil
      }
    if uncheckedElements.contains(nodeProperty.element) { return nil }
    return property.map { property in
      let reason = initialState.reason(property, .node(node))
      return FormAnalysis.ConstantCondition(
        element: form.id(of: nodeProperty.element), property: property, value: reason.holds, reason: reason)
    }
  }
}
