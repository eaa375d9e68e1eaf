import Conditions
import Forms
import FormsFixtures
import Loop
import Testing
import Values

@Suite struct `Editing a form definition while it is filled in` {
  private func state() throws -> FormFeature.State {
    FormFeature.State(
      try compiledForm(
        """
        {"sections": [{"tag": "s", "rows": [{"tag": "a"}, {"tag": "b", "hidden": "$a == 'x'"}]}, {"tag": "t", "rows": []}]}
        """), [.typed("a", "x"), .typed("b", "hidden")])
  }

  private func edited(_ edit: FormDefinitionEdit) throws -> FormFeature.State {
    var state = try state()
    _ = FormFeature().reduce(&state, .edited(edit))
    return state
  }

  @Test func `replacing a condition keeps the values`() throws {
    let state = try edited(.hidden("b", try Condition(parsing: "$a != 'x'")))
    #expect(state.visibleRowIDs == ["a", "b"])
    #expect(state.lastUpdate.changes == [.rowInserted("b", in: "s", after: "a")])
    #expect(state.value("a") == "x" && state["a"]?.isTouched == true)
    #expect(try edited(.disabled("s", .always)).lastUpdate.changes == [.rowChanged("a")])
  }

  @Test func `rows and sections can be inserted, moved and removed`() throws {
    let row = RowDefinition(tag: "c", value: 1, hidden: try Condition(parsing: "$a == 'y'"))
    #expect(
      try edited(.rowInserted(row, in: "s", before: "b")).lastUpdate.changes == [.rowInserted("c", in: "s", after: "a")]
    )
    #expect(try edited(.rowInserted(row, in: "t")).visibleRowIDs == ["a", "c"])
    #expect(try edited(.rowRemoved("b")).lastUpdate.changes == [])
    #expect(try edited(.sectionRemoved("t")).lastUpdate.changes == [.sectionRemoved("t")])
    let section = SectionDefinition(tag: "u", rows: [row])
    #expect(
      try edited(.sectionInserted(section, before: "t")).lastUpdate.changes == [.sectionInserted("u", after: "s")])
    var state = try edited(.rowInserted(row, in: "s"))
    _ = FormFeature().reduce(&state, .edited(.rowMoved("c", before: "a")))
    #expect(state.visibleRowIDs == ["c", "a"])
    #expect(state.lastUpdate.changes == [.rowRemoved("c"), .rowInserted("c", in: "s", after: nil)])
  }

  @Test func `moving a row past hidden rows only does not change the screen`() throws {
    let hidden = RowDefinition(tag: "h", hidden: .always)
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "a"), hidden, RowDefinition(tag: "b")]))
    _ = FormFeature().reduce(&state, .edited(.rowMoved("a", before: "b")))
    #expect(state.form.definition.sections[0].rows.map(\.tag) == ["h", "a", "b"] && state.lastUpdate.changes.isEmpty)
    _ = FormFeature().reduce(&state, .edited(.rowMoved("h", before: nil)))
    #expect(state.form.definition.sections[0].rows.map(\.tag) == ["a", "b", "h"] && state.lastUpdate.changes.isEmpty)
    _ = FormFeature().reduce(&state, .edited(.rowMoved("a", before: "h")))
    #expect(state.lastUpdate.changes == [.rowRemoved("a"), .rowInserted("a", in: "§1", after: "b")])
  }

  @Test(arguments: [
    (FormDefinitionEdit.rowRemoved("a"), "no row or section has the tag \"a\""),
    (.rowInserted(RowDefinition(tag: "a"), in: "t"), "duplicate tag \"a\"; sections[0].rows[0] already has it"),
    (.sectionInserted(SectionDefinition(tag: "b")), "duplicate tag \"b\"; sections[0].rows[1] already has it"),
    (.hidden("b", Term.variable("b").key("isHidden") == true), "circular dependency"),
  ])
  func `an edit that would make the form invalid is rejected with an error`(
    _ edit: FormDefinitionEdit, _ message: String
  ) throws {
    let state = try edited(edit)
    #expect(state == (try self.state()))
    #expect(
      state.lastUpdate.rejectedEditErrors.first?.description.contains(message) == true,
      "\(state.lastUpdate.rejectedEditErrors)")
  }

  @Test(arguments: [
    FormDefinitionEdit.rowRemoved("z"), .hidden("z", .always), .rowInserted(RowDefinition(), in: "a"),
    .rowInserted(RowDefinition(), in: "t", before: "a"), .rowMoved("a", before: "a"), .rowMoved("a", before: "z"),
    .rowMoved("b", before: nil), .sectionRemoved("a"), .sectionInserted(SectionDefinition(), before: "z"),
  ])
  func `law 2: an edit that does not apply changes nothing`(_ edit: FormDefinitionEdit) throws {
    let state = try edited(edit)
    #expect(state == (try self.state()))
    #expect(state.lastUpdate.rejectedEditErrors.isEmpty && state.lastUpdate.changes.isEmpty)
  }

  @Test func `the focus moves to the next row when its row is removed`() throws {
    var state = FormFeature.State(
      try compiledForm([RowDefinition(tag: "a"), RowDefinition(tag: "b")]), [.focused("a")])
    _ = FormFeature().reduce(&state, .edited(.rowRemoved("a")))
    #expect(state.focus == "b")
    _ = FormFeature().reduce(&state, .edited(.rowRemoved("b")))
    #expect(state.focus == nil)
  }

  @Test func `a reset restores an inserted multivalued section, and a removed one leaves the form clean`() throws {
    let list = SectionDefinition(tag: "list", each: RowDefinition(), values: ["one"])
    var state = try edited(.sectionInserted(list))
    _ = FormFeature().reduce(&state, .rowAdded(to: "list"))
    #expect(state.isDirty)
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.value("list") == ["one"] && !state.isDirty)
    _ = FormFeature().reduce(&state, .edited(.sectionRemoved("list")))
    #expect(!state.isDirty)
  }

  @Test func `generated row IDs are not reused`() throws {
    var state = try edited(.rowInserted(RowDefinition(), in: "t"))
    _ = FormFeature().reduce(&state, .edited(.rowRemoved("#3")))
    _ = FormFeature().reduce(&state, .edited(.rowInserted(RowDefinition(), in: "t")))
    #expect(state.visibleRowIDs == ["a", "#4"])
  }
}

