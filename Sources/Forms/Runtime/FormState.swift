import Conditions
import Values

extension FormFeature {
  /// The state of a form that is being filled in.
  ///
  /// Two states are equal if they have the same form, contents, focus and stage. The summary of the last update and
  /// the number of refused submissions are not compared, because they describe how the state was reached.
  public struct State: Sendable {
    /// The current form.
    @CopyOnWrite public internal(set) var form: CompiledForm
    /// The stage of the submission.
    public internal(set) var stage = SubmissionStage.editing
    /// The focused row.
    public internal(set) var focus: ElementID?
    /// The summary of the last action.
    public internal(set) var lastUpdate = UpdateSummary()
    /// The number of submissions that have ended at an error of a row.
    public internal(set) var refusedSubmissionCount = 0

    /// The state of each row, by index.
    package var fields: [FieldState]
    /// The value of each node.
    package internal(set) var nodeValues: [Bool] = []
    /// The errors of conditions that could not be evaluated.
    ///
    /// Such a condition counts as false.
    package internal(set) var conditionEvaluationErrors: [Int: ConditionError] = [:]
    /// The validation errors of each row.
    var rowErrors: [[FieldError]] = []
    /// The lists of values that a reset restores, by multivalued section.
    var initialLists: [ElementID: [Value]]
    /// The new initial values that have arrived during the submission, for its end.
    var deferredRebase: [ValueAssignment] = []

    /// Creates the state of a form, with the given values replacing the initial values of its definition.
    ///
    /// Values for unknown tags and for passwords are ignored.
    public init(_ form: CompiledForm, values: [String: Value] = [:]) {
      self.form = form
      fields = form.initialFields
      initialLists = [:]
      let assignments = values.map { ValueAssignment(ElementID(rawValue: $0), $1) }
      if !values.isEmpty { setInitialValues(assignments.filter { mayAssign($0.value, to: $0.row) }) }
      evaluateAndValidateAll()
      updateInitialLists()
    }

    private mutating func setInitialValues(_ assignments: [ValueAssignment]) {
      if assignments.contains(where: { isList($0.row) }) {
        var draft = FormDefinitionDraft(self)
        draft.assign(assignments.sorted { $0.row.rawValue < $1.row.rawValue })
        var changes = ChangeTracker()
        install(draft, &changes)
      } else {
        for (row, entry) in assignments.compactMap(entry(for:)) { fields[row].setEntry(entry) }
      }
      for row in fields.indices { fields[row].initialValue = value(row) }
    }
  }

  /// The stages of a submission.
  public enum SubmissionStage: Hashable, Codable, Sendable {
    /// The form accepts changes.
    case editing
    /// The form accepts changes, and will be submitted with them when the pending validations succeed.
    ///
    /// An error or a reset returns to editing.
    case validating
    /// The form is being submitted and accepts no changes.
    case submitting
    /// The form was submitted and has not changed since.
    case submitted
    /// The submission failed for the given reason.
    ///
    /// The form accepts changes.
    case failed(String)
  }

  /// The summary of an action.
  public struct UpdateSummary: Hashable, Sendable {
    /// The number of conditions that were evaluated.
    public internal(set) var evaluationCount = 0
    /// The changes to the screen, in order.
    public internal(set) var changes: [FormScreenChange] = []
    /// The errors because of which an edit of the form definition or of a list was rejected.
    public internal(set) var rejectedEditErrors: [FormError] = []
  }
}

extension FormFeature.State: Hashable {
  /// Returns a Boolean value that indicates whether two states have the same form, contents, focus and stage.
  public static func == (left: Self, right: Self) -> Bool {
    left.stage == right.stage && left.focus == right.focus && left.fields == right.fields
      && left.initialLists == right.initialLists && left.deferredRebase == right.deferredRebase
      && left.form == right.form
  }

  /// Hashes the properties that are compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(form)
    hasher.combine(stage)
    hasher.combine(focus)
    hasher.combine(fields)
    hasher.combine(initialLists)
    hasher.combine(deferredRebase)
  }
}

