internal import Conditions
internal import Forms
internal import Values

/// A form whose input variables can be set, and which then reevaluates only the affected nodes of the current group.
///
/// One instance is used for the whole analysis, so that states need not be copied.
struct ProofScene {
  let form: CompiledForm
  private let dials: [Dial]
  private(set) var state: Form.State
  /// The choices that differ from the initial values, in ascending order.
  private var settings: [Setting] = []
  /// The lists that conditions read instead of the rows of multivalued sections.
  private var lists: [Int: [Value]] = [:]
  private var isInGroup: [Bool]
  private let truthsAtStart: [Bool]

  init(_ form: CompiledForm, _ dials: [Dial]) {
    self.form = form
    self.dials = dials
    state = Form.State(form)
    truthsAtStart = state.truths
    isInGroup = Array(repeating: false, count: form.graph.nodes.count)
  }

  /// Begins the analysis of a group, in its initial state.
  mutating func enter(_ group: ProofGroup) {
    for node in group.nodes { isInGroup[node] = true }
    for node in group.nodes { _ = refresh(node) }
  }

  /// Ends the analysis of a group and restores the initial values.
  mutating func leave(_ group: ProofGroup) {
    for setting in settings { turn(setting.dial, to: 0) }
    settings = []
    for node in group.nodes { _ = refresh(node) }
    for node in group.nodes { isInGroup[node] = false }
  }

  /// Sets the group's variables, those not listed to their initial values, and returns the nodes that have changed.
  mutating func set(_ settings: [Setting]) -> [Int] {
    var agenda = Agenda(form.graph)
    for setting in self.settings.changes(to: settings) {
      turn(setting.dial, to: setting.choice)
      for node in readers(of: setting.dial) where isInGroup[node] { agenda.add(node) }
    }
    self.settings = settings
    var changed: [Int] = []
    while let node = agenda.next() {
      guard refresh(node) else { continue }
      changed.append(node)
      for reader in form.graph.readersOfNodes[node] where isInGroup[reader] { agenda.add(reader) }
    }
    return changed
  }

  private mutating func turn(_ dial: Int, to choice: Int) {
    let value = dials[dial].values[choice]
    switch dials[dial].element {
    case .row(let row): state.fields[row].entry = form.definition(ofRow: row).entry(value)
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
  private mutating func refresh(_ node: Int) -> Bool {
    let former = trouble(node)
    let hasChanged = state.refresh(node, lists: lists)
    return hasChanged || trouble(node) != former
  }

  private func trouble(_ node: Int) -> ConditionFault? { state.troubles.isEmpty ? nil : state.troubles[node] }
}

extension ProofScene {
  /// Returns a Boolean value that indicates whether a node has its initial value.
  func isAsAtStart(_ node: Int) -> Bool { state.truths[node] == truthsAtStart[node] }

  /// Returns a Boolean value that indicates whether a row exists.
  ///
  /// The original rows of a list do not exist while another list replaces them.
  func isThere(_ row: Int) -> Bool { lists.isEmpty || lists[form.rows[row].section] == nil }

  /// Returns a Boolean value that indicates whether an element is visible.
  func isSeen(_ element: Element) -> Bool {
    switch element {
    case .row(let row): isThere(row) && !state.isHidden(row)
    case .section(let section): !state.truth(form.sections[section].hidden)
    }
  }

  /// Returns a Boolean value that indicates whether the user can change an element.
  func isOpen(_ element: Element) -> Bool {
    switch element {
    case .row(let row): isThere(row) && state.isOpen(row)
    case .section(let section): form.definition.sections[section].template != nil && state.isOpenToRows(section)
    }
  }

  /// Returns a Boolean value that indicates whether the value of an element can be observed, on the screen or in the
  /// submitted values.
  func shows(_ element: Element) -> Bool {
    switch element {
    case .row(let row): isThere(row) && (!state.isHidden(row) || isSubmitted(row))
    case .section(let section):
      isSeen(element) || form.definition.sections[section].tag != nil && state.takesPart(section: section)
    }
  }

  private func isSubmitted(_ row: Int) -> Bool {
    let section = form.definition.sections[form.rows[row].section]
    return (form.definition(ofRow: row).tag != nil || section.template != nil && section.tag != nil)
      && state.takesPart(row)
  }

  /// Returns what can be observed of an element, on the screen and in the submitted values.
  func look(_ element: Element) -> Look {
    switch element {
    case .row(let row):
      let isSeen = isSeen(element)
      return Look(
        isSeen: isSeen, isOpen: isSeen && !state.isDisabled(row), value: shows(element) ? state.value(row) : .none,
        faults: isSeen ? state.judgement(row) : [])
    case .section(let section):
      let value = shows(element) ? lists[section].map(Value.list) : .none
      return Look(isSeen: isSeen(element), isOpen: isOpen(element), value: value, faults: [])
    }
  }

  /// Returns the elements whose appearance a node affects.
  func elements(at node: Int) -> [Element] {
    switch form.graph.nodes[node].role {
    case .isHidden(.section(let section)), .isDisabled(.section(let section)):
      [.section(section)] + form.sections[section].rows.map(Element.row)
    case .isHidden(.row(let row)), .isDisabled(.row(let row)), .isHiddenAtAll(let row), .isDisabledAtAll(let row),
      .validator(let row), .isValid(let row):
      [.row(row)]
    }
  }
}

/// The observable properties of an element.
struct Look: Equatable {
  var isSeen: Bool
  var isOpen: Bool
  var value: Value?
  var faults: [FieldFault]
}
