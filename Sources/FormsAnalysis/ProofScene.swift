internal import Conditions
internal import Forms
internal import Values

/// A form in which dials are set, and what follows from it is found out: only within one group, and only what changes.
///
/// There is one for a whole proof, so that nothing is copied from one situation to the next.
struct ProofScene {
  let form: CompiledForm
  private let dials: [Dial]
  private(set) var state: Form.State
  /// The dials that are not as at first, in ascending order.
  private var settings: [Setting] = []
  /// What stands in place of the rows of a section of many values.
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

  /// Begins with a group, as the form begins.
  mutating func enter(_ group: ProofGroup) {
    for node in group.nodes { isInGroup[node] = true }
    for node in group.nodes { _ = refresh(node) }
  }

  /// Leaves a group, with all dials as at first.
  mutating func leave(_ group: ProofGroup) {
    for setting in settings { turn(setting.dial, to: 0) }
    settings = []
    for node in group.nodes { _ = refresh(node) }
    for node in group.nodes { isInGroup[node] = false }
  }

  /// Sets the dials of a group, all others as at first, and tells the nodes that are otherwise now.
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

  /// Looks at a node anew, and tells whether it is otherwise, or cannot be told any more or again.
  private mutating func refresh(_ node: Int) -> Bool {
    let former = trouble(node)
    let hasChanged = state.refresh(node, lists: lists)
    return hasChanged || trouble(node) != former
  }

  private func trouble(_ node: Int) -> ConditionFault? { state.troubles.isEmpty ? nil : state.troubles[node] }
}

extension ProofScene {
  /// Whether a node is as it was when the form began.
  func isAsAtStart(_ node: Int) -> Bool { state.truths[node] == truthsAtStart[node] }

  /// Whether a row is in the form: in a list of other values there are other rows.
  func isThere(_ row: Int) -> Bool { lists.isEmpty || lists[form.rows[row].section] == nil }

  /// Whether an element is to be seen.
  func isSeen(_ element: Element) -> Bool {
    switch element {
    case .row(let row): isThere(row) && !state.isHidden(row)
    case .section(let section): !state.truth(form.sections[section].hidden)
    }
  }

  /// Whether a person can give an element a value.
  func isOpen(_ element: Element) -> Bool {
    switch element {
    case .row(let row): isThere(row) && state.isOpen(row)
    case .section(let section): form.definition.sections[section].template != nil && state.isOpenToRows(section)
    }
  }

  /// Whether anybody can tell what an element holds: who looks at the form, or who it is submitted to.
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

  /// What there is to tell of an element, on the screen and in what is submitted.
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

  /// The elements that look otherwise where a node has changed, or a dial.
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

/// What there is to tell of an element.
struct Look: Equatable {
  var isSeen: Bool
  var isOpen: Bool
  var value: Value?
  var faults: [FieldFault]
}