@Suite struct `A multivalued section` {
  private let text = """
    {"sections": [
      {"tag": "tags", "title": "Tags", "template": {"kind": "text", "validators": [{"length": {"max": 5}}]},
       "rows": [{"kind": "text", "value": "one"}]},
      {"rows": [{"tag": "hint", "kind": "info", "hidden": "$tags.@count < 3"},
                {"tag": "two", "kind": "info", "hidden": "NOT 'two' IN $tags.value"}]}]}
    """

  @Test func `rows can be added, moved and removed, and its value is the list of their values`() throws {
    var state = FormFeature.State(try compiledForm(text), [.rowAdded(to: "tags")])
    #expect(state.focus == "#4")
    #expect(state.lastUpdate.changes == [.rowInserted("#4", in: "tags", after: "#1")])
    _ = FormFeature().reduce(&state, .typed("#4", "two"))
    #expect(state.lastUpdate.changes == [.rowInserted("two", in: "§2", after: nil), .rowChanged("#4")])
    #expect(state.value("tags") == ["one", "two"])
    #expect(state.values["tags"] == ["one", "two"])
    _ = FormFeature().reduce(&state, .rowMoved("#4", before: "#1"))
    #expect(state.value("tags") == ["two", "one"])
    _ = FormFeature().reduce(&state, .rowAdded(to: "tags"))
    #expect(state.visibleRowIDs == ["#4", "#1", "#5", "hint", "two"])
    _ = FormFeature().reduce(&state, .rowRemoved("#4"))
    #expect(state.value("tags") == ["one", nil])
    #expect(state.isDirty)
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.value("tags") == ["one"] && !state.isDirty)
  }

  @Test(arguments: [false, true])
  func `a reset restores the submitted list, or the initial one if the section was not submitted`(
    _ isHidden: Bool
  ) throws {
    let form = try compiledForm(
      #"{"sections":[{"rows":[{"tag":"off","kind":"boolean"}]},"#
        + #"{"tag":"l","hidden":"$off == TRUE","template":{"kind":"integer"},"rows":[{"value":1},{"value":2}]}]}"#)
    var state = FormFeature.State(form)
    state.assign("l", [3, 4])
    state.assign("off", .boolean(isHidden))
    _ = FormFeature().reduce(&state, .submitTapped)
    _ = FormFeature().reduce(&state, .submitted)
    state.assign("l", [5])
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.values["l"] == (isHidden ? [1, 2] : [3, 4]))
  }

  @Test func `assigning a list replaces its rows`() throws {
    var state = FormFeature.State(try compiledForm(text))
    state.assign("tags", ["two", "three"])
    #expect(state.value("tags") == ["two", "three"])
    #expect(state.visibleRowIDs == ["#4", "#5", "two"])
    state.assign("tags", ["two", "three", "four"])
    #expect(
      state.lastUpdate.changes == [
        .rowInserted("#6", in: "tags", after: "#5"), .rowInserted("hint", in: "§2", after: nil),
      ])
    state.assign("tags", ["two", "three"])
    let before = state
    state.assign("tags", ["two", "three"])
    #expect(state == before && state.lastUpdate.changes.isEmpty)
  }

  @Test func `the user cannot add, remove or move rows of other sections`() throws {
    let before = FormFeature.State(try compiledForm(text))
    for action in [.rowAdded(to: "§2"), .rowAdded(to: "hint"), .rowRemoved("hint"), .rowMoved("two", before: "hint")]
      as [FormFeature.Action]
    {
      var state = before
      _ = FormFeature().reduce(&state, action)
      #expect(state == before, "\(action)")
    }
  }

  @Test func `law 2: a row whose kind the conditions need cannot be removed or replaced`() throws {
    let text = """
      {"sections": [
        {"tag": "l", "template": {"kind": "integer"}, "rows": [{"value": "x"}]},
        {"rows": [{"tag": "hint", "hidden": "$l CONTAINS 'x'"}]}]}
      """
    var state = FormFeature.State(try compiledForm(text))
    _ = FormFeature().reduce(&state, .rowRemoved("#1"))
    #expect(state.value("l") == ["x"] && state.lastUpdate.rejectedEditErrors.count == 1)
    state.assign("l", [1, 2])
    #expect(state.value("l") == ["x"] && state.lastUpdate.rejectedEditErrors.count == 1)
  }

  @Test func `tags of its rows and errors of its template are reported`() {
    let wrong = """
      {"sections": [{"tag": "s", "template": {"tag": "x", "hidden": "$unknown == 1", "validators": [{"pattern": "("}]},
        "rows": [{"tag": "y"}]}]}
      """
    #expect(formErrors(in: wrong).count == 4, "\(formErrors(in: wrong))")
  }

  @Test func `values assigned together with a list are validated remotely`() throws {
    var state = FormFeature.State(
      try CompiledForm(
        FormDefinition {
          SectionDefinition { RowDefinition(tag: "name", validators: [.remoteCheck("free")]) }
          SectionDefinition(tag: "list", each: RowDefinition(validators: [.remoteCheck("known")]), values: ["a"])
        }))
    let effects = FormFeature(validationDelay: nil).reduce(
      &state, .valuesAssigned([ValueAssignment("name", "Ali"), ValueAssignment("list", ["a", "b"])]))
    let validatedRows = effects.instructions.compactMap { instruction -> ElementID? in
      if case .validate(let id, _, checks: _)? = instruction.effect { id } else { nil }
    }
    #expect(
      validatedRows == ["name", "#3"] && state["name"]?.remoteValidation == .pending
        && state["#2"]?.remoteValidation == RemoteValidation.notRequested)
    #expect(
      FormFeature().reduce(&state, .valuesAssigned([ValueAssignment("list", ["a"])])).isEmpty,
      "the other rows have not changed")
    #expect(state["name"]?.remoteValidation == .pending && state.isConsistent)
  }
}
