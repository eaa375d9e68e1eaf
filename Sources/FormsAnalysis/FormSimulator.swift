import Conditions
import Forms
import Values

/// A form whose input variables can be set, and which then reevaluates only the affected nodes of the current group.
///
/// One instance is used for the whole analysis, so that states need not be copied.
struct FormSimulator {
  let form: CompiledForm
  private let variables: [InputVariable]
  private(set) var formState: FormFeature.State
  /// The choices that differ from the initial values, in ascending order.
  private var choices: [InputChoice] = []
  /// The lists that conditions read instead of the rows of multivalued sections.
  private var lists: [Int: [Value]] = [:]
  private var isInGroup: [Bool]
  private let initialNodeValues: [Bool]

  init(_ form: CompiledForm, _ variables: [InputVariable]) {
    self.form = form
    self.variables = variables
    formState = FormFeature.State(form)
    initialNodeValues = formState.nodeValues
    isInGroup = Array(repeating: false, count: form.graph.nodes.count)
  }

  /// Begins the analysis of a group, in its initial state.
  mutating func enter(_ group: AnalysisGroup) {
    for node in group.nodes { isInGroup[node] = true }
    for node in group.nodes { _ = reevaluate(node) }
  }

  /// Ends the analysis of a group and restores the initial values.
  mutating func leave(_ group: AnalysisGroup) {
    for setting in choices { setVariable(setting.variable, toValueAt: 0) }
    choices = []
    for node in group.nodes { _ = reevaluate(node) }
    for node in group.nodes { isInGroup[node] = false }
  }

  /// Sets the group's variables, those not listed to their initial values, and returns the nodes that have changed.
  mutating func applyChoices(_ settings: [InputChoice]) -> [Int] {
    var agenda = PriorityQueue(form.graph)
    for setting in choices.changes(to: settings) {
      setVariable(setting.variable, toValueAt: setting.valueIndex)
      for node in readers(of: setting.variable) where isInGroup[node] { agenda.insert(node) }
    }
    choices = settings
    var changed: [Int] = []
    while let node = agenda.popFirst() {
      guard reevaluate(node) else { continue }
      changed.append(node)
      for reader in form.graph.nodeDependents[node] where isInGroup[reader] { agenda.insert(reader) }
    }
    return changed
  }

  private mutating func setVariable(_ variable: Int, toValueAt choice: Int) {
    let value = variables[variable].values[choice]
    switch variables[variable].element {
    case .row(let row): formState.fields[row].entry = form.definition(ofRow: row).entry(for: value)
    case .section(let section):
      if choice != 0, case .list(let values) = value { lists[section] = values } else { lists[section] = nil }
    }
  }

  private func readers(of variable: Int) -> [Int] {
    switch variables[variable].element {
    case .row(let row):
      form.graph.rowDependents[row].map(\.node) + [form.rows[row].validityNode].compactMap(\.self)
        + (form.graph.listReaders[form.rows[row].section] ?? [])
    case .section(let section): form.graph.listReaders[section] ?? []
    }
  }

  /// Reevaluates a node and returns a Boolean value that indicates whether its value or its error has changed.
  private mutating func reevaluate(_ node: Int) -> Bool {
    let former = formState.conditionEvaluationErrors[node]
    let hasChanged = formState.reevaluate(node, lists: lists)
    return hasChanged || formState.conditionEvaluationErrors[node] != former
  }

  /// Returns a Boolean value that indicates whether a node has its initial value.
  func hasInitialValue(_ node: Int) -> Bool { formState.nodeValues[node] == initialNodeValues[node] }

  /// Returns a Boolean value that indicates whether a row exists.
  ///
  /// The original rows of a list do not exist while another list replaces them.
  func exists(_ row: Int) -> Bool { lists.isEmpty || lists[form.rows[row].section] == nil }

