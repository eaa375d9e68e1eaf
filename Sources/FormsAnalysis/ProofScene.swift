internal import Conditions
internal import Forms
internal import Values

/// A form whose input variables can be set, and which then reevaluates only the affected nodes of the current group.
///
/// One instance is used for the whole analysis, so that states need not be copied.
struct AnalysisState {
  let form: CompiledForm
  private let dials: [InputVariable]
  private(set) var state: FormFeature.State
  /// The choices that differ from the initial values, in ascending order.
  private var settings: [InputChoice] = []
  /// The lists that conditions read instead of the rows of multivalued sections.
  private var lists: [Int: [Value]] = [:]
  private var isInGroup: [Bool]
  private let truthsAtStart: [Bool]

  init(_ form: CompiledForm, _ dials: [InputVariable]) {
    self.form = form
    self.dials = dials
    state = FormFeature.State(form)
    truthsAtStart = state.truths
    isInGroup = Array(repeating: false, count: form.graph.nodes.count)
  }

  /// Begins the analysis of a group, in its initial state.
  mutating func enter(_ group: AnalysisGroup) {
    for node in group.nodes { isInGroup[node] = true }
    for node in group.nodes { _ = reevaluate(node) }
  }

  /// Ends the analysis of a group and restores the initial values.
  mutating func leave(_ group: AnalysisGroup) {
    for setting in settings { setVariable(setting.dial, to: 0) }
    settings = []
    for node in group.nodes { _ = reevaluate(node) }
    for node in group.nodes { isInGroup[node] = false }
  }

  /// Sets the group's variables, those not listed to their initial values, and returns the nodes that have changed.
  mutating func applyChoices(_ settings: [InputChoice]) -> [Int] {
    var agenda = PriorityQueue(form.graph)
    for setting in self.settings.changes(to: settings) {
      setVariable(setting.dial, to: setting.choice)
      for node in readers(of: setting.dial) where isInGroup[node] { agenda.insert(node) }
    }
    self.settings = settings
    var changed: [Int] = []
    while let node = agenda.popFirst() {
      guard reevaluate(node) else { continue }
      changed.append(node)
      for reader in form.graph.readersOfNodes[node] where isInGroup[reader] { agenda.insert(reader) }
    }
    return changed
  }

  private mutating func setVariable(_ dial: Int, to choice: Int) {
    let value = dials[dial].values[choice]
    switch dials[dial].element {
    case .row(let row): state.fields[row].entry = form.definition(ofRow: row).entry(for: value)
    case .section(let section):
      if choice != 0, case .list(let values) = value { lists[section] = values } else { lists[section] = nil }
    }
  }

  private func readers(of dial: Int) -> [Int] {
    switch dials[dial].element {
    case .row(let row):
      form.graph.readersOfRows[row].map(\.node) + [form.rows[row].validity].compactMap(\.self)
        + (form.graph.readersOfLists[form.rows[row].section] ?? [])
    case .section(let section): form.graph.readersOfLists[section] ?? []
    }
  }

  /// Reevaluates a node and returns a Boolean value that indicates whether its value or its error has changed.
  private mutating func reevaluate(_ node: Int) -> Bool {
    let former = conditionError(at: node)
    let hasChanged = state.reevaluate(node, lists: lists)
    return hasChanged || conditionError(at: node) != former
  }

  private func conditionError(at node: Int) -> ConditionError? { state.troubles.isEmpty ? nil : state.troubles[node] }
}

extension AnalysisState {
  /// Returns a Boolean value that indicates whether a node has its initial value.
  func hasInitialValue(_ node: Int) -> Bool { state.truths[node] == truthsAtStart[node] }

  /// Returns a Boolean value that indicates whether a row exists.
  ///
  /// The original rows of a list do not exist while another list replaces them.
  func exists(_ row: Int) -> Bool { lists.isEmpty || lists[form.rows[row].section] == nil }

  /// Returns a Boolean value that indicates whether an element is visible.
  func isVisible(_ element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && !state.isHidden(row)
    case .section(let section): !state.isTrue(form.sections[section].hidden)
    }
  }

  /// Returns a Boolean value that indicates whether the user can change an element.
  func isEditable(_ element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && state.isEditable(row)
    case .section(let section): form.definition.sections[section].template != nil && state.allowsRowEditing(section)
    }
  }

  /// Returns a Boolean value that indicates whether the value of an element can be observed, on the screen or in the
  /// submitted values.
  func exposesValue(of element: FormElement) -> Bool {
    switch element {
    case .row(let row): exists(row) && (!state.isHidden(row) || isSubmitted(row))
    case .section(let section):
      isVisible(element) || form.definition.sections[section].tag != nil && state.isIncluded(section: section)
    }
  }

  private func isSubmitted(_ row: Int) -> Bool {
    let section = form.definition.sections[form.rows[row].section]
    return (form.definition(ofRow: row).tag != nil || section.template != nil && section.tag != nil)
      && state.isIncluded(row)
  }

  /// Returns what can be observed of an element, on the screen and in the submitted values.
  func renderedElement(_ element: FormElement) -> RenderedElement {
    switch element {
    case .row(let row):
      let isSeen = isVisible(element)
      return RenderedElement(
        isSeen: isSeen, isOpen: isSeen && !state.isDisabled(row),
        value: exposesValue(of: element) ? state.value(row) : .none,
        faults: isSeen ? state.validate(row: row) : [])
    case .section(let section):
      let value = exposesValue(of: element) ? lists[section].map(Value.list) : .none
      return RenderedElement(isSeen: isVisible(element), isOpen: isEditable(element), value: value, faults: [])
    }
  }

  /// Returns the elements whose appearance a node affects.
  func elements(affectedBy node: Int) -> [FormElement] {
    switch form.graph.nodes[node].role {
    case .isHidden(.section(let section)), .isDisabled(.section(let section)):
      [.section(section)] + form.sections[section].rows.map(FormElement.row)
    case .isHidden(.row(let row)), .isDisabled(.row(let row)), .isHiddenAtAll(let row), .isDisabledAtAll(let row),
      .validator(let row), .isValid(let row):
      [.row(row)]
    }
  }
}

/// The observable properties of an element.
struct RenderedElement: Equatable {
  var isSeen: Bool
  var isOpen: Bool
  var value: Value?
  var faults: [FieldError]
}
