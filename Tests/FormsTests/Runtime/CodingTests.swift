import Conditions
import Forms
import FormsFixtures
import Foundation
import LoopText
import Testing
import Values

@Suite struct `Encoding a form` {
  private func filledIn() throws -> FormFeature.State {
    FormFeature.State(
      try compiledForm(hobbiesJSON),
      [
        .chosen("hobbies", ["Sport"]), .focused("sport"), .typed("sport", "Ali"), .errorsReported(["sport": ["who?"]]),
        .edited(.rowInserted(RowDefinition(kind: .integer, value: 3), in: "§2", before: "sport")), .typed("#6", "3,50"),
      ])
  }

  @Test func `an encoded state decodes to an equal state`() throws {
    let state = try filledIn()
    let read = try JSONDecoder().decode(FormFeature.State.self, from: JSONEncoder().encode(state))
    #expect(read == state && read.screen == state.screen && read.isConsistent)
    let canonical: FormFeature.State = try CanonicalValue(state).decode()
    #expect(canonical == state)
  }

  @Test func `default values are not encoded`() throws {
    let row = RowDefinition(tag: "a", hidden: try Condition(parsing: "$a == '1'"))
    #expect("\(try CanonicalValue(row))" == #"(tag: "a", hidden: "$a == '1'")"#)
    #expect(
      "\(try CanonicalValue(FormFeature.State(compiledForm([row]))["a"]))"
        == "(entry: value(null), initialValue: null, isTouched: false, reportedErrors: [], remoteValidation: notRequested)"
    )
  }

  /// Decoding validates the document: each of these edits makes it inconsistent.
  @Test(arguments: [
    (#""hidden":["#, #""hidden":["hobbies","#, "the hidden elements do not match"),
    (#""disabled":[]"#, #""disabled":["hobbies"]"#, "the disabled elements do not match"),
    (#""focus":"#, #""focus":"film","was":"#, "the focused row is not editable"),
    (#""lastRowNumber":6"#, #""lastRowNumber":-1"#, "the IDs do not match"),
    (#""lastRowNumber":6"#, #""lastRowNumber":5"#, "the IDs do not match"),
    (#""stage":{"editing":{}}"#, #""stage":{"validating":{}}"#, "no remote validation is pending"),
    (#""initialLists":{}"#, #""initialLists":{"hobbies":[]}"#, "do not match the multivalued sections"),
    (#"{"typed":{"_0":"3,50"}}"#, #"{"typed":{"_0":"3,50","as":{"integer":{"_0":3}}}}"#, "cannot hold this value"),
    (#""rows":["hobbies""#, #""rows":["hobby""#, "the IDs do not match"),
    (#""hobbies":{"entry""#, #""hobby":{"entry""#, "the fields do not match"),
    (
      #""fields":{"#,
      #""fields":{"unknown":{"entry":{"value":{"_0":{"null":{}}}},"initialValue":{"null":{}},"#
        + #""isTouched":false,"remoteValidation":{"notRequested":{}},"reportedErrors":[]},"#, "the fields do not match"
    ),
    (#""value":{"_0":{"text":{"_0":"Ali"}}}"#, #""value":{"_0":{"integer":{"_0":1}}}"#, "cannot hold this value"),
    (#""$hobbies.value.@count == 0""#, #""$hobby.value.@count == 0""#, "no row or section has the tag"),
  ])
  func `an inconsistent document is rejected`(_ part: String, _ other: String, _ fault: String) throws {
    var state = try filledIn()
    _ = FormFeature().reduce(&state, .focused("sport"))
    state.assign("sport", "Ali")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(state), as: UTF8.self)
    #expect(text.contains(part), "\(text)")
    let wrong = text.replacing(part, with: other, maxReplacements: 1)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FormFeature.State.self, from: Data(wrong.utf8))
    }
    #expect("\(error as Any)".contains(fault), "\(error as Any)")
  }
}

/// A program that saves only the contents of a form opens them with the form that its current version has.
@Suite struct `Opening saved contents` {
  private func form(_ rows: RowDefinition..., before others: [RowDefinition] = []) throws -> CompiledForm {
    try CompiledForm(
      FormDefinition {
        SectionDefinition(rows: rows)
        SectionDefinition(tag: "list", each: RowDefinition(), values: ["one"])
        SectionDefinition(rows: others)
      })
  }

  private func opened(_ state: FormFeature.State, with form: CompiledForm) throws -> FormFeature.State {
    let saved = try JSONDecoder().decode(FormContents.self, from: JSONEncoder().encode(state.contents))
    return try FormFeature.State(form, contents: saved)
  }

  @Test func `contents restore the state of their form`() throws {
    let hobbies = try compiledForm(hobbiesJSON)
    let state = FormFeature.State(hobbies, [.chosen("hobbies", ["Sport"]), .focused("sport"), .typed("sport", "Ali")])
    #expect(try opened(state, with: hobbies) == state)
  }

  @Test func `a new row has its initial value, and the contents of a removed one are dropped`() throws {
    let (a, b) = (RowDefinition(tag: "a", value: "initial"), RowDefinition(tag: "b"))
    let state = FormFeature.State(try form(a, b), [.typed("a", "typed"), .focused("b"), .typed("b", "gone")])
    let hidden = RowDefinition(tag: "c", value: "new", hidden: Term.variable("a") == "typed")
    let read = try opened(state, with: form(hidden, a))
    #expect(read.values == ["a": "typed", "c": "new", "list": ["one"]])
    #expect(read["a"]?.isTouched == true && read["a"]?.initialValue == "initial" && read.isHidden("c") == true)
    #expect(read.focus == nil && read.isConsistent && read.dirtyRows == ["a"])
  }

  @Test func `rows that the user added to a list are kept, also after another row has got their generated name`() throws
  {
    let before = try form(RowDefinition(tag: "a"))
    let state = FormFeature.State(
      before, [.rowAdded(to: "list"), .typed("#3", "two"), .rowMoved("#3", before: "#2"), .focused("#3")])
    for form in [before, try form(RowDefinition(tag: "a"), before: [RowDefinition(), RowDefinition(tag: "b")])] {
      var read = try opened(state, with: form)
      #expect(read.value("list") == ["two", "one"] && read.isDirty && read.isConsistent)
      #expect(read.focus == read.screen.sections[1].rows.first?.id && read.focus != nil)
      _ = FormFeature().reduce(&read, .rowAdded(to: "list"))
      #expect(read.value("list") == ["two", "one", nil])
      _ = FormFeature().reduce(&read, .resetTapped)
      #expect(read.value("list") == ["one"] && !read.isDirty)
    }
  }

  @Test func `a list and its initial rows are dropped with their section`() throws {
    let state = FormFeature.State(try form(RowDefinition(tag: "a")), [.rowAdded(to: "list"), .typed("a", "typed")])
    let read = try opened(state, with: compiledForm([RowDefinition(tag: "a")]))
    #expect(read.values == ["a": "typed"] && read.contents.initialLists.isEmpty)
    _ = try opened(read, with: form(RowDefinition(tag: "a")))
  }

  @Test func `law 7: a submission does not wait for a validation that the form no longer has`() throws {
    let checked = RowDefinition(tag: "a", validators: [.remoteCheck("free")])
    let state = FormFeature.State(try form(checked), [.typed("a", "x"), .submitTapped])
    #expect(state.stage == .validating)
    let read = try opened(state, with: form(RowDefinition(tag: "a")))
    #expect(read.stage == .editing && read["a"]?.remoteValidation == .notRequested)
  }

  @Test func `a value of another kind is an error`() throws {
    let state = FormFeature.State(try form(RowDefinition(tag: "a")), [.typed("a", "x")])
    let number = try form(RowDefinition(tag: "a", kind: .integer))
    let error = #expect(throws: FormContentsError.self) { try opened(state, with: number) }
    #expect(error?.description == "fields: a, a row of kind integer, cannot hold this value")
  }

  @Test func `law 2: a row that is saved twice in a list is opened as two rows`() throws {
    let form = try form(RowDefinition(tag: "a"))
    var contents = FormFeature.State(form).contents
    contents.lists = ["list": ["#2", "#2"], "gone": ["#2"]]
    #expect(try FormFeature.State(form, contents: contents).value("list") == ["one", "one"])
  }
}
