import Conditions
import Forms
import FormsFixtures
import Foundation
import Loop
import Testing
import Values

@Suite struct `Filling in a form` {
  private var rows: [RowDefinition] {
    get throws {
      [
        RowDefinition(tag: "info", kind: .info, value: "Welcome"),
        RowDefinition(tag: "a"),
        RowDefinition(tag: "b", hidden: try Condition(parsing: "$a == 'x'")),
        RowDefinition(tag: "c", disabled: try Condition(parsing: "$a == 'y'")),
        RowDefinition(tag: "go", kind: .button, disabled: try Condition(parsing: "$a == 'y'")),
        RowDefinition(tag: "d"),
      ]
    }
  }

  @Test func `the focus moves through the editable rows and stops at the first and last`() throws {
    var state = FormFeature.State(try compiledForm(rows))
    var path: [ElementID?] = []
    for _ in 0..<5 {
      _ = FormFeature().reduce(&state, .nextTapped)
      path.append(state.focus)
    }
    #expect(path == ["a", "b", "c", "d", "d"])
    state.assign("a", "y")
    for _ in 0..<3 {
      _ = FormFeature().reduce(&state, .previousTapped)
      path.append(state.focus)
    }
    #expect(path.suffix(3) == ["b", "a", "a"])
    for id in ["c", "info", "go", "unknown"] as [ElementID] {
      _ = FormFeature().reduce(&state, .focused(id))
      #expect(state.focus == "a")
    }
  }

  @Test func `the focus moves to the next row when its row is hidden`() throws {
    var state = FormFeature.State(try compiledForm(rows), [.focused("b")])
    state.assign("a", "x")
    #expect(state.focus == "c")
    #expect(state["b"]?.isTouched == false)
  }

  @Test func `leaving a row marks it as touched`() throws {
    var state = FormFeature.State(try compiledForm(rows), [.focused("a"), .focused("d")])
    #expect(state["a"]?.isTouched == true && state["d"]?.isTouched == false)
    #expect(state.lastUpdate.changes == [.rowChanged("a")])
    _ = FormFeature().reduce(&state, .focused(nil))
    #expect(state.focus == nil && state["d"]?.isTouched == true)
  }

  @Test func `law 2: a hidden or disabled row rejects user input and accepts assigned values`() throws {
    var state = FormFeature.State(try compiledForm(rows))
    state.assign("a", "y")
    let before = state
    for action in [.typed("c", "no"), .chosen("c", "no"), .typed("unknown", ""), .chosen("go", 1)]
      as [FormFeature.Action]
    {
      #expect(FormFeature().reduce(&state, action).isEmpty)
      #expect(state == before && state.lastUpdate.changes.isEmpty)
    }
    state.assign("c", "yes")
    #expect(state.value("c") == "yes" && state["c"]?.isTouched == false)
  }

  @Test func `tapping an enabled button runs its effect`() throws {
    var state = FormFeature.State(try compiledForm(rows))
    #expect(FormFeature().reduce(&state, .buttonTapped("go")).instructions.count == 1)
    #expect(FormFeature().reduce(&state, .buttonTapped("a")).isEmpty)
    state.assign("a", "y")
    #expect(FormFeature().reduce(&state, .buttonTapped("go")).isEmpty)
  }

