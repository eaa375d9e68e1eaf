public import Loop
public import Values

/// A form that is filled in: rows that come and go by conditions, what is typed into them, and what is wrong with it.
///
/// ```swift
/// let form = try CompiledForm(parsing: json)
/// var state = Form.State(form)
/// _ = Form().reduce(&state, .chosen("hobbies", ["Sport"]))
/// state.last.changes      // what has come and gone, in order
/// state.last.evaluations  // how many conditions were evaluated for it
/// state.screen            // what there is to see
/// ```
///
/// - A change evaluates each condition that it may affect once at most, those that others depend on first, and goes no
///   further where nothing has changed. A value that is equal evaluates nothing.
/// - What is typed stays as it was typed, even if it stands for no value; the row then has none.
/// - A row that is hidden or disabled takes nothing from a person, and anything from a program.
/// - A form that is being submitted takes no changes.
public struct Form: Reducer {
  /// How long a person is to pause before the world is asked about what was typed.
  public let pause: Duration?

  /// Makes the feature.
  public init(pause: Duration? = .milliseconds(300)) { self.pause = pause }

  /// What happens to a form.
  public enum Action: Hashable, Codable, Sendable {
    /// A person went to a row, or away from all.
    case focused(ElementID?)
    /// A person went on to the next row that takes something, or to the first.
    case nextTapped
    /// A person went back to the previous row that takes something, or to the last.
    case previousTapped
    /// A person typed: this is all that stands in the row now.
    case typed(ElementID, String)
    /// A person chose a value.
    case chosen(ElementID, Value)
    /// A person pressed a button.
    case pressed(ElementID)
    /// A person wants one more row in a section of many values.
    case rowAdded(to: ElementID)
    /// A person wants a row of such a section to go.
    case rowRemoved(ElementID)
    /// A person wants a row of such a section before another one, or last.
    case rowMoved(ElementID, before: ElementID?)
    /// Everything shall be as it was at first, or when it was last submitted.
    case resetTapped
    /// The form shall be submitted.
    case submitTapped

    /// A program gave rows their values, all at once; of those for one row the last counts.
    case valuesSet([Assignment])
    /// Rows hold again what they held, and sections of many values have the rows again that they had.
    ///
    /// What no row of its kind can hold is passed over, and so is a row that never was in such a section.
    case restored([ElementID: Entry], lists: [ElementID: [ElementID]] = [:])
    /// Rows go back to these values from now on, as where somebody else has changed what the form was opened on.
    ///
    /// A row that holds something else keeps it; one that does not holds the new value. So it is with sections of many
    /// values.
    case rebased([Assignment])
    /// The world says what is wrong with rows, in place of what it said before.
    case faultsReported([ElementID: [String]])
    /// The form itself was changed.
    case edited(FormEdit)

    /// The world told what is wrong with a value: nothing, if the list is empty.
    case judged(ElementID, Value, [String])
    /// The world could not be asked about a value, and why.
    case judgementFailed(ElementID, Value, String)
    /// The form was submitted.
    case submitted
    /// The form could not be submitted: why, and what is wrong with which row.
    case submissionFailed(String, [ElementID: [String]] = [:])
  }

  /// What a form asks of the world.
  public enum Effect: Hashable, Codable, Sendable {
    /// Tell whether a value passes these checks, by ``Action/judged(_:_:_:)`` or ``Action/judgementFailed(_:_:_:)``.
    case judge(ElementID, Value, checks: [String])
    /// Take the values, by ``Action/submitted`` or ``Action/submissionFailed(_:_:)``.
    case submit([String: Value])
    /// Do what a button stands for.
    case press(ElementID)
  }

  /// Where it is asked.
  public enum Slot: Hashable, Codable, Sendable {
    /// A row's value is judged: the newest answer wins.
    case judgement(ElementID)
    /// The form is submitted: once at a time.
    case submission
  }

  /// A judgement serves as long as the value that is judged stands there; a submission ends by itself.
  public func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .judgement(let id): state[id]?.inquiry.about != nil
    case .submission: true
    }
  }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    state.last = Turn()
    var changes = Changes()
    var effects = take(action, &state, &changes)
    // Whatever it was that took away what is asked about: nobody waits for an answer that cannot come.
    if state.stage == .checking { effects += goOn(&state, &changes) }
    state.keepFocusInSight()
    state.last.changes = state.differences(changes)
    return effects
  }

  private func take(_ action: Action, _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    switch action {
    case .focused(let id): state.focus(id, &changes)
    case .nextTapped: state.moveFocus(forward: true, &changes)
    case .previousTapped: state.moveFocus(forward: false, &changes)
    case .typed(let id, let text): return change(&state, &changes) { $0.take($0.typed(text, id), id, &$1) }
    case .chosen(let id, let value): return change(&state, &changes) { $0.take($0.chosen(value, id), id, &$1) }
    case .pressed(let id): return press(id, state)
    case .rowAdded(let section): return add(to: section, &state, &changes)
    case .rowRemoved(let id): return edit(&state, &changes, state.isInOpenList(id) ? .rowRemoved(id) : nil)
    case .rowMoved(let id, let other):
      return edit(&state, &changes, state.isInOpenList(id) ? .rowMoved(id, before: other) : nil)
    case .resetTapped: reset(&state, &changes)
    case .submitTapped: return submit(&state, &changes)
    case .valuesSet(let assignments): return assign(assignments, &state, &changes)
    case .restored(let entries, let lists): return restore(entries, lists, &state, &changes)
    case .rebased(let assignments): return rebase(assignments, &state, &changes)
    case .faultsReported(let reports): return change(&state, &changes) { $0.report(reports, &$1) }
    case .edited(let change): return edit(&state, &changes, change)
    case .judged(let id, let value, let texts): return hear(&state, &changes, id, .answered(value, texts))
    case .judgementFailed(let id, let value, let reason): return hear(&state, &changes, id, .failed(value, reason))
    case .submitted: return acknowledge(&state, &changes)
    case .submissionFailed(let reason, let reports): return fail(&state, &changes, reason, reports)
    }
    return .none
  }

  private func press(_ id: ElementID, _ state: State) -> Effects<Effect, Slot> {
    guard let row = state.form.number(ofRow: id), state.form.rows[row].kind == .button,
      !state.isHidden(row), !state.isDisabled(row), state.stage != .submitting
    else { return .none }
    return .tell(.press(id))
  }
}

/// A value that a program gives to a row, or a list to a section of many values.
///
/// A text in a row of another type stands for what a person would have typed.
public struct Assignment: Hashable, Codable, Sendable {
  /// The row, or the section of many values.
  public var row: ElementID
  /// The value.
  public var value: Value

  /// Makes one of its parts.
  public init(_ row: ElementID, _ value: Value) {
    self.row = row
    self.value = value
  }
}