extension FormFeature.State {
  /// Returns whether an element is hidden, by itself or with its section, or `nil` if there is no such element.
  public func isHidden(_ id: ElementID) -> Bool? {
    switch form.elements[id] {
    case .row(let row)?: isHidden(row)
    case .section(let section)?: isTrue(form.sections[section].hidden)
    case nil: nil
    }
  }

  /// Returns whether an element is disabled, by itself or with its section, or `nil` if there is no such element.
  public func isDisabled(_ id: ElementID) -> Bool? {
    switch form.elements[id] {
    case .row(let row)?: isDisabled(row)
    case .section(let section)?: isTrue(form.sections[section].disabled)
    case nil: nil
    }
  }

  /// The state of a row, or `nil` if there is no such row.
  public subscript(_ id: ElementID) -> FieldState? { form.index(ofRow: id).map { fields[$0] } }

  /// Returns the value of a row or multivalued section, or `nil` if there is no such element.
  public func value(_ id: ElementID) -> Value? {
    switch form.elements[id] {
    case .row(let row)?: .some(value(row))
    case .section(let section)? where isList(id): .some(.list(values(ofSection: section)))
    case .section?, nil: .none
    }
  }

  /// The values of all rows and multivalued sections with a tag, including hidden ones, without passwords.
  public var values: [String: Value] { values(includingExcluded: true) }

  /// The values to submit: ``values`` without those that the policy excludes.
  public var submittedValues: [String: Value] { values(includingExcluded: false) }

  /// The values to submit that differ from the initial or last submitted ones.
  public var changedValues: [String: Value] {
    submittedValues.filter { submitsChange(of: ElementID(rawValue: $0.key)) }
  }

  /// The passwords to submit, by tag.
  ///
  /// The password of an empty row is empty.
  public var submittedPasswords: [String: Secret] {
    var passwords: [String: Secret] = [:]
    for row in fields.indices where form.rows[row].kind == .password && isIncluded(row) {
      guard let tag = form.definition(ofRow: row).tag else { continue }
      passwords[tag] = if case .secret(let password) = fields[row].entry { password } else { Secret("") }
    }
    return passwords
  }

  private func values(includingExcluded isWhole: Bool) -> [String: Value] {
    var values: [String: Value] = [:]
    for (number, section) in form.definition.sections.enumerated() {
      let rows = form.sections[number].rows
      for (row, definition) in zip(rows, section.rows)
      where form.rows[row].kind.hasValue && form.rows[row].kind != .password {
        if let tag = definition.tag, isWhole || isIncluded(row) { values[tag] = value(row) }
      }
      if let tag = section.tag, section.template != nil, isWhole || isIncluded(section: number) {
        values[tag] = .list(rows.filter { isWhole || isIncluded($0) }.map { value($0) })
      }
    }
    return values
  }
}

extension FormFeature.State {
  package func value(_ row: Int) -> Value { fields[row].entry.value(for: form.rows[row].kind) }

  func values(ofSection section: Int) -> [Value] { form.sections[section].rows.map { value($0) } }

  package func isTrue(_ signal: BooleanSignal) -> Bool {
    switch signal {
    case .constant(let isTrue): isTrue
    case .node(let node): nodeValues[node]
    }
  }

  package func isHidden(_ row: Int) -> Bool { isTrue(form.rows[row].effectiveHidden) }
  package func isDisabled(_ row: Int) -> Bool { isTrue(form.rows[row].effectiveDisabled) }

  /// Returns a Boolean value that indicates whether the user can give the row a value.
  package func isEditable(_ row: Int) -> Bool { form.rows[row].kind.acceptsInput && !isHidden(row) && !isDisabled(row) }

  /// Returns a Boolean value that indicates whether the row is submitted.
  package func isIncluded(_ row: Int) -> Bool { isIncluded(isHidden: isHidden(row), isDisabled: isDisabled(row)) }

  package func isIncluded(section: Int) -> Bool {
    let section = form.sections[section]
    return isIncluded(isHidden: isTrue(section.hidden), isDisabled: isTrue(section.disabled))
  }

  private func isIncluded(isHidden: Bool, isDisabled: Bool) -> Bool {
    let policy = form.definition.policy
    return isHidden ? policy.hidden == .included : !isDisabled || policy.disabled == .included
  }
}