  @Test func `a reset restores the initial state`() throws {
    var state = FormFeature.State(try compiledForm(rows), [.focused("a"), .typed("a", "x"), .typed("d", "z")])
    #expect(state.isDirty)
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state == FormFeature.State(state.form))
    #expect(state.lastUpdate.changes == [.rowInserted("b", in: "§1", after: "a"), .rowChanged("a"), .rowChanged("d")])
  }

  @Test func `typing a text and deleting it leaves the form clean`() throws {
    let state = FormFeature.State(try compiledForm(rows), [.typed("d", "z"), .typed("d", "")])
    #expect(!state.isDirty)
    #expect(FormFeature.State(try compiledForm(rows), [.typed("d", "z")]).isDirty)
  }

  @Test func `an unparseable text makes the form dirty`() throws {
    let state = FormFeature.State(try compiledForm([RowDefinition(tag: "n", kind: .integer)]), [.typed("n", "x")])
    #expect(state.isDirty && state.value("n") == Value.null)
  }

  @Test func `a form opens with the given values`() throws {
    let rows = [RowDefinition(tag: "count", kind: .integer), RowDefinition(tag: "name", value: "as written")]
    let state = FormFeature.State(try compiledForm(rows), values: ["count": 3, "unknown": 1])
    #expect(state.values == ["count": 3, "name": "as written"])
    #expect(!state.isDirty)
    let wrong = FormFeature.State(try compiledForm(rows), values: ["count": "three"])
    #expect(wrong.errors(of: "count").count == 1)
  }

  @Test func `the name of a row and its value member are the same in every condition`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "row", "kind": "integer"},
        {"tag": "short", "hidden": "$row > 3", "disabled": "$row == NULL"},
        {"tag": "long", "hidden": "$row.value > 3", "disabled": "$row.value == NULL"}]}]}
      """
    var state = FormFeature.State(try compiledForm(text))
    #expect(state.isDisabled("short") == true && state.isDisabled("long") == true)
    for value in [Value.integer(3), .integer(4), .null] {
      state.assign("row", value)
      #expect(state.isHidden("short") == (value == 4) && state.isHidden("long") == (value == 4))
      #expect(state.isDisabled("short") == (value == .null) && state.isDisabled("long") == (value == .null))
    }
  }

  @Test func `a row reads whether a section is disabled`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "locked", "kind": "boolean"}]},
        {"tag": "s", "disabled": "$locked == TRUE", "rows": [{"tag": "inside"}]},
        {"rows": [{"tag": "reader", "hidden": "$s.isDisabled == FALSE", "disabled": "$s.isDisabled == TRUE"}]}]}
      """
    var state = FormFeature.State(try compiledForm(text))
    #expect(state.isHidden("reader") == true && state.isDisabled("reader") == false)
    state.assign("locked", true)
    #expect(state.isHidden("reader") == false && state.isDisabled("reader") == true)
    #expect(state.isDisabled("inside") == true)
  }

  @Test func `a hidden section hides its rows, and conditions read them as hidden`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "off", "kind": "boolean"}]},
        {"tag": "s", "hidden": "$off == TRUE", "disabled": "$off == FALSE", "rows": [{"tag": "row"}]},
        {"rows": [{"tag": "reader", "hidden": "$row.isHidden == TRUE"}, {"hidden": "$s.isHidden == FALSE", "tag": "other"}]}]}
      """
    var state = FormFeature.State(try compiledForm(text))
    #expect(state.isDisabled("row") == true && state.isHidden("row") == false && state.isHidden("other") == true)
    state.assign("off", true)
    #expect(state.isHidden("row") == true && state.isHidden("reader") == true && state.isHidden("other") == false)
    #expect(
      state.lastUpdate.changes == [
        .rowRemoved("reader"), .sectionRemoved("s"), .rowInserted("other", in: "§3", after: nil), .rowChanged("off"),
      ])
    #expect(state.isHidden("unknown") == nil)
  }
}

@Suite struct `Submitting a form` {
  private func state(_ actions: FormFeature.Action...) throws -> FormFeature.State {
    let name = RowDefinition(tag: "name", isRequired: true, validators: [.remoteCheck("free")])
    return FormFeature.State(
      try compiledForm([name, RowDefinition(tag: "note", validators: [.length(max: 3)])]), actions)
  }

  private func startedEffects(_ effects: Effects<FormFeature>) -> [FormFeature.Effect] {
    effects.instructions.compactMap { if case .run(let request) = $0 { request.effect } else { nil } }
  }

  private func delays(of effects: Effects<FormFeature>) -> [Duration?] {
    effects.instructions.compactMap { if case .run(let request) = $0 { .some(request.delay) } else { nil } }
  }

  private let validateName = FormFeature.Effect.validate("name", "Ada", checks: ["free"])

  @Test func `submitting an invalid form focuses the first error`() throws {
    var state = try state(.typed("note", "long"))
    #expect(FormFeature().reduce(&state, .submitTapped).isEmpty)
    #expect(state.focus == "name" && state["name"]?.isTouched == true && state.stage == .editing)
  }

  @Test func `submitting awaits pending remote validations`() throws {
    var state = try state()
    state.assign("note", "abc")
    #expect(startedEffects(FormFeature().reduce(&state, .typed("name", "Ada"))) == [validateName])
    #expect(startedEffects(FormFeature().reduce(&state, .submitTapped)) == [])
    #expect(state.stage == .validating)
    #expect(
      startedEffects(FormFeature().reduce(&state, .valueValidated("name", []))) == [
        .submit(["name": "Ada", "note": "abc"])
      ])
    #expect(state.stage == .submitting)
    #expect(FormFeature().reduce(&state, .typed("note", "no")).isEmpty)
    #expect(state.value("note") == "abc")
    _ = FormFeature().reduce(&state, .submitted)
    #expect(state.stage == .submitted && !state.isDirty)
    _ = FormFeature().reduce(&state, .typed("note", "on"))
    #expect(state.stage == .editing && state.isDirty)
  }

  @Test func `submitting restarts failed remote validations`() throws {
    var state = try state(.typed("name", "Ada"), .validationFailed("name", "offline"))
    #expect(state.errors(of: "name") == [.custom("could not be checked: offline")])
    #expect(startedEffects(FormFeature().reduce(&state, .submitTapped)) == [validateName])
    _ = FormFeature().reduce(&state, .validationFailed("name", "offline"))
    #expect(state.stage == .editing && state.focus == "name")
  }

  @Test func `a change during validation is submitted with the rest of the form`() throws {
    var state = try state(.typed("name", "Ada"), .submitTapped, .typed("note", "x"))
    #expect(state.stage == .validating)
    #expect(
      startedEffects(FormFeature().reduce(&state, .valueValidated("name", []))) == [
        .submit(["name": "Ada", "note": "x"])
      ])
  }

  @Test func `a value that is typed during validation is validated after the delay, before the submission`() throws {
    var state = try state(.typed("name", "Bob"), .submitTapped)
    let effects = FormFeature().reduce(&state, .typed("name", "Ada"))
    #expect(state.stage == .validating && startedEffects(effects) == [validateName])
    #expect(delays(of: effects) == [.milliseconds(300)])
  }

  @Test func `an error that is typed during validation ends the submission and has the focus`() throws {
    let state = try state(.typed("name", "Ada"), .submitTapped, .typed("note", "long"))
    #expect(state.stage == .editing && state.focus == "note" && state.errors(of: "note") == [.tooLong(max: 3)])
  }

  @Test(arguments: [
    FormFeature.Action.rowAdded(to: "list"), .valuesAssigned([ValueAssignment("list", ["a", "b"])]), .rowRemoved("#2"),
    .edited(.disabled("list", .always)), .rebased([ValueAssignment("list", ["a", "b"])]),
  ])
  func `a change of a list or of the definition during validation does not end the submission`(
    _ change: FormFeature.Action
  ) throws {
    let form = try CompiledForm(
      FormDefinition {
        SectionDefinition { RowDefinition(tag: "name", validators: [.remoteCheck("free")]) }
        SectionDefinition(tag: "list", each: RowDefinition(), values: ["a"])
      })
    var state = FormFeature.State(form, [.typed("name", "Ada"), .submitTapped, change])
    #expect(state.stage == .validating)
    #expect(startedEffects(FormFeature().reduce(&state, .valueValidated("name", []))).count == 1)
    #expect(state.stage == .submitting)
  }

  @Test func `a reset during validation ends the submission`() throws {
    let state = try state(.typed("name", "Ada"), .submitTapped, .resetTapped)
    #expect(state.stage == .editing)
  }

  @Test func `a failed submission shows its errors until the next change`() throws {
    var state = try state(.typed("name", "Ada"), .valueValidated("name", []), .submitTapped)
    _ = FormFeature().reduce(&state, .submissionFailed("offline", ["name": ["was taken meanwhile"]]))
    #expect(state.stage == .failed("offline") && state.focus == "name")
    #expect(state.errors(of: "name") == [.custom("was taken meanwhile")])
    _ = FormFeature().reduce(&state, .typed("name", "Bob"))
    #expect(state.stage == .editing && state.errors(of: "name").isEmpty)
  }

  @Test func `a value that fails local validation is not validated remotely, and its result is discarded`() throws {
    var state = try state(.typed("name", "Ada"), .valueValidated("name", ["is taken"]))
    #expect(startedEffects(FormFeature().reduce(&state, .typed("name", " "))) == [])
    #expect(state["name"]?.remoteValidation == RemoteValidation.notRequested && state.errors(of: "name") == [.missing])
  }

  @Test func `an unchanged value is validated remotely only on submission`() throws {
    let rows = [
      RowDefinition(tag: "off", kind: .boolean, value: true),
      RowDefinition(
        tag: "name", value: "Ada", hidden: Term.variable("off") == true, validators: [.remoteCheck("free")]),
    ]
    var state = FormFeature.State(try compiledForm(rows))
    #expect(FormFeature().reduce(&state, .chosen("off", false)).isEmpty && state.isHidden("name") == false)
    #expect(startedEffects(FormFeature().reduce(&state, .submitTapped)) == [validateName])
  }

  @Test func `a reset restores the initial values of rows that were not submitted`() throws {
    let rows = [
      RowDefinition(tag: "off", kind: .boolean),
      RowDefinition(tag: "b", value: "first", hidden: Term.variable("off") == true),
    ]
    var state = FormFeature.State(
      try compiledForm(rows), [.typed("b", "second"), .chosen("off", true), .submitTapped, .submitted])
    #expect(state.stage == .submitted && state["off"]?.initialValue == true && state["b"]?.initialValue == "first")
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.value("b") == "first" && state.isHidden("b") == true)
  }

  @Test func `law 7: a submission continues when a pending validation is no longer needed`() throws {
    let rows = [
      RowDefinition(tag: "a"),
      RowDefinition(
        tag: "name", hidden: Term.variable("a").key("isValid") == false, validators: [.remoteCheck("free")]),
    ]
    var state = FormFeature.State(try compiledForm(rows), [.typed("name", "Ada"), .submitTapped])
    #expect(state.stage == .validating)
    _ = FormFeature().reduce(&state, .errorsReported(["a": ["no"]]))
    #expect(state.isHidden("name") == true && state.stage == .editing && state.focus == "a")
  }

  @Test func `a row shown by a validation response is validated before the submission`() throws {
    let rows = [
      RowDefinition(tag: "name", validators: [.remoteCheck("free")]),
      RowDefinition(
        tag: "c", value: "unvalidated", hidden: Term.variable("name").key("isValid") == false,
        validators: [.remoteCheck("fit")]),
    ]
    var state = FormFeature.State(
      try compiledForm(rows), [.typed("name", "Ada"), .validationFailed("name", "offline")])
    #expect(startedEffects(FormFeature().reduce(&state, .submitTapped)).contains(validateName))
    let effects = startedEffects(FormFeature().reduce(&state, .valueValidated("name", [])))
    #expect(!effects.contains { if case .submit = $0 { true } else { false } } && state.stage == .validating)
    #expect(
      startedEffects(FormFeature().reduce(&state, .valueValidated("c", []))).count == 1
        && state.stage == .submitting
    )
  }

  @Test func `law 9: discarding an outdated validation result evaluates nothing`() throws {
    let name = RowDefinition(tag: "name", validators: [.remoteCheck("free")])
    let row = RowDefinition(
      tag: "b", hidden: Term.variable("name") == "Bob" && Term.variable("name").key("isValid") == true)
    var state = FormFeature.State(
      try compiledForm([name, row]), [.typed("name", "Ada"), .valueValidated("name", ["is taken"])])
    _ = FormFeature().reduce(&state, .typed("name", "Bob"))
    #expect(state.lastUpdate.evaluationCount == 1 && state.isHidden("b") == true)
  }

  @Test func `a validation slot is active while its value is in the row`() throws {
    var state = try state(.typed("name", "Ada"))
    #expect(FormFeature().isActive(.validation("name"), in: state) && FormFeature().isActive(.submission, in: state))
    _ = FormFeature().reduce(&state, .typed("name", ""))
    #expect(
      !FormFeature().isActive(.validation("name"), in: state)
        && !FormFeature().isActive(.validation("unknown"), in: state))
  }
}

@Suite struct `Changes of the data during a submission` {
  /// A form that is being submitted, in which the user has changed the first row and two more that are hidden.
  private func state() throws -> FormFeature.State {
    let form = try CompiledForm(
      FormDefinition {
        SectionDefinition(rows: [
          RowDefinition(tag: "mine", value: "old"), RowDefinition(tag: "other", value: "old"),
          RowDefinition(tag: "shown", hidden: Term.variable("other") == "old"),
        ])
        SectionDefinition(tag: "list", each: RowDefinition(), values: ["old"])
      })
    return FormFeature.State(
      form, [.typed("mine", "new"), .valuesAssigned([ValueAssignment("shown", "x")]), .submitTapped])
  }

  private let rebase = FormFeature.Action.rebased([
    ValueAssignment("mine", "theirs"), ValueAssignment("other", "theirs"), ValueAssignment("list", ["theirs", "too"]),
  ])

  @Test func `law 5: are applied to the unchanged rows when the submission has succeeded`() throws {
    var state = try state()
    _ = FormFeature().reduce(&state, rebase)
    #expect(state.stage == .submitting && state.value("other") == "old" && state.lastUpdate.changes.isEmpty)
    _ = FormFeature().reduce(&state, .submitted)
    #expect(state.stage == .submitted && state.isConsistent)
    #expect(state.values == ["mine": "new", "other": "theirs", "shown": "x", "list": ["theirs", "too"]])
    #expect(
      state.lastUpdate.changes == [
        .rowRemoved("#4"), .rowInserted("shown", in: "§1", after: "other"), .rowInserted("#5", in: "list", after: nil),
        .rowInserted("#6", in: "list", after: "#5"), .rowChanged("mine"), .rowChanged("other"),
      ])
    // The hidden row was not submitted.
    #expect(state.dirtyRows == ["shown"])
  }

  @Test func `law 5: are the initial values after a submission that failed`() throws {
    var state = try state()
    _ = FormFeature().reduce(&state, rebase)
    _ = FormFeature().reduce(&state, .submissionFailed("offline"))
    #expect(state.stage == .failed("offline") && state.isConsistent)
    #expect(state.values == ["mine": "new", "other": "theirs", "shown": "x", "list": ["theirs", "too"]])
    #expect(state["mine"]?.initialValue == "theirs" && state.dirtyRows == ["mine", "shown"])
  }

  @Test func `are saved with the form`() throws {
    var state = try state()
    _ = FormFeature().reduce(&state, rebase)
    var read = try JSONDecoder().decode(FormFeature.State.self, from: JSONEncoder().encode(state))
    #expect(read == state)
    #expect(try FormFeature.State(state.form, contents: state.contents) == state)
    #expect(try self.state() != state)
    _ = FormFeature().reduce(&read, .submitted)
    #expect(read.value("other") == "theirs")
  }
}
