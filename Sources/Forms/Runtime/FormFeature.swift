import Loop
import Values

/// A form that the user fills in: rows shown and hidden by conditions, their contents, validation and submission.
///
/// ```swift
/// let form = try CompiledForm(parsing: json)
/// var state = FormFeature.State(form)
/// _ = FormFeature().reduce(&state, .chosen("hobbies", ["Sport"]))
/// state.lastUpdate.changes          // the changes to the screen, in order
/// state.lastUpdate.evaluationCount  // the number of conditions evaluated
/// state.screen                      // the visible sections and rows
/// ```
///
/// - A change evaluates each condition that it can affect at most once, in topological order. Evaluation stops at
///   conditions whose result is the same. Assigning an equal value evaluates nothing.
/// - A row keeps the text as it was typed. If the text cannot be parsed, the row has no value.
/// - A hidden or disabled row rejects input from the user but accepts values from the program.
/// - A change during the validation before a submission is submitted, too. A form that is being submitted accepts no
///   changes. New initial values, as in ``Action/rebased(_:)``, are applied when the submission has ended.
/// - A password is a ``Secret``: it is in no encoded state, action or effect. It is removed when it has been submitted.
public struct FormFeature: Reducer {
  /// The delay between typing a text and its remote validation.
  public let validationDelay: Duration?

  /// Creates the feature.
  public init(validationDelay: Duration? = .milliseconds(300)) { self.validationDelay = validationDelay }

  /// The actions of a form.
  public enum Action: Hashable, Codable, Sendable {
    /// The user moved the focus to a row, or removed it.
    case focused(ElementID?)
    /// The user moved the focus to the next editable row, or to the first.
    case nextTapped
    /// The user moved the focus to the previous editable row, or to the last.
    case previousTapped
    /// The user typed.
    ///
    /// The text is the whole content of the row. A password row ignores it.
    case typed(ElementID, String)
    /// The user typed a password.
    ///
    /// Other rows ignore it. ``FormScreen/Row/action(typing:)`` returns the right action for each row.
    case passwordTyped(ElementID, Secret)
    /// The user chose a value.
    case chosen(ElementID, Value)
    /// The user tapped a button.
    case buttonTapped(ElementID)
    /// The user added a row to a multivalued section.
    case rowAdded(to: ElementID)
    /// The user removed a row of a multivalued section.
    case rowRemoved(ElementID)
    /// The user moved a row of a multivalued section before another one, or to the end.
    case rowMoved(ElementID, before: ElementID?)
    /// The user reset the form to its initial values, or to those last submitted.
    case resetTapped
    /// The user submitted the form.
    case submitTapped

    /// The program assigned values to rows, all at once.
    ///
    /// If there are several for a row, the last one is used. A password can only be cleared.
    case valuesAssigned([ValueAssignment])
    /// Earlier entries of rows, and earlier rows of multivalued sections, were restored.
    ///
    /// Entries that their rows cannot hold are ignored, and so are rows that never were in such a section.
    case restored([ElementID: FieldEntry], lists: [ElementID: [ElementID]] = [:])
    /// Rows got new initial values, for example because the data that the form edits was changed elsewhere.
    ///
    /// A row that the user has changed keeps its content, and any other row gets the new value. The same applies to
    /// multivalued sections. During a submission the change waits for its end. After a submission that succeeded, the
    /// rows that the user had changed keep the submitted values.
    case rebased([ValueAssignment])
    /// Errors were reported from outside.
    ///
    /// They replace those reported before.
    case errorsReported([ElementID: [String]])
    /// The form definition was edited.
    case edited(FormDefinitionEdit)

    /// A remote validation completed with these errors.
    ///
    /// The value is valid if the list is empty.
    case valueValidated(ElementID, [String])
    /// A remote validation failed for the given reason.
    case validationFailed(ElementID, String)
    /// The submission succeeded.
    case submitted
    /// The submission failed, for the given reason and with errors for some rows.
    case submissionFailed(String, [ElementID: [String]] = [:])
  }

