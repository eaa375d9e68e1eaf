package import Conditions
public import Values

extension Form {
  /// A form that is being filled in.
  ///
  /// Two are equal if they hold the same and are about to do the same. What the last change came to is not compared: it
  /// tells how a state was reached, and not what it is.
  public struct State: Sendable {
    /// The form as it is now.
    public internal(set) var form: CompiledForm
    /// What the form is doing.
    public internal(set) var stage = Stage.editing
    /// The row that a person is in.
    public internal(set) var focus: ElementID?
    /// What the last action came to.
    public internal(set) var last = Turn()

    /// What the rows hold, by number.
    package var fields: [Field]
    /// What is true, by node.
    package internal(set) var truths: [Bool] = []
    /// The conditions that could not be evaluated, which count as not holding.
    package internal(set) var troubles: [Int: ConditionFault] = [:]
    /// What is wrong with each row.
    var judgements: [[FieldFault]] = []
    /// What a section of many values goes back to.
    var initialLists: [ElementID: [Value]]

    /// Opens a form, with these values in place of those it was written with.
    ///
    /// What is under a tag that no row has is passed over.
    public init(_ form: CompiledForm, values: [String: Value] = [:]) {
      self.form = form
      fields = form.definition.sections.flatMap { $0.rows.map(Field.init(of:)) }
      initialLists = [:]
      if !values.isEmpty { open(values) }
      settleAll()
      keepInitialLists()
    }

    private mutating func open(_ values: [String: Value]) {
      let assignments = values.sorted { $0.key < $1.key }.map { Assignment(ElementID(rawValue: $0), $1) }
      if assignments.contains(where: { isList($0.row) }) {
        var draft = FormDraft(self)
        draft.assign(assignments)
        take(draft)
      } else {
        for (row, entry) in assignments.lazy.compactMap(entry) { fields[row].hold(entry) }
      }
      for row in fields.indices { fields[row].initial = value(row) }
    }
  }

  /// What a form is doing.
  public enum Stage: Hashable, Codable, Sendable {
    /// It takes changes.
    case editing
    /// It takes changes, and waits until the world has judged what it was asked about, to be submitted then.
    case checking
    /// It is being submitted, and takes no changes.
    case submitting
    /// It was submitted, and nothing has changed since.
    case submitted
    /// It could not be submitted, and why; it takes changes.
    case failed(String)
  }

  /// What one action came to.
  public struct Turn: Hashable, Sendable {
    /// How many conditions were evaluated.
    public internal(set) var evaluations = 0
    /// What is to be seen differently, in order.
    public internal(set) var changes: [FormChange] = []
    /// Why the form could not be changed, if it was to be.
    public internal(set) var faults: [FormFault] = []
  }
}

extension Form.State: Hashable {
  /// Whether both hold the same and are about to do the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.stage == right.stage && left.focus == right.focus && left.fields == right.fields
      && left.initialLists == right.initialLists && left.form == right.form
  }

  /// Takes in what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(form)
    hasher.combine(stage)
    hasher.combine(focus)
    hasher.combine(fields)
    hasher.combine(initialLists)
  }
}

extension Form.State {
  /// Whether a row is hidden, by itself or with its section; nil where there is no such row.
  public func isHidden(_ id: ElementID) -> Bool? {
    switch form.elements[id] {
    case .row(let row)?: isHidden(row)
    case .section(let section)?: truth(form.sections[section].hidden)
    case nil: nil
    }
  }

  /// Whether a row is disabled, by itself or with its section; nil where there is no such row.
  public func isDisabled(_ id: ElementID) -> Bool? {
    switch form.elements[id] {
    case .row(let row)?: isDisabled(row)
    case .section(let section)?: truth(form.sections[section].disabled)
    case nil: nil
    }
  }

  /// What a row holds; nil where there is no such row.
  public subscript(_ id: ElementID) -> Field? { form.number(ofRow: id).map { fields[$0] } }

  /// What a row, or a section of many values, comes to; nil where there is no such thing.
  public func value(_ id: ElementID) -> Value? {
    switch form.elements[id] {
    case .row(let row)?: .some(value(row))
    case .section(let section)? where isList(id): .some(.list(values(section)))
    case .section?, nil: .none
    }
  }

  /// Everything that has a tag, by its tag, whether it is hidden or not.
  public var values: [String: Value] { values(isWhole: true) }

  /// What is submitted: the same without what the policy leaves out.
  public var submission: [String: Value] { values(isWhole: false) }

  private func values(isWhole: Bool) -> [String: Value] {
    var values: [String: Value] = [:]
    for (number, section) in form.definition.sections.enumerated() {
      let rows = form.sections[number].rows
      for (row, definition) in zip(rows, section.rows) where form.rows[row].kind.hasValue {
        if let tag = definition.tag, isWhole || takesPart(row) { values[tag] = value(row) }
      }
      if let tag = section.tag, section.template != nil, isWhole || takesPart(section: number) {
        values[tag] = .list(rows.filter { isWhole || takesPart($0) }.map { value($0) })
      }
    }
    return values
  }
}

extension Form.State {
  package func value(_ row: Int) -> Value { fields[row].entry.value(form.rows[row].kind) }

  func values(_ section: Int) -> [Value] { form.sections[section].rows.map { value($0) } }

  package func truth(_ signal: Signal) -> Bool {
    switch signal {
    case .constant(let isTrue): isTrue
    case .node(let node): truths[node]
    }
  }

  package func isHidden(_ row: Int) -> Bool { truth(form.rows[row].isHidden) }
  package func isDisabled(_ row: Int) -> Bool { truth(form.rows[row].isDisabled) }

  /// Whether a person can give the row a value.
  package func isOpen(_ row: Int) -> Bool { form.rows[row].kind.takesInput && !isHidden(row) && !isDisabled(row) }

  /// Whether the row is validated and submitted.
  package func takesPart(_ row: Int) -> Bool { takesPart(isHidden: isHidden(row), isDisabled: isDisabled(row)) }

  package func takesPart(section: Int) -> Bool {
    let section = form.sections[section]
    return takesPart(isHidden: truth(section.hidden), isDisabled: truth(section.disabled))
  }

  private func takesPart(isHidden: Bool, isDisabled: Bool) -> Bool {
    let policy = form.definition.policy
    return isHidden ? policy.hidden == .included : !isDisabled || policy.disabled == .included
  }
}