  /// Returns a Boolean value that indicates whether an element is visible.
  func isVisible(_ element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && !formState.isHidden(row)
    case .section(let section): !formState.isTrue(form.sections[section].hidden)
    }
  }

  /// Returns a Boolean value that indicates whether the user can change an element.
  func isEditable(_ element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && formState.isEditable(row)
    case .section(let section): formState.allowsRowEditing(section)
    }
  }

  /// Returns a Boolean value that indicates whether the value of an element can be observed, on the screen or in the
  /// submitted values.
  func exposesValue(of element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && (!formState.isHidden(row) || isSubmitted(row))
    case .section(let section):
      isVisible(element) || form.definition.sections[section].tag != nil && formState.isIncluded(section: section)
    }
  }

  /// Returns a Boolean value that indicates whether a row would be submitted although the user cannot correct it.
  func isSubmittedUnvalidated(_ row: Int) -> Bool {
    form.rows[row].kind.acceptsInput && exists(row) && !formState.isEditable(row) && isSubmitted(row)
  }

  /// Returns the predicates of a row that are not met while the row is editable.
  func unmetPredicates(ofRow row: Int) -> [BooleanSignal] {
    if !isEditable(.row(row)) { return [] }
    return form.rows[row].validators.compactMap { validator in
      if case .predicate(let signal, _) = validator, !formState.isTrue(signal) { signal } else { nil }
    }
  }

  /// Returns the comparisons with empty rows because of which predicates of an editable row are not met.
  func emptyRowFailures(ofRow row: Int) -> [FoundEmptyRowFailure] {
    unmetPredicates(ofRow: row).flatMap { signal -> [FoundEmptyRowFailure] in
      guard let node = signal.node, case .condition(let evaluator, let sources) = form.graph.nodes[node].rule,
        sources.contains(where: { optionalEmptyRow(of: $0) != nil }),
        let explanation = formState.reason(.met, signal).explanation, !explanation.holds
      else { return [] }
      let readings = Dictionary(uniqueKeysWithValues: zip(evaluator.references, sources))
      return explanation.decidingComparisons.flatMap { comparison in
        comparison.nullReferences.compactMap { readings[$0].flatMap(optionalEmptyRow) }.map {
          FoundEmptyRowFailure(row: row, emptyRow: $0, comparison: comparison.text)
        }
      }
    }
  }

  /// Returns the row that a condition reads, if it has no value and this is not an error of the row itself.
  private func optionalEmptyRow(of source: ReadSource) -> Int? {
    guard case .value(let row, _) = source, form.rows[row].kind.acceptsInput, formState.value(row) == .null,
      !(form.rows[row].isRequired && formState.isEditable(row))
    else { return nil }
    return row
  }

  private func isSubmitted(_ row: Int) -> Bool {
    let section = form.definition.sections[form.rows[row].section]
    return (form.definition(ofRow: row).tag != nil || section.template != nil && section.tag != nil)
      && formState.isIncluded(row)
  }

  /// Returns the observable properties of an element: its state on the screen and its submitted value.
  func renderedElement(_ element: FormElement) -> RenderedElement {
    let (isVisible, hasExposedValue) = (isVisible(element), exposesValue(of: element))
    switch element {
    case .row(let row):
      return RenderedElement(
        isVisible: isVisible, isEditable: isVisible && !formState.isDisabled(row),
        value: hasExposedValue ? formState.value(row) : .none, errors: isVisible ? formState.validate(row: row) : [])
    case .section(let section):
      return RenderedElement(
        isVisible: isVisible, isEditable: isEditable(element),
        value: hasExposedValue ? lists[section].map(Value.list) : .none, errors: [])
    }
  }

  /// Returns the elements whose appearance a node affects.
  func elements(affectedBy node: Int) -> [FormElement] {
    let element = form.graph.nodes[node].property.element
    guard case .section(let section) = element else { return [element] }
    return [element] + form.sections[section].rows.map(FormElement.row)
  }
}

/// A predicate that is not met because of an empty row, by index.
struct FoundEmptyRowFailure: Hashable, Comparable {
  var row: Int
  var emptyRow: Int
  var comparison: String

  static func < (left: FoundEmptyRowFailure, right: FoundEmptyRowFailure) -> Bool {
    (left.row, left.emptyRow, left.comparison) < (right.row, right.emptyRow, right.comparison)
  }
}

/// The observable properties of an element.
struct RenderedElement: Equatable {
  var isVisible: Bool
  var isEditable: Bool
  var value: Value?
  var errors: [FieldError]
}
