import FormsFixtures
import Testing
import Values

@testable import Forms

/// Each kind of row has one representation of each value, wherever the value comes from.
@Suite struct `Normalized values` {
  private static let day = Value.instant(Instant(dateText: "2023-03-22") ?? Instant(milliseconds: 0))
  private static let time = Value.instant(Instant("2001-01-01T14:05:09.250Z") ?? Instant(milliseconds: 0))
  private static let both = Value.instant(Instant("2023-03-22T14:05:09.250Z") ?? Instant(milliseconds: 0))

  private static let cases: [(RowDefinition, given: Value, stored: Value)] = [
    (RowDefinition(tag: "row", kind: .date), both, day), (RowDefinition(tag: "row", kind: .time), both, time),
    (RowDefinition(tag: "row", kind: .dateTime), both, both),
    (RowDefinition(tag: "row", kind: .multipleChoice, options: ["a", "b"]), ["a", "b", "a"], ["a", "b"]),
    (RowDefinition(tag: "row", kind: .multipleChoice), ["b", "b"], ["b"]),
    (RowDefinition(tag: "row", kind: .multipleChoice), [1, 1.0, true, "1"], [1, "1"]),
  ]

  @Test(arguments: cases)
  func `are stored by actions, initial values and decoding`(_ row: RowDefinition, given: Value, stored: Value) throws {
    let form = try compiledForm([row])
    var state = FormFeature.State(form)
    state.assign("row", given)
    #expect(state.value("row") == stored)
    #expect(FormFeature.State(form, [.chosen("row", given)]).value("row") == stored)
    #expect(FormFeature.State(form, [.restored(["row": .value(given)])]).value("row") == stored)
    let rebased = FormFeature.State(form, [.rebased([ValueAssignment("row", given)])])
    #expect(rebased.value("row") == stored && rebased["row"]?.initialValue == stored && !rebased.isDirty)
    let initial = FormFeature.State(form, values: ["row": given])
    #expect(initial.value("row") == stored && initial["row"]?.initialValue == stored && initial == rebased)

    var definition = row
    definition.value = given
    let defined = FormFeature.State(try compiledForm([definition]))
    #expect(defined.value("row") == stored && defined["row"]?.initialValue == stored)

    var contents = state.contents
    contents.fields["row"]?.entry = .value(given)
    contents.fields["row"]?.initialValue = given
    let decoded = try FormFeature.State(form, contents: contents)
    #expect(decoded.value("row") == stored && decoded["row"]?.initialValue == stored)
  }

  @Test(arguments: cases)
  func `are stored in multivalued sections`(_ row: RowDefinition, given: Value, stored: Value) throws {
    var template = row
    template.tag = nil
    let form = try CompiledForm(
      FormDefinition { SectionDefinition(tag: "list", each: template, values: [given]) })
    var state = FormFeature.State(form)
    #expect(state.value("list") == .list([stored]))
    var contents = state.contents
    contents.initialLists["list"] = [given]
    #expect(try FormFeature.State(form, contents: contents) == state)
    let before = state
    state.assign("list", .list([given]))
    #expect(state == before, "a row that holds the value is kept")
    contents.initialLists["list"] = ["no value"]
    if row.kind != .multipleChoice {
      #expect(throws: FormContentsError.self) { try FormFeature.State(form, contents: contents) }
    }
  }

  @Test(arguments: [("a, a", ["a"]), ("b,a,b", ["b", "a"]), ("a", ["a"])] as [(String, Value)])
  func `an option that is typed twice is chosen once`(_ text: String, _ chosen: Value) throws {
    let row = RowDefinition(tag: "row", kind: .multipleChoice, options: ["a", "b"])
    let form = try compiledForm([row])
    #expect(FormFeature.State(form, [.typed("row", text)])["row"]?.entry == .typed(text, as: chosen))
    let twice = FieldEntry.typed("a, a", as: ["a", "a"])
    #expect(FormFeature.State(form, [.restored(["row": twice])])["row"]?.entry == .typed("a, a", as: ["a"]))
  }

  @Test func `conditions compare days with days`() throws {
    let form = try compiledForm(
      """
      {"sections": [{"rows": [{"tag": "from", "kind": "date", "value": "2023-03-22"}, {"tag": "to", "kind": "date"},
        {"tag": "same", "hidden": "$from != $to"}]}]}
      """)
    var state = FormFeature.State(form)
    state.assign("to", Self.both)
    #expect(state.isHidden("same") == false && state.screen.sections[0].rows[1].text == "2023-03-22")
  }
}