  /// The effects of a form.
  public enum Effect: Hashable, Codable, Sendable {
    /// Validate a value with these checks, and respond with ``Action/valueValidated(_:_:)`` or
    /// ``Action/validationFailed(_:_:)``.
    case validate(ElementID, Value, checks: [String])
    /// Validate a password in the same way.
    case validatePassword(ElementID, Secret, checks: [String])
    /// Submit the values, and respond with ``Action/submitted`` or ``Action/submissionFailed(_:_:)``.
    ///
    /// After a session has been restored, the passwords are empty. So an interrupted submission of a form with passwords
    /// must fail: the user types them again.
    case submit([String: Value], passwords: [String: Secret] = [:])
    /// Perform the action of a button.
    case performButtonAction(ElementID)
  }

  /// The slots that effects run in.
  public enum Slot: Hashable, Codable, Sendable {
    /// The remote validation of a row's value.
    ///
    /// A new run replaces the previous one.
    case validation(ElementID)
    /// The submission, which runs once at a time.
    case submission
  }

  /// Returns a Boolean value that indicates whether the result of a run in the slot is still needed.
  ///
  /// A validation is needed until the value of its row changes. A submission always runs to its end.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .validation(let id): state[id].map { $0.remoteValidation != .notRequested } ?? false
    case .submission: true
    }
  }

  /// The reason that a failure has if a response was lost.
  package static let reasonForLostResponse = "no response"

  /// Reduces an action: changes the state and returns the effects to run.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    state.lastUpdate = UpdateSummary()
    var changes = ChangeTracker(validationDelay: validationDelay)
    state.apply(action, &changes)
    // Any action may remove a value whose validation is pending. Then no response arrives, and the submission continues
    // here.
    if state.stage == .validating { state.continueSubmission(&changes) }
    state.requestNeededValidations(&changes)
    state.moveFocusToEnabledRow()
    state.lastUpdate.changes = state.screenChanges(for: changes)
    return changes.effects
  }
}

extension FormFeature.State {
  fileprivate mutating func apply(_ action: FormFeature.Action, _ changes: inout ChangeTracker) {
    switch action {
    case .focused(let id): moveFocus(to: id, &changes)
    case .nextTapped: moveFocus(forward: true, &changes)
    case .previousTapped: moveFocus(forward: false, &changes)
    case .valueValidated(let id, let texts): receiveValidation(of: id, .completed(texts), &changes)
    case .validationFailed(let id, let reason): receiveValidation(of: id, .failed(reason), &changes)
    case .submitted: completeSubmission(&changes)
    case .submissionFailed(let reason, let reports): failSubmission(reason, reports, &changes)
    case .rebased(let assignments): rebase(assignments, &changes)
    // A form that is being submitted accepts no other action.
    case _ where stage == .submitting: break
    case .typed(let id, let text):
      if let entry = entry(typing: text, in: id) { setEntries([entry], byUser: true, &changes) }
    case .passwordTyped(let id, let password):
      if let entry = entry(typing: password, in: id) { setEntries([entry], byUser: true, &changes) }
    case .chosen(let id, let value):
      if let entry = entry(choosing: value, in: id) { setEntries([entry], byUser: true, &changes) }
    case .buttonTapped(let id):
      if let row = form.index(ofRow: id), form.rows[row].kind == .button, !isHidden(row), !isDisabled(row) {
        changes.effects += .fireAndForget(.performButtonAction(id), runsAgainAfterRestart: false)
      }
    case .rowAdded(let section): addRow(to: section, &changes)
    case .rowRemoved(let id): if isInEditableList(id) { edit(.rowRemoved(id), &changes) }
    case .rowMoved(let id, let other): if isInEditableList(id) { edit(.rowMoved(id, before: other), &changes) }
    case .resetTapped: reset(&changes)
    case .submitTapped: beginSubmission(&changes)
    case .valuesAssigned(let assignments): assignValues(permitted(assignments), &changes)
    case .restored(let entries, let lists): restore(entries, lists: lists, &changes)
    case .errorsReported(let reports):
      setReportedErrors(reports, &changes)
      propagateChanges(&changes)
    case .edited(let change): edit(change, &changes)
    }
  }
}

/// A value assigned to a row, or a list assigned to a multivalued section.
///
/// If the row does not accept a text as a value, the text is parsed as if the user had typed it.
public struct ValueAssignment: Hashable, Codable, Sendable {
  /// The row or multivalued section.
  public var row: ElementID
  /// The value.
  public var value: Value

  /// Creates an assignment.
  public init(_ row: ElementID, _ value: Value) {
    self.row = row
    self.value = value
  }
}
