import Conditions
import Forms
import FormsFixtures
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
    var state = Form.State(try form(rows))
    var path: [ElementID?] = []
    for _ in 0..<5 {
      _ = Form().reduce(&state, .nextTapped)
      path.append(state.focus)
    }
    #expect(path == ["a", "b", "c", "d", "d"])
    state.set("a", "y")
    for _ in 0..<3 {
      _ = Form().reduce(&state, .previousTapped)
      path.append(state.focus)
    }
    #expect(path.suffix(3) == ["b", "a", "a"])
    for id in ["c", "info", "go", "unknown"] as [ElementID] {
      _ = Form().reduce(&state, .focused(id))
      #expect(state.focus == "a")
    }
  }

  @Test func `the focus moves to the next row when its row is hidden`() throws {
    var state = Form.State(try form(rows), [.focused("b")])
    state.set("a", "x")
    #expect(state.focus == "c")
    #expect(state["b"]?.isTouched == false)
  }

  @Test func `leaving a row marks it as touched`() throws {
    var state = Form.State(try form(rows), [.focused("a"), .focused("d")])
    #expect(state["a"]?.isTouched == true && state["d"]?.isTouched == false)
    #expect(state.last.changes == [.rowChanged("a")])
    _ = Form().reduce(&state, .focused(nil))
    #expect(state.focus == nil && state["d"]?.isTouched == true)
  }

  @Test func `law 2: a hidden or disabled row rejects user input and accepts assigned values`() throws {
    var state = Form.State(try form(rows))
    state.set("a", "y")
    let before = state
    for action in [.typed("c", "no"), .chosen("c", "no"), .typed("unknown", ""), .chosen("go", 1)] as [Form.Action] {
      #expect(Form().reduce(&state, action).isEmpty)
      #expect(state == before && state.last.changes.isEmpty)
    }
    state.set("c", "yes")
    #expect(state.value("c") == "yes" && state["c"]?.isTouched == false)
  }

  @Test func `tapping an enabled button runs its effect`() throws {
    var state = Form.State(try form(rows))
    #expect(Form().reduce(&state, .pressed("go")).instructions.count == 1)
    #expect(Form().reduce(&state, .pressed("a")).isEmpty)
    state.set("a", "y")
    #expect(Form().reduce(&state, .pressed("go")).isEmpty)
  }

  @Test func `a reset restores the initial state`() throws {
    var state = Form.State(try form(rows), [.focused("a"), .typed("a", "x"), .typed("d", "z")])
    #expect(state.isDirty)
    _ = Form().reduce(&state, .resetTapped)
    #expect(state == Form.State(state.form))
    #expect(state.last.changes == [.rowInserted("b", in: "§1", after: "a"), .rowChanged("a"), .rowChanged("d")])
  }

  @Test func `typing a text and deleting it leaves the form clean`() throws {
    let state = Form.State(try form(rows), [.typed("d", "z"), .typed("d", "")])
    #expect(!state.isDirty)
    #expect(Form.State(try form(rows), [.typed("d", "z")]).isDirty)
  }

  @Test func `an unparseable text makes the form dirty`() throws {
    let state = Form.State(try form([RowDefinition(tag: "n", kind: .integer)]), [.typed("n", "x")])
    #expect(state.isDirty && state.value("n") == Value.null)
  }

  @Test func `a form opens with the given values`() throws {
    let rows = [RowDefinition(tag: "count", kind: .integer), RowDefinition(tag: "name", value: "as written")]
    let state = Form.State(try form(rows), values: ["count": 3, "unknown": 1])
    #expect(state.values == ["count": 3, "name": "as written"])
    #expect(!state.isDirty)
    let wrong = Form.State(try form(rows), values: ["count": "three"])
    #expect(wrong.faults("count").count == 1)
  }

  @Test func `a hidden section hides its rows, and conditions read them as hidden`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "off", "kind": "boolean"}]},
        {"tag": "s", "hidden": "$off == TRUE", "disabled": "$off == FALSE", "rows": [{"tag": "row"}]},
        {"rows": [{"tag": "reader", "hidden": "$row.isHidden == TRUE"}, {"hidden": "$s.isHidden == FALSE", "tag": "other"}]}]}
      """
    var state = Form.State(try form(text))
    #expect(state.isDisabled("row") == true && state.isHidden("row") == false && state.isHidden("other") == true)
    state.set("off", true)
    #expect(state.isHidden("row") == true && state.isHidden("reader") == true && state.isHidden("other") == false)
    #expect(
      state.last.changes == [
        .rowRemoved("reader"), .sectionRemoved("s"), .rowInserted("other", in: "§3", after: nil), .rowChanged("off"),
      ])
    #expect(state.isHidden("unknown") == nil)
  }
}

@Suite struct `Submitting a form` {
  private func state(_ actions: Form.Action...) throws -> Form.State {
    let name = RowDefinition(tag: "name", isRequired: true, validators: [.asked("free")])
    return Form.State(try form([name, RowDefinition(tag: "note", validators: [.length(max: 3)])]), actions)
  }

  private func asked(_ effects: Effects<Form.Effect, Form.Slot>) -> [Form.Effect] {
    effects.instructions.compactMap { if case .ask(let effect, _, _, _) = $0 { effect } else { nil } }
  }

  private let judge = Form.Effect.judge("name", "Ada", checks: ["free"])

  @Test func `submitting an invalid form focuses the first error`() throws {
    var state = try state(.typed("note", "long"))
    #expect(Form().reduce(&state, .submitTapped).isEmpty)
    #expect(state.focus == "name" && state["name"]?.isTouched == true && state.stage == .editing)
  }

  @Test func `submitting awaits pending remote validations`() throws {
    var state = try state()
    state.set("note", "abc")
    #expect(asked(Form().reduce(&state, .typed("name", "Ada"))) == [judge])
    #expect(asked(Form().reduce(&state, .submitTapped)) == [])
    #expect(state.stage == .checking)
    #expect(asked(Form().reduce(&state, .judged("name", "Ada", []))) == [.submit(["name": "Ada", "note": "abc"])])
    #expect(state.stage == .submitting)
    #expect(Form().reduce(&state, .typed("note", "no")).isEmpty)
    #expect(state.value("note") == "abc")
    _ = Form().reduce(&state, .submitted)
    #expect(state.stage == .submitted && !state.isDirty)
    _ = Form().reduce(&state, .typed("note", "on"))
    #expect(state.stage == .editing && state.isDirty)
  }

  @Test func `law 6: a validation response for another value is ignored`() throws {
    var state = try state(.typed("name", "Bob"))
    #expect(asked(Form().reduce(&state, .typed("name", "Ada"))) == [judge])
    let before = state
    _ = Form().reduce(&state, .judged("name", "Bob", ["is taken"]))
    #expect(state == before)
    _ = Form().reduce(&state, .judged("name", "Ada", ["is taken"]))
    #expect(state.faults("name") == [.told("is taken")])
  }

  @Test func `submitting restarts failed remote validations`() throws {
    var state = try state(.typed("name", "Ada"), .judgementFailed("name", "Ada", "offline"))
    #expect(state.faults("name") == [.told("could not be checked: offline")])
    #expect(asked(Form().reduce(&state, .submitTapped)) == [judge])
    _ = Form().reduce(&state, .judgementFailed("name", "Ada", "offline"))
    #expect(state.stage == .editing && state.focus == "name")
  }

  @Test func `a change during validation cancels the submission`() throws {
    var state = try state(.typed("name", "Ada"), .submitTapped, .typed("note", "x"))
    #expect(state.stage == .editing)
    #expect(asked(Form().reduce(&state, .judged("name", "Ada", []))) == [])
  }

  @Test func `a failed submission shows its errors until the next change`() throws {
    var state = try state(.typed("name", "Ada"), .judged("name", "Ada", []), .submitTapped)
    _ = Form().reduce(&state, .submissionFailed("offline", ["name": ["was taken meanwhile"]]))
    #expect(state.stage == .failed("offline") && state.focus == "name")
    #expect(state.faults("name") == [.told("was taken meanwhile")])
    _ = Form().reduce(&state, .typed("name", "Bob"))
    #expect(state.stage == .editing && state.faults("name").isEmpty)
  }

  @Test func `a value that fails local validation is not validated remotely, and its result is discarded`() throws {
    var state = try state(.typed("name", "Ada"), .judged("name", "Ada", ["is taken"]))
    #expect(asked(Form().reduce(&state, .typed("name", " "))) == [])
    #expect(state["name"]?.inquiry == Inquiry.none && state.faults("name") == [.missing])
  }

  @Test func `an unchanged value is validated remotely only on submission`() throws {
    let rows = [
      RowDefinition(tag: "off", kind: .boolean, value: true),
      RowDefinition(tag: "name", value: "Ada", hidden: Term.variable("off") == true, validators: [.asked("free")]),
    ]
    var state = Form.State(try form(rows))
    #expect(Form().reduce(&state, .chosen("off", false)).isEmpty && state.isHidden("name") == false)
    #expect(asked(Form().reduce(&state, .submitTapped)) == [judge])
  }

  @Test func `a reset restores the initial values of rows that were not submitted`() throws {
    let rows = [
      RowDefinition(tag: "off", kind: .boolean),
      RowDefinition(tag: "b", value: "first", hidden: Term.variable("off") == true),
    ]
    var state = Form.State(try form(rows), [.typed("b", "second"), .chosen("off", true), .submitTapped, .submitted])
    #expect(state.stage == .submitted && state["off"]?.initial == true && state["b"]?.initial == "first")
    _ = Form().reduce(&state, .resetTapped)
    #expect(state.value("b") == "first" && state.isHidden("b") == true)
  }

  @Test func `law 7: a submission continues when a pending validation is no longer needed`() throws {
    let rows = [
      RowDefinition(tag: "a"),
      RowDefinition(
        tag: "name", hidden: Term.variable("a").key("isValid") == false, validators: [.asked("free")]),
    ]
    var state = Form.State(try form(rows), [.typed("name", "Ada"), .submitTapped])
    #expect(state.stage == .checking)
    _ = Form().reduce(&state, .faultsReported(["a": ["no"]]))
    #expect(state.isHidden("name") == true && state.stage == .editing && state.focus == "a")
  }

  @Test func `a row shown by a validation response is validated before the submission`() throws {
    let rows = [
      RowDefinition(tag: "name", validators: [.asked("free")]),
      RowDefinition(
        tag: "c", value: "unjudged", hidden: Term.variable("name").key("isValid") == false, validators: [.asked("fit")]),
    ]
    var state = Form.State(try form(rows), [.typed("name", "Ada"), .judgementFailed("name", "Ada", "offline")])
    #expect(asked(Form().reduce(&state, .submitTapped)).contains(judge))
    let effects = asked(Form().reduce(&state, .judged("name", "Ada", [])))
    #expect(!effects.contains { if case .submit = $0 { true } else { false } } && state.stage == .checking)
    #expect(asked(Form().reduce(&state, .judged("c", "unjudged", []))).count == 1 && state.stage == .submitting)
  }

  @Test func `law 9: discarding an outdated validation result evaluates nothing`() throws {
    let name = RowDefinition(tag: "name", validators: [.asked("free")])
    let row = RowDefinition(
      tag: "b", hidden: Term.variable("name") == "Bob" && Term.variable("name").key("isValid") == true)
    var state = Form.State(try form([name, row]), [.typed("name", "Ada"), .judged("name", "Ada", ["is taken"])])
    _ = Form().reduce(&state, .typed("name", "Bob"))
    #expect(state.last.evaluations == 1 && state.isHidden("b") == true)
  }

  @Test func `a validation slot is active while its value is in the row`() throws {
    var state = try state(.typed("name", "Ada"))
    #expect(Form().isAlive(.judgement("name"), in: state) && Form().isAlive(.submission, in: state))
    _ = Form().reduce(&state, .typed("name", ""))
    #expect(!Form().isAlive(.judgement("name"), in: state) && !Form().isAlive(.judgement("unknown"), in: state))
  }
}
