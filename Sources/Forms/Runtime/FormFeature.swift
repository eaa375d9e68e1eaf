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
/// - A form that is being submitted accepts no changes.
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
    /// The text is the whole content of the row.
    case typed(ElementID, String)
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
    /// If there are several for a row, the last one is used.
    case valuesAssigned([ValueAssignment])
    /// Rows got back earlier entries, and multivalued sections got back earlier rows.
    ///
    /// Entries that their rows cannot hold are ignored, and so are rows that never were in such a section.
    case restored([ElementID: FieldEntry], lists: [ElementID: [ElementID]] = [:])
    /// Rows got new initial values, for example because the data that the form edits was changed elsewhere.
    ///
    /// A row that the user has changed keeps its content, and any other row gets the new value. The same applies to
    /// multivalued sections.
    case rebased([ValueAssignment])
    /// Errors were reported from outside.
    ///
    /// They replace those reported before.
    case errorsReported([ElementID: [String]])
    /// The form definition was edited.
    case edited(FormEdit)

    /// A remote validation completed with these errors.
    ///
    /// The value is valid if the list is empty.
    case valueValidated(ElementID, Value, [String])
    /// A remote validation failed for the given reason.
    case validationFailed(ElementID, Value, String)
    /// The submission succeeded.
    case submitted
    /// The submission failed, for the given reason and with errors for some rows.
    case submissionFailed(String, [ElementID: [String]] = [:])
  }

  /// The effects of a form.
  public enum Effect: Hashable, Codable, Sendable {
    /// Validate a value with these checks, and respond with ``Action/valueValidated(_:_:_:)`` or
    /// ``Action/validationFailed(_:_:_:)``.
    case validate(ElementID, Value, checks: [String])
    /// Submit the values, and respond with ``Action/submitted`` or ``Action/submissionFailed(_:_:)``.
    case submit([String: Value])
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
  /// A validation is needed while the validated value is in its row. A submission always runs to its end.
  public func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .validation(let id): state[id]?.remoteValidation.validatedValue != nil
    case .submission: true
    }
  }

  /// Reduces an action: changes the state and returns the effects to run.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    state.lastUpdate = UpdateSummary()
    var changes = PendingChanges()
    var effects = dispatch(action, &state, &changes)
    // Any action may remove a value whose validation is pending. Then no response arrives, and the submission continues
    // here.
    if state.stage == .validating { effects += continueSubmission(&state, &changes) }
    state.moveFocusToEnabledRow()
    state.lastUpdate.changes = state.screenChanges(for: changes)
    return effects
  }

  private func dispatch(_ action: Action, _ state: inout State, _ changes: inout PendingChanges) -> Effects<
    Effect, Slot
  > {
    switch action {
    case .focused(let id): state.moveFocus(to: id, &changes)
    case .nextTapped: state.moveFocus(forward: true, &changes)
    case .previousTapped: state.moveFocus(forward: false, &changes)
    case .typed(let id, let text):
      return applyChange(&state, &changes) { $0.setUserEntry($0.entry(typing: text, in: id), of: id, &$1) }
    case .chosen(let id, let value):
      return applyChange(&state, &changes) { $0.setUserEntry($0.entry(choosing: value, in: id), of: id, &$1) }
    case .buttonTapped(let id): return tapButton(id, state)
    case .rowAdded(let section): return addRow(to: section, &state, &changes)
    case .rowRemoved(let id): return edit(&state, &changes, state.isInEditableList(id) ? .rowRemoved(id) : nil)
    case .rowMoved(let id, let other):
      return edit(&state, &changes, state.isInEditableList(id) ? .rowMoved(id, before: other) : nil)
    case .resetTapped: reset(&state, &changes)
    case .submitTapped: return submit(&state, &changes)
    case .valuesAssigned(let assignments): return assignValues(assignments, &state, &changes)
    case .restored(let entries, let lists): return restoreEntriesAndLists(entries, lists, &state, &changes)
    case .rebased(let assignments): return rebase(assignments, &state, &changes)
    case .errorsReported(let reports): return applyChange(&state, &changes) { $0.setReportedErrors(reports, &$1) }
    case .edited(let change): return edit(&state, &changes, change)
    case .valueValidated(let id, let value, let texts):
      return receiveValidation(&state, &changes, id, .completed(value, texts))
    case .validationFailed(let id, let value, let reason):
      return receiveValidation(&state, &changes, id, .failed(value, reason))
    case .submitted: return completeSubmission(&state, &changes)
    case .submissionFailed(let reason, let reports): return failSubmission(&state, &changes, reason, reports)
    }
    return .none
  }

  private func tapButton(_ id: ElementID, _ state: State) -> Effects<Effect, Slot> {
    guard let row = state.form.index(ofRow: id), state.form.rows[row].kind == .button,
      !state.isHidden(row), !state.isDisabled(row), state.stage != .submitting
    else { return .none }
    return .fireAndForget(.performButtonAction(id))
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
